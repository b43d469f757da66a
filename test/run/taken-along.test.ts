/**
 * Runs on sites where a write takes something along that cannot be given back: the site's own rules, other people's objects or the
 * configuration forbid it. The run names it as failed and does not end as "succeeded". A wrapped connection to the real service
 * plays the habit.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { habitsOf } from "../../src/model/memory/site-habit.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";
import { type Perform, withSideEffect } from "../support/target/side-effects.ts";

let site: RunSite;
const clock = { nowMs: () => Date.parse("2026-11-21T04:00:00Z") };

useRunParts();

beforeEach(async () => {
  site = await openRunSite(quickSettings(fixture), redis, clock);
});

afterEach(async () => {
  await site.close();
  await fixture.quirks({});
});

type Settings = NonNullable<Parameters<RunSite["run"]>[0]["settings"]>;

/** Makes a run with the source `wanted`; after every operation with this id, `extra` happens as well. */
const run = async (
  wanted: Pick<DirectoryBuilder, "source">,
  id: Operation["id"],
  extra: (perform: Perform) => Promise<unknown>,
  settings: Settings = {},
) => {
  const change = withSideEffect(async (operation, perform) => {
    if (operation.id === id) await extra(perform);
  });
  const { run: done } = await site.run({ source: wanted.source(), settings, change });
  const outcomes = [...((await site.store.plans.read(done.id))?.outcomes.values() ?? [])];
  const failed = outcomes.flatMap((one) =>
    one.result === "failed" ? [`${one.changeId} ${one.code}: ${one.message}`] : [],
  );
  return { status: done.status, failed, state: directoryOf(await fixture.dump()) };
};

const takes =
  (...operations: readonly Operation[]) =>
  async (perform: Perform): Promise<void> => {
    for (const one of operations) await perform(one);
  };

describe("a manager whom a write takes away and the configuration does not permit to be one", () => {
  const later = { name: "Amy Wang", expiredTime: "2027-01-31T15:59:59.000Z", resignationDate: "2027-03-31" };
  type Own = { readonly name?: string; readonly expiredTime?: string; readonly resignationDate?: string };
  const staffed = (own: Own & { readonly active?: boolean }, approver = "chief", inRd = true) => {
    let all = directory().level("L1").department("RD", { manager: "boss" }).department("QA");
    all = all.employee("boss", { number: "1" }).in("QA").employee("chief", { number: "2" }).in("QA");
    all = all.employee("amy", { number: "3", name: "Amy", active: true, ...own });
    return inRd ? all.in("RD", { supervisor: approver }) : all.in("QA");
  };

  it.each<[Operation["id"], DirectoryBuilder]>([
    ["E7", staffed({ active: false })],
    ["E8", staffed({ expiredTime: later.expiredTime })],
    ["E9", staffed({ resignationDate: later.resignationDate })],
    ["E11", staffed({ name: later.name })],
    ["E13", staffed({}, "boss")],
    ["E14", staffed({}, "chief", false)],
  ])("fails %s by name", async (id, wanted) => {
    await serviceHas(staffed({}), { managersAreMembers: false });
    const { status, failed, state } = await run(wanted, id, takes({ id: "D11", code: "RD" }));
    expect(state.departments).toContainEqual(expect.objectContaining({ code: "RD", manager: null }));
    expect(failed).toEqual([
      `manager/RD/update/again taken-along: ${id} took along: manager; it cannot be given back: not-a-member`,
    ]);
    expect(status).toBe("partial");
  });
});

