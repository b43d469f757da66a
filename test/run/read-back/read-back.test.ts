/**
 * Runs on sites whose writes have side effects: when a run reports "applied", the service has the planned state, even before the
 * refresh. Each site here has one such behaviour; the sites in test/run/ten-days-of-changes.test.ts have all of them at once.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { employeeSubject, postSubject, refreshKeepsEntry } from "../../../src/model/memory/memory.ts";
import type { RunDeps } from "../../../src/run/reconcile.ts";
import type { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import type { TargetSettings } from "../../../src/site/settings/settings.ts";
import { type DirectoryBuilder, directory } from "../../support/directory/directory-builder.ts";
import { directoryOf, organisationOf } from "../../support/directory/organisation-document.ts";
import {
  quickSettings,
  refreshesAfterLastWrite,
  refreshesOf,
  writesOf,
} from "../../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../../support/suites/run-site.ts";
import { withSideEffect } from "../../support/target/side-effects.ts";

let site: RunSite;

useRunParts();

const clock = { nowMs: () => Date.parse("2026-11-21T04:00:00Z") };
const open = (own: Partial<TargetSettings> = {}) => openRunSite({ ...quickSettings(fixture), ...own }, redis, clock);

beforeEach(async () => {
  site = await open();
});
afterEach(() => site.close());

/** Makes one run and a second plan, which must be empty. Returns what the run did, and the ids of its repairs. */
const applied = async (wanted: DirectoryBuilder) => {
  const { run, plan } = await site.run({ source: wanted.source() });
  const calls = await fixture.calls();
  const kept = await site.store.plans.read(run.id);
  expect((await site.plan({ source: wanted.source() })).changes).toEqual([]);
  expect(refreshesOf(calls)).toHaveLength(1);
  expect(refreshesAfterLastWrite(calls)).toHaveLength(1);
  const repairs = kept?.plan.changes.filter(({ repairs: of }) => of !== undefined) ?? [];
  return { run, plan, calls, repairs: repairs.map(({ id }) => id), state: directoryOf(await fixture.dump()) };
};

const office = directory().level("L1").department("RD").department("QA").title("T1").title("T2");

it("whoever gets a new account is read back under it, and enabled again where the site has disabled them", async () => {
  const known = (account: string) => office.employee(account, { number: "7", name: "Amy", active: true });
  await serviceHas(known("amy"), { takesAlong: ["E11-disables"] });
  const { run, repairs, state } = await applied(known("amy.chen"));
  expect(run).toMatchObject({ status: "succeeded", failed: 0 });
  expect(repairs).toEqual(["employee/amy.chen/reactivate/again"]);
  expect(state.employees).toMatchObject([{ account: "amy.chen", active: true }]);
});

it("a site that shows a write some time later is looked at again, before anything is written again", async () => {
  const known = (title: string) => office.employee("amy", { number: "7" }).in("RD", { title });
  await site.close();
  // A second look comes after twice this time.
  site = await open({ backoffMs: 500 });
  await serviceHas(known("T1"));
  await fixture.quirks({ writesLateMs: 300 });
  const { run } = await site.run({ source: known("T2").source() });
  expect(run).toMatchObject({ status: "succeeded", failed: 0 });
  const kept = await site.store.plans.read(run.id);
  expect(kept?.plan.changes.filter(({ repairs }) => repairs !== undefined)).toEqual([]);
  expect(writesOf(await fixture.calls())).toHaveLength(1);
});

it("a member who has become somebody else leaves the new code of the department confirmed (life 21000376)", async () => {
  const staffed = (code: string, name: string) =>
    directory().level("L1").department(code, { name: "R&D" }).employee("amy", { number: "0042", name }).in(code);
  await serviceHas(staffed("RD", "Amy"));
  await fixture.quirks({ storedTexts: ["leading-zeros-dropped"] });
  const { source } = staffed("R2", "Amy Chen");
  const renames = [{ kind: "department", from: "RD", to: "R2" }] as const;
  const { run } = await site.run({ source: { ...source(), renames } });
  const outcomes = [...((await site.store.plans.read(run.id))?.outcomes.values() ?? [])];
  expect(outcomes.map(({ changeId, result }) => [changeId, result])).toEqual([
    ["department/RD/rename", "applied"],
    ["employee/amy/update", "failed"],
  ]);
});

