/** The people policy in whole runs over many days, with the real service, store and Redis: one joiner, one leave, one who is missing. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../../src/lib/log.ts";
import type { Employee } from "../../src/model/directory/directory.ts";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import type { PeoplePolicy } from "../../src/model/plan/settings.ts";
import { openRedis } from "../../src/queue/redis.ts";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { organisationOf } from "../support/directory/organisation-document.ts";
import { defaultSettings } from "../support/random/arbitraries.ts";
import {
  openServiceFixture,
  quickSettings,
  type ServiceFixture,
  writesOf,
} from "../support/servers/service-fixture.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

const newYork = { ...defaultSettings.people, timeZone: "America/New_York", createDaysBefore: 2, missing: 2 };

let redis: RedisHandle;
let fixture: ServiceFixture;
let site: RunSite;
let now = 0;

beforeAll(async () => {
  redis = await openRedis({ searchPath: process.env["PATH"] ?? "" }, createLog("silent"));
  fixture = await openServiceFixture();
  await fixture.load(
    organisationOf(directory().employee("amy", { number: "1" }).employee("bob", { number: "2" }).full()),
  );
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => now });
});

afterAll(async () => {
  await site.close();
  await fixture.close();
  await redis.close();
});

const amy = {
  account: "amy",
  number: "1",
  name: "amy",
  active: true,
  leaveFrom: "2026-03-06",
  leaveUntil: "2026-03-06",
};
const bob = { account: "bob", number: "2", name: "bob", active: true };
const eve = { account: "eve", number: "3", name: "eve", hireDate: "2026-03-09" };

const reading = (employees: readonly Employee[], part: Partial<SourceSnapshot> = {}): SourceSnapshot => ({
  directory: { employees },
  rejected: [],
  renames: [],
  ...part,
});

/** Runs at the instant and returns who is active in the service. */
const runAt = async (
  instant: string,
  source: SourceSnapshot,
  people: PeoplePolicy = newYork,
): Promise<readonly string[]> => {
  now = Date.parse(instant);
  const { run } = await site.run({ source, settings: { people } });
  expect(run.status).toBe("succeeded");
  const { employees } = await fixture.dump();
  return employees.map(({ account, active }) => `${account} ${active ? "works" : "off"}`).toSorted();
};

it("follows joiner, leave and absence by the days of the zone, on which the clock changes once", async () => {
  const all = reading([amy, bob, eve]);
  expect(await runAt("2026-03-06T04:59:00Z", all)).toEqual(["amy works", "bob works"]);
  expect(await runAt("2026-03-06T05:00:00Z", all)).toEqual(["amy off", "bob works"]);
  expect(await runAt("2026-03-07T05:00:00Z", all)).toEqual(["amy works", "bob works", "eve off"]);
  expect(await runAt("2026-03-09T03:59:00Z", all)).toEqual(["amy works", "bob works", "eve off"]);
  expect(await runAt("2026-03-09T04:00:00Z", all)).toEqual(["amy works", "bob works", "eve works"]);
  const row = { kind: "employee", file: "a.csv", line: 2, column: "x", code: "date-invalid", reason: "bad" } as const;
  const half = reading([amy], { rejected: [row] });
  for (const day of ["10", "11", "12"])
    expect(await runAt(`2026-03-${day}T12:00:00Z`, half)).toEqual(["amy works", "bob works", "eve works"]);
  const withoutBob = reading([amy, eve]);
  for (const hour of ["12", "14", "16"])
    expect(await runAt(`2026-03-13T${hour}:00:00Z`, withoutBob)).toEqual(["amy works", "bob works", "eve works"]);
  expect(await runAt("2026-03-14T12:00:00Z", withoutBob)).toEqual(["amy works", "bob off", "eve works"]);
  expect(await runAt("2026-03-15T12:00:00Z", all)).toEqual(["amy works", "bob works", "eve works"]);
});

it("does not count a reading that was only planned with", async () => {
  const options = { source: reading([amy, eve]), settings: { people: newYork } };
  for (const day of ["16", "17", "18"]) {
    now = Date.parse(`2026-03-${day}T12:00:00Z`);
    expect((await site.plan(options)).changes).toEqual([]);
    expect((await site.run({ ...options, approve: async () => false })).run.status).toBe("planned");
  }
});

it("creates a joiner once on a site that hides inactive people, and activates the same account on the hire date", async () => {
  const hiding = await openServiceFixture({ inactivePeople: "hidden" });
  const at = await openRunSite(quickSettings(hiding), redis, { nowMs: () => now });
  await hiding.load(organisationOf(directory().employee("amy", { number: "1" }).full()));
  const source = reading([
    { account: "amy", number: "1", name: "amy", active: true },
    { ...eve, active: true },
  ]);
  const statusOn = async (day: string) => {
    now = Date.parse(`2026-03-${day}T12:00:00Z`);
    await hiding.forgetCalls();
    const { run, plan } = await at.run({ source, settings: { people: newYork } });
    expect([run.status, plan?.notices]).toEqual(["succeeded", []]);
    const found = (await hiding.dump()).employees.filter(({ account }) => account === "eve");
    return [writesOf(await hiding.calls()).length, ...found.map(({ active }) => active)];
  };
  expect(await statusOn("07")).toEqual([2, false]);
  expect(await statusOn("07")).toEqual([0, false]);
  expect(await statusOn("08")).toEqual([0, false]);
  expect((await statusOn("09"))[1]).toBe(true);
  expect(await statusOn("10")).toEqual([0, true]);
  await at.close();
  await hiding.close();
});
