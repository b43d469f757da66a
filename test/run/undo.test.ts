/** Undo of whole runs: what is restored, held and listed; personal data, limits, interruptions, links. */
import { existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { quickSettings, refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";
import { heldIn, idsOf, planBetween } from "../support/target/plan-between.ts";

useRunParts();

let site: RunSite;
let now: number;

const dayMs = 86_400_000;
const noon = Date.parse("2026-11-21T04:00:00Z");

beforeEach(async () => {
  now = noon;
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => now });
  await serviceHas(before);
});

afterEach(() => site.close());

const office = (): DirectoryBuilder =>
  directory().level("L1").department("RD", { order: 0 }).department("HQ", { order: 1 });

const before = office()
  .employee("ann", { name: "Ann", number: "1", phoneNumber: "0912-000-001", gender: "Female" })
  .in("RD")
  .managing("RD")
  .employee("bob", { name: "Bob", number: "2" })
  .in("RD", { supervisor: "ann" });

const after = office()
  .employee("ann", { name: "Anna", number: "1", phoneNumber: "0912-000-999", gender: null })
  .in("HQ")
  .employee("bob", { name: "Bob", number: "2" })
  .in("RD")
  .managing("RD")
  .employee("cid", { name: "Cid", number: "3" })
  .in("RD");

const serviceNow = async () => directoryOf(await fixture.dump());

const person = async (account: string) => (await serviceNow()).employees.find((one) => one.account === account);

const undo = (id: string, more: Partial<Parameters<RunSite["run"]>[0]> = {}) => {
  now += 60_000;
  return site.run({ source: directory().source(), ...more, undoes: id });
};

