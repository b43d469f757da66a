/** Tests what a step of the write test shows of a site, and the writes that put everything back. */
import { describe, expect, it, test } from "vitest";
import { restoring, shownBy, type TestPerson, type TestStep } from "../../../src/plan/read-back/write-test.ts";

const original: TestPerson = {
  employee: {
    account: "test",
    name: "測試",
    active: true,
    posts: [
      { department: "A", main: true, title: "T1", supervisor: "boss" },
      { department: "B", main: false },
    ],
  },
  manages: ["A", "B"],
  alone: ["B"],
  beside: [{ account: "bob", active: true, posts: [{ department: "A", main: true, supervisor: "boss" }] }],
};

describe("what is put back", () => {
  it("is nothing where nothing differs", () => {
    expect(restoring(original, structuredClone(original))).toEqual([]);
  });

  it("is all that differs: first the status that other writes need, last those beside", () => {
    const { employee } = original;
    const posts = [
      { department: "a", main: true, title: "T2", supervisor: null },
      { department: "B", main: false },
    ];
    const bob = { account: "bob", active: false, posts: [{ department: "A", main: true, supervisor: null }] };
    const now = {
      ...original,
      employee: { ...employee, name: "x", active: false, posts },
      manages: ["B"],
      beside: [bob],
    };
    expect(restoring(original, now)).toEqual([
      { id: "E7", account: "test", active: true },
      { id: "E11", account: "test", newAccount: "test", set: { name: "測試" } },
      { id: "E14", account: "test", before: posts, posts: employee.posts },
      { id: "D12", code: "A", manager: "test" },
      { id: "E13", account: "test", department: "A", supervisor: "boss" },
      { id: "E7", account: "bob", active: true },
      { id: "E13", account: "bob", department: "A", supervisor: "boss" },
    ]);
  });

  it("ends with the status of somebody who was disabled", () => {
    const disabled = { ...original, employee: { ...original.employee, active: false } };
    const now = { ...original, employee: { ...original.employee, name: "x" } };
    expect(restoring(disabled, now).map(({ id }) => id)).toEqual(["E11", "E7"]);
  });
});

const step: TestStep = {
  operation: { id: "E7", account: "test", active: false },
  states: "employee/active",
  becomes: false,
};

test.each<[what: string, after: Record<string, unknown>, shown: readonly object[]]>([
  ["nothing, if only what it states has become so", { "employee/active": false }, []],
  [
    "that the site stores otherwise",
    { "employee/active": true },
    [{ operation: "E7", does: "stores-otherwise", kind: "employee", field: "active" }],
  ],
  [
    "what the site takes along",
    { "employee/active": false, "manager/manager": [] },
    [{ operation: "E7", does: "takes-along", kind: "manager", field: "manager" }],
  ],
  [
    "what the site takes from others",
    { "employee/active": false, "post/posts/bob": [] },
    [{ operation: "E7", does: "takes-from-others", kind: "post", field: "posts" }],
  ],
])("a step shows %s", (_, after, shown) => {
  const before = new Map<string, unknown>([
    ["employee/active", true],
    ["manager/manager", ["A"]],
    ["post/posts/bob", ["A"]],
  ]);
  expect(shownBy(step, before, new Map([...before, ...Object.entries(after)]))).toEqual(shown);
});
