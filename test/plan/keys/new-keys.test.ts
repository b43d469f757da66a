/** New keys that the service refuses are held when the plan is made, not refused when they are written (R15, R96). */
import { describe, expect, it } from "vitest";
import { line } from "../../../src/contract/records/texts.ts";
import type { Operation } from "../../../src/model/plan/operation.ts";
import { refusedKeys } from "../../../src/plan/keys/new-keys.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { heldIn, idsOf, planBetween } from "../../support/target/plan-between.ts";

const bad = "R/D";
const posts = { defaultLogin: [], posts: [] } as const;

const introducing: readonly Operation[] = [
  { id: "V2", code: bad, name: "n", active: true },
  { id: "V3", code: "L", newCode: bad, name: "n" },
  { id: "T2", code: bad, title: "n", rank: 1, active: true },
  { id: "T3", code: "T", newCode: bad, title: "n" },
  { id: "D2", code: bad, parent: null, name: "n", level: "L", active: true },
  { id: "D3", code: "D", newCode: bad, set: {} },
  { id: "J1", category: "C", newCategory: bad },
  { id: "J5", code: bad, category: "C", name: "n", active: true },
  { id: "J5", code: "F", category: bad, name: "n", active: true },
  { id: "J6", code: "F", newCode: bad, name: "n" },
  { id: "J7", code: "F", category: bad, seq: 0 },
  { id: "E11", account: "amy", newAccount: bad, set: {} },
  { id: "E11", account: "amy", newAccount: "amy", set: { number: bad } },
  { id: "E12", account: bad, data: {}, ...posts },
  { id: "E12", account: "amy", data: { number: bad }, ...posts },
];

describe("new keys", () => {
  it.each(introducing)("%j introduces one that no path could name", (operation) => {
    expect(refusedKeys([operation], () => false)).toEqual([bad]);
    expect(refusedKeys([operation], (_, key) => key === bad)).toEqual([]);
  });

  it("are as long as the contract permits", () => {
    const longest = "x".repeat(line.maxLength ?? 0);
    const level = (code: string) => ({ id: "V2", code, name: "n", active: true }) as const;
    expect(refusedKeys([level(longest)], () => false)).toEqual([]);
    expect(refusedKeys([level(`${longest}x`)], () => false)).toEqual([`${longest}x`]);
  });

  it("that the service refuses do not keep a leaver enabled", () => {
    const number = "x".repeat(256);
    const staff = directory().level("L1").department("RD").employee("amy").in("RD");
    const wanted = directory().level("L1").department("RD").employee("amy", { number, active: false }).in("RD");
    const plan = planBetween(staff, wanted);
    expect(heldIn(plan)).toEqual(["employee/amy/update: key-refused"]);
    expect(idsOf(plan.changes)).toEqual(["employee/amy/deactivate"]);
  });
});
