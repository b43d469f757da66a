/**
 * musterd or the service loses data: the state folder of musterd is removed, or the service is restored from a backup. Daemon
 * and service are separate processes.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { CliProcess } from "../support/processes/cli-process.ts";
import { askForRun, expectConverged, lines, stopped, untilSucceeded } from "../support/processes/daemon-process.ts";
import { type DaemonSite, openDaemonSite } from "../support/processes/daemon-site.ts";
import { openRestartableService } from "../support/servers/restartable-service.ts";
import {
  comparableOffice,
  refreshesAfterLastWrite,
  refreshesOf,
  writesOf,
} from "../support/servers/service-fixture.ts";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const ofTest = (process: CliProcess): CliProcess => {
  closing.push(async () => {
    process.signal("SIGKILL");
    await process.ended;
  });
  return process;
};

describe("a state folder that is removed while a refresh is owed", () => {
  it("costs one refresh at the next run, although nothing is written, and none after that", async () => {
    const site = await openDaemonSite({ retry: [60] });
    closing.push(site.close);
    await site.fixture.fault({ operation: "P1", kind: "reset", times: 10 });
    const first = ofTest(site.startDaemon());
    expect(await first.logged("run ended")).toMatchObject({ status: "failed", refresh: "owed" });
    await stopped(first);
    await rm(join(site.folder, "state"), { recursive: true });
    await site.fixture.mend();
    await site.fixture.forgetCalls();

    const second = ofTest(site.startDaemon());
    await untilSucceeded(second);
    const said = "the store has no data about this target: no ledger, links, history or profile; one refresh is owed";
    expect(lines(second, said)).toHaveLength(1);
    expect(lines(second, "run ended")[0]).toMatchObject({ refresh: "done" });
    const calls = await site.fixture.calls();
    expect(refreshesAfterLastWrite(calls)).toHaveLength(1);
    expect(refreshesOf(calls)).toHaveLength(1);
    await site.fixture.forgetCalls();

    for (const count of [2, 3]) {
      await askForRun(second);
      await untilSucceeded(second, count);
    }
    await stopped(second);
    expect(lines(second, said)).toHaveLength(1);
    const later = await site.fixture.calls();
    expect([...writesOf(later), ...refreshesOf(later)]).toEqual([]);
    await expectConverged(site);
  });
});

/** Returns the date `days` days after today, in the format of HR's files. */
const date = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "/");

type LastColumns = { readonly lastDay?: string; readonly status?: string; readonly supervisor?: string };

/** Changes the last day, status or approving supervisor of a person in the export. */
const withPerson = (people: string, number: string, changed: LastColumns): string => {
  const row = new RegExp(`^(${number},.*),([^,]*),([^,]*),([^,]*,[^,]*,[^,]*),([^,]*)$`, "m");
  expect(people).toMatch(row);
  return people.replace(row, (_, start: string, lastDay: string, status: string, post: string, supervisor: string) =>
    [start, changed.lastDay ?? lastDay, changed.status ?? status, post, changed.supervisor ?? supervisor].join(","),
  );
};

const categories = (...names: readonly string[]) => ({
  records: names.map((name, order) => ({ name, order })),
});

const apply = async (site: DaemonSite): Promise<void> => {
  const { code } = await ofTest(site.startApply()).ended;
  expect(code).toBe(0);
};

/** Makes two days of HR's changes, with a run on each day: leavers, a department code, the order of categories, supervisors. */
const workForTwoDays = async (site: DaemonSite): Promise<void> => {
  const first = String(site.files["employees.csv"]);
  const left = withPerson(first, "000059", { lastDay: date(-1), status: "離職" });
  const leaving = withPerson(left, "000061", { lastDay: date(30) });
  await site.write({ "employees.csv": withPerson(leaving, "000063", { supervisor: "000024" }) });
  await site.configure({ source: { categories: categories("資訊", "品質", "安全衛生", "行政") } });
  await apply(site);

  const recoded = leaving.replaceAll(",D200,", ",D900,");
  expect(recoded).not.toBe(leaving);
  const later = withPerson(recoded, "000098", { lastDay: date(60) });
  await site.write({
    "employees.csv": withPerson(later, "000086", { supervisor: "" }),
    "departments.csv": String(site.files["departments.csv"]).replace("D200,海外業務部,", "D900,海外業務部,"),
  });
  await site.configure({
    source: {
      categories: categories("資訊", "品質", "安全衛生", "行政"),
      renames: [
        { kind: "department", from: "MIS", to: "E300" },
        { kind: "department", from: "D200", to: "D900" },
      ],
    },
  });
  await apply(site);
};

describe("a service that is put back from a backup", () => {
  it("gets all of it again, what it does not show included, and is said to be older than the memory", async () => {
    const service = await openRestartableService();
    const site = await openDaemonSite({}, { fixture: service.fixture });
    closing.push(site.close);
    await site.configure({ source: { categories: categories("行政", "安全衛生", "品質", "資訊") } });
    await apply(site);
    await service.backup();
    const backup = comparableOffice(await site.fixture.dump());
    await workForTwoDays(site);
    const newest = comparableOffice(await site.fixture.dump());
    expect(newest).not.toEqual(backup);
    const { plan: nothing } = await site.look();
    expect([nothing.changes, nothing.notices.filter(({ code }) => code === "target-older-than-memory")]).toEqual([
      [],
      [],
    ]);

    await service.restore();
    expect(comparableOffice(await site.fixture.dump())).toEqual(backup);
    const { plan } = await site.look();
    expect(plan.notices.filter(({ code }) => code === "target-older-than-memory")).toHaveLength(1);
    expect(plan.breaches).toEqual([]);
    await site.fixture.forgetCalls();
    const daemon = ofTest(site.startDaemon());
    await untilSucceeded(daemon);
    await stopped(daemon);
    expect(lines(daemon, "the service shows older data than the last run left")).toHaveLength(1);
    const { organisation } = await expectConverged(site);
    expect(comparableOffice(organisation)).toEqual(newest);
    const dates = organisation.employees.filter(({ resignationDate }) => resignationDate !== null);
    expect(dates.length).toBeGreaterThan(4);
    expect(refreshesAfterLastWrite(await site.fixture.calls())).toHaveLength(1);
  });
});
