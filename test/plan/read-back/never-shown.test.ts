/** What is remembered of values that a service shows of nobody: people go on being told apart by account and number. */
import { expect, it } from "vitest";
import { emptyMemory } from "../../../src/model/memory/memory.ts";
import type { Change } from "../../../src/model/plan/plan.ts";
import { shownEntries } from "../../../src/plan/read-back/never-shown.ts";
import type { Results } from "../../../src/plan/read-back/second-plan.ts";
import { directory } from "../../support/directory/directory-builder.ts";

const accounts = ["amy", "ben", "cid"];
const company = accounts.reduce((all, account) => all.employee(account), directory()).target();
const now = { ...company, employees: company.employees.map((one) => ({ ...one, number: null, englishName: null })) };
const changes = accounts.map((account): Change => {
  const set = { number: `0${account}`, englishName: account };
  return {
    id: account,
    operations: [{ id: "E11", account, newAccount: account, set }],
  } as unknown as Change;
});
const results: Results = new Map(accounts.map((account) => [account, "applied"]));

it.each([true, false])(
  "of null in the place of what was written, names but not numbers (after some time: %s)",
  (isLate) => {
    const entries = shownEntries(now, { now, changes, results, isLate }, emptyMemory);
    const never = entries.find(({ field }) => field === "neverShown")?.value?.split(" ") ?? [];
    expect(never).toEqual(isLate ? ["englishName"] : []);
  },
);
