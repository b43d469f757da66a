/**
 * In three first imports, the service is killed at fifteen writes drawn from a seed, and restarted with the same address and
 * database. The daemon always continues without help, creates nobody twice, and every run that can refresh does so after its
 * last write. CI makes one of the imports.
 */
import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { afterAll, describe, expect, it } from "vitest";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import { expectConverged, lines, stopped, untilSucceeded } from "../support/processes/daemon-process.ts";
import { openDaemonSite } from "../support/processes/daemon-site.ts";
import { openRestartableService } from "../support/servers/restartable-service.ts";
import { comparableOffice } from "../support/servers/service-fixture.ts";
import type { WriteSeen } from "../support/servers/write-proxy.ts";
import { inPart } from "../support/suites/runs.ts";
import { seededRandom } from "../support/target/execute-plan.ts";

const random = seededRandom(20_261_122);
const restartsPerImport = 5;

/**
 * The moments of a write at which the service is killed: before the proxy passes it on, when the service has answered, or when
 * the answer was passed on. An undisturbed import has about 230 writes; the restarts are spread over the first 220. In each fifth
 * of them, every moment occurs once.
 */
const moments: readonly WriteSeen["moment"][] = ["asked", "answered", "passed"];
const imports = inPart(
  1,
  Array.from(moments, (_, at) => ({
    at,
    restarts: Array.from({ length: restartsPerImport }, (_each, each) => ({
      number: 1 + Math.floor((each + random()) * 44),
      moment: moments[(at + each) % moments.length] ?? "asked",
    })),
  })),
);

/** Two tests run at a time, because the suite is made for two cores. */
const turn = pLimit(2);

const closing: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const organisations: Organisation[] = [];

/** Makes a first import with restarts of the service. Returns the completed writes and refreshes in order. */
const importDisturbedAt = async (restarts: (typeof imports)[number]["restarts"]) => {
  const service = await openRestartableService();
  // There are many retries, because each fails in the same way until the service has started, which may take long.
  const retry = Array.from({ length: 100 }, () => 1 / 60);
  const site = await openDaemonSite({ retry }, { fixture: service.fixture, empty: true });
  closing.push(site.close);
  const done: ("write" | "refresh")[] = [];
  let restarted = 0;
  let restarting = Promise.resolve();
  const restart = async (before: Promise<void>): Promise<void> => {
    await before;
    await service.kill();
    await delay(300);
    await service.start();
  };
  site.proxy.watch(({ number, path, moment, status }) => {
    if (moment === "answered" && status === 200) done.push(path.endsWith("/permission/update") ? "refresh" : "write");
    const next = restarts[restarted];
    if (!next || number < next.number || moment !== next.moment) return;
    restarted += 1;
    restarting = restart(restarting);
  });
  const daemon = site.startDaemon();
  closing.push(async () => {
    daemon.signal("SIGKILL");
    await daemon.ended;
  });
  await untilSucceeded(daemon);
  await restarting;
  await stopped(daemon);
  return { site, daemon, done, restarted };
};

describe.concurrent("a service that is restarted in the middle of an import", () => {
  it.each(imports)(
    "five times (import $at) is brought into step by the daemon alone",
    ({ restarts }) =>
      turn(async () => {
        const { site, daemon, done, restarted } = await importDisturbedAt(restarts);
        expect(restarted).toBe(restartsPerImport);
        const { runs, organisation } = await expectConverged(site);
        expect(runs[0]).toMatchObject({ status: "succeeded", refresh: "done" });
        expect(runs.length).toBeGreaterThan(1);
        expect(lines(daemon, "runs are in quarantine: they keep failing alike")).toEqual([]);
        // Each run that could refresh did so once, after its last write, and no run without a write did.
        expect(done.filter((each) => each === "refresh")).toHaveLength(
          runs.filter(({ refresh }) => refresh === "done").length,
        );
        expect(done.at(-1)).toBe("refresh");
        expect(done.join(" ")).not.toContain("refresh refresh");
        organisations.push(comparableOffice(organisation));
      }),
    480_000,
  );
});

it("leaves the same organisation wherever it was restarted", () => {
  expect(organisations).toHaveLength(imports.length);
  expect(organisations[0]?.employees.length).toBeGreaterThan(90);
  for (const organisation of organisations) expect(organisation).toEqual(organisations[0]);
});
