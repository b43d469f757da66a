/** A value that cannot be read counts as unknown, not as empty: it is not overwritten, and changes that need it are held. */
import { describe, expect, test } from "vitest";
import type { Employee } from "../../src/model/directory/directory.ts";
import { emptyMemory, ledgerKey, type Memory } from "../../src/model/memory/memory.ts";
import type { FieldChange } from "../../src/model/plan/plan.ts";
import { countAttempt } from "../../src/plan/draft/convergence.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { defaultSettings, today } from "../support/random/arbitraries.ts";

const office = () => directory().level("L1").department("HQ").department("RD", { parent: "HQ" }).title("T1");

/** Makes a plan from `current` to `desired`; `seen` changes how the service returns E001. */
const planFrom = (current: DirectoryBuilder, desired: DirectoryBuilder, seen: (person: Employee) => Employee) => {
  const target = current.target();
  const employees = target.employees.map((person) => (person.account === "E001" ? seen(person) : person));
  return makePlan({
    source: desired.source(),
    target: { ...target, employees },
    memory: emptyMemory,
    settings: defaultSettings,
    today,
  });
};

describe("a plan over values that were not read", () => {
  test.each(["idCardNumber", "birthDate", "phoneNumber", "englishName"] as const)(
    "leaves a hidden %s alone",
    (field) => {
      const wanted = { idCardNumber: "A111111110", birthDate: "1990-01-02", phoneNumber: "0911", englishName: "Amy" };
      const desired = office().employee("E001", { [field]: wanted[field] });
      const seen = planFrom(office().employee("E001"), desired, (person) => person);
      expect(seen.changes.map(({ fields }) => fields.map((change) => change.field))).toEqual([[field]]);
      const hidden = planFrom(office().employee("E001"), desired, ({ [field]: _hidden, ...person }) => person);
      expect(hidden.changes).toEqual([]);
    },
  );

  test("holds a move while the title of a kept post is unknown and the source states none", () => {
    const current = office().employee("E001").in("HQ", { title: "T1" });
    const desired = office().employee("E001").in("RD").in("HQ", { main: false });
    const stateNone = ({ posts, ...person }: Employee): Employee => ({
      ...person,
      posts: (posts ?? []).map(({ title: _title, ...post }) => post),
    });
    const source = desired.source();
    const employees = (source.directory.employees ?? []).map(stateNone);
    const target = current.target();
    const plan = makePlan({
      source: { ...source, directory: { ...source.directory, employees } },
      target: { ...target, employees: target.employees.map(stateNone) },
      memory: emptyMemory,
      settings: defaultSettings,
      today,
    });
    expect(plan.changes.filter(({ kind }) => kind === "post")).toEqual([]);
    expect(plan.held.map(({ kind, reason }) => [kind, reason])).toEqual([["post", "unreadable-in-target"]]);
  });
});

describe("a change that never takes effect", () => {
  const current = office().employee("E001", { name: "王小明" });
  const desired = office().employee("E001", { name: "王小華" });
  const id = "employee/E001/update";
  const name = { field: "name", before: "王小明", after: "王小華" };

  const attempt = (fields: readonly FieldChange[], memory: Memory) => {
    const change = {
      id,
      kind: "employee",
      key: "E001",
      label: "",
      action: "update",
      reason: "differs",
      fields,
    } as const;
    return countAttempt(
      { ...change, step: 5, wave: 1, operations: [], needs: [] },
      { result: "applied" },
      memory,
      today,
    );
  };

  /** The plan after these lists of fields were applied, one after the other. */
  const planAfter = (applications: readonly (readonly FieldChange[])[], source = desired.source()) => {
    const written = new Map<string, string | null>();
    for (const fields of applications)
      for (const { subject, field, value } of attempt(fields, { written }))
        written.set(ledgerKey(subject, field), value);
    return makePlan({ source, target: current.target(), memory: { written }, settings: defaultSettings, today });
  };

  test.each([0, 1])("is planned again after %i applications", (times) => {
    expect(planAfter(Array.from({ length: times }, () => [name])).changes.map((change) => change.id)).toEqual([id]);
  });

  test("is held after two", () => {
    const plan = planAfter([[name], [name]]);
    expect(plan.changes).toEqual([]);
    expect(plan.held.map((held) => [held.id, held.reason, held.about])).toEqual([[id, "does-not-converge", ["name"]]]);
  });

  test("is held although the repairs within the runs had fewer fields", () => {
    const both = [name, { field: "resignationDate", before: null, after: "2026-12-31" }];
    expect(planAfter([both, both, [name]]).changes).toEqual([]);
  });

  test("is planned again when another field differs as well", () => {
    const other = office().employee("E001", { name: "王小華", email: "e001@example.com" });
    expect(planAfter([[name], [name]], other.source()).changes).toHaveLength(1);
  });
});
