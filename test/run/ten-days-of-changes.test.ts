/**
 * Imports the sample company into an empty service with unusual behaviour. Ten days of changes by HR follow, with a run every
 * evening or with one run for all of them (not in CI, where random runs change as much). After each run the service has HR's data, and
 * no change is left.
 * `MUSTERD_TEST_QUIRKS` can name another site profile.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createLog } from "../../src/lib/log.ts";
import { openRedis } from "../../src/queue/redis.ts";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";
import { sampleCompany } from "../../src/sample/sample-company.ts";
import type { Call } from "../../src/service/kernel/records/record-store.ts";
import { type HrOffice, openHrOffice } from "../support/directory/hr-office.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { tenDays } from "../support/directory/ten-days.ts";
import { comparableDirectory } from "../support/expected/comparable-directory.ts";
import {
  openServiceFixture,
  quickSettings,
  refreshesAfterLastWrite,
  refreshesOf,
  type ServiceFixture,
  writesOf,
} from "../support/servers/service-fixture.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";
import { isInPart } from "../support/suites/runs.ts";

const firstDay = "2026-11-21";
const seed = 20_261_121;

let fixture: ServiceFixture;
let redis: RedisHandle;
let site: RunSite;
let office: HrOffice;
/** Employee numbers of all people who were active on any evening; nobody else may be created. */
let everActive: Set<string | null>;

/** Starts again with a new HR office and an empty service. */
const beginAnew = async () => {
  const { levels, titles, functions, departments, employees } = sampleCompany({ today: firstDay, seed }).before;
  const people = employees.filter(({ employeeNumber }) => employeeNumber);
  const hr = directoryOf({ levels, titles, functions, departments, employees: people });
  office = openHrOffice(hr, firstDay, seed);
  everActive = new Set();
  fixture = await openServiceFixture();
  await fixture.load({ levels: [], titles: [], functions: [], departments: [], employees: [] });
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse(`${office.today()}T04:00:00Z`) });
};

const end = async () => {
  await site.close();
  await fixture.close();
};

/** Makes one run; returns its plan, its calls, and the changes that did not succeed. */
const applied = async () => {
  await fixture.forgetCalls();
  const { run, plan } = await site.run({ source: office.source() });
  const outcomes = [...((await site.store.plans.read(run.id))?.outcomes.values() ?? [])];
  const failed = outcomes.filter(({ result }) => result === "failed" || result === "not-tried");
  return { run, plan, failed, calls: await fixture.calls() };
};

const expectInStep = async () => {
  for (const { active, number } of office.hr.employees) if (active) everActive.add(number);
  const wanted = comparableDirectory(office.hr, ({ number }) => everActive.has(number));
  expect(comparableDirectory(directoryOf(await fixture.dump()))).toEqual(wanted);
};

/** Makes one more run; returns its changes, held changes and writing calls. */
const leftToDo = async () => {
  const { run, plan, calls } = await applied();
  const { status, refresh } = run;
  return { status, refresh, plan: [...(plan?.changes ?? []), ...(plan?.held ?? [])], calls: calls.filter(isNoReading) };
};
const isNoReading = (call: Call): boolean => writesOf([call]).length + refreshesOf([call]).length > 0;
const nothing = { status: "succeeded", refresh: "not-needed", plan: [], calls: [] };

const expectAppliedAtOnce = async () => {
  const { run, plan, failed, calls } = await applied();
  expect({ error: run.error, failed, held: plan?.held }).toEqual({ failed: [], held: [] });
  expect(run).toMatchObject({ status: "succeeded", refresh: "done" });
  expect(refreshesOf(calls)).toHaveLength(1);
  expect(refreshesAfterLastWrite(calls)).toHaveLength(1);
  await expectInStep();
  return calls;
};

beforeAll(async () => {
  vi.stubEnv("MUSTERD_TEST_QUIRKS", process.env["MUSTERD_TEST_QUIRKS"] ?? "unfriendly");
  redis = await openRedis({ searchPath: process.env["PATH"] ?? "" }, createLog("silent"));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await redis.close();
});

describe("with a run every evening, one run completes", () => {
  beforeAll(beginAnew);
  afterAll(end);

  it("the import into an empty service", async () => {
    await expectAppliedAtOnce();
    expect(await leftToDo()).toEqual(nothing);
  });

  it("nothing on a day without edits", async () => {
    office.nextDay();
    expect(await leftToDo()).toEqual(nothing);
    await expectInStep();
  });

  it.each(Object.entries(tenDays))("the day on which %s", async (name, edit) => {
    office.nextDay();
    edit(office);
    const calls = await expectAppliedAtOnce();
    expect(await leftToDo()).toEqual(nothing);
    // The new manager approves for people without a chosen approver, so no write (E13) is needed for them.
    const chosen = name === "managers change" ? calls.filter(({ operation }) => operation === "E13") : [];
    expect(chosen).toEqual([]);
  });

  it("nothing on another day without edits", async () => {
    office.nextDay();
    expect(await leftToDo()).toEqual(nothing);
    await expectInStep();
  });
});

describe.skipIf(isInPart)("after ten days without a run, one run completes", () => {
  beforeAll(beginAnew);
  afterAll(end);

  it("the import into an empty service", async () => {
    await expectAppliedAtOnce();
    expect(await leftToDo()).toEqual(nothing);
  });

  it("all changes since then", async () => {
    for (const edit of Object.values(tenDays)) {
      office.nextDay();
      edit(office);
    }
    await expectAppliedAtOnce();
    expect(await leftToDo()).toEqual(nothing);
  });
});
