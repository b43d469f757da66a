/** Tests what the second plan of a run must find again although HR does not state it. */
import { expect, test } from "vitest";
import { reference } from "../../../src/model/directory/address.ts";
import type { Employee } from "../../../src/model/directory/directory.ts";
import type { ShownEmployee, TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import { emptyMemory } from "../../../src/model/memory/memory.ts";
import { fieldsWritten } from "../../../src/plan/read-back/fields-written.ts";
import { withPreservedValues } from "../../../src/plan/read-back/preserved-values.ts";
import { directory } from "../../support/directory/directory-builder.ts";

const base = directory().level("L1").department("RD");
const shown = (fields: Partial<ShownEmployee>): TargetSnapshot => {
  const target = base.employee("ann", { number: "1" }).in("RD").target();
  return { ...target, employees: target.employees.map((person) => ({ ...person, ...fields })) };
};

/** What the source states after a run that has written `written` of Ann, whom HR states with `stated`. */
const statedAgain = (
  before: Partial<ShownEmployee>,
  now: Partial<ShownEmployee>,
  { stated = {}, written = [], touched = ["employee"] as const, strangers = [] }: Partial<Circumstances> = {},
): Partial<Employee> => {
  const source = base.employee("ann", { number: "1" }).source();
  const [person] = source.directory.employees ?? [];
  const { active: _, ...rest } = person ?? { account: "ann" };
  const own = { ...source, directory: { ...source.directory, employees: [{ ...rest, ...stated }] } };
  const preserved = withPreservedValues(
    own,
    {
      before: { ...shown(before), strangers },
      now: shown(now),
      shows: "chosen",
      written: (object, field) => object === reference("employee", "ann") && written.includes(field),
    },
    { touched: new Set(touched.map((kind) => reference(kind, "ann"))), ordered: new Set() },
    emptyMemory,
  );
  const {
    account: _account,
    number: _number,
    name: _name,
    ...fields
  } = preserved.source.directory.employees?.[0] ?? rest;
  return fields;
};
type Circumstances = {
  readonly stated: Partial<Employee>;
  readonly written: readonly string[];
  readonly touched: readonly ("employee" | "post")[];
  readonly strangers: readonly string[];
};

const phones = [{ phoneNumber: "1" }, { phoneNumber: null }] as const;

test("a value that a write took along is stated as it was", () => {
  expect(statedAgain(...phones)).toEqual({ phoneNumber: "1" });
  expect(statedAgain({ active: true }, { active: false })).toEqual({ active: true });
});

test("a value that stands is not stated", () => {
  expect(statedAgain({ phoneNumber: "1" }, { phoneNumber: "1" })).toEqual({});
});

test("what the run itself has written is not taken back", () => {
  expect(statedAgain(...phones, { written: ["phoneNumber"] })).toEqual({});
  expect(statedAgain({ active: true }, { active: false }, { written: ["active"] })).toEqual({});
});

test("what HR states is not replaced", () => {
  expect(statedAgain(...phones, { stated: { phoneNumber: "2" } })).toEqual({ phoneNumber: "2" });
});

test("masked values are no values", () => {
  const masked = { idCardNumber: "A12*******", hidden: ["idCardNumber"] } as const;
  expect(statedAgain(masked, { idCardNumber: null })).toEqual({});
  expect(statedAgain({ idCardNumber: "A123456789" }, masked)).toEqual({});
});

test("somebody whom the run did not write is left to others", () => {
  expect(statedAgain(...phones, { touched: [] })).toEqual({});
});

const post = { department: "RD", main: true, title: null, functions: [], supervisor: null } as const;
const ofPosts = { touched: ["post"] } as const;

test("posts that HR leaves to the service are stated as they were, if one has lost something", () => {
  const [before, now] = [{ posts: [{ ...post, title: "T1" }] }, { posts: [post] }];
  expect(statedAgain(before, now, ofPosts)).toEqual({
    posts: [{ department: "RD", main: true, title: "T1", functions: [] }],
  });
  expect(statedAgain(before, before, ofPosts)).toEqual({});
});

test("posts that could not be read are not called lost", () => {
  expect(statedAgain({ posts: [post] }, { posts: undefined as never }, ofPosts)).toEqual({});
});

test("a leaver keeps exactly the posts of before, whatever HR says of them", () => {
  const leaver = { active: false, posts: [post] };
  const more = { active: false, posts: [post, { ...post, department: "QA", main: false }] };
  const { supervisor: _, ...kept } = post;
  expect(statedAgain(leaver, more, ofPosts)).toEqual({ posts: [kept] });
  const taken = { active: false, posts: [] };
  expect(statedAgain(leaver, taken, { ...ofPosts, stated: { posts: [] } })).toEqual({ posts: [kept] });
});

test("an approver whom a write has chosen is taken back, and one who was chosen before is given back", () => {
  const [chosen, none] = [{ posts: [{ ...post, supervisor: "boss" }] }, { posts: [post] }];
  const { supervisor: _, ...open } = post;
  const stated = { stated: { posts: [open] }, ...ofPosts };
  expect(statedAgain(none, chosen, stated)).toEqual({ posts: [{ ...open, supervisor: null }] });
  expect(statedAgain(chosen, none, stated)).toEqual({ posts: [{ ...open, supervisor: "boss" }] });
  expect(statedAgain(chosen, none, { ...stated, strangers: ["boss"] })).toEqual({ posts: [open] });
});

test("a manager is stated as before, if HR leaves the managers to the service and the manager is ours", () => {
  const managed = (manager: string | null, strangers: readonly string[] = []): TargetSnapshot => {
    const target = shown({});
    return { ...target, strangers, departments: target.departments.map((one) => ({ ...one, manager })) };
  };
  const managersOf = (before: TargetSnapshot, touched: readonly "RD"[]) =>
    withPreservedValues(
      base.source(),
      { before, now: managed(null), shows: "chosen", written: () => false },
      { touched: new Set(touched.map((code) => reference("manager", code))), ordered: new Set() },
      emptyMemory,
    ).source.directory.departments?.map(({ manager }) => manager);
  expect(managersOf(managed("boss"), ["RD"])).toEqual(["boss"]);
  expect(managersOf(managed("boss"), [])).toEqual([undefined]);
  expect(managersOf(managed("boss", ["boss"]), ["RD"])).toEqual([undefined]);
});

test("what a department has lost is stated as it was, if the run wrote the department", () => {
  const described = (description: string | null): TargetSnapshot => {
    const target = shown({});
    return { ...target, departments: target.departments.map((one) => ({ ...one, description })) };
  };
  const open = (base.source().directory.departments ?? []).map(({ description: _, ...stated }) => stated);
  const descriptionsOf = (touched: readonly "RD"[]) =>
    withPreservedValues(
      { ...base.source(), directory: { departments: open } },
      { before: described("research"), now: described(null), shows: "chosen", written: () => false },
      { touched: new Set(touched.map((code) => reference("department", code))), ordered: new Set() },
      emptyMemory,
    ).source.directory.departments?.map(({ description }) => description);
  expect(descriptionsOf(["RD"])).toEqual(["research"]);
  expect(descriptionsOf([])).toEqual([undefined]);
});

test("a repair of posts does not count as what HR wants", () => {
  const change = {
    id: "post/ann/update",
    kind: "post",
    key: "ann",
    label: "",
    action: "update",
    fields: [],
    reason: "differs",
    step: 6,
    wave: 1,
    needs: [],
  } as const;
  const operations = [{ id: "E14", account: "ann", before: [], posts: [] }] as const;
  const writtenOf = (one: Parameters<typeof fieldsWritten>[0][number]) =>
    ["places", "posts"].filter((field) => fieldsWritten([one])("post/ann", field));
  expect(writtenOf({ ...change, operations })).toEqual(["places", "posts"]);
  expect(writtenOf({ ...change, operations, repairs: change.id })).toEqual(["places"]);
});