describe("a site that drops chosen supervisors when posts are replaced", () => {
  const staffed = (title: string, supervisor: string | null | undefined, manager?: string) =>
    office
      .employee("boss")
      .in("RD", { supervisor: null })
      .managing(manager ?? "QA")
      .employee("amy")
      .in("RD", { title, ...(supervisor === undefined ? {} : { supervisor }) });
  const supervisorOfAmy = (state: ReturnType<typeof directoryOf>) =>
    state.employees.find(({ account }) => account === "amy")?.posts[0]?.supervisor;

  it("gets them back before the run reports success", async () => {
    await serviceHas(staffed("T1", "boss"), { supervisorsOnReplace: "dropped", managersAreMembers: false });
    await site.remember([{ subject: postSubject("amy", "RD"), field: "supervisor", value: "boss" }]);
    const { run, repairs, state } = await applied(staffed("T2", "boss"));
    expect(run).toMatchObject({ status: "succeeded", failed: 0 });
    expect(repairs).toEqual(["supervisor/amy/RD/update/again"]);
    expect(supervisorOfAmy(state)).toBe("boss");
  });

  it("gets back an approver who is also the manager, if it shows effective approvers", async () => {
    const quirks = { supervisorsOnReplace: "dropped", supervisorShown: "effective" } as const;
    await serviceHas(staffed("T1", "boss", "RD"), quirks);
    await site.remember([{ subject: postSubject("amy", "RD"), field: "supervisor", value: "boss" }]);
    const { state } = await applied(staffed("T2", "boss", "RD"));
    expect(supervisorOfAmy(state)).toBe("boss");
  });

  it("gets back those that HR does not state", async () => {
    await serviceHas(staffed("T1", "boss"), { supervisorsOnReplace: "dropped", managersAreMembers: false });
    const { state } = await applied(staffed("T2", undefined));
    expect(supervisorOfAmy(state)).toBe("boss");
  });

  it("reports a failure if every repair loses something else", async () => {
    const both = (title: string) => staffed(title, "boss").employee("ann").in("RD", { title, supervisor: "boss" });
    await serviceHas(both("T1"), { supervisorsOnReplace: "dropped", managersAreMembers: false });
    const change = withSideEffect(async (operation, perform) => {
      if (operation.id !== "E13") return;
      const account = operation.account === "amy" ? "ann" : "amy";
      await perform({ ...operation, account, supervisor: null });
    });
    const { run } = await site.run({ source: both("T2").source(), change });
    expect(run).toMatchObject({ status: "partial", failed: 1, refresh: "done" });
  });

  it("is not read again if nothing can have been lost", async () => {
    await serviceHas(staffed("T1", null), {});
    await site.remember([refreshKeepsEntry]);
    const newcomer = staffed("T1", null).employee("new", { number: "9" });
    const { calls } = await applied(newcomer.in("RD", { supervisor: null }));
    const asked = (operation: string) => calls.filter((call) => call.operation === operation).length;
    // The first create is followed by one E1. Of posts, only those of the newcomer are read, by the create and when it is read
    // back, and those of the colleagues, because the first creates on a site may change people beside them.
    expect([asked("E1"), asked("E4")]).toEqual([3, 6]);
  });

  it("leaves a doubt for the next run if this one is interrupted", async () => {
    const quirks = { supervisorsOnReplace: "dropped", supervisorShown: "effective" } as const;
    await serviceHas(staffed("T1", "boss", "RD"), quirks);
    await site.remember([{ subject: postSubject("amy", "RD"), field: "supervisor", value: "boss" }]);
    // Reading back fails, so the run fails after it has replaced the posts.
    await fixture.fault({ operation: "E1", kind: "status", status: 401, after: 1, times: 2 });
    const wanted = staffed("T2", "boss", "RD").source();
    expect((await site.run({ source: wanted })).run.status).toBe("failed");
    expect((await site.run({ source: wanted })).run.status).toBe("succeeded");
    expect(supervisorOfAmy(directoryOf(await fixture.dump()))).toBe("boss");
  });
});

