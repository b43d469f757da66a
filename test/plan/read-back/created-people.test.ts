/** Tests whom a run has created: the list shows them, perhaps with other keys than were sent. */
import { expect, test } from "vitest";
import type { ShownEmployee } from "../../../src/model/directory/snapshot.ts";
import type { Change } from "../../../src/model/plan/plan.ts";
import { findCreatedOtherwise } from "../../../src/plan/read-back/created-people.ts";

const created = (account: string, data: { number?: string; name?: string }): Change =>
  ({
    id: `employee/${account}/create`,
    operations: [{ id: "E12", account, data, defaultLogin: ["UOF"], posts: [] }],
  }) as unknown as Change;
const statedBy = ({ operations }: Change) =>
  operations.flatMap((operation) =>
    operation.id === "E12" ? [{ account: operation.account, ...operation.data }] : [],
  );
const shown = (account: string, fields: Partial<ShownEmployee>): ShownEmployee => ({ account, ...fields });

const found = (changes: readonly Change[], listed: readonly ShownEmployee[], before: readonly ShownEmployee[] = []) =>
  findCreatedOtherwise(changes, before, listed, { directory: { employees: changes.flatMap(statedBy) } }).map(
    (one) => `${one.account} is ${one.found.account}`,
  );

test.each<[string, Change, ShownEmployee]>([
  ["account", created("ann", { number: "7" }), shown("ANN", { number: "8" })],
  ["number", created("ann", { number: "7" }), shown("u-7", { number: "7" })],
  ["number without its zeros", created("ann", { number: "007" }), shown("u-7", { number: "7" })],
  ["name, if nobody has a number", created("ann", { name: "王小明" }), shown("u-7", { name: "王　小明" })],
])("are found by %s", (_, change, listed) => {
  expect(found([change], [listed])).toEqual([`ann is ${listed.account}`]);
});

test.each<[string, Change, readonly ShownEmployee[]]>([
  [
    "two have the number",
    created("ann", { number: "007" }),
    [shown("a", { number: "7" }), shown("b", { number: "07" })],
  ],
  [
    "the numbers differ and the name is the same",
    created("ann", { number: "7", name: "王小明" }),
    [shown("a", { number: "8", name: "王小明" })],
  ],
  ["a namesake has a number", created("ann", { name: "王小明" }), [shown("a", { number: "8", name: "王小明" })]],
])("are not guessed if %s", (_, change, listed) => {
  expect(found([change], listed)).toEqual([]);
});

test("are not told if the list shows them by their keys, in whatever spelling", () => {
  const ann = created("Ann", { number: "N7" });
  expect(found([ann], [shown("ANN", { number: "n7" })])).toEqual([]);
  expect(found([ann], [shown("ann", { number: "N7" })])).toEqual([]);
});

test("are nobody who was listed before, in whatever spelling", () => {
  const old = shown("U-7", { number: "7" });
  for (const now of ["U-7", "u-7"])
    expect(found([created("ann", { number: "7" })], [shown(now, { number: "7" })], [old])).toEqual([]);
});

test("are each found once", () => {
  const changes = [created("ann", { number: "07" }), created("ben", { number: "7" })];
  expect(found(changes, [shown("u-7", { number: "7" })])).toEqual(["ben is u-7"]);
});
