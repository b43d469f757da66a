/** Explains people: how a record was matched, why it is out of reach, and which changes of the plan are about it. */
import { canonicalKey } from "../model/directory/canonical.ts";
import type { Employee } from "../model/directory/directory.ts";
import type { ExplainedMatch, MatchStep } from "../model/runs/explanation.ts";
import type { Person } from "../plan/match/people.ts";
import { employeeOwner, type Owner } from "../plan/restrict/change-owners.ts";
import { aloneBecause, type Explained } from "./explained.ts";
import type { Known } from "./known.ts";
import { personViews } from "./person-views.ts";
import { accountNow } from "./post-views.ts";
import type { Entries, PlanIndex } from "./verdicts.ts";

export const explainPerson = (known: Known, person: Person): Explained => {
  const { correlation, current, desired } = person;
  const keys = [current?.account, current?.number].filter((key) => typeof key === "string");
  const alone = correlation.state === "unmanaged" ? aloneBecause(known, "employee", keys) : undefined;
  const views = personViews(known, person, alone);
  const isWhole = isWholeHold(person);
  const entries = entriesOf(known.index, person);
  const { held } = entries;
  return {
    subject: {
      kind: "employee",
      key: accountNow(person),
      label: person.label,
      ...((desired?.number ?? current?.number) ? { number: desired?.number ?? current?.number ?? "" } : {}),
      ...(current?.active === undefined ? {} : { active: current.active }),
    },
    match: { ...matchOf(known, person), candidates: held.flatMap(({ candidates = [] }) => candidates) },
    ...(alone && { alone }),
    keys: [desired?.account, desired?.number, ...keys].filter((key) => typeof key === "string"),
    views,
    entries,
    whole: held.filter(isWhole),
  };
};

const conflicts: ReadonlySet<string> = new Set([
  "identity-conflict",
  "possible-twin",
  "number-given-again",
  "other-company",
  "no-account",
  "ambiguous",
]);

/** Is a held change the reason why nothing happens to the person at all? */
const isWholeHold =
  ({ correlation }: Person) =>
  ({ action, reason }: Entries["held"][number]): boolean =>
    action === "create" || (correlation.state === "conflict" && conflicts.has(reason));

export const ownerOf = (person: Person): Owner => employeeOwner(accountNow(person), person.correlation.state === "new");

/** A record of the source that is in conflict has held changes under the account of somebody else. */
const entriesOf = (index: PlanIndex, person: Person): Entries => {
  const { state } = person.correlation;
  const { changes, held } = index.of(ownerOf(person));
  const isConflict = ({ action, reason }: Entries["held"][number]) => action === "update" && conflicts.has(reason);
  if (state === "conflict") return { changes: [], held: held.filter(isConflict) };
  return { changes, held: held.filter((one) => !isConflict(one)) };
};

const matchOf = (known: Known, person: Person): Omit<ExplainedMatch, "candidates"> => {
  const { correlation } = person;
  if (correlation.state === "unmanaged") return { state: "only-service", steps: [] };
  const steps = stepsOf(known, correlation.desired);
  return correlation.state === "matched"
    ? { state: "matched", by: correlation.by, steps }
    : { state: correlation.state, steps };
};

const stepsOf = ({ context: { source, memory }, having }: Known, desired: Employee): readonly MatchStep[] => {
  const linked = memory.links?.employee.get(desired.id ?? "");
  const adopted = source.decided?.get(canonicalKey(desired.account))?.adopts;
  /** `sought`: the account or number that the key stands for in the service. */
  const step = (by: MatchStep["by"], key: string | null | undefined, sought = key): MatchStep => ({
    by,
    ...(key ? { key } : {}),
    found: sought ? having(by === "number" ? "number" : "account", sought) : [],
  });
  return [
    step("id", desired.id, linked ?? null),
    step("number", desired.number),
    step("decision", adopted),
    step("account", desired.account),
  ];
};