describe("a site that puts new objects first", () => {
  it("gets no held change when positions are written again", async () => {
    const before = directory().level("L1").department("HQ");
    await serviceHas(before, { newPlace: "first" });
    const wanted = before
      .department("A", { order: 1, manager: "amy" })
      .department("B", { order: 2 })
      .department("C", { order: 3 })
      // HR does not state amy's posts, so she is not a member of A.
      .employee("amy", { number: "1" });
    const { plan, run, repairs, calls } = await applied(wanted);
    expect(plan?.held.map(({ id, reason }) => [id, reason])).toEqual([["manager/A/update", "not-a-member"]]);
    // The repair is another try of the create that has put the department there.
    expect(repairs).toEqual([]);
    expect((await site.store.plans.read(run.id))?.outcomes.get("department/A/create")?.tries).toBeGreaterThan(1);
    expect(calls.filter(({ operation }) => operation === "D12")).toEqual([]);
    expect(run).toMatchObject({ status: "succeeded", failed: 0 });
  });
});

describe.each([
  { firstPosition: 0 },
  { firstPosition: 1 },
  { firstPosition: 1, assignedPositions: ["level", "title", "function", "category", "department"] },
  { firstPosition: 0, assignedPositions: ["level", "title", "function", "category", "department"] },
  { firstPosition: 1, newPlace: "first" },
  { firstPosition: 1, positionStep: 10 },
] satisfies Partial<Quirks>[])("a site with the positions %j", (quirks) => {
  const ordered = (codes: readonly string[]) =>
    codes.reduce((all, code, order) => all.level(code, { order }), directory());
  const departments = (codes: readonly string[]) =>
    codes.reduce((all, code, order) => all.department(code, { order }), directory().level("L1"));

  it("gets a level in the middle after one run", async () => {
    await serviceHas(ordered(["A", "B", "C", "D"]), quirks);
    const { run, state } = await applied(ordered(["A", "B", "X", "C", "D"]));
    expect(run.status).toBe("succeeded");
    expect(state.levels.map(({ code }) => code)).toEqual(["A", "B", "X", "C", "D"]);
  });

  it("gets departments in another order after one run", async () => {
    await serviceHas(departments(["A", "B", "C", "D"]), quirks);
    const { run, state } = await applied(departments(["D", "B", "X", "A", "C"]));
    expect(run.status).toBe("succeeded");
    expect(state.departments.map(({ code }) => code)).toEqual(["D", "B", "X", "A", "C"]);
  });

  it("gets the categories in order, in a first import and after a change of order", async () => {
    const categories = (names: readonly string[]) =>
      names.reduce(
        (all, name, order) => all.category(name, order).function(`F${name}`, { category: name }),
        directory(),
      );
    await serviceHas(directory(), quirks);
    expect((await applied(categories(["B", "D", "A", "C"]))).state.categories).toEqual(["B", "D", "A", "C"]);
    await fixture.forgetCalls();
    expect((await applied(categories(["C", "B", "A", "D"]))).state.categories).toEqual(["C", "B", "A", "D"]);
  });

  it("needs no sweep the second time", async () => {
    await serviceHas(ordered(["A", "B", "C", "D"]), quirks);
    await applied(ordered(["D", "A", "B", "C"]));
    await fixture.forgetCalls();
    const { repairs, state } = await applied(ordered(["C", "D", "A", "B"]));
    expect(state.levels.map(({ code }) => code)).toEqual(["C", "D", "A", "B"]);
    expect(repairs).toEqual([]);
  });
});