describe("an undo", () => {
  it("restores data, posts, managers and supervisors, disables who was created, and refreshes once", async () => {
    const started = await serviceNow();
    const { run } = await site.run({ source: after.source() });
    expect(run).toMatchObject({ status: "succeeded" });
    await fixture.forgetCalls();
    const profile = await site.store.sourceProfile.read();
    const { run: undone, plan } = await undo(run.id);
    expect(undone).toMatchObject({ status: "succeeded", trigger: "command", undoes: run.id });
    const [ended] = await site.store.runs.list(1);
    expect(ended).toMatchObject({ id: undone.id, undoes: run.id });
    expect(plan?.changes.every(({ reason }) => reason === "undo")).toBe(true);
    expect(plan?.notices).toEqual([{ code: "only-disabled", kind: "employee", key: "cid", label: "Cid" }]);
    const { employees, departments } = await serviceNow();
    expect(employees.filter(({ account }) => account !== "cid")).toEqual(started.employees);
    expect(departments).toEqual(started.departments);
    expect(await person("cid")).toMatchObject({ active: false });
    expect(refreshesOf(await fixture.calls())).toHaveLength(1);
    expect(await site.store.sourceProfile.read()).toEqual(profile);
    expect(await site.store.approvals.read()).toBeUndefined();
  });

  it("restores a supervisor where nothing else of the person's posts has changed", async () => {
    const approvedBy = (supervisor: string) =>
      office().employee("ann").in("RD").employee("eve").in("RD").employee("bob").in("RD", { supervisor });
    await serviceHas(approvedBy("ann"));
    const started = await serviceNow();
    const { run } = await site.run({ source: approvedBy("eve").source() });
    expect((await serviceNow()).employees).not.toEqual(started.employees);
    const { plan } = await undo(run.id);
    expect(plan?.changes.map(({ id }) => id)).toEqual(["supervisor/bob/RD/update"]);
    expect((await serviceNow()).employees).toEqual(started.employees);
  });

  it("holds what somebody has changed since, and restores the rest", async () => {
    const { run } = await site.run({ source: after.source() });
    const changed = await fixture.dump();
    const people = changed.employees.map((one) => (one.account === "ann" ? { ...one, name: "Anne-Marie" } : one));
    await fixture.load({ ...changed, employees: people });
    const { plan } = await undo(run.id);
    expect(heldIn(plan!)).toEqual(["employee/ann/undo/name/changed-since: changed-since"]);
    expect(plan?.held[0]?.fields).toEqual([{ field: "name", before: "Anne-Marie", after: "Ann" }]);
    expect(await person("ann")).toMatchObject({ name: "Anne-Marie", gender: "Female", phoneNumber: "0912-000-001" });
  });

  it("leaves all posts of a person if somebody has changed one of them since", async () => {
    const { run } = await site.run({ source: after.source() });
    const changed = await fixture.dump();
    const employees = changed.employees.map((one) => ({
      ...one,
      depts: one.depts.map((post) => (one.account === "ann" ? { ...post, jobFuncs: ["F1"] } : post)),
    }));
    const functions = [{ code: "F1", jobFunc: "F1", categoryName: "general", active: true }];
    await fixture.load({ ...changed, functions, employees });
    const { plan } = await undo(run.id);
    expect(heldIn(plan!)).toEqual([
      "manager/RD/update: not-a-member",
      "post/ann/undo/post:HQ/changed-since: changed-since",
      "post/ann/undo/post:RD/changed-since: changed-since",
    ]);
    expect((await person("ann"))?.posts).toMatchObject([{ department: "HQ", functions: ["F1"] }]);
  });

  it("leaves the order that somebody has made since", async () => {
    const ordered = (...codes: string[]) =>
      codes.reduce((all, code, order) => all.department(code, { order }), directory().level("L1"));
    await serviceHas(ordered("A", "B", "C", "D"));
    const { run } = await site.run({ source: ordered("D", "A", "B", "C").source() });
    expect(run).toMatchObject({ status: "succeeded" });
    await serviceHas(ordered("D", "C", "B", "A"));
    const { plan } = await undo(run.id);
    expect(heldIn(plan!)).toEqual(["department/D/undo/order/changed-since: changed-since"]);
    expect((await serviceNow()).departments.map(({ code }) => code)).toEqual(["D", "C", "B", "A"]);
  });

  it("of an undo is the run again", async () => {
    const { run } = await site.run({ source: after.source() });
    const reached = await serviceNow();
    const { run: first } = await undo(run.id);
    const { run: second, plan } = await undo(first.id);
    expect(second).toMatchObject({ status: "succeeded", undoes: first.id });
    expect(plan?.held).toEqual([]);
    expect(await serviceNow()).toEqual(reached);
  });

  it("does nothing when it is repeated", async () => {
    const { run } = await site.run({ source: after.source() });
    await undo(run.id);
    await fixture.forgetCalls();
    const { run: again, plan } = await undo(run.id);
    expect(again).toMatchObject({ status: "succeeded", applied: 0 });
    expect([plan?.changes, plan?.held]).toEqual([[], []]);
    expect(writesOf(await fixture.calls())).toEqual([]);
  });

  it("finishes after it was stopped in the middle", async () => {
    const started = await serviceNow();
    const { run } = await site.run({ source: after.source() });
    const ending = new AbortController();
    const { run: stopped } = await undo(run.id, {
      signal: ending.signal,
      onProgress: ({ done }) => (done === 2 ? ending.abort(new Error("stopped")) : undefined),
    });
    expect(stopped.status).toBe("failed");
    const { run: rest } = await undo(run.id);
    expect(rest.status).toBe("succeeded");
    const { employees, departments } = await serviceNow();
    expect(employees.filter(({ account }) => account !== "cid")).toEqual(started.employees);
    expect(departments).toEqual(started.departments);
  });

  it("of a run that changed nothing, or that does not exist, is refused without a write", async () => {
    const { run } = await site.run({ source: before.source() });
    await fixture.forgetCalls();
    expect((await undo(run.id)).error).toMatchObject({ code: "nothing-to-undo" });
    expect((await undo("20261121T000000-00000000")).error).toMatchObject({ code: "run-unknown" });
    expect(writesOf(await fixture.calls())).toEqual([]);
  });

  it("is judged by the guard, and not covered by the approval of the run", async () => {
    const { run } = await site.run({ source: after.source() });
    const caps = { employee: { deactivate: { count: 0 } } };
    const { run: blocked, plan, error } = await undo(run.id, { settings: { caps } });
    expect(blocked).toMatchObject({ status: "blocked", undoes: run.id });
    expect(error).toMatchObject({ code: "cap-exceeded", hint: expect.stringContaining(`musterd undo ${run.id}`) });
    const accepted = ["cap-exceeded:employee/deactivate"];
    const release = {
      fingerprint: plan!.fingerprint,
      accepted,
      by: "ann@hr",
      at: "2026-11-21T04:00:00Z",
      reason: "wrong file",
    };
    const { run: released } = await undo(run.id, { settings: { caps, accepted }, release });
    expect(released).toMatchObject({ status: "succeeded", release: { reason: "wrong file" } });
  });

  it("forgets nothing of what was tried in vain", async () => {
    await fixture.quirks({ ignores: ["E11.englishName"] });
    const wanted = (name: string) =>
      office().employee("ann", { name: "Ann", number: "1", englishName: "Ann" }).employee("bob", { name, number: "2" });
    const nextRun = async (name: string) => {
      now += 60_000;
      return site.run({ source: wanted(name).source() });
    };
    await nextRun("Bob");
    await nextRun("Bob");
    const { run, plan: third } = await nextRun("Bobby");
    expect(heldIn(third!)).toContain("employee/ann/update: does-not-converge");
    expect((await undo(run.id)).run).toMatchObject({ status: "succeeded" });
    const { plan } = await nextRun("Bobby");
    expect(heldIn(plan!)).toContain("employee/ann/update: does-not-converge");
  });

  it("ignores policies of fields, and counts nobody as missing", async () => {
    const { run } = await site.run({ source: after.source() });
    const { plan } = await undo(run.id, {
      settings: { fields: { "employee.name": "ignore" }, people: { ...people, missing: 1 } },
    });
    expect(idsOf(plan!.changes).filter((id) => id.endsWith("/deactivate"))).toEqual(["employee/cid/deactivate"]);
    expect(await person("ann")).toMatchObject({ name: "Ann", active: true });
  });

  it("does not forget for how many days somebody has been missing", async () => {
    const settings = { people: { ...people, missing: 2 } };
    const withoutBob = office().employee("ann", { name: "Anna", number: "1" }).in("RD").managing("RD");
    await site.run({ source: before.source(), settings });
    now += dayMs;
    const { run } = await site.run({ source: withoutBob.source(), settings });
    await undo(run.id, { settings });
    now += dayMs;
    const { plan } = await site.run({ source: withoutBob.source(), settings });
    expect(idsOf(plan!.changes)).toContain("employee/bob/deactivate");
  });

  it("leads links back to the code and the account before, so that the next run renames again", async () => {
    const identified = (code: string, account: string) =>
      directory()
        .level("L1")
        .department(code, { id: "d-1", name: "研發" })
        .employee(account, { id: "e-1", name: "Ann", number: "1" })
        .in(code);
    await serviceHas(identified("RD", "ann"));
    expect((await site.run({ source: identified("RD", "ann").source() })).run.status).toBe("succeeded");
    const { run } = await site.run({ source: identified("R2", "ann2").source() });
    expect(run).toMatchObject({ status: "succeeded" });
    await undo(run.id);
    expect(await serviceNow()).toMatchObject({ departments: [{ code: "RD" }], employees: [{ account: "ann" }] });
    expect(await site.store.links.read()).toEqual({
      department: new Map([["d-1", "RD"]]),
      employee: new Map([["e-1", "ann"]]),
    });
    const next = await site.plan({ source: identified("R2", "ann2").source() });
    expect(idsOf(next.changes)).toEqual(["department/RD/rename", "employee/ann/rename"]);
  });

  it("exchanges codes back, and the next run exchanges them again", async () => {
    const renames = [
      { kind: "department", from: "RD", to: "HQ" },
      { kind: "department", from: "HQ", to: "RD" },
    ] as const;
    const named = (first: string, second: string) =>
      directory().level("L1").department(first, { name: "研發" }).department(second, { name: "總部" });
    await serviceHas(named("RD", "HQ"));
    const { run } = await site.run({ source: named("HQ", "RD").source(renames) });
    expect(run.status).toBe("succeeded");
    expect((await undo(run.id)).run.status).toBe("succeeded");
    const nameOf = async (code: string) => (await serviceNow()).departments.find((one) => one.code === code)?.name;
    expect([await nameOf("RD"), await nameOf("HQ")]).toEqual(["研發", "總部"]);
    expect((await site.run({ source: named("HQ", "RD").source(renames) })).run.status).toBe("succeeded");
    expect([await nameOf("RD"), await nameOf("HQ")]).toEqual(["總部", "研發"]);
  });
});