describe("a value that a write takes along and the configuration leaves to the service", () => {
  type Own = {
    readonly rd?: object;
    readonly lab?: object;
    readonly t1?: object;
    readonly l1?: object;
    readonly f1?: object;
    readonly amy?: object;
  };
  const company = ({ rd = {}, lab = {}, t1 = {}, l1 = {}, f1 = {}, amy = {} }: Own = {}) =>
    directory()
      .level("L1", l1)
      .level("L2")
      .title("T1", { title: "Clerk", ...t1 })
      .title("T2")
      .function("F1", { name: "Duty", ...f1 })
      .function("F2")
      .department("RD", { name: "Research", level: "L1", parent: null, description: "d", ...rd })
      .department("QA", { level: "L1" })
      .department("LAB", { level: "L1", ...lab })
      .employee("amy", { number: "3", name: "Amy Wang", phoneNumber: "1", email: "a@x.tw", ...amy })
      .in("RD", { title: "T1", functions: ["F1"] });
  const person = (set: object): Operation => ({ id: "E11", account: "amy", newAccount: "amy", set });
  const department = (set: object): Operation => ({ id: "D3", code: "RD", newCode: "RD", set });

  it.each<[string, string, Own, Operation["id"], Operation]>([
    [
      "employee.phoneNumber",
      "employee/amy/update",
      { amy: { name: "Amy Wang-Li" } },
      "E11",
      person({ phoneNumber: "2" }),
    ],
    ["employee.email", "employee/amy/update/again", { amy: { active: false } }, "E7", person({ email: "b@x.tw" })],
    [
      "employee.expiredTime",
      "employee/amy/update",
      { amy: { name: "Amy Wang-Li" } },
      "E11",
      { id: "E8", account: "amy", expiredTime: "2027-01-31T15:59:59.000Z" },
    ],
    [
      "employee.active",
      "employee/amy/update",
      { amy: { name: "Amy Wang-Li" } },
      "E11",
      { id: "E7", account: "amy", active: false },
    ],
    ["department.description", "department/RD/update", { rd: { name: "R" } }, "D3", department({ description: "x" })],
    ["department.level", "department/RD/update", { rd: { name: "R" } }, "D3", department({ level: "L2" })],
    [
      "department.parent",
      "department/RD/update",
      { rd: { name: "R" } },
      "D3",
      { id: "D7", code: "RD", parent: "QA", seq: 0 },
    ],
    [
      "department.active",
      "department/LAB/update",
      { lab: { name: "Labs" } },
      "D3",
      { id: "D4", code: "LAB", active: false },
    ],
    ["title.active", "title/T1/update", { t1: { title: "Head" } }, "T3", { id: "T5", code: "T1", active: false }],
    ["level.active", "level/L1/update", { l1: { name: "Top" } }, "V3", { id: "V5", code: "L1", active: false }],
    ["function.active", "function/F1/update", { f1: { name: "Task" } }, "J6", { id: "J8", code: "F1", active: false }],
  ])("fails by name: %s", async (field, change, wanted, id, beside) => {
    await serviceHas(company());
    const ignored = { fields: { [field]: "ignore" } } as const;
    const { status, failed } = await run(company(wanted), id, takes(beside), ignored);
    expect(failed).toEqual([`${change} taken-along: ${id} took along: ${field.split(".")[1]}; nothing gives it back`]);
    expect(status).toBe("partial");
  });

  type Stated = Record<"levels" | "titles" | "functions" | "departments" | "employees", readonly object[]>;
  /** The source without one field of one kind, which HR then leaves to the service. */
  const without = (wanted: DirectoryBuilder, kind: keyof Stated, field: string): Pick<DirectoryBuilder, "source"> => ({
    source: () => {
      const source = wanted.source();
      const all = (source.directory as Stated)[kind].map((record) =>
        Object.fromEntries(Object.entries(record).filter(([name]) => name !== field)),
      );
      return { ...source, directory: { ...source.directory, [kind]: all } };
    },
  });

  it.each<[keyof Stated, string, Own, Operation["id"], Operation]>([
    ["titles", "active", { t1: { title: "Head" } }, "T3", { id: "T5", code: "T1", active: false }],
    ["titles", "rank", { t1: { title: "Head" } }, "T3", { id: "T4", code: "T1", rank: 2, seq: 1 }],
    ["levels", "active", { l1: { name: "Top" } }, "V3", { id: "V5", code: "L1", active: false }],
    ["functions", "active", { f1: { name: "Task" } }, "J6", { id: "J8", code: "F1", active: false }],
    ["functions", "category", { f1: { name: "Task" } }, "J6", { id: "J7", code: "F1", category: "other", seq: 0 }],
    ["departments", "parent", { rd: { name: "R" } }, "D3", { id: "D7", code: "RD", parent: "QA", seq: 0 }],
    ["departments", "order", { rd: { name: "R" } }, "D3", { id: "D7", code: "LAB", parent: null, seq: 0 }],
    ["levels", "order", { l1: { name: "Top" } }, "V3", { id: "V4", code: "L2", seq: 0 }],
    ["titles", "order", { t1: { title: "Head" } }, "T3", { id: "T4", code: "T2", rank: 1, seq: 1 }],
    ["functions", "order", { f1: { name: "Task" } }, "J6", { id: "J7", code: "F2", category: "general", seq: 0 }],
    ["departments", "level", { rd: { name: "R" } }, "D3", department({ level: "L2" })],
    ["employees", "phoneNumber", { amy: { name: "Amy Wang-Li" } }, "E11", person({ phoneNumber: "2" })],
  ])("is given back where HR does not state it: %s %s", async (kind, field, changed, id, beside) => {
    const wanted = company(changed);
    await serviceHas(wanted);
    const expected = directoryOf(await fixture.dump());
    await serviceHas(company());
    let left = 1;
    const once = async (perform: Perform) => (left-- > 0 ? takes(beside)(perform) : undefined);
    const { status, failed, state } = await run(without(wanted, kind, field), id, once);
    expect([status, failed]).toEqual(["succeeded", []]);
    expect(state).toEqual(expected);
  });
});