describe("a site that clears omitted fields", () => {
  const hidden = { idNumbers: "masked", e11Omitted: "clear" } as const;
  const staffed = (name: string, fields: object = { idCardNumber: "A123456789" }) =>
    ["amy", "bob"].reduce((all, account) => all.employee(account, { name, ...fields }).in("RD"), office);
  const idOfAmy = (state: ReturnType<typeof directoryOf>) =>
    state.employees.find(({ account }) => account === "amy")?.idCardNumber;

  it("keeps the hidden value that HR states", async () => {
    await serviceHas(staffed("陳大文"), hidden);
    const { run, state } = await applied(staffed("陳大明"));
    expect(run).toMatchObject({ status: "succeeded", applied: 2 });
    expect(idOfAmy(state)).toBe("A123456789");
  });

  it("is not written if HR does not state the field: the change is held, and leavers are still disabled", async () => {
    await serviceHas(staffed("陳大文"), hidden);
    const wanted = staffed("陳大明", {}).source();
    const leaving = { ...wanted.directory.employees?.[1], account: "bob", active: false };
    const employees = [...(wanted.directory.employees ?? []).slice(0, 1), leaving];
    const { run, plan } = await site.run({ source: { ...wanted, directory: { ...wanted.directory, employees } } });
    expect(plan?.held.map(({ id, reason, about }) => [id, reason, about])).toEqual([
      ["employee/amy/update", "value-hidden", ["idCardNumber"]],
      ["employee/bob/update", "value-hidden", ["idCardNumber"]],
    ]);
    expect(run).toMatchObject({ status: "succeeded", applied: 1 });
    const state = directoryOf(await fixture.dump());
    expect(state.employees.map(({ active, idCardNumber }) => [active, idCardNumber])).toEqual([
      [true, "A123456789"],
      [false, "A123456789"],
    ]);
  });

  it("is not called lost because another change of the same person is made", async () => {
    await serviceHas(staffed("陳大文"), hidden);
    const { run, plan } = await site.run({ source: staffed("陳大明", { resignationDate: "2026-12-31" }).source() });
    expect(plan?.changes.map(({ id }) => id)).toEqual(["employee/amy/update", "employee/bob/update"]);
    expect(plan?.held.map(({ id }) => id)).toEqual(["employee/amy/update/2", "employee/bob/update/2"]);
    expect(run).toMatchObject({ status: "succeeded", applied: 2, failed: 0 });
  });

  it("is detected by the first write if the setting says `kept`", async () => {
    await site.close();
    site = await open({ omittedFields: "kept" });
    await serviceHas(staffed("陳大文"), hidden);
    const settings = { omittedFields: "kept" } as const;
    const { run } = await site.run({ source: staffed("陳大明", {}).source(), settings });
    const outcomes = [...((await site.store.plans.read(run.id))?.outcomes.values() ?? [])];
    expect(outcomes.map(({ result, code }) => [result, code])).toEqual([
      ["failed", "omitted-fields-cleared"],
      ["failed", "omitted-fields-cleared"],
    ]);
    expect(writesOf(await fixture.calls()).map(({ operation }) => operation)).toEqual(["E11"]);
    // From then on, a change that would leave out a hidden value is held instead of planned.
    const { held } = await site.plan({ source: staffed("陳大文丙", {}).source(), settings });
    expect(held.map(({ reason }) => reason)).toContain("value-hidden");
  });

  it("gets a correction of a hidden value, detected by the digest of the last value", async () => {
    const amy = (idCardNumber: string) => office.employee("amy", { idCardNumber }).in("RD");
    await serviceHas(amy("A123456789"), hidden);
    await site.run({ source: amy("A123456789").source() });
    const { plan, state } = await applied(amy("B234567890"));
    expect(plan?.changes.map(({ fields }) => fields.map(({ field }) => field))).toEqual([["idCardNumber"]]);
    expect(idOfAmy(state)).toBe("B234567890");
    const kept = await site.store.ledger.read();
    expect(JSON.stringify([...kept.written])).not.toContain("B234567890");
  });
});

