/** Rescinded hires in whole runs over many days, with the real service, store and Redis: HR takes back, moves and clears hire dates. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Employee } from "../../src/model/directory/directory.ts";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { PlanSettings } from "../../src/model/plan/settings.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { organisationOf } from "../support/directory/organisation-document.ts";
import { defaultSettings } from "../support/random/arbitraries.ts";
import { quickSettings, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

useRunParts();

let site: RunSite;
let now: number;

beforeEach(async () => {
  now = 0;
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => now });
  await fixture.load(organisationOf(directory().employee("amy", { number: "1" }).full()));
});

afterEach(() => site.close());

const amy = { account: "amy", number: "1", name: "amy", active: true };
const eve: Employee = { account: "eve", number: "3", name: "eve", active: true, hireDate: "2026-03-20" };

const reading = (employees: readonly Employee[], part: Partial<SourceSnapshot> = {}): SourceSnapshot => ({
  directory: { employees: [amy, ...employees] },
  rejected: [],
  renames: [],
  ...part,
});

const early: Partial<PlanSettings> = { people: { ...defaultSettings.people, waitForHireDate: false } };

const noticesOf = (plan: Plan | undefined): readonly string[] =>
  plan?.notices.flatMap(({ key, code }) => (key === "eve" ? [code] : [])) ?? [];

/** Runs on a day of March 2026; returns how eve is then, what is said about her, what is due, and whether a second plan is empty. */
const on = async (day: number, source: SourceSnapshot, settings: Partial<PlanSettings> = {}) => {
  now = Date.parse(`2026-03-${String(day).padStart(2, "0")}T04:00:00Z`);
  const { run, plan } = await site.run({ source, settings });
  expect(run.status).toBe("succeeded");
  expect((await site.plan({ source, settings })).changes).toEqual([]);
  const found = (await fixture.dump()).employees.find(({ account }) => account === "eve");
  return [found?.active, noticesOf(plan), (plan?.due ?? []).map(({ date, what }) => `${date} ${what}`)] as const;
};

it("names a hire that HR takes back, promises nothing, and activates the same account when HR changes its mind", async () => {
  const [gone, back] = [reading([]), reading([{ ...eve, hireDate: "2026-03-25" }])];
  expect(await on(10, reading([eve]))).toEqual([false, [], ["2026-03-20 active"]]);
  const row = { kind: "employee", file: "a.csv", line: 2, column: "x", code: "date-invalid", reason: "bad" } as const;
  expect(await on(11, reading([], { rejected: [{ ...row, key: "3" }] }))).toEqual([false, [], []]);
  for (const day of [12, 13, 14, 15]) expect(await on(day, gone)).toEqual([false, ["rescinded-hire"], []]);
  expect((await site.store.ledger.read()).written.get("employee/eve disabledFor")).toBe("rescinded");
  expect(await on(20, gone)).toEqual([false, [], []]);
  expect(await on(21, back)).toEqual([false, ["hire-date-moved"], ["2026-03-25 active"]]);
  await fixture.forgetCalls();
  expect(await on(22, back)).toEqual([false, [], ["2026-03-25 active"]]);
  expect(writesOf(await fixture.calls())).toEqual([]);
  expect(await on(25, back)).toEqual([true, [], []]);
  expect(await on(26, gone)).toEqual([true, ["unmanaged"], []]);
  for (const day of [27, 28, 29, 30]) expect(await on(day, gone)).toEqual([true, ["unmanaged"], []]);
});

it("follows a date that HR moves, clears and states again", async () => {
  const withDate = (hireDate: string | null) => reading([{ ...eve, hireDate }]);
  expect(await on(10, reading([eve]))).toEqual([false, [], ["2026-03-20 active"]]);
  expect(await on(11, withDate("2026-03-18"))).toEqual([false, ["hire-date-moved"], ["2026-03-18 active"]]);
  expect(await on(12, withDate("2099-01-01"))).toEqual([false, ["hire-date-moved"], []]);
  expect(await on(13, withDate("2099-01-01"))).toEqual([false, ["hire-date-moved"], []]);
  expect(await on(14, withDate(null))).toEqual([false, ["hire-date-cleared"], []]);
  expect(await on(21, withDate(null))).toEqual([false, ["hire-date-cleared"], []]);
  const { hireDate: _unstated, ...row } = eve;
  expect(await on(22, reading([row]))).toEqual([false, ["hire-date-cleared"], []]);
  expect(await on(23, withDate("2026-03-23"))).toEqual([true, [], []]);
  expect(await on(24, withDate("2026-03-30"))).toEqual([true, ["active-before-hire-date"], []]);
  for (const day of [25, 26, 27, 28]) expect(await on(day, reading([]))).toEqual([true, ["unmanaged"], []]);
});

it("waits for the date that HR stated last where HR states none any more", async () => {
  const { hireDate: _unstated, ...row } = eve;
  expect(await on(10, reading([eve]))).toEqual([false, [], ["2026-03-20 active"]]);
  expect(await on(11, reading([row]))).toEqual([false, [], ["2026-03-20 active"]]);
  expect(await on(20, reading([row]))).toEqual([true, [], []]);
});

it("disables a joiner who was created active, after three readings on three days, and activates the account again", async () => {
  const gone = reading([]);
  expect(await on(10, reading([eve]), early)).toEqual([true, [], []]);
  expect(await on(11, gone, early)).toEqual([true, ["rescinded-hire"], ["2026-03-13 missing"]]);
  expect(await on(11, gone, early)).toEqual([true, ["rescinded-hire"], ["2026-03-13 missing"]]);
  const quarantined = [{ kind: "employee", key: "9" }] as const;
  expect((await on(12, reading([], { quarantined }), early))[0]).toBe(true);
  expect(await on(13, gone, early)).toEqual([true, ["rescinded-hire"], ["2026-03-14 missing"]]);
  expect((await on(14, gone, early))[0]).toBe(false);
  expect(await on(15, gone, early)).toEqual([false, ["rescinded-hire"], []]);
  expect(await on(16, reading([eve]), early)).toEqual([true, [], []]);
});

it("leaves a joiner who was created active alone if the row is gone only after the hire date", async () => {
  expect(await on(10, reading([eve]), early)).toEqual([true, [], []]);
  for (const day of [20, 21, 22, 23, 24]) expect(await on(day, reading([]), early)).toEqual([true, ["unmanaged"], []]);
});

it("says after an undo of the creation that the account remains, and follows HR again", async () => {
  now = Date.parse("2026-03-10T04:00:00Z");
  const { run } = await site.run({ source: reading([eve]) });
  now += 60_000;
  const undone = await site.run({ source: reading([eve]), undoes: run.id });
  expect([undone.run.status, noticesOf(undone.plan)]).toEqual(["succeeded", ["only-disabled"]]);
  expect(await on(11, reading([]))).toEqual([false, ["rescinded-hire"], []]);
  expect(await on(12, reading([eve]))).toEqual([false, [], ["2026-03-20 active"]]);
  expect(await on(20, reading([eve]))).toEqual([true, [], []]);
});
