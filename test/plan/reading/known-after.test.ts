/** Tests what is no longer known after a run: what its writes have named, whatever the letter case, and what hangs on that. */
import { expect, it } from "vitest";
import type { TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { Operation } from "../../../src/model/plan/operation.ts";
import type { Change } from "../../../src/model/plan/plan.ts";
import { knownAfter } from "../../../src/plan/reading/known-after.ts";

const nowMs = 1_000;

/** HQ is above RD and HR, RD above LAB. Ann manages HQ, Bob RD. Cid has title T1 and function F1, and Eve approves his post. */
const current = {
  departments: [
    { code: "HQ", parent: null, manager: "Ann" },
    { code: "RD", parent: "HQ", manager: "Bob" },
    { code: "LAB", parent: "RD", manager: null },
    { code: "HR", parent: "HQ", manager: null },
  ],
  employees: [
    { account: "Ann", posts: [{ department: "HQ" }] },
    { account: "Bob", posts: [{ department: "RD" }] },
    { account: "Cid", posts: [{ department: "HR", title: "T1", functions: ["F1"], supervisor: "Eve" }] },
    { account: "Dan", posts: [{ department: "LAB" }] },
    { account: "Eve", posts: [{ department: "HR" }] },
    { account: "Fay" },
    { account: "Gil", posts: [{ department: "HR" }], foreign: true },
  ],
} as unknown as TargetSnapshot;

const known = (...operations: readonly object[]) => {
  const { posts, managers, turn, membersOf } = knownAfter(
    {
      current,
      signs: { manager: () => "sign", postsWith: () => () => "sign" },
      taken: { posts: new Map([["Dan", { readMs: 7 }]]), managers: new Map([["LAB", { readMs: 8 }]]) } as never,
      turn: 3,
      basis: "b",
      membersOf: ["HR"],
    },
    [{ operations: operations as readonly Operation[] } as Change],
    nowMs,
  );
  return { posts, managers, turn, membersOf };
};

const namesAfter = (...operations: readonly object[]) => {
  const { posts, managers } = known(...operations);
  return [posts.map(([account]) => account).join(" "), managers.map(([code]) => code).join(" ")];
};

const everybody = ["Ann Bob Cid Dan Eve", "HQ RD LAB HR"];

it("everything is known after a run without writes, with the time at which each was read", () => {
  expect(namesAfter()).toEqual(everybody);
  const { posts, managers, turn, membersOf } = known();
  expect(posts.map(([, { readMs }]) => readMs)).toEqual([nowMs, nowMs, nowMs, 7, nowMs]);
  expect(managers.map(([, { readMs }]) => readMs)).toEqual([nowMs, nowMs, 8, nowMs]);
  expect([turn, membersOf]).toEqual([4, ["HR"]]);
});

it.each<readonly [string, object, string, string]>([
  ["a person", { id: "E9", account: "dan" }, "Ann Bob Cid Eve", "HQ RD LAB HR"],
  ["an approver", { id: "E9", account: "EVE" }, "Ann Bob Dan", "HQ RD LAB HR"],
  ["a manager, whose department is above others", { id: "E9", account: "bob" }, "Ann Cid Eve", "HQ HR"],
  ["a department, with those below", { id: "D4", code: "rd", active: true }, "Ann Cid Eve", "HQ HR"],
  ["a title", { id: "T5", code: "T1" }, "Ann Bob Dan Eve", "HQ RD LAB HR"],
  ["a title under its new code", { id: "T3", code: "T0", newCode: "T1" }, "Ann Bob Dan Eve", "HQ RD LAB HR"],
  ["a function", { id: "J8", code: "F1" }, "Ann Bob Dan Eve", "HQ RD LAB HR"],
  ["a category", { id: "J1", category: "A", newCategory: "B" }, "", "HQ RD LAB HR"],
  ["the top", { id: "D3", code: "hq", newCode: "hq", set: {} }, "", ""],
])("after a write of %s, what hangs on it is not known", (_what, operation, posts, managers) => {
  expect(namesAfter(operation)).toEqual([posts, managers]);
});

it("of somebody's posts, the departments that he gains or loses are not known, and those that he keeps are", () => {
  const before = [{ department: "HR" }, { department: "LAB" }];
  const posts = [{ department: "hr" }, { department: "rd" }];
  expect(namesAfter({ id: "E13", account: "Zoe", before, posts })).toEqual(["Ann Cid Eve", "HQ HR"]);
  expect(namesAfter({ id: "E12", account: "Zoe", posts: [{ department: "lab" }] })).toEqual([
    "Ann Bob Cid Eve",
    "HQ RD HR",
  ]);
});
