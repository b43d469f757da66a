/** Tests what counts as taken along by a write: values that stood before it, that nothing gives back, and that no write has stated. */
import { expect, test } from "vitest";
import { reference } from "../../../src/model/directory/address.ts";
import type { Employee, Post } from "../../../src/model/directory/directory.ts";
import type { ShownEmployee, TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { HeldChange } from "../../../src/model/plan/plan.ts";
import { notGivenBack } from "../../../src/plan/read-back/taken-along.ts";
import type { Writer } from "../../../src/plan/read-back/written-objects.ts";
import { directory } from "../../support/directory/directory-builder.ts";

const base = directory().level("L1").department("RD").employee("ann", { number: "1" }).in("RD");
const shown = (fields: Partial<ShownEmployee>): TargetSnapshot => {
  const target = base.target();
  return { ...target, employees: target.employees.map((person) => ({ ...person, ...fields })) };
};
const own: Writer = { operation: "E11", change: "own" };
const beside: Writer = { operation: "E11", change: "beside", isBeside: true };
const failed: Writer = { operation: "E11", change: "failed" };

type Circumstances = {
  /** What HR states of Ann. */
  readonly stated: Partial<Employee>;
  readonly writers: readonly Writer[];
  /** Fields of Ann that the run has stated. */
  readonly written: readonly string[];
  readonly held: readonly HeldChange[];
};

/** What counts as taken along when Ann was shown with `before` and is shown with `now`, as `kind field`, `kind field held for reason`. */
const taken = (
  before: Partial<ShownEmployee>,
  now: Partial<ShownEmployee>,
  { stated = {}, writers = [own], written = [], held = [] }: Partial<Circumstances> = {},
): readonly string[] => {
  const source = base.source();
  const employees = [{ account: "ann", ...stated }];
  const readings = {
    before: shown(before),
    now: shown(now),
    shows: "chosen" as const,
    written: (object: string, field: string) => object === reference("employee", "ann") && written.includes(field),
  };
  return notGivenBack(
    readings,
    { writersOf: () => writers, wasDone: (change) => change !== failed.change },
    { source: { ...source, directory: { ...source.directory, employees } }, told: [], held },
  ).map(({ wanted: { kind, fields }, heldFor }) =>
    [kind, ...fields.map(({ field }) => field), ...(heldFor ? [`held for ${heldFor}`] : [])].join(" "),
  );
};

const phone = [{ phoneNumber: "1" }, { phoneNumber: null }] as const;
const post: Post = { department: "RD", main: true, title: "ENG", functions: [], supervisor: null };
const title = [{ posts: [post] }, { posts: [{ ...post, title: null }] }] as const;
const heldPhone: HeldChange = {
  id: "employee/ann/update",
  kind: "employee",
  key: "ann",
  label: "",
  action: "update",
  reason: "value-hidden",
  about: [],
  fields: [{ field: "phoneNumber", before: null, after: "1" }],
};

test("a value of what was written, of the person and of the posts", () => {
  expect(taken(...phone)).toEqual(["employee phoneNumber"]);
  expect(taken(...title)).toEqual(["post post:RD"]);
  expect(taken({ locked: false }, { locked: true })).toEqual(["employee locked"]);
});

test("a manager, unless the department was given one", () => {
  const managed = (manager: string | null): TargetSnapshot => {
    const target = shown({});
    return { ...target, departments: target.departments.map((one) => ({ ...one, manager })) };
  };
  const managersTaken = (written: boolean) =>
    notGivenBack(
      { before: managed("ann"), now: managed(null), shows: "chosen", written: () => written },
      { writersOf: () => [own], wasDone: () => true },
      { source: directory().source(), told: [], held: [] },
    ).map(({ wanted: { kind, key } }) => `${kind} ${key}`);
  expect(managersTaken(false)).toEqual(["manager RD"]);
  expect(managersTaken(true)).toEqual([]);
});

test("not a value that the run has stated, or that stands", () => {
  expect(taken(...phone, { written: ["phoneNumber"] })).toEqual([]);
  expect(taken({ phoneNumber: "1" }, { phoneNumber: "1" })).toEqual([]);
});

test("not a value that HR wants as it is now", () => {
  expect(taken(...phone, { stated: { phoneNumber: null } })).toEqual([]);
  expect(taken(...title, { stated: { posts: [{ ...post, title: null }] } })).toEqual([]);
  expect(taken(...phone, { stated: { phoneNumber: "2" } })).toEqual(["employee phoneNumber"]);
});

test("beside what was written, only a value that HR states and the second plan holds: others may have changed the rest", () => {
  expect(taken(...phone, { writers: [beside] })).toEqual([]);
  expect(taken(...phone, { writers: [beside], held: [heldPhone] })).toEqual([
    "employee phoneNumber held for value-hidden",
  ]);
  expect(taken(...phone, { writers: [beside, own] })).toEqual(["employee phoneNumber"]);
});

test("nothing by a write that failed", () => {
  expect(taken(...phone, { writers: [failed] })).toEqual([]);
});
