/** New keys that no path could name are held when the plan is made, not refused when it is written (R15). */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { travelsInPath as travelsByContract } from "../../src/contract/texts.ts";
import { travelsInPath } from "../../src/model/canonical.ts";
import type { Operation } from "../../src/model/operation.ts";
import { unnameableKeys } from "../../src/plan/new-keys.ts";
import { cases } from "../support/runs.ts";

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
    expect(unnameableKeys([operation], () => false)).toEqual([bad]);
    expect(unnameableKeys([operation], (_, key) => key === bad)).toEqual([]);
  });

  it("are judged as the contract judges them", () => {
    const unit = fc.constantFrom("a", ".", "/", "\\", "%", " ", "字", "?");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 6 }), (key) => {
        expect(travelsInPath(key)).toBe(travelsByContract(key));
      }),
      cases(500),
    );
  });
});
