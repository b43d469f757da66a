/** Edits of the judges of a simulated life: a judge that no longer finds what it is for is noticed. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const ofLives = mutantsOf(
  "test/simulation/judges.ts",
  ["test/simulation/judges.test.ts"],
  [
    [
      "const wrong: Wrong[] = [...identity(hidesInactive && hasLostMemory(at))];",
      "const wrong: Wrong[] = [];",
      "nobody sees a record that became another's",
    ],
    ["if (before && before !== owner)", "if (before && before === owner)", "an overwritten record is not found"],
    ["!doubled.has(owner)", "doubled.has(owner)", "a second record is not found"],
    [
      "return isForgotten ? wrong :",
      "return isForgotten !== undefined ? wrong :",
      "a night without a run is not found",
    ],
    ['last.status === "succeeded")\n', 'last.status === "blocked")\n', "runs that go on for ever are not found"],
    ["idleMs > 7 * 3_600_000", "idleMs > 70 * 3_600_000", "a daemon that sleeps is not found"],
    [
      "judge(seen, said).wrong.filter(",
      "judge(seen, said).wrong.slice(99).filter(",
      "what no run has said is not found",
    ],
    ["site.unrefreshed() > 0 && !isOwed", "site.unrefreshed() > 99 && !isOwed", "a lost refresh is not found"],
    [
      "writes.length === 0 && refreshes.length > (isDue ? 1 : 0)",
      "writes.length === 0 && refreshes.length > 9",
      "a needless refresh is not found",
    ],
    [
      "refreshes.length > runs.length)",
      "refreshes.length > 9 * runs.length)",
      "a second refresh of a run is not found",
    ],
    ["wasEqual && writes.length > 0", "wasEqual && writes.length > 99", "a needless write is not found"],
    [
      "record?.idCardNumber !== person.idCardNumber",
      'record?.idCardNumber !== ""',
      "somebody who is kept out is not found",
    ],
    ["if (changing.length > 0)", "if (changing.length > 99)", "a plan that writes is not found"],
    [
      "record.resignationDate === resignationDate) return",
      "record.resignationDate !== account) return",
      "a lost last day is not found",
    ],
    [
      'last.status === "blocked" && at === 0',
      'last.status === "blocked" && at > 99',
      "an import that is blocked is not found",
    ],
  ],
);

const ofNights = mutantsOf(
  "test/run/habits/judge.ts",
  ["test/simulation/judges.test.ts"],
  [[" && single.has(key)\n", "\n", "a second account that a plan names is not found"]],
);

export const judgeMutants: readonly Mutant[] = [...ofLives, ...ofNights];
