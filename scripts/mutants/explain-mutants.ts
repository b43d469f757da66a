/** Edits of explanations: a reason that is not true, a change that is not shown, personal data, somebody else's history. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const laws = ["test/explain/laws.test.ts"];
const history = ["test/store/history.test.ts"];
const command = ["test/cli/explain.test.ts"];
const rows = ["test/report/why.test.ts"];

export const explainMutants: readonly Mutant[] = [
  ...mutantsOf("src/explain/person-views.ts", laws, [
    ['if (status === "disagree") return undefined;', "", "a held disabling is explained as if nothing were to do"],
    [
      "return corrected.has(field) ? undefined",
      "return corrected.size < 0 ? undefined",
      "a correction is not explained",
    ],
    ['return "hire-date-to-come";', 'return "same";', "an account that is active too early is called right"],
  ]),
  ...mutantsOf("src/explain/post-views.ts", laws, [
    ['return () => "person-inactive";', 'return () => "same";', "posts that differ are called the same"],
    ["person.active && !isToLeave(context, person)", "person.active", "a leaver's posts are said to be written"],
  ]),
  ...mutantsOf("src/explain/code-views.ts", laws, [
    [
      "const wanted = closes ? null : department.manager;",
      "const wanted = department.manager;",
      "a manager vanishes unexplained",
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
    [
      "only && field.why === undefined",
      "!only && field.why === undefined",
      "a restricted plan gives no reason for what it leaves out",
      rows,
    ],
  ]),
  ...mutantsOf("src/plan/change-owners.ts", laws, [
    ["newcomer === change.label", "false", "what is held for a newcomer is shown at somebody else"],
  ]),
  ...mutantsOf("src/store/history.ts", history, [
    ["${part}/${key}${afterSlash}", "${part}/${key}~", "the history of E1 has the changes of E10"],
    [
      'isLeaving ? change.action !== "create" : change.repairs !== undefined',
      "true",
      "one person has another's history",
    ],
    ["(row.started_at === other.started_at && row.wave < other.wave)", "false", "a swap of codes ends the history"],
  ]),
];
