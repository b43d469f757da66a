/** Examples of the people policy: single decisions, what is said about them, and what must not happen. */
import { describe, expect, test } from "vitest";
import type { Employee } from "../../src/model/directory/directory.ts";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import { employeeSubject, ledgerKey, type Memory, missingReadings } from "../../src/model/memory/memory.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { PeoplePolicy, PlanSettings } from "../../src/model/plan/settings.ts";
import { readingRemembered } from "../../src/plan/people/missing.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { defaultSettings, today } from "../support/random/arbitraries.ts";
import { heldIn, planBetween } from "../support/target/plan-between.ts";

const person = (account: string, fields: Partial<Employee> = {}) => directory().employee(account, fields);

const people = (policy: Partial<PeoplePolicy>) => ({ people: { ...defaultSettings.people, ...policy } });

/** Changes as action and reason. */
const reasonsIn = ({ changes }: Plan) => changes.map(({ action, reason }) => `${action}: ${reason}`);

const noticesIn = ({ notices }: Plan) => notices.map(({ code, key }) => `${key}: ${code}`);

const memoryOf = (account: string, field: string, value: string): Memory => ({
  written: new Map([[ledgerKey(employeeSubject(account), field), value]]),
});

const tomorrow = "2026-11-22";
const inJune = "2027-06-01";

describe("a joiner", () => {
  test("of next June is not created yet, and the plan says so", () => {
    const plan = planBetween(directory(), person("amy", { hireDate: inJune }));
    expect(plan.changes).toEqual([]);
    expect(noticesIn(plan)).toEqual(["amy: not-yet-created"]);
  });

  test("of tomorrow is created and disabled in one change", () => {
    const [create] = planBetween(directory(), person("amy", { hireDate: tomorrow })).changes;
    expect(create?.operations.map(({ id }) => id)).toEqual(["E12", "E7"]);
    expect(create?.fields).toContainEqual({ field: "active", after: false });
    expect(create?.operations[1]).toEqual({ id: "E7", account: "amy", active: false });
  });

  test("is created as many days before the hire date as the policy says, and not earlier", () => {
    const settings = people({ createDaysBefore: 3 });
    const of = (hireDate: string) => planBetween(directory(), person("amy", { hireDate }), { settings });
    expect(reasonsIn(of("2026-11-24"))).toEqual(["create: before-hire-date"]);
    expect(noticesIn(of("2026-11-25"))).toEqual(["amy: not-yet-created"]);
  });

  test("of today is created and active", () => {
    const [create] = planBetween(directory(), person("amy", { hireDate: today })).changes;
    expect(create?.operations.map(({ id }) => id)).toEqual(["E12"]);
  });

  test("is active at once if the policy does not wait", () => {
    const settings = people({ waitForHireDate: false });
    const [create] = planBetween(directory(), person("amy", { hireDate: inJune }), { settings }).changes;
    expect(create?.operations.map(({ id }) => id)).toEqual(["E12"]);
  });

  test("is active at once if musterd does not manage the status, because nobody would activate the person", () => {
    const settings = { fields: { "employee.active": "ignore" } } as const;
    const [create] = planBetween(directory(), person("amy", { hireDate: inJune }), { settings }).changes;
    expect(create?.operations.map(({ id }) => id)).toEqual(["E12"]);
  });

  test("who was created and not disabled, because the process died in between, is disabled", () => {
    const joiner = person("amy", { hireDate: tomorrow });
    const [create] = planBetween(directory(), joiner).changes;
    const [doubt] = create?.doubts ?? [];
    const memory = memoryOf("amy", doubt?.field ?? "", doubt?.value ?? "");
    expect(reasonsIn(planBetween(joiner, joiner, { memory }))).toEqual(["deactivate: before-hire-date"]);
  });

  test("becomes active on the hire date although the source says nothing about the status", () => {
    const created = person("amy", { hireDate: today, active: false });
    const { active: _unstated, ...stated } = { account: "amy", name: "amy", hireDate: today, active: true };
    const memory = memoryOf("amy", "disabledFor", "before-hire-date");
    const desired = directory({ employees: [stated] });
    expect(reasonsIn(planBetween(created, desired, { memory }))).toEqual(["reactivate: hire-date-reached"]);
    expect(planBetween(created, desired).changes).toEqual([]);
  });

  test("is not appointed as a manager before the hire date", () => {
    const office = directory().level("L1").department("RD");
    const desired = office.employee("amy", { hireDate: tomorrow }).in("RD").managing("RD");
    expect(heldIn(planBetween(office, desired))).toEqual(["manager/RD/update: person-inactive"]);
  });
});