describe("a site that hides people who are not active", () => {
  const inactive = office
    .employee("amy", {
      number: "1",
      name: "甲",
      email: "old@example.com",
      active: false,
      resignationDate: "2026-01-31",
    })
    .in("QA", { title: "T1" });
  const rehired = office
    .employee("amy", { number: "1", name: "甲", email: "amy@example.com" })
    .in("RD", { title: "T2" });

  it("reactivates a person who returns, with new data and posts, without the old last day", async () => {
    await serviceHas(inactive, { inactivePeople: "hidden" });
    await site.remember([{ subject: employeeSubject("amy"), field: "resignationDate", value: "2026-01-31" }]);
    const { run, state } = await applied(rehired);
    const outcomes = [...((await site.store.plans.read(run.id))?.outcomes.values() ?? [])];
    expect(outcomes.map(({ changeId, result }) => [changeId, result])).toEqual([["employee/amy/create", "rehired"]]);
    expect(run).toMatchObject({ status: "succeeded", applied: 1 });
    expect(state.employees).toHaveLength(1);
    expect(state.employees[0]).toMatchObject({
      active: true,
      email: "amy@example.com",
      resignationDate: null,
      posts: [{ department: "RD", main: true, title: "T2" }],
    });
  });

  it("does not give a newcomer the account of a namesake without a number", async () => {
    const namesake = office.employee("amy", { number: null, name: "乙", active: false }).in("QA");
    await serviceHas(namesake, { inactivePeople: "hidden" });
    const { run } = await site.run({ source: rehired.source() });
    const outcomes = [...((await site.store.plans.read(run.id))?.outcomes.values() ?? [])];
    expect(outcomes.map(({ code }) => code)).toEqual(["already-exists"]);
    expect(writesOf(await fixture.calls())).toEqual([]);
    expect(refreshesOf(await fixture.calls())).toEqual([]);
  });
});

describe("a site that uses little more than the account of E12", () => {
  it("has number, expiry and posts of newcomers before the run reports success, although the first has no posts", async () => {
    await serviceHas(office, { newEmployees: "bare" });
    const wanted = office
      .employee("amy", { number: null, expiredTime: null })
      .employee("bob", { number: "2", expiredTime: "2027-01-31T15:59:59.000Z" })
      .in("RD", { title: "T1" });
    const { run, state } = await applied(wanted);
    expect(run).toMatchObject({ status: "succeeded", failed: 0 });
    expect(state.employees.find(({ account }) => account === "bob")).toMatchObject({
      number: "2",
      expiredTime: "2027-01-31T15:59:59.000Z",
      posts: [{ department: "RD", main: true, title: "T1" }],
    });
  });

  it("has the number of newcomers who share a mailbox, which is held (life 23001361)", async () => {
    await serviceHas(office, { newEmployees: "bare" });
    const email = "shop@example.com";
    const people = [1, 2, 3].map((at) => ({ account: `clerk${at}`, number: `${at}`, email }));
    const wanted = people.reduce((all, { account, ...data }) => all.employee(account, data), office);
    const { run, plan, state } = await applied(wanted);
    expect(plan?.held.map(({ id, reason }) => [id, reason])).toEqual([
      ["employee/clerk1/update", "value-taken"],
      ["employee/clerk2/update", "value-taken"],
      ["employee/clerk3/update", "value-taken"],
    ]);
    expect(run).toMatchObject({ status: "succeeded", failed: 0 });
    expect(state.employees.map(({ number }) => number)).toEqual(["1", "2", "3"]);
  });
});

describe("a site where moving a department clears its manager", () => {
  const led = (parent: string | null, manager?: string) =>
    directory()
      .level("L1")
      .department("HQ")
      .department("RD", { parent })
      .employee("amy")
      .in("RD")
      .managing(manager ?? "RD");

  it("gets the manager back before the run reports success", async () => {
    await serviceHas(led(null), { d7: "takes-along" });
    const { run, repairs, state } = await applied(led("HQ"));
    expect(run.status).toBe("succeeded");
    expect(repairs).toEqual(["manager/RD/update/again"]);
    expect(state.departments.find(({ code }) => code === "RD")?.manager).toBe("amy");
  });
});

describe("a renamed account", () => {
  const staffed = (account: string) =>
    office
      .employee(account, { number: "1", name: "甲" })
      .in("RD")
      .managing("RD")
      .employee("bob", { number: "2" })
      .in("QA", { supervisor: account });

  it("keeps its departments and its role as chosen approver, although the site forgets both", async () => {
    await serviceHas(staffed("amy"), { renamedAccounts: "forgotten" });
    await site.remember([{ subject: postSubject("bob", "QA"), field: "supervisor", value: "amy" }]);
    const { run, repairs, state } = await applied(staffed("ann"));
    expect(run.status).toBe("succeeded");
    expect(repairs).toEqual(["manager/RD/update/again", "supervisor/bob/QA/update/again"]);
    expect(state.departments.find(({ code }) => code === "RD")?.manager).toBe("ann");
    expect(state.employees.find(({ account }) => account === "bob")?.posts[0]?.supervisor).toBe("ann");
  });
});