const people = { timeZone: "Asia/Taipei", waitForHireDate: true, createDaysBefore: 14, graceDays: 0 };

describe("personal data", () => {
  it("is kept encrypted for 30 days; then a run is undone without it, and it is listed", async () => {
    const { run } = await site.run({ source: after.source() });
    const stored = ["", "-wal"].map((end) => `${site.file}${end}`).filter((file) => existsSync(file));
    for (const file of stored) expect(readFileSync(file).includes("0912-000-001")).toBe(false);
    now = noon + 30 * dayMs;
    const { plan } = await undo(run.id);
    expect(heldIn(plan!)).toEqual(["employee/ann/undo/phoneNumber/before-unknown: before-unknown"]);
    expect(await person("ann")).toMatchObject({ name: "Ann", gender: "Female", phoneNumber: "0912-000-999" });
  });

  it("is not kept at all with `state.undoDays: 0`", async () => {
    const file = `${site.file}.none`;
    const store = openStore(file, "t", { nowMs: () => now }, { undoDays: 0 });
    const plan = planBetween(before, after);
    const run = await store.runs.begin("command", "running");
    await store.plans.keepToApply(run, plan);
    await store.close();
    const database = new DatabaseSync(file);
    const rows = database.prepare("select * from undo").all();
    database.close();
    expect(plan.changes.some(({ fields }) => fields.some(({ field }) => field === "phoneNumber"))).toBe(true);
    expect(rows).toEqual([]);
  });

  it("is deleted when it is too old, and by `musterd forget --target`", async () => {
    const { run } = await site.run({ source: after.source() });
    const phone = async () =>
      (await site.store.undoValues.read(run.id))?.changes
        .flatMap(({ change }) => change.fields)
        .find(({ field }) => field === "phoneNumber")?.before;
    expect(await phone()).toBe("0912-000-001");
    expect(await site.store.forget("target")).toMatchObject({ undo: 1 });
    expect(await phone()).toBe("•••");
  });
});