describe("a row of the source that only counts from a later day", () => {
  const plan = (upcoming: NonNullable<SourceSnapshot["upcoming"]>, settings: Partial<PlanSettings> = {}) =>
    planBetween(person("amy"), person("amy"), { settings, stated: (source) => ({ ...source, upcoming }) });
  const amy = { date: tomorrow, account: "amy", name: "Amy" };

  test("is in the calendar, also of somebody who begins then", () => {
    const bob = { date: "2026-12-01", account: "bob", name: "Bob" };
    expect(plan([bob, amy]).due).toMatchObject([
      { date: tomorrow, what: "next-row", key: "amy" },
      { date: "2026-12-01", what: "next-row", key: "bob", label: "Bob" },
    ]);
  });

  test("is not in it if it is far ahead, or of somebody who is protected", () => {
    expect(plan([{ ...amy, date: inJune }]).due).toBeUndefined();
    expect(plan([amy], { protectedAccounts: ["amy"] }).due).toBeUndefined();
  });
});

describe("somebody who works", () => {
  test("is not locked out by a hire date that lies ahead", () => {
    const plan = planBetween(person("amy"), person("amy", { hireDate: inJune }));
    expect(reasonsIn(plan)).toEqual(["update: differs"]);
    expect(noticesIn(plan)).toEqual(["amy: active-before-hire-date"]);
  });

  test("who returns later stays disabled until the new hire date", () => {
    const gone = person("amy", { active: false, hireDate: tomorrow });
    expect(planBetween(gone, person("amy", { hireDate: tomorrow })).changes).toEqual([]);
  });

  test("stays active in the grace period, and nobody is created or activated in it", () => {
    const settings = people({ graceDays: 3 });
    const leaver = directory({ employees: [{ account: "amy", name: "amy", resignationDate: "2026-11-18" }] });
    expect(reasonsIn(planBetween(person("amy"), leaver, { settings }))).toEqual(["update: differs"]);
    expect(reasonsIn(planBetween(person("amy", { active: false }), leaver, { settings }))).toEqual(["update: differs"]);
    expect(planBetween(directory(), leaver, { settings }).changes).toEqual([]);
  });

  test("may have a last day in the year 9999", () => {
    const settings = people({ graceDays: 30 });
    const plan = planBetween(person("amy"), person("amy", { resignationDate: "9999-12-31" }), { settings });
    expect(reasonsIn(plan)).toEqual(["update: differs"]);
  });
});

describe("a newcomer without a status", () => {
  const bob = { account: "bob", name: "bob", active: true };
  const amy = { account: "amy", name: "amy" };

  test("is held where the status of others says active, and created where nobody's does", () => {
    const other = directory().employee("bob", {});
    const held = planBetween(other, directory({ employees: [bob, amy] }));
    expect([held.changes, heldIn(held)]).toEqual([[], ["employee/amy/create: status-missing"]]);
    const silent = directory({ employees: [{ account: "bob", name: "bob" }, amy] });
    expect(reasonsIn(planBetween(other, silent))).toEqual(["create: missing-in-target"]);
  });

  test("is created for a hire date that is ahead: the day says when the person is active", () => {
    const joiner = { ...amy, hireDate: tomorrow };
    const plan = planBetween(directory().employee("bob", {}), directory({ employees: [bob, joiner] }));
    expect(reasonsIn(plan)).toEqual(["create: before-hire-date"]);
  });
});

