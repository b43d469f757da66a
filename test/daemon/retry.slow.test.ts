/**
 * The daemon retries failed runs by itself, without a request and before the next scheduled run. Daemon and service are separate
 * processes; the retry intervals are seconds instead of minutes. CI leaves out four, and runs their relatives in one process
 * (test/run, test/plan/approval, test/daemon/state/repetition).
 */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { CliProcess } from "../support/processes/cli-process.ts";
import {
  askForRun,
  expectConverged,
  lines,
  stopped,
  until,
  untilSucceeded,
} from "../support/processes/daemon-process.ts";
import { controlUrl, type DaemonSite, openDaemonSite } from "../support/processes/daemon-site.ts";
import { openRestartableService } from "../support/servers/restartable-service.ts";
import { refreshesAfterLastWrite, refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { inPart, isInPart } from "../support/suites/runs.ts";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The retry intervals in minutes: one second, then two seconds, for longer than a slow machine needs until the trouble is over. */
const retry = [1 / 60, ...Array.from({ length: 100 }, () => 2 / 60)];

const openSite = async (...[daemon, service]: Parameters<typeof openDaemonSite>): Promise<DaemonSite> => {
  const site = await openDaemonSite({ retry, ...daemon }, service);
  closing.push(() => site.close());
  return site;
};

const start = (site: DaemonSite): CliProcess => {
  const daemon = site.startDaemon();
  closing.push(async () => {
    daemon.signal("SIGKILL");
    await daemon.ended;
  });
  return daemon;
};

const ready = async (daemon: CliProcess) => {
  const answer = await fetch(`${await controlUrl(daemon)}/readyz`);
  return { status: answer.status, body: await answer.json() };
};

/** Sets the maximum file size of the process in bytes. With 0, every write fails as on a full disk. */
const limitFiles = (daemon: CliProcess, bytes: string): void => {
  execFileSync("prlimit", ["--pid", `${daemon.pid}`, `--fsize=${bytes}:unlimited`]);
};

describe("a run that was cut off is repeated", () => {
  it("when the service was restarted during writing", async () => {
    const service = await openRestartableService();
    const site = await openSite({}, { fixture: service.fixture });
    const refreshed: number[] = [];
    const killed = Promise.withResolvers<void>();
    let lastWrite = 0;
    site.proxy.watch(({ number, path, moment }) => {
      if (number === 15 && moment === "asked") void service.kill().then(killed.resolve);
      if (moment !== "answered") return;
      if (path.endsWith("/permission/update")) refreshed.push(number);
      else lastWrite = number;
    });
    const daemon = start(site);
    await killed.promise;
    await daemon.logged("run ended");
    expect(lines(daemon, "run ended")[0]).toMatchObject({ status: "failed", refresh: "owed" });
    await service.start();
    await untilSucceeded(daemon);
    await stopped(daemon);
    const { runs } = await expectConverged(site);
    expect(runs[0]).toMatchObject({ status: "succeeded", trigger: "retry", refresh: "done" });
    expect(lines(daemon, "the run is repeated")[0]).toMatchObject({
      times: 1,
      codes: expect.arrayContaining(["target-no-answer"]),
    });
    expect(refreshed.filter((number) => number > lastWrite)).toHaveLength(1);
  });

  it("when some changes failed for a cause that can pass", async () => {
    const site = await openSite();
    await site.fixture.fault({ operation: "T2", kind: "status", status: 503, times: 3 });
    const daemon = start(site);
    await untilSucceeded(daemon);
    await stopped(daemon);
    const { runs } = await expectConverged(site);
    expect(runs.map(({ status, trigger }) => [status, trigger])).toEqual([
      ["succeeded", "retry"],
      ["partial", "start-up"],
    ]);
    expect(lines(daemon, "runs succeed again")).toHaveLength(1);
  });

  it.skipIf(isInPart)("when the refresh got no answer", async () => {
    const site = await openSite();
    await site.fixture.fault({ operation: "P1", kind: "reset" });
    const daemon = start(site);
    await untilSucceeded(daemon);
    await stopped(daemon);
    const { runs } = await expectConverged(site);
    expect(runs.map(({ status, planned, refresh }) => [status, planned > 0, refresh])).toEqual([
      ["succeeded", false, "done"],
      ["failed", true, "owed"],
    ]);
  });

  it.skipIf(isInPart)("when the daemon only plans and could not read", async () => {
    const site = await openSite({ apply: false });
    await site.fixture.fault({ operation: "V1", kind: "status", status: 503, times: 3 });
    const daemon = start(site);
    await until(() => lines(daemon, "run ended").some(({ status }) => status === "planned"));
    await stopped(daemon);
    expect((await site.look()).runs.map(({ status }) => status).slice(-2)).toEqual(["planned", "failed"]);
    expect(writesOf(await site.fixture.calls())).toEqual([]);
  });

  it.runIf(process.platform === "linux")("when the disk of the store was full for a while", async () => {
    const site = await openSite();
    const full = Promise.withResolvers<void>();
    const daemon = start(site);
    site.proxy.watch(({ number, moment }) => {
      if (number !== 10 || moment !== "asked") return;
      limitFiles(daemon, "0");
      full.resolve();
    });
    await full.promise;
    await until(() => lines(daemon, "the run is repeated").length > 1);
    limitFiles(daemon, "unlimited");
    await untilSucceeded(daemon);
    await stopped(daemon);
    await expectConverged(site);
    expect(refreshesAfterLastWrite(await site.fixture.calls())).toHaveLength(1);
  });
});

describe("a run that could not begin", () => {
  it("waits for its retry although its request is still there, and begins at once when it is asked for", async () => {
    const site = await openSite({ retry: [1] });
    await site.look();
    // The daemon writes, too.
    const database = new DatabaseSync(join(site.folder, "state", "musterd.db"), { timeout: 10_000 });
    closing.push(async () => database.close());
    database.exec("CREATE TRIGGER full BEFORE INSERT ON lease BEGIN SELECT RAISE(ABORT, 'full'); END");
    const daemon = start(site);
    await daemon.logged("the run is repeated");
    await delay(6_000);
    expect(lines(daemon, "a run has failed")).toHaveLength(1);
    database.exec("DROP TRIGGER full");
    await askForRun(daemon);
    await untilSucceeded(daemon);
    await stopped(daemon);
    await expectConverged(site);
  });
});

describe("a run is not repeated", () => {
  it.each(
    inPart(1, [
      ["of which changes were refused for what they hold", "partial", "target-refused"],
      ["that the guard has blocked", "blocked", "cap-exceeded"],
    ] as const),
  )("%s", async (_, status, code) => {
    const site = await openSite();
    if (status === "blocked") await site.configure({ guard: { caps: { employee: { create: { count: 0 } } } } });
    else await site.fixture.fault({ operation: "E11", kind: "status", status: 400 });
    const daemon = start(site);
    const line = await daemon.logged("the run is not repeated: its cause does not pass by itself");
    expect(line).toMatchObject({ level: 30, status, codes: [code] });
    await delay(1_500);
    expect(lines(daemon, "run started")).toHaveLength(1);
    expect((await ready(daemon)).status).toBe(200);
    await askForRun(daemon);
    await until(() => lines(daemon, "run ended").length === 2);
    await stopped(daemon);
  });
});

describe("equal failures in a row", () => {
  it("go into quarantine, which a restart does not forget and a success ends", async () => {
    const site = await openSite({ retry: [0.2 / 60, 0.4 / 60], quarantineHours: 1 });
    await site.fixture.fault({ operation: "E1", kind: "status", status: 503, times: 1_000 });
    const first = start(site);
    const quarantine = await first.logged("runs are in quarantine: they keep failing alike");
    expect(quarantine).toMatchObject({ level: 50, times: 3, codes: ["target-unavailable"] });
    expect(lines(first, "the run is repeated").map(({ times }) => times)).toEqual([1, 2]);
    const { since, nextTry } = quarantine as unknown as { since: string; nextTry: string };
    expect(Date.parse(nextTry) - Date.parse(since)).toBeGreaterThan(60 * 60 * 1000);
    const expected = { status: 503, body: { status: "quarantine", code: "target-unavailable", since, nextTry } };
    expect(await ready(first)).toEqual(expected);
    await stopped(first);

    await site.configure({ daemon: { runAtStart: false } });
    const second = start(site);
    expect(await ready(second)).toEqual(expected);
    await second.logged("runs are in quarantine: they keep failing alike");
    await site.fixture.mend();
    await askForRun(second);
    await untilSucceeded(second);
    await second.logged("runs succeed again");
    expect(await ready(second)).toEqual({ status: 200, body: { status: "ready" } });
    await stopped(second);
    await expectConverged(site);
  });

  it("that differ from the one before begin anew", async () => {
    const site = await openSite({ retry: [0.2 / 60, 0.2 / 60, 1] });
    await site.fixture.fault({ operation: "E1", kind: "status", status: 503, times: 3 });
    await site.fixture.fault({ operation: "D1", kind: "short-json", after: 1, times: 6 });
    const daemon = start(site);
    await untilSucceeded(daemon);
    await stopped(daemon);
    const noted = lines(daemon, "the run is repeated").map(({ times, codes }) => [times, codes]);
    expect(noted).toEqual([
      [1, ["target-unavailable"]],
      [1, ["response-incomplete"]],
      [2, ["response-incomplete"]],
    ]);
  });
});

/** Returns the number of approvals in the store. */
const approvals = (site: DaemonSite): unknown => {
  const database = new DatabaseSync(join(site.folder, "state", "musterd.db"));
  try {
    return database.prepare("SELECT count(*) AS n FROM approval").get()?.["n"];
  } finally {
    database.close();
  }
};

describe("a first import that was cut off", () => {
  it("goes on although its rest is over the caps, and creates nobody twice", async () => {
    const site = await openSite({}, { empty: true });
    const first = start(site);
    site.proxy.watch(({ number, moment }) => {
      if (number === 90 && moment === "asked") first.signal("SIGKILL");
    });
    expect(await first.ended).toEqual({ code: null, signal: "SIGKILL" });
    await site.proxy.quiet();
    site.proxy.watch(() => undefined);
    expect(approvals(site)).toBe(1);
    const { plan } = await site.look();
    expect(plan).toMatchObject({ breaches: [], approval: { covered: plan.changes.length } });
    expect(plan.changes.length).toBeGreaterThan(50);
    const second = start(site);
    await untilSucceeded(second);
    await stopped(second);
    await second.logged("changes are covered by an earlier approval");
    const { runs } = await expectConverged(site);
    expect(runs.map(({ status }) => status)).toEqual(["succeeded", "planned", "interrupted"]);
    expect(approvals(site)).toBe(0);
    const calls = await site.fixture.calls();
    expect(refreshesOf(calls)).toHaveLength(1);
    expect(refreshesAfterLastWrite(calls)).toHaveLength(1);
  });

  it.skipIf(isInPart)("stands still without its approval", async () => {
    const site = await openSite({}, { empty: true });
    const first = start(site);
    site.proxy.watch(({ number, moment }) => {
      if (number === 90 && moment === "asked") first.signal("SIGKILL");
    });
    await first.ended;
    await site.proxy.quiet();
    const database = new DatabaseSync(join(site.folder, "state", "musterd.db"));
    database.exec("UPDATE approval SET given_at = given_at - 24 * 60 * 60 * 1000");
    database.close();
    expect((await site.look()).plan.breaches.map(({ code, kind }) => [code, kind])).toContainEqual([
      "cap-exceeded",
      "employee",
    ]);
  });
});
