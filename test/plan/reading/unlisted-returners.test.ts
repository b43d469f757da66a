/** Of whom E2 is asked before somebody is created, and who of them counts as listed. */
import { expect, test } from "vitest";
import { employeeSubject, emptyMemory, ledgerKey } from "../../../src/model/memory/memory.ts";
import type { Change } from "../../../src/model/plan/plan.ts";
import { correlate } from "../../../src/plan/match/correlate.ts";
import { resembling, unlistedReturners } from "../../../src/plan/reading/unlisted-returners.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { defaultSettings } from "../../support/random/arbitraries.ts";

const today = "2026-11-21";
const lists = directory().employee("ann", { number: "1" }).target();

const sidesOf = (
  row: object,
  decided?: NonNullable<Parameters<typeof resembling>[1]["desired"]["decided"]>,
): Parameters<typeof resembling>[1] => {
  const source = directory()
    .employee("ann", { number: "1" })
    .employee("robert", { number: "7", ...row })
    .source();
  const desired = { ...source, ...(decided && { decided }) };
  return { people: correlate(desired, lists.employees), lists, desired };
};
const adopts = new Map([["robert", { adopts: "Bob", differs: [] }]]);

const remembered = ({ subjects = [] as string[], links = [] as [string, string][], left = [] as string[] }) => ({
  ledger: { written: new Map(subjects.map((account) => [ledgerKey(employeeSubject(account), "email"), "x"])) },
  links: { employee: new Map(links), department: new Map<string, string>() },
  applied: left.map((key) => ({ change: { kind: "employee", action: "deactivate", key } as Change })),
});
const asked = (given: Parameters<typeof remembered>[0], sides = sidesOf({})) =>
  unlistedReturners(sides, remembered(given), defaultSettings, today).map(({ code }) => code);

test("everybody is asked for who is known from the ledger, a link, a run that has disabled them, or a decision; each once, as spelled", () => {
  expect(asked({ subjects: ["bob", "ann", "Émile O'Neil"] })).toEqual(["bob", "émile o'neil"]);
  expect(asked({ subjects: ["bob"], links: [["id", "Bob"]] })).toEqual(["Bob"]);
  expect(asked({ subjects: ["bob"], left: ["BOB", "Ann"] })).toEqual(["BOB"]);
  expect(asked({}, sidesOf({}, adopts))).toEqual(["Bob"]);
});

test.each([
  ["works", { active: true }, ["bob"]],
  ["is created ahead", { active: true, hireDate: "2026-11-25" }, ["bob"]],
  ["is hired later", { active: true, hireDate: "2027-11-25" }, []],
  ["has left", { active: false }, []],
])("a newcomer who %s: %o asks for %o", (_, row, expected) => {
  expect(asked({ subjects: ["bob"] }, sidesOf(row))).toEqual(expected);
});

test("whoever resembles a newcomer counts as listed, and so does whom somebody has decided to be one", () => {
  const found = directory()
    .employee("Bob", { name: "王小明", birthDate: "1990-05-01", active: false })
    .target().employees;
  const counted = (sides: Parameters<typeof resembling>[1]) =>
    resembling(found, sides, emptyMemory, defaultSettings, today).map(({ account }) => account);
  expect(counted(sidesOf({ name: "王小明", birthDate: "1990-05-01" }))).toEqual(["Bob"]);
  expect(counted(sidesOf({ name: "王小明", birthDate: "1991-05-01" }))).toEqual([]);
  expect(counted(sidesOf({}, adopts))).toEqual(["Bob"]);
});