describe("a leave", () => {
  test("disables the person and keeps the posts", () => {
    const member = (fields: Partial<Employee>) =>
      directory().level("L1").department("RD").employee("amy", fields).in("RD");
    expect(reasonsIn(planBetween(member({}), member({ onLeave: true })))).toEqual(["deactivate: on-leave"]);
  });

  test("leaves a manager as they are, visibly held, until somebody else manages the department", () => {
    const office = directory().level("L1").department("RD");
    const manager = (fields: Partial<Employee>) =>
      office.employee("amy", fields).in("RD", { title: null, functions: [] }).managing("RD");
    const kept = planBetween(manager({}), manager({ onLeave: true }));
    expect(kept.changes).toEqual([]);
    expect(heldIn(kept)).toEqual(["employee/amy/deactivate: still-manager"]);
  });

  test("by dates counts both days, and a stated status wins over dates", () => {
    const leave = { leaveFrom: today, leaveUntil: today };
    expect(reasonsIn(planBetween(person("amy"), person("amy", leave)))).toEqual(["deactivate: on-leave"]);
    expect(planBetween(person("amy"), person("amy", { leaveFrom: tomorrow })).changes).toEqual([]);
    expect(planBetween(person("amy"), person("amy", { ...leave, onLeave: false })).changes).toEqual([]);
  });

  test("of which only one day is stated disables nobody whose status says active", () => {
    for (const day of [{ leaveFrom: "2019-03-02" }, { leaveUntil: tomorrow }]) {
      const plan = planBetween(person("amy"), person("amy", { active: true, ...day }));
      expect([plan.changes, heldIn(plan)]).toEqual([[], ["employee/amy/deactivate: status-and-leave-disagree"]]);
      const created = planBetween(directory(), person("amy", { active: true, ...day }));
      expect([created.changes, heldIn(created)]).toEqual([[], ["employee/amy/create: status-and-leave-disagree"]]);
      const silent = directory({ employees: [{ account: "amy", name: "amy", ...day }] });
      expect(reasonsIn(planBetween(person("amy"), silent))).toEqual(["deactivate: on-leave"]);
      const stated = planBetween(person("amy"), person("amy", { active: true, onLeave: true, ...day }));
      expect(reasonsIn(stated)).toEqual(["deactivate: on-leave"]);
    }
  });

  test("keeps somebody who is new from being created", () => {
    const plan = planBetween(directory(), person("amy", { onLeave: true }));
    expect(noticesIn(plan)).toEqual(["amy: inactive-not-created"]);
  });
});

