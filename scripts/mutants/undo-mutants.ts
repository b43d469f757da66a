/** Edits of undo: what is restored, what is held, and what is kept for it. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const laws = ["test/plan/undo-laws.test.ts"];
const examples = ["test/run/undo.test.ts"];

export const undoMutants: readonly Mutant[] = [
  ...mutantsOf("src/plan/undo/undo-values.ts", laws, [
    [
      '[after, ...passed].some((value) => same(present, value)) ? "restore" : "changed-since"',
      '"restore"',
      "an undo overwrites what somebody has changed since",
    ],
    ['if (same(present, before)) return "leave";', "", "an undo that is repeated lists what it has restored"],
    [
      'if (net.created) return record?.["active"] === true;',
      "if (net.created) return false;",
      "a create of unknown outcome is not listed",
    ],
  ]),
  ...mutantsOf("src/plan/undo/undo-posts.ts", laws, [
    [
      "if (!isWhole) {",
      "if (posts.length === 0) {",
      "posts that somebody has changed since are mixed with those before the run",
      examples,
    ],
  ]),
  ...mutantsOf("src/plan/undo/net-changes.ts", laws, [
    ["const was = earlier ? earlier[1].before : ", "const was = ", "an undo restores a value in between"],
  ]),
  ...mutantsOf("src/plan/undo/plan-undo.ts", laws, [
    [
      ", ...leftOut(undo, [...made.changes, ...made.held])]",
      "]",
      "an undo leaves something undone and does not say so",
    ],
  ]),
  ...mutantsOf("src/store/plans/undo-values.ts", examples, [
    [
      "isKept ? await openedValues(database, vault, runId) : ",
      "await openedValues(database, vault, runId) ?? ",
      "personal data is used after its time",
    ],
    ['if (action === "create") return [];', "return [];", "personal data of an undo is not kept"],
  ]),
];
