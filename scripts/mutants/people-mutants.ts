/** Edits of the people policy: who is active on which day, and who counts as missing. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const laws = ["test/plan/people-policy-laws.test.ts"];
const examples = ["test/plan/people-policy.test.ts"];

export const peopleMutants: readonly Mutant[] = [
  ...mutantsOf("src/plan/wanted-status.ts", laws, [
    ["lastDay < addDays(", "lastDay <= addDays(", "a leaver is disabled on the last working day"],
    [
      "standing?.active ? -policy.graceDays : 0",
      "-policy.graceDays",
      "the grace period activates people who have left",
    ],
    ["desired) && mayWait(standing)", "desired)", "a hire date that lies ahead locks out somebody who works"],
    [
      "(!standing.active && standing.cause === undefined)",
      "!standing.active",
      "a wrong hire date locks out who was on leave",
    ],
    ['(hireDate ?? "") > today', '(hireDate ?? "") >= today', "a joiner cannot sign in on the first day"],
    [
      "(!standing.active && standing.cause)",
      "!standing.active",
      "somebody whom an administrator disabled is activated",
    ],
    ["today <= (leaveUntil ?? today)", "today < (leaveUntil ?? today)", "a leave ends a day early"],
  ]),
  ...mutantsOf(
    "src/plan/wanted-status.ts",
    ["test/plan/people.test.ts"],
    [
      [
        'if (desired.active === true) return "disagree"',
        'if (desired.active === true) return "as-now"',
        "a leaver stays active, and nobody is told",
      ],
    ],
  ),
  ...mutantsOf("src/plan/missing.ts", examples, [
    [
      '|| quarantined.some(({ kind }) => kind === "employee")',
      "",
      "contradictory rows count as people who are missing",
    ],
    ["key !== undefined && known.has(canonicalKey(key))", "true", "a half-read source disables the people it lacks"],
    ["before.on < today ? before.count + 1 : before.count", "before.count + 1", "several runs on a day count as days"],
    ["if (keysOf(person).some((key) => inDoubt.has(key))) return [];", "", "a person with a new key is disabled"],
    ["|| isProtected(settings, current.account)", "", "a protected account is disabled because HR does not list it"],
  ]),
  ...mutantsOf(
    "src/plan/employees.ts",
    ["test/run/people-policy.test.ts"],
    [["if (person.exists) return;", "", "a hidden joiner is activated for a moment by every run"]],
  ),
  ...mutantsOf("src/plan/newcomer-status.ts", examples, [
    [
      'doubts: [{ subject: employeeSubject(account), field: createdFor, value: "before-hire-date" }],',
      "doubts: [],",
      "a joiner whose creation was interrupted stays active before the hire date",
    ],
  ]),
];
