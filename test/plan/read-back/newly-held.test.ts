/** Tests what counts as held only since the writes of a run. */
import { expect, test } from "vitest";
import type { Change, HeldChange, Plan } from "../../../src/model/plan/plan.ts";
import { newlyHeld } from "../../../src/plan/read-back/newly-held.ts";

const held = (account: string): HeldChange =>
  ({
    id: `employee/${account}/update`,
    kind: "employee",
    key: account,
    label: account,
    action: "update",
    reason: "identity-conflict",
    about: [],
    fields: [{ field: "name", before: "A", after: "B" }],
  }) as unknown as HeldChange;

const rename = {
  id: "employee/amy/rename",
  kind: "employee",
  key: "amy",
  action: "rename",
  fields: [{ field: "account", before: "amy", after: "amy.c" }],
} as unknown as Change;

test.each([
  ["is not what was held under the account of before", "amy", true, []],
  ["is what was held of somebody else", "bob", true, ["amy.c"]],
  ["is what is held under a new account that was not written", "amy", false, ["amy.c"]],
])("held since a rename %s", (_, before, wasDone, expected) => {
  const plan = { held: [held(before)] } as unknown as Plan;
  const found = newlyHeld(
    { plan, tried: [rename] },
    {
      isLost: () => true,
      writersOf: () => [{ change: wasDone ? rename.id : "other", isBeside: false }] as never,
      wasDone: (id) => id === "other" || wasDone,
    },
    [held("amy.c")],
  );
  expect(found.map(({ key }) => key)).toEqual(expected);
});

test.each([
  ["got the account that was renamed, was so before", "create", []],
  ["has the account, was not so before", "update", ["amy"]],
])("what is held of somebody who now %s", (_, action, expected) => {
  const other = { ...rename, id: `employee/amy/${action}`, action, fields: [] } as unknown as Change;
  const plan = { held: [held("amy")] } as unknown as Plan;
  const found = newlyHeld(
    { plan, tried: [rename, other] },
    { isLost: () => true, writersOf: () => [{ change: rename.id, isBeside: false }] as never, wasDone: () => true },
    [held("amy")],
  );
  expect(found.map(({ key }) => key)).toEqual(expected);
});
