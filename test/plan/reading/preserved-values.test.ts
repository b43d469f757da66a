/** Tests what the second plan of a run must find again although HR does not state it. */
import { expect, test } from "vitest";
import { reference } from "../../../src/model/address.ts";
import type { Employee } from "../../../src/model/directory.ts";
import { emptyMemory } from "../../../src/model/memory.ts";
import type { ShownEmployee, TargetSnapshot } from "../../../src/model/snapshot.ts";
import { withPreservedValues } from "../../../src/plan/reading/preserved-values.ts";
import { directory } from "../../support/directory-builder.ts";

const base = directory().level("L1").department("RD");
const shown = (fields: Partial<ShownEmployee>): TargetSnapshot => {
  const target = base.employee("ann", { number: "1" }).in("RD").target();
  return { ...target, employees: target.employees.map((person) => ({ ...person, ...fields })) };
};

/** What the source states after a run that has written `written` of Ann, whom HR states with `stated`. */
const statedAgain = (
  before: Partial<ShownEmployee>,
  now: Partial<ShownEmployee>,
  { stated = {}, written = [], touched = ["employee"] as const }: Partial<Circumstances> = {},
): Partial<Employee> => {
  const source = base.employee("ann", { number: "1" }).source();
  const [person] = source.directory.employees ?? [];
  const { active: _, ...rest } = person ?? { account: "ann" };
  const own = { ...source, directory: { ...source.directory, employees: [{ ...rest, ...stated }] } };
  const preserved = withPreservedValues(
    own,
    {
      before: shown(before),
      now: shown(now),
      shows: "chosen",
      written: new Set(written.map((field) => `${reference("employee", "ann")} ${field}`)),
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
