/** Tests whose manager a department shows: its own, or that of a department above it. */
import { expect, test } from "vitest";
import { isManagerFromAbove, managersAbove } from "../../../src/plan/draft/manager-chain.ts";
import { directory } from "../../support/directory/directory-builder.ts";

const company = (...managers: readonly (string | null)[]) => {
  const [ALL = null, HQ = null, RD = null] = managers;
  const { departments } = directory()
    .department("ALL", { manager: ALL })
    .department("HQ", { parent: "ALL", manager: HQ })
    .department("RD", { parent: "HQ", manager: RD })
    .target();
  return new Map(departments.map((one) => [one.code.toLowerCase(), one]));
};

test.each<[what: string, managers: readonly (string | null)[], isFromAbove: boolean]>([
  ["as the next one above", ["boss", "Amy", "amy"], true],
  ["as none of those above", ["boss", "amy", "bob"], false],
  ["as one above, but not the next", ["boss", "amy", "boss"], false],
  ["as the next one above, where another department has none below it", ["amy", null, "amy"], false],
])("a manager comes from above if shown %s: %j", (_, managers, isFromAbove) => {
  expect(isManagerFromAbove(company(...managers), "RD")).toBe(isFromAbove);
});

test("managers are those of the department and of all above it, nearest first, even in a cycle", () => {
  expect(managersAbove(company("boss", null, "Amy"), "rd")).toEqual(["amy", "boss"]);
  const cycle = new Map([...company("boss", "bob")].map(([key, one]) => [key, { ...one, parent: one.parent ?? "RD" }]));
  expect(managersAbove(cycle, "HQ")).toEqual(["bob", "boss"]);
});
