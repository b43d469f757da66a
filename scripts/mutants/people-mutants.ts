/** Edits of the people policy: who is active on which day, and who counts as missing. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const laws = ["test/plan/people-policy-laws.test.ts"];
const joinerLaws = ["test/plan/joiners-laws.test.ts"];
const examples = ["test/plan/people-policy.test.ts"];

export const peopleMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/plan/people/resignation.ts",
    ["test/config/settings-laws.test.ts"],
    [["|| isFilled)", ")", "`fill-if-empty` does nothing for the last working day"]],
  ),
  ...mutantsOf("src/plan/people/wanted-status.ts", laws, [
    ["lastDay < addDays(", "lastDay <= addDays(", "a leaver is disabled on the last working day"],
    [
      "standing?.active ? -policy.graceDays : 0",
      "-policy.graceDays",
      "the grace period activates people who have left",
    ],
    ["hireDate) && mayWait(standing)", "hireDate)", "a hire date that lies ahead locks out somebody who works"],
    [
      '(!standing.active && (standing.cause ?? "undone") === "undone")',
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
    "src/plan/people/wanted-status.ts",
    ["test/plan/match/people.test.ts"],
    [
      [
        'if (desired.active === true) return "date-disagrees"',
        'if (desired.active === true) return "as-now"',
        "a leaver stays active, and nobody is told",
      ],
    ],
  ),
  ...mutantsOf("src/plan/people/missing.ts", examples, [
    [
      '|| quarantined.some(({ kind }) => kind === "employee")',
      "",
      "contradictory rows count as people who are missing",
    ],
    ["key !== undefined && known.has(canonicalKey(key))", "true", "a half-read source disables the people it lacks"],
    ["on < today ? count + 1 : count", "count + 1", "several runs on a day count as days"],
    ["&& !isInDoubt(keysOf(person))", "", "a person with a new key is disabled"],
    ["|| isProtected(settings, current.account)", "", "a protected account is disabled because HR does not list it"],
  ]),
  ...mutantsOf(
    "src/plan/people/employees.ts",
    ["test/run/people-policy.test.ts"],
    [['person.exists ? "waits-unlisted" : code', "code", "a hidden joiner is activated for a moment by every run"]],
  ),
  ...mutantsOf("src/plan/people/joiners.ts", examples, [
    [
      'doubts: [{ subject, field: createdFor, value: "before-hire-date" }],',
      "doubts: [],",
      "a joiner whose creation was interrupted stays active before the hire date",
    ],
    [
      "remember: [{ subject, field: statedHireDate, value: hireDate }],",
      "remember: [],",
      "an active joiner who never starts keeps the account",
    ],
    [
      "!isActivatedByOthers(memory, current.account) && (",
      "(",
      "an account that an administrator has activated by hand is disabled every night",
    ],
    [" || counted > 0)", ")", "an active joiner stays active if the date comes while HR's row is gone"],
  ]),
  ...mutantsOf("src/plan/people/joiners.ts", joinerLaws, [
    ['statedHire === "" || statedHire > today || counted > 0', "true", "somebody who has started counts as rescinded"],
    ["return hasStarted ? null :", "return", "somebody whose date is moved after the start counts as rescinded"],
    [
      'hireDate === undefined ? statedHire : (hireDate ?? "")',
      "statedHire",
      "a joiner whose date was moved waits for the first one if HR states none any more",
    ],
  ]),
  ...mutantsOf("src/plan/people/wanted-status.ts", joinerLaws, [
    ["waitsWithoutDate(policy, hireDate, standing) || ", "", "a hire date that HR clears opens the account at once"],
    [
      "isJoinerCause(standing.cause) ||",
      'standing.cause === "before-hire-date" ||',
      "a rescinded hire who is back is active before the hire date",
    ],
  ]),
  ...mutantsOf("src/plan/people/missing.ts", joinerLaws, [
    ["...missing.flatMap((one) => rescindedCause(memory, one)),", "", "whoever is gone waits for ever"],
    ["const rescindedAfter = 3;", "const rescindedAfter = 1;", "one reading without the row disables a joiner"],
  ]),
  ...mutantsOf("src/plan/people/rescinded.ts", joinerLaws, [
    ["isNamed(context, one))", "false)", "a hire is rescinded, and nobody is told"],
    [
      "isMoved || hireDate > addDays(today, policy.createDaysBefore)",
      "isMoved",
      "somebody waits for years, and nobody is told",
    ],
  ]),
  ...mutantsOf("src/plan/people/missing.ts", examples, [
    ["...inactive.flatMap((account) => settledCause(memory, account)),", "", "what was in doubt stays in doubt"],
  ]),
  ...mutantsOf("src/plan/people/disable.ts", examples, [
    ["...(doubts.length > 0 && { doubts }),", "", "after a crash nobody knows why somebody was disabled"],
  ]),
];
