/** Examples of single values that an undo judges: restored, left as they are, or held with the reason. */
import { expect, test } from "vitest";
import { emptyMemory, ledgerKey } from "../../../src/model/memory/memory.ts";
import type { FieldValue, Kind } from "../../../src/model/plan/plan.ts";
import { openUndoDraft } from "../../../src/plan/undo/undo-draft.ts";
import { judge, mayBeWritten, restoreFields, undoContext, type Verdict } from "../../../src/plan/undo/undo-values.ts";
import { digestOf, entryOf } from "../../../src/plan/values/stated-values.ts";

type Case = readonly [
  what: string,
  before: FieldValue | undefined,
  after: FieldValue,
  present: FieldValue | undefined,
  verdict: Verdict,
  passed?: readonly FieldValue[],
];

const judged = (kind: Kind, field: string, [, before, after, present, , passed = []]: Case): Verdict => {
  const values = { ...(before === undefined ? {} : { before }), after, passed: [...passed] };
  return judge({ kind }, field, values, present);
};

test.for<Case>([
  ["what the run left", "old", "new", "new", "restore"],
  ["the value before", "old", "new", "old", "leave"],
  ["another value", "old", "new", "other", "changed-since"],
  ["what an interrupted undo has left", "old", "new", "between", "restore", ["between"]],
  ["nothing that can be read", "old", "new", undefined, "unreadable-in-target"],
  ["anything, and the value before is not known", undefined, "new", "new", "before-unknown"],
  ["anything, and the value before is masked", "•••", "new", "new", "before-unknown"],
  ["anything, and the value after is masked", "old", "•••", "•••", "before-unknown"],
])("where the service shows %s", (one) => {
  expect(judged("employee", "name", one)).toBe(one[4]);
});

const left = ["main", "T1", "F1", "F2"];
test.for<Case>([
  ["with its functions in another order and other spellings", null, left, ["main", "t1", "F2", "f1"], "restore"],
  ["that is no longer the main one", null, left, ["part-time", "T1", "F1", "F2"], "changed-since"],
  ["with another title", null, left, ["main", "T2", "F1", "F2"], "changed-since"],
  ["with one function less", null, left, ["main", "T1", "F1"], "changed-since"],
])("a post %s", (one) => {
  expect(judged("post", "post:RD", one)).toBe(one[4]);
});

test("a change whose outcome is not known may be written unless every value is as before, or no reading shows it", () => {
  const shown = { levels: [], titles: [], functions: [], departments: [] };
  const employees = [{ account: "amy", name: "old", active: true }];
  const context = undoContext({ ...shown, employees }, emptyMemory);
  const may = (field: string, before: FieldValue | undefined, key = "amy", created = false) =>
    mayBeWritten(context, {
      kind: "employee",
      key,
      label: key,
      created,
      chosen: new Map(),
      fields: new Map([[field, { ...(before === undefined ? {} : { before }), after: "new", passed: [] }]]),
    });
  expect([may("name", "old"), may("name", "older")]).toEqual([false, true]);
  expect([may("resignationDate", null), may("order", 1), may("name", undefined)]).toEqual([true, true, true]);
  expect([may("email", "a@example.com"), may("name", "older", "gone")]).toEqual([true, false]);
  expect([may("name", "old", "amy", true), may("name", "old", "gone", true)]).toEqual([true, false]);
});

test("a value that the site masks is stated with the others, if it is still the last one that was written", () => {
  const shown = { levels: [], titles: [], functions: [], departments: [] };
  const amy = { account: "amy", name: "new", active: true, hidden: ["phoneNumber"] };
  const net = {
    kind: "employee" as const,
    key: "amy",
    label: "amy",
    created: false,
    chosen: new Map(),
    fields: new Map([["name", { before: "old", after: "new", passed: [] }]]),
    hidden: { phoneNumber: "0911" },
  };
  const stated = (written: string) => {
    const digest = digestOf("phoneNumber", written);
    const { subject, field, value } = entryOf("amy", new Map([["phoneNumber", { digest, isWritten: true }]]));
    const memory = { ...emptyMemory, written: new Map([[ledgerKey(subject, field), value]]) };
    const context = undoContext({ ...shown, employees: [amy] }, memory);
    restoreFields(context, net);
    return context.draft.row("employee", "amy");
  };
  expect(stated("0911")).toMatchObject({ name: "old", phoneNumber: "0911" });
  expect(stated("0922")).not.toHaveProperty("phoneNumber");
});

test("of an object, its name is listed, and nothing else that the undo knows about it", () => {
  const draft = openUndoDraft();
  const known = { kind: "employee", key: "ann", label: "Ann", department: "RD", values: "A123456789" } as const;
  draft.restore(known, { field: "email", before: null, after: null });
  draft.hold(known, "changed-since", "email", undefined);
  draft.doubt(known, "update", ["email"]);
  expect(JSON.stringify([draft.restored, draft.held])).not.toContain(known.values);
  expect([...draft.restored, ...draft.held]).toMatchObject(
    Array.from({ length: 3 }, () => ({ kind: "employee", key: "ann", label: "Ann", department: "RD" })),
  );
});
