/**
 * Two processes use the same state folder. One is killed, or is frozen for longer than its lease, and the other takes over.
 * Whatever the frozen process does when it continues, a refresh follows the last write. The tests run in parallel, because each
 * waits until a lease of 30 s has ended. CI runs one of each pair, and one of the manual runs.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import type { CliProcess } from "../support/processes/cli-process.ts";
import { expectConverged, lines, stopped, until, untilSucceeded } from "../support/processes/daemon-process.ts";
import { type DaemonSite, openDaemonSite } from "../support/processes/daemon-site.ts";
import { refreshesAfterLastWrite, refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import type { WriteSeen } from "../support/servers/write-proxy.ts";
import { inPart, isInPart } from "../support/suites/runs.ts";

const closing: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A little longer than a lease, which lasts 30 s. */
const leaseMs = 31_000;

const openSite = async (daemon: Readonly<Record<string, unknown>> = {}): Promise<DaemonSite> => {
  const site = await openDaemonSite({ retry: [1 / 60, 2 / 60], ...daemon });
  closing.push(site.close);
  return site;
};

const ofTest = (process: CliProcess): CliProcess => {
  closing.push(async () => {
    process.signal("SIGKILL");
    await process.ended;
  });
  return process;
};

const isRefresh = ({ path }: WriteSeen): boolean => path.endsWith("/permission/update");

/** Starts a daemon, freezes it at the write that `isPlace` selects, and returns it after its lease has ended. */
const frozenAt = async (site: DaemonSite, isPlace: (write: WriteSeen) => boolean, hold?: Promise<void>) => {
  const daemon = ofTest(site.startDaemon());
  const frozen = Promise.withResolvers<void>();
  site.proxy.watch((write) => {
    if (!isPlace(write)) return undefined;
    daemon.signal("SIGSTOP");
    frozen.resolve();
    site.proxy.watch(() => undefined);
    return hold;
  });
  await frozen.promise;
  await delay(leaseMs);
  return daemon;
};

/** Renames the department D200 in the export. */
const renameAgain = async (site: DaemonSite): Promise<void> => {
  const departments = String(site.files["departments.csv"]);
  expect(departments).toContain("D200,海外業務部,");
  await site.write({ "departments.csv": departments.replace("D200,海外業務部,", "D200,改名部,") });
};

const nameOfDepartment = async (site: DaemonSite) =>
  (await site.fixture.dump()).departments.find(({ code }) => code === "D200")?.name;

describe.concurrent("a process that is frozen", () => {
  it.each(
    inPart(1, [
      ["has failed", "fails"],
      ["is not called yet", "dies"],
    ] as const),
  )(
    "in its refresh does not strike out the debt of the process that took over, whose own refresh %s",
    async (_, fate) => {
      const site = await openSite();
      const daemon = await frozenAt(site, (write) => isRefresh(write) && write.moment === "asked");
      await renameAgain(site);
      const other = ofTest(site.startApply());
      site.proxy.watch((write) => {
        if (!isRefresh(write) || write.moment !== "asked") return undefined;
        if (fate === "dies") other.signal("SIGKILL");
        return Promise.reject(new Error("cut"));
      });
      expect(await other.ended).toEqual(
        fate === "dies" ? { code: null, signal: "SIGKILL" } : { code: 1, signal: null },
      );
      site.proxy.watch(() => undefined);
      expect(await nameOfDepartment(site)).toBe("改名部");
      expect(refreshesAfterLastWrite(await site.fixture.calls())).toEqual([]);

      daemon.signal("SIGCONT");
      await untilSucceeded(daemon);
      await stopped(daemon);
      expect(lines(daemon, "run ended")[0]).toMatchObject({ status: "failed", code: "lease-lost", refresh: "owed" });
      await expectConverged(site);
      expect(refreshesAfterLastWrite(await site.fixture.calls())).toHaveLength(1);
    },
  );

  it.each(
    inPart(1, [
      ["what HR has changed since", true],
      ["what is there already", false],
    ] as const),
  )(
    "in a write that lands after the refresh of the process that took over, over %s, refreshes again",
    async (_, isChanged) => {
      const site = await openSite();
      const wire = Promise.withResolvers<void>();
      const daemon = await frozenAt(
        site,
        ({ body, moment }) => moment === "asked" && body.includes('"originalCode":"D200"'),
        wire.promise,
      );
      if (isChanged) await renameAgain(site);
      const other = ofTest(site.startApply());
      expect(await other.ended).toEqual({ code: 0, signal: null });
      const name = await nameOfDepartment(site);
      expect(name).toBe(isChanged ? "改名部" : "海外業務部");
      expect(refreshesAfterLastWrite(await site.fixture.calls())).toHaveLength(1);

      wire.resolve();
      await site.proxy.quiet();
      expect(await nameOfDepartment(site)).toBe("海外業務部");
      expect(refreshesAfterLastWrite(await site.fixture.calls())).toEqual([]);
      daemon.signal("SIGCONT");
      await untilSucceeded(daemon);
      await stopped(daemon);
      await expectConverged(site);
      expect(await nameOfDepartment(site)).toBe(name);
      expect(refreshesAfterLastWrite(await site.fixture.calls())).toHaveLength(1);
    },
  );

  it("with nobody else there goes on when it wakes", async () => {
    const site = await openSite();
    const daemon = await frozenAt(site, ({ number, moment }) => number === 10 && moment === "answered");
    daemon.signal("SIGCONT");
    await untilSucceeded(daemon);
    await stopped(daemon);
    await expectConverged(site);
    expect(refreshesAfterLastWrite(await site.fixture.calls())).toHaveLength(1);
  });

  it("beside a daemon is taken over without anybody asking", async () => {
    const site = await openSite({ runAtStart: false });
    const idle = ofTest(site.startDaemon());
    await idle.logged("daemon ready");
    const apply = ofTest(site.startApply());
    site.proxy.watch(({ number, moment }) => {
      if (number === 10 && moment === "answered") apply.signal("SIGSTOP");
    });
    await untilSucceeded(idle);
    expect(await idle.logged("run started")).toMatchObject({ trigger: "retry" });
    apply.signal("SIGCONT");
    expect((await apply.ended).code).toBe(1);
    // A second run follows, because a write of `apply` may complete after the daemon's refresh, or when `apply` continues.
    await untilSucceeded(idle, 2);
    await stopped(idle);
    await expectConverged(site);
    const calls = await site.fixture.calls();
    expect(refreshesOf(calls)).toHaveLength(2);
    expect(refreshesAfterLastWrite(calls)).not.toEqual([]);
  });
});

