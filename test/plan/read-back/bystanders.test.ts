/** Tests who stands beside what an operation writes. */
import { expect, test } from "vitest";
import type { Operation } from "../../../src/model/plan/operation.ts";
import type { Change } from "../../../src/model/plan/plan.ts";
import { bystandersIn } from "../../../src/plan/read-back/bystanders.ts";
import { fieldsWritten } from "../../../src/plan/read-back/fields-written.ts";
import { newNames } from "../../../src/plan/read-back/new-names.ts";
import { holders } from "../../../src/plan/read-back/post-holders.ts";

const inDepartment = (account: string, department: string) => ({ account, posts: [{ department, main: true }] });
/** The people as they are after the run: Ann is called Anna. */
const people = [inDepartment("anna", "RD"), inDepartment("ben", "RD"), inDepartment("cat", "QA")];
const rename: Operation = { id: "E11", account: "ann", newAccount: "anna", set: { name: "Anna" } };
const change: Change = {
  id: "employee/ann/rename",
  kind: "employee",
  key: "ann",
  label: "",
  action: "rename",
  reason: "differs",
  step: 5,
  wave: 3,
  needs: [],
  fields: [{ field: "account", before: "ann", after: "anna" }],
  operations: [rename],
};

test.each<[Operation, wave: number]>([
  [rename, change.wave],
  [{ id: "E9", account: "ann", resignationDate: null }, change.wave - 1],
])("beside a person who gets a new account stand the colleagues whom the person has under it", (operation, wave) => {
  const { accountOf } = newNames([change]);
  const beside = bystandersIn(people, holders(people), []);
  const { people: groups, self } = beside(operation, (account) => accountOf(account, wave));
  const accounts = groups.flatMap(({ members }) => [...members()].map(({ account }) => account));
  expect([accounts, self?.account]).toEqual([["anna", "ben"], "anna"]);
});

test("what a change states of a person who gets a new account, it states under the new one", () => {
  const written = fieldsWritten([change]);
  expect([written("employee/anna", "name"), written("employee/ann", "name")]).toEqual([true, false]);
});