describe("somebody who is missing from the source", () => {
  const settings = people({ missing: 3 });
  const both = person("amy").employee("bob", { number: "7" });
  const twice = memoryOf("bob", missingReadings, "2 2026-11-20");

  test("is disabled in the third reading, and announced before", () => {
    const third = planBetween(both, person("amy"), { settings, memory: twice });
    expect([reasonsIn(third), noticesIn(third)]).toEqual([["deactivate: missing-in-source"], []]);
    const once = planBetween(both, person("amy"), {
      settings,
      memory: memoryOf("bob", missingReadings, "1 2026-11-20"),
    });
    expect(once.due).toEqual([{ date: tomorrow, what: "missing", key: "bob", label: "bob" }]);
    expect(noticesIn(once)).toEqual(["bob: unmanaged"]);
  });

  test("is not counted twice on one day", () => {
    const memory = memoryOf("bob", missingReadings, `2 ${today}`);
    expect(planBetween(both, person("amy"), { settings, memory }).changes).toEqual([]);
  });

  test("is left alone without the policy or the status, and if the source never named the person", () => {
    expect(planBetween(both, person("amy"), { memory: twice }).changes).toEqual([]);
    const unmanaged = { ...settings, fields: { "employee.active": "ignore" } } as const;
    expect(planBetween(both, person("amy"), { settings: unmanaged, memory: twice }).changes).toEqual([]);
    expect(planBetween(both, person("amy"), { settings }).changes).toEqual([]);
  });

  const row = { kind: "employee", file: "a.csv", line: 2, column: "x", code: "date-invalid", reason: "bad" } as const;
  test.each<[string, Partial<SourceSnapshot>]>([
    ["a rejected row without a key", { rejected: [row] }],
    ["a rejected row with a key that nobody has", { rejected: [{ ...row, key: "9" }] }],
    ["the person's own rejected row", { rejected: [{ ...row, key: "7" }] }],
    ["rows that contradict each other", { quarantined: [{ kind: "employee", key: "9" }] }],
    ["an exception for the person", { excluded: [{ kind: "employee", key: "bob" }] }],
    ["no people", { directory: { employees: [] } }],
    ["people whom the gate holds", { directory: {} }],
  ])("is not disabled by a reading with %s", (_, part) => {
    const plan = planBetween(both, person("amy"), {
      settings,
      memory: twice,
      stated: (source) => ({ ...source, ...part }),
    });
    expect(plan.changes).toEqual([]);
  });

  test.each<[string, SourceSnapshot["rejected"][number]]>([
    ["the row of somebody else, known by the account,", { ...row, key: "cat" }],
    ["the row of somebody else, known by the number,", { ...row, key: "9" }],
    ["a row that is none of the source's", { ...row, outside: true }],
  ])("is disabled although %s is rejected, and the other is not", (_, rejected) => {
    const memory = { written: new Map([...twice.written, ["employee/cat missingReadings", "2 2026-11-20"]]) };
    const plan = planBetween(both.employee("cat", { number: "9" }), person("amy"), {
      settings,
      memory,
      stated: (source) => ({ ...source, rejected: [rejected] }),
    });
    const expected = rejected.outside
      ? ["employee/bob/deactivate", "employee/cat/deactivate"]
      : ["employee/bob/deactivate"];
    expect(plan.changes.map(({ id }) => id)).toEqual(expected);
  });

  test("is left alone while a newcomer may be the same person", () => {
    const current = person("amy").employee("bob", { email: "bob@example.com" });
    const desired = person("amy").employee("robert", { email: "bob@example.com" });
    const plan = planBetween(current, desired, { settings, memory: twice });
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["employee/robert/create: possible-twin"]);
  });

  test("is left alone while a row may be the person's or that of somebody else, or looks alike", () => {
    const links = { employee: new Map([["h1", "bob"]]), department: new Map() };
    const disputed = planBetween(
      both.employee("rob", { number: "8" }),
      person("amy").employee("rob", { number: "8", id: "h1" }),
      {
        settings,
        memory: { ...twice, links },
      },
    );
    expect(disputed.changes).toEqual([]);
    expect(heldIn(disputed)).toEqual(["employee/rob/update: identity-conflict"]);
    const cyrillic = "b\u043eb";
    const alike = planBetween(person("amy").employee(cyrillic), person("amy").employee("bob"), {
      settings,
      memory: memoryOf(cyrillic, missingReadings, "2 2026-11-20"),
    });
    expect(alike.changes).toEqual([]);
    expect(heldIn(alike)).toEqual(["employee/bob/create: look-alike"]);
  });

  test("is left alone with a protected account", () => {
    const plan = planBetween(both, person("amy"), {
      settings: { ...settings, protectedAccounts: ["bob"] },
      memory: twice,
    });
    expect([...plan.changes, ...plan.held]).toEqual([]);
  });

  test("counts for the caps of the guard like everybody who is disabled", () => {
    const current = person("amy").employee("bob").employee("cat");
    const memory = {
      written: new Map([...twice.written, ...memoryOf("cat", missingReadings, "2 2026-11-20").written]),
    };
    const caps = { employee: { deactivate: { count: 1 } } };
    const plan = planBetween(current, person("amy"), { settings: { ...settings, caps }, memory });
    expect(plan.breaches).toMatchObject([{ code: "cap-exceeded", action: "deactivate", count: 2, limit: 1 }]);
  });

  test("who is active again by somebody else's doing is not known as disabled any more, unless this plan disables", () => {
    const memory = memoryOf("bob", "disabledFor", "on-leave");
    const input = { source: both.source(), target: both.target(), settings: defaultSettings, memory, today };
    const disabling = [{ id: "employee/bob/deactivate" }] as never;
    expect(readingRemembered(input, { changes: [], held: [] })).toEqual([
      { subject: "employee/bob", field: "disabledFor", value: null },
    ]);
    expect(readingRemembered(input, { changes: disabling, held: [] })).toEqual([]);
    expect(readingRemembered(input, { changes: [], held: disabling })).toEqual([]);
  });

  test("is forgotten when the policy is removed, so that an old count cannot go on later", () => {
    const input = { source: person("amy").source(), target: both.target(), memory: twice, today };
    const entries = readingRemembered({ ...input, settings: defaultSettings }, { changes: [], held: [] });
    expect(entries).toEqual([{ subject: "employee/bob", field: missingReadings, value: null }]);
  });
});