describe("a site on which a create does more than it was asked for", () => {
  const wanted = directory().level("L1").department("RD").employee("amy", { number: "1" }).in("RD");
  const importOn = async (quirk: "E12-locks" | "E12-expires") => {
    await serviceHas(directory().level("L1").department("RD"), { takesAlong: [quirk] });
    const { run: done } = await site.run({ source: wanted.source() });
    const outcomes = [...((await site.store.plans.read(done.id))?.outcomes.values() ?? [])];
    const again = await site.run({ source: wanted.source() });
    expect(again.run).toMatchObject({ status: "succeeded", applied: 0, failed: 0 });
    return {
      status: done.status,
      failed: outcomes.flatMap(({ code, message }) => (code ? [`${code}: ${message}`] : [])),
      habits: habitsOf(await site.store.ledger.read()).map(
        ({ operation, does, field }) => `${operation} ${does} ${field}`,
      ),
    };
  };

  it("fails the create by name where it locks the person out", async () => {
    expect(await importOn("E12-locks")).toMatchObject({
      status: "partial",
      failed: ["taken-along: E12 took along: locked; nothing gives it back"],
    });
  });

  it("has not failed to disable whoever it locks as well, because nobody is kept out who should get in", async () => {
    await serviceHas(wanted);
    const lockAll = async () => {
      const now = await fixture.dump();
      await fixture.load({ ...now, employees: now.employees.map((one) => ({ ...one, locked: true })) });
    };
    const leaving = directory().level("L1").department("RD").employee("amy", { number: "1", active: false }).in("RD");
    expect(await run(leaving, "E7", lockAll)).toMatchObject({ status: "succeeded", failed: [] });
    const renamed = directory().level("L1").department("RD").employee("amy", { number: "1", name: "Amy B" }).in("RD");
    await serviceHas(wanted);
    expect(await run(renamed, "E11", lockAll)).toMatchObject({
      status: "partial",
      failed: ["employee/amy/update taken-along: E11 took along: locked; nothing gives it back"],
    });
  });

  it("shows the habit where the account only ends on a later day, and the import has succeeded", async () => {
    expect(await importOn("E12-expires")).toEqual({
      status: "succeeded",
      failed: [],
      habits: ["E12 stores-otherwise expiredTime"],
    });
  });
});
