/** Edits of explanations: a reason that is not true, a change that is not shown, personal data, somebody else's history. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const laws = ["test/explain/laws.test.ts"];
const decisions = ["test/plan/draft/left-fields.test.ts"];
const history = ["test/store/history.test.ts"];
const command = ["test/cli/plans/explain.test.ts"];
const rows = ["test/report/why.test.ts"];

export const explainMutants: readonly Mutant[] = [
  ...mutantsOf("src/plan/people/wanted-status.ts", laws, [
    ["if (isDisagreement(status)) return undefined;", "", "a held disabling is explained as if nothing were to do"],
    ['return "hire-date-to-come";', 'return "same";', "an account that is active too early is called right"],
  ]),
  ...mutantsOf("src/plan/people/hidden-data.ts", decisions, [
    ["if (corrected.some((one) => one.field === field)) continue;", "", "a correction is explained as left"],
  ]),
  ...mutantsOf("src/plan/posts/posts.ts", laws, [
    [': "person-inactive");', ': "same");', "posts that differ are called the same"],
    ["if (!names.has(key)) draft", "draft", "a post is written and left", decisions],
  ]),
  ...mutantsOf("src/plan/people/resignation.ts", decisions, [
    ["if (onReturn.fields.length + ", "if (", "a cleared last day is explained as left"],
  ]),
  ...mutantsOf("src/plan/organisation/department-moves.ts", decisions, [
    ['if (intent.action === "reorder") inPlace.delete(move.key);', "", "a department is moved and called in place"],
  ]),
  ...mutantsOf("src/plan/organisation/catalogue-order.ts", decisions, [
    ["if (!leaves) inPlace.delete(move.key);", "", "a title is moved and called in place"],
  ]),
  ...mutantsOf("src/plan/organisation/managers.ts", decisions, [
    [
      'if (isInactive && !closes) return leave("department-inactive");',
      "if (department.active === false && !closes) return undefined;",
      "a manager stays unexplained",
    ],
  ]),
  ...mutantsOf("src/plan/draft/left-fields.ts", decisions, [
    [
      "if (before.left?.field === wholeObject) return;",
      "",
      "a newcomer who is not created has two reasons for a field",
    ],
  ]),
  ...mutantsOf("src/explain/explained.ts", laws, [
    [
      'if (isNamedIn("excluded", kind, keys)) return "out-of-scope";',
      "",
      "a record that is left out is called missing",
      laws,
    ],
  ]),
  ...mutantsOf("src/explain/explain.ts", command, [
    ["  isPersonal(field.field)\n", "  isPersonal(field.field) && field.field.length < 0\n", "ID numbers are printed"],
    [
      "if (record === undefined || others.length === 0) return record;",
      "if (record === undefined || others.length >= 0) return record;",
      "a row of the page is explained as somebody else who has the same account",
      rows,
    ],
  ]),
  ...mutantsOf("src/explain/verdicts.ts", rows, [
    ["isLeftOut ?", "shown.field.length < 0 ?", "a restricted plan gives no reason for what it leaves out"],
  ]),
  ...mutantsOf("src/plan/restrict/change-owners.ts", laws, [
    ["newcomer === change.label", "false", "what is held for a newcomer is shown at somebody else"],
  ]),
  ...mutantsOf("src/store/runs/history.ts", history, [
    ["${own.slice(0, -1)}${afterSlash}", "${own.slice(0, -1)}~", "the history of E1 has the changes of E10"],
    [
      'isLeaving ? change.action !== "create" : change.repairs !== undefined',
      "true",
      "one person has another's history",
    ],
    ["(row.started_at === other.started_at && row.wave < other.wave)", "false", "a swap of codes ends the history"],
  ]),
];