describe("somebody who was created before the hire date", () => {
  const waiting = person("amy", { active: false, hireDate: tomorrow }).employee("bob", { number: "7" });
  const bob = directory().employee("bob", { number: "7" });
  const remembered = (entries: Record<string, string>): Memory => ({
    written: new Map(
      Object.entries(entries).map(([field, value]) => [ledgerKey(employeeSubject("amy"), field), value]),
    ),
  });
  const waits = remembered({ disabledFor: "before-hire-date", statedHireDate: tomorrow });
  const noticesOfAmy = (plan: Plan) => noticesIn(plan).filter((notice) => notice.startsWith("amy"));

  test("is remembered with the hire date when created, active or not", () => {
    for (const waitForHireDate of [true, false]) {
      const settings = people({ waitForHireDate });
      const [create] = planBetween(directory(), person("amy", { hireDate: tomorrow }), { settings }).changes;
      expect(create?.remember).toContainEqual({ subject: "employee/amy", field: "statedHireDate", value: tomorrow });
    }
  });

  test("is not activated because HR clears the date, and waits for the date that HR stated last if it states none", () => {
    const cleared = planBetween(waiting, waiting, {
      memory: waits,
      stated: (source) => ({
        ...source,
        directory: { employees: [{ account: "amy", name: "amy", active: true, hireDate: null }] },
      }),
    });
    expect(reasonsIn(cleared)).toEqual(["update: differs"]);
    expect(noticesOfAmy(cleared)).toEqual(["amy: hire-date-cleared"]);
    const unstated = planBetween(waiting, waiting, {
      memory: waits,
      stated: (source) => ({ ...source, directory: { employees: [{ account: "amy", name: "amy", active: true }] } }),
    });
    expect(unstated.changes).toEqual([]);
    expect(unstated.due).toMatchObject([{ date: tomorrow, what: "active", key: "amy" }]);
  });

  test("is named when the row is gone, and the calendar promises nothing", () => {
    const plan = planBetween(waiting, bob, { memory: waits });
    expect(plan.changes).toEqual([]);
    expect(noticesOfAmy(plan)).toEqual(["amy: rescinded-hire"]);
    expect(plan.due).toBeUndefined();
  });

  test.each([
    { disabledFor: "before-hire-date", statedHireDate: today },
    { disabledFor: "rescinded", statedHireDate: tomorrow },
  ])("is named until nobody waits any more and the date is over: %o", (entries) => {
    expect(noticesOfAmy(planBetween(waiting, bob, { memory: remembered(entries) }))).toEqual(["amy: rescinded-hire"]);
  });

  test.each([
    ["another date than at the last run", { hireDate: "2026-11-24" }, tomorrow, ["amy: hire-date-moved"]],
    ["a date further ahead than joiners are created", { hireDate: inJune }, inJune, ["amy: hire-date-moved"]],
    ["the same date", { hireDate: tomorrow }, tomorrow, []],
    ["a leave that begins with the job", { hireDate: tomorrow, onLeave: true }, tomorrow, []],
  ])("is told about where HR has %s", (_, stated, statedHireDate, notices) => {
    const memory = remembered({ disabledFor: "before-hire-date", statedHireDate });
    const row = (source: SourceSnapshot) => ({
      ...source,
      directory: { employees: [{ account: "amy", name: "amy", active: true, ...stated }] },
    });
    const settings = people({ createDaysBefore: 7 });
    expect(noticesOfAmy(planBetween(waiting, waiting, { settings, memory, stated: row }))).toEqual(notices);
  });

  test("is named on a site that does not list disabled people, unless the account is protected or an exception", () => {
    const excluded = [{ kind: "employee", key: "amy" }] as const;
    const named = (more: Parameters<typeof planBetween>[2]) =>
      noticesOfAmy(planBetween(bob, bob, { memory: waits, ...more }));
    expect(named({})).toEqual(["amy: rescinded-hire"]);
    expect(named({ settings: { protectedAccounts: ["amy"] } })).toEqual([]);
    expect(named({ stated: (source) => ({ ...source, excluded }) })).toEqual([]);
  });

  test.each([
    [
      "the hire date is over and the ledger says that nobody waits",
      { disabledFor: "rescinded", statedHireDate: today },
    ],
    ["HR never named the person", {}],
  ])("is not named when %s", (_, entries) => {
    expect(noticesOfAmy(planBetween(waiting, bob, { memory: remembered(entries) }))).toEqual([]);
  });

  test("is not named while the own row is rejected or quarantined, or a newcomer may be the same person", () => {
    const row = { kind: "employee", file: "a.csv", line: 2, column: "x", code: "date-invalid", reason: "bad" } as const;
    const parts: Partial<SourceSnapshot>[] = [
      { rejected: [{ ...row, key: "amy" }] },
      { quarantined: [{ kind: "employee", key: "amy" }] },
    ];
    for (const part of parts) {
      const plan = planBetween(waiting, bob, { memory: waits, stated: (source) => ({ ...source, ...part }) });
      expect(noticesOfAmy(plan)).toEqual([]);
    }
    const current = bob.employee("amy", { active: false, hireDate: tomorrow, email: "amy@example.com" });
    const desired = bob.employee("amelia", { email: "amy@example.com", hireDate: tomorrow });
    const plan = planBetween(current, desired, { memory: waits });
    expect(heldIn(plan)).toEqual(["employee/amelia/create: possible-twin"]);
    expect(noticesOfAmy(plan)).toEqual([]);
  });

  test("waits no more after three readings without the policy, of which a half-read one is none", () => {
    const input = { source: bob.source(), target: waiting.target(), settings: defaultSettings, today };
    const twice = { ...waits, written: new Map([...waits.written, ["employee/amy missingReadings", "2 2026-11-20"]]) };
    const entries = readingRemembered({ ...input, memory: twice }, { changes: [], held: [] });
    const rescinded = { subject: "employee/amy", field: "disabledFor", value: "rescinded" };
    expect(entries).toContainEqual(rescinded);
    const once = { written: new Map([...waits.written, ["employee/amy missingReadings", "1 2026-11-20"]]) };
    expect(readingRemembered({ ...input, memory: once }, { changes: [], held: [] })).not.toContainEqual(rescinded);
    const quarantined = [{ kind: "employee", key: "9" }] as const;
    const half = { ...input, source: { ...bob.source(), quarantined }, memory: twice };
    expect(readingRemembered(half, { changes: [], held: [] })).toEqual([]);
  });

  const early = person("amy", { hireDate: tomorrow }).employee("bob", { number: "7" });
  const began = { statedHireDate: tomorrow, missingReadings: "2 2026-11-20" };

  test("and is active, is disabled after three readings, and announced before", () => {
    const plan = planBetween(early, bob, { memory: remembered(began) });
    expect(reasonsIn(plan)).toEqual(["deactivate: rescinded"]);
    expect(plan.changes[0]?.remember).toContainEqual({
      subject: "employee/amy",
      field: "disabledFor",
      value: "rescinded",
    });
    expect(plan.changes[0]?.doubts).toEqual([{ subject: "employee/amy", field: "createdFor", value: "rescinded" }]);
    const before = planBetween(early, bob, { memory: remembered({ statedHireDate: tomorrow }) });
    expect(before.changes).toEqual([]);
    expect(noticesOfAmy(before)).toEqual(["amy: rescinded-hire"]);
    expect(before.due).toMatchObject([{ date: "2026-11-23", what: "missing", key: "amy" }]);
    const dateCame = planBetween(early, bob, { memory: remembered({ ...began, statedHireDate: today }) });
    expect(reasonsIn(dateCame)).toEqual(["deactivate: rescinded"]);
  });

  test.each([
    ["the date had come before the row was gone", { statedHireDate: today }],
    ["somebody else has activated the person meanwhile", { ...began, disabledFor: "rescinded" }],
    ["musterd did not create the person", { missingReadings: "2 2026-11-20" }],
  ])("and is active, is left alone where %s", (_, entries) => {
    const plan = planBetween(early, bob, { memory: remembered(entries) });
    expect(plan.changes).toEqual([]);
    expect(noticesOfAmy(plan)).toEqual(["amy: unmanaged"]);
  });

  test("and was disabled by a run that died before it could remember why, leaves the cause that was in doubt", () => {
    const memory = remembered({ createdFor: "on-leave" });
    const input = { source: waiting.source(), target: waiting.target(), settings: defaultSettings, today, memory };
    const entries = readingRemembered(input, { changes: [], held: [] });
    expect(entries).toContainEqual({ subject: "employee/amy", field: "disabledFor", value: "on-leave" });
    expect(entries).toContainEqual({ subject: "employee/amy", field: "createdFor", value: null });
  });

  test("is named if the person still manages a department", () => {
    const office = directory().level("L1").department("RD").employee("bob", { number: "7" });
    const current = office.employee("amy", { active: false, hireDate: tomorrow }).in("RD").managing("RD");
    const desired = office;
    const plan = planBetween(current, desired, { memory: waits });
    expect(noticesOfAmy(plan)).toEqual(["amy: rescinded-hire", "amy: rescinded-in-charge"]);
  });

  test("is named if HR says inactive, or ends the person before the start", () => {
    for (const fields of [{ active: false }, { active: true, resignationDate: today }]) {
      const plan = planBetween(waiting, waiting, {
        memory: waits,
        stated: (source) => ({
          ...source,
          directory: { employees: [{ account: "amy", name: "amy", hireDate: tomorrow, ...fields }] },
        }),
      });
      expect(noticesOfAmy(plan)).toEqual(["amy: rescinded-hire"]);
      expect(plan.due).toBeUndefined();
    }
  });
});
