/** Edits that were drawn at random and that no test had noticed. */
import { type Mutant, mutantsOf } from "./mutant.ts";

export const drawnMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/plan/match/found-people.ts",
    ["test/plan/questions/twins.test.ts"],
    [
      [
        "?.differs.some((other) => sameKey(other, account)) === true",
        "?.differs.some(() => account !== undefined) === true",
        "who is decided not to be one candidate gets a second account beside the other",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/undo/undo-order.ts",
    ["test/run/undo.test.ts"],
    [
      [
        "positions.some((position, at) => position < (positions[at - 1] ?? position))",
        "positions.some((position, at) => position < (positions[at - 1] ?? position) && at < 0)",
        "an undo overwrites the order that somebody has made since",
      ],
    ],
  ),
  ...mutantsOf(
    "src/store/plans/undo-values.ts",
    ["test/run/undo.test.ts"],
    [["if (keptDays === 0) return;", "", "personal values are stored although none may be kept"]],
  ),
  ...mutantsOf(
    "src/store/runs/ended-runs.ts",
    ["test/store/outbox.test.ts"],
    [['    .where("ended_at", ">", sinceMs)\n', "", "the digest of a day counts the runs of all days"]],
  ),
  ...mutantsOf(
    "src/source/cells/converter.ts",
    ["test/source/stand-ins.test.ts"],
    [["doubted ? refusingStandIns(convert, spec, doubted) : convert", "convert", "a word for no value is written"]],
  ),
  ...mutantsOf(
    "src/source/rows/row-reader.ts",
    ["test/source/gate.test.ts"],
    [
      ["part.kind?.hasEntries ? [] :", "true ? [] :", "a condition whose column is blank lets everybody in"],
      [
        "mapping.default === undefined ||",
        "true ||",
        "a blank column of the status brings back everybody who has left",
      ],
    ],
  ),
  ...mutantsOf(
    "src/source/rows/row-reader.ts",
    ["test/source/stand-ins.test.ts"],
    [
      [
        'table === "employees" ? contradictingDays',
        'table !== "employees" ? contradictingDays',
        "a last day before the first is believed",
      ],
    ],
  ),
  ...mutantsOf(
    "src/store/vault/vault-keys.ts",
    ["test/cli/private-file.test.ts"],
    [['"wx", 0o600)', '"wx", 0o644)', "everybody can read the key of the store"]],
  ),
  ...mutantsOf(
    "src/run/permit/approved-plan.ts",
    ["test/run/permit/saved-plan.test.ts"],
    [
      [
        "before.operations.length === 0 ? maskChange(change) : change",
        "change",
        "a stale plan compares masked values with clear ones, and names what has not changed",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/restrict/restrict-plan.ts",
    ["test/plan/restrict-plan-cases.test.ts"],
    [
      [
        "withReferences(whole.held.filter(isNamed), whole.held)",
        "whole.held.filter(isNamed)",
        "what a held change of a restricted plan waits for is not shown",
      ],
    ],
  ),
  ...mutantsOf(
    "src/daemon/resting.ts",
    ["test/daemon/resting.test.ts"],
    [
      [
        "before === (await work().catch(() => before))",
        "(await work().then(() => true))",
        "what is released by a command waits for a repetition",
      ],
    ],
  ),
  ...mutantsOf(
    "src/daemon/state/repetition.ts",
    ["test/daemon/state/repetition.test.ts"],
    [
      [
        "Math.min(Math.max(left, 0), waitMs(failure.times))",
        "Math.max(left, 0)",
        "after the clock was set back, a run is not repeated for that long",
      ],
      [
        "if (failure && !timer.isSet()) await keep(undefined);",
        "",
        "after a repetition was cancelled, its refresh waits for a day",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/questions/adoption-report.ts",
    ["test/plan/first-import.test.ts"],
    [
      [' && one.action === "create"', "", "the report of a first run counts records twice"],
      [
        "onlySource: onlySource - newcomers.length",
        "onlySource",
        "the report of a first run counts a possible twin as a newcomer as well",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/undo/undo-renames.ts",
    ["test/plan/undo/undo-renames.test.ts"],
    [[".filter(({ isPossible }) => isPossible)", "", "an undo overwrites a code that somebody has given since"]],
  ),
  ...mutantsOf(
    "src/plan/questions/twins.ts",
    ["test/plan/number-given-again.test.ts"],
    [
      [
        "if (givenAgain.has(account)) return [correlation.current];",
        "",
        "a newcomer who may be the former holder of a number gets a second account",
      ],
    ],
  ),
  ...mutantsOf(
    "src/notify/channels/service.ts",
    ["test/notify/service-channel.test.ts"],
    [["left.push(account);", "", "a notification that is refused counts as delivered"]],
  ),
  ...mutantsOf(
    "src/site/perform/departments.ts",
    ["test/site/perform-changes.test.ts"],
    [["{ ...asStored(current), ...set }", "{ ...current, ...set }", "a description grows by blanks with every update"]],
  ),
];