describe.concurrent("a manual apply beside an idle daemon on the same state folder", () => {
  const idleDaemon = async (daemon: Readonly<Record<string, unknown>> = {}) => {
    const site = await openSite({ runAtStart: false, ...daemon });
    const idle = ofTest(site.startDaemon());
    await idle.logged("daemon ready");
    return { site, idle };
  };

  it("that is killed is picked up by the daemon within seconds", async () => {
    const { site, idle } = await idleDaemon();
    const apply = ofTest(site.startApply());
    site.proxy.watch(({ number, moment }) => {
      if (number === 10 && moment === "answered") apply.signal("SIGKILL");
    });
    await apply.ended;
    const killed = performance.now();
    await idle.logged("run started");
    expect(performance.now() - killed).toBeLessThan(30_000);
    await untilSucceeded(idle);
    await delay(6_000);
    await stopped(idle);
    expect(lines(idle, "run started").map(({ trigger }) => trigger)).toEqual(["retry"]);
    const { runs } = await expectConverged(site);
    expect(runs.map(({ status }) => status)).toEqual(["succeeded", "interrupted"]);
    expect(refreshesOf(await site.fixture.calls())).toHaveLength(1);
  });

  it.skipIf(isInPart)("that could not pay its refresh leaves it to the daemon, once", async () => {
    const { site, idle } = await idleDaemon();
    await site.fixture.fault({ operation: "P1", kind: "reset" });
    expect((await ofTest(site.startApply()).ended).code).toBe(1);
    await untilSucceeded(idle);
    await delay(6_000);
    await stopped(idle);
    expect(lines(idle, "run started").map(({ trigger }) => trigger)).toEqual(["retry"]);
    await expectConverged(site);
    expect(refreshesAfterLastWrite(await site.fixture.calls())).toHaveLength(1);
  });

  it.skipIf(isInPart)("leaves nothing to a daemon that only plans, but the run to be closed", async () => {
    const { site, idle } = await idleDaemon({ apply: false });
    await site.configure({ daemon: { runAtStart: false } });
    const apply = ofTest(site.startApply());
    site.proxy.watch((write) => {
      if (isRefresh(write) && write.moment === "asked") apply.signal("SIGKILL");
    });
    await apply.ended;
    await until(() => lines(idle, "run ended").length > 0);
    const calls = await site.fixture.calls();
    await delay(6_000);
    await stopped(idle);
    expect(lines(idle, "run ended").map(({ status }) => status)).toEqual(["planned"]);
    expect(writesOf(await site.fixture.calls())).toEqual(writesOf(calls));
    expect((await site.look()).owed).toBe(true);
  });
});
