/**
 * The daemon is killed (SIGKILL) at points of a run that are drawn from a seed, and started again. Afterwards the service always
 * has HR's organisation, nobody was created twice, and the permission refresh was done once, after the last write. CI kills at some of
 * these points; simulated lives are killed at any (test/simulation).
 */
import { Redis } from "ioredis";
import pLimit from "p-limit";
import { beforeAll, describe, expect, it } from "vitest";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import { openDaemonSite } from "../support/processes/daemon-site.ts";
import {
  comparableOffice,
  refreshesAfterLastWrite,
  refreshesOf,
  writesOf,
} from "../support/servers/service-fixture.ts";
import { startSharedRedis } from "../support/servers/shared-redis.ts";
import type { WriteSeen } from "../support/servers/write-proxy.ts";
import { inPart } from "../support/suites/runs.ts";
import { seededRandom } from "../support/target/execute-plan.ts";

type Moment = WriteSeen["moment"];

/** The result of an undisturbed run, and the number of its writing calls, not counting the refresh. */
let undisturbed: { readonly organisation: Organisation; readonly writes: number };

/** Two tests run at a time, because the suite is made for two cores. */
const turn = pLimit(2);

const openSite = async () => {
  const site = await openDaemonSite();
  await site.fixture.quirks({ p1DelayMs: 150 });
  return site;
};

beforeAll(async () => {
  const site = await openSite();
  const daemon = site.startDaemon();
  await daemon.logged("run ended");
  daemon.signal("SIGTERM");
  await daemon.ended;
  const calls = await site.fixture.calls();
  undisturbed = { organisation: comparableOffice(await site.fixture.dump()), writes: writesOf(calls).length };
  await site.close();
});

/** One point is drawn in each third of the writes, with each moment once. `place` is 0 at the first write and 1 at the last. */
const random = seededRandom(20_261_121);
const moments: readonly Moment[] = ["asked", "answered", "passed"];
const parts = 3;
const somewhere = Array.from({ length: parts }, (_, at) => ({
  place: (at + random()) / parts,
  moment: moments[at % moments.length] ?? "asked",
}));
/** At the first and the last write, when it is done and nobody has noted it. */
const ends = [0, 1].map((place) => ({ place, moment: "answered" as const }));
const places = inPart(1, [...somewhere, ...ends]);

const killedAt = async (number: number, moment: Moment, env: Readonly<Record<string, string>> = {}) => {
  const site = await openSite();
  try {
    const first = site.startDaemon(env);
    site.proxy.watch((write) => {
      if (write.number === number && write.moment === moment) first.signal("SIGKILL");
    });
    expect(await first.ended).toEqual({ code: null, signal: "SIGKILL" });
    await site.proxy.quiet();
    site.proxy.watch(() => undefined);
    const second = site.startDaemon(env);
    await second.logged("run ended");
    second.signal("SIGTERM");
    expect(await second.ended).toEqual({ code: 0, signal: null });
    const organisation = await site.fixture.dump();
    const calls = await site.fixture.calls();
    return { ...(await site.look()), organisation, calls };
  } finally {
    await site.close();
  }
};

/** `closed` are the statuses that the store may give the interrupted run. */
const expectConverged = (
  { plan, runs, owed, organisation }: Awaited<ReturnType<typeof killedAt>>,
  closed: readonly string[] = ["interrupted"],
): void => {
  expect(plan.changes).toEqual([]);
  expect(owed).toBe(false);
  expect(runs.map(({ status }) => status)).toEqual(["succeeded", expect.toBeOneOf([...closed])]);
  for (const key of ["account", "employeeNumber"] as const) {
    const values = organisation.employees.map((person) => person[key]).filter(Boolean);
    expect(values.filter((value, at) => values.indexOf(value) !== at)).toEqual([]);
  }
  expect(comparableOffice(organisation)).toEqual(undisturbed.organisation);
};

describe.concurrent("a daemon that is killed", () => {
  it("would otherwise have much to do", () => {
    expect(undisturbed.writes).toBeGreaterThan(30);
  });

  it.each(places)("at $place of its writes, when one was $moment, converges and refreshes once", ({ place, moment }) =>
    turn(async () => {
      const number = 1 + Math.round(place * (undisturbed.writes - 1));
      const end = await killedAt(number, moment);
      expectConverged(end);
      expect(refreshesOf(end.calls)).toHaveLength(1);
      expect(refreshesAfterLastWrite(end.calls)).toHaveLength(1);
    }),
  );

  it.each(inPart(1, moments))("when the refresh was %s refreshes at most once more", (moment) =>
    turn(async () => {
      const end = await killedAt(undisturbed.writes + 1, moment);
      // The end of the run may be stored before the signal arrives.
      expectConverged(end, moment === "passed" ? ["interrupted", "succeeded"] : ["interrupted"]);
      expect([1, 2]).toContain(refreshesAfterLastWrite(end.calls).length);
    }),
  );

  it("beside a Redis that lives on converges and leaves nothing of the run in it", async () => {
    // Takes no turn, because it waits most of the time until the lock on the service has ended.
    const redis = await startSharedRedis();
    try {
      const end = await killedAt(15, "asked", { REDIS_URL: redis.url });
      expectConverged(end);
      expect(refreshesAfterLastWrite(end.calls)).toHaveLength(1);
      const client = new Redis(redis.url);
      expect(await client.keys("*wave-*")).toEqual([]);
      client.disconnect();
    } finally {
      await redis.kill();
    }
  });
});