describe("a person who comes back", () => {
  const person = (active: boolean, resignationDate: string | null) =>
    office.employee("amy", { number: "1", active, resignationDate }).in("RD");

  it("does not keep a last day that musterd did not write", async () => {
    await serviceHas(person(false, "2026-01-31"), {});
    const { run, state } = await applied(person(true, null));
    expect(run.status).toBe("succeeded");
    expect(state.employees[0]).toMatchObject({ active: true, resignationDate: null });
  });
});

describe("a site with its own spelling of accounts and codes", () => {
  it("is not sent the last day and the approver again", async () => {
    await serviceHas(directory().level("L1").department("RD").department("QA"), {
      accounts: "lower",
      supervisorShown: "effective",
    });
    const wanted = directory()
      .level("L1")
      .department("RD")
      .department("QA")
      .employee("BOSS", { number: "1" })
      .in("RD")
      .managing("RD")
      .employee("AMY", { number: "2", resignationDate: "2026-12-31" })
      .in("RD", { supervisor: "BOSS" });
    const { run } = await applied(wanted);
    expect(run.status).toBe("succeeded");
  });
});

describe("a new manager", () => {
  it("needs no E13 for people without a chosen approver if the site shows effective approvers", async () => {
    const accounts = ["ann", "bea", ...Array.from({ length: 8 }, (_, at) => `e${at}`)];
    const before = accounts.reduce((all, account) => all.employee(account).in("RD", { supervisor: null }), office);
    const withManager = (account: string) => {
      const source = before.source();
      const departments = source.directory.departments?.map((one) =>
        one.code === "RD" ? { ...one, manager: account } : one,
      );
      return { ...source, directory: { ...source.directory, ...(departments && { departments }) } };
    };
    await serviceHas(before, { supervisorShown: "effective" });
    await site.run({ source: withManager("ann") });
    await fixture.forgetCalls();
    const { run } = await site.run({ source: withManager("bea") });
    expect(run.status).toBe("succeeded");
    expect(writesOf(await fixture.calls()).map(({ operation }) => operation)).toEqual(["D12"]);
  });
});

describe("a write of somebody else during a run", () => {
  const bob = { email: "bob@example.com" };
  const current = office.employee("amy").in("RD").employee("bob", bob).in("QA");
  const wanted = office.employee("amy", { name: "Amy" }).in("RD").employee("bob", bob).in("QA");

  /** Makes a run with the source `wanted`, and calls `meanwhile` directly after its first write. */
  const interfered = async (meanwhile: (target: RunDeps["target"]) => Promise<unknown>) => {
    await serviceHas(current, {});
    const change = (full: RunDeps): RunDeps => ({
      ...full,
      target: {
        ...full.target,
        perform: async (operation, beforeCall) => {
          const performed = await full.target.perform(operation, beforeCall);
          await meanwhile(full.target);
          return performed;
        },
      },
    });
    const { run } = await site.run({ source: wanted.source(), change });
    const writes = writesOf(await fixture.calls()).map(({ operation }) => operation);
    return { run, writes, state: directoryOf(await fixture.dump()) };
  };

  it("is left to the next run if it does not concern this run's objects", async () => {
    const { run, state } = await interfered((target) =>
      target.perform(
        { id: "E11", account: "bob", newAccount: "bob", set: { email: "rob@example.com" } },
        () => undefined,
      ),
    );
    expect(run).toMatchObject({ status: "succeeded", planned: 1 });
    expect(state.employees.map(({ name, email }) => email ?? name)).toEqual(["Amy", "rob@example.com"]);
  });

  it("never makes the run create a person who was not planned", async () => {
    const without = office.employee("bob").in("RD");
    const { writes, state } = await interfered(() => fixture.load(organisationOf(without.full())));
    // Who is no longer listed may only be disabled (R51), so the run tries to enable her, and is refused.
    expect(new Set(writes)).toEqual(new Set(["E11", "E7"]));
    expect(state.employees.map(({ account }) => account)).toEqual(["bob"]);
  });
});
