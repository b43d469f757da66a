/** How a client finds out what a service bears, in simulated time; and that one answer stops all lanes, with real timers. */
import { describe, expect, it, test } from "vitest";
import { keyHeaders } from "../../../src/client/transport/credentials.ts";
import { openPace } from "../../../src/client/transport/pace.ts";
import { openPaceLimits, type PaceSettings } from "../../../src/client/transport/pace-limits.ts";
import { openTransport } from "../../../src/client/transport/transport.ts";
import { startScriptedServer } from "../../site/scripted-server.ts";

type Answer = { readonly status: number; readonly retryAfterMs?: number | undefined; readonly ms?: number };
/** Answers a call that arrives at `nowMs`, beside `others`. */
type Site = (nowMs: number, others: number) => Answer;

/** Sends calls, and refused ones again, until `count` are accepted. */
const live = (settings: PaceSettings, site: Site, count: number, latencyMs = 20) => {
  const limits = openPaceLimits(settings);
  const flying: { readonly startedMs: number; readonly endMs: number; readonly answer: Answer }[] = [];
  const seen = { refused: 0, most: 0, ms: 0 };
  for (let nowMs = 0, left = count; left + flying.length > 0; ) {
    const waitMs = left > 0 ? limits.waitMs(nowMs, flying.length) : Number.POSITIVE_INFINITY;
    if (waitMs === 0) {
      limits.began(nowMs);
      const answer = site(nowMs, flying.length);
      flying.push({ startedMs: nowMs, endMs: nowMs + (answer.ms ?? latencyMs), answer });
      seen.most = Math.max(seen.most, flying.length);
      left -= 1;
      continue;
    }
    const next = flying.toSorted((a, b) => a.endMs - b.endMs)[0];
    nowMs = Math.min(next?.endMs ?? Number.POSITIVE_INFINITY, nowMs + waitMs);
    if (!next || next.endMs > nowMs) continue;
    flying.splice(flying.indexOf(next), 1);
    limits.ended({ operation: "E12", startedMs: next.startedMs, nowMs, ...next.answer });
    seen.ms = nowMs;
    if (next.answer.status === 200) continue;
    seen.refused += 1;
    left += 1;
  }
  return seen;
};

const accepted: Answer = { status: 200 };

/** At most `perSecond` calls in each second of the clock. */
const windowed = (perSecond: number, retryAfterMs?: number): Site => {
  const counts = new Map<number, number>();
  return (nowMs) => {
    const second = Math.floor(nowMs / 1000);
    const count = (counts.get(second) ?? 0) + 1;
    if (count > perSecond) return { status: 429, retryAfterMs };
    counts.set(second, count);
    return accepted;
  };
};

/** A bucket of `perSecond` calls that is filled evenly. */
const bucket = (perSecond: number, retryAfterMs?: number): Site => {
  let [tokens, lastMs] = [perSecond, 0];
  return (nowMs) => {
    tokens = Math.min(perSecond, tokens + ((nowMs - lastMs) * perSecond) / 1000);
    lastMs = nowMs;
    if (tokens < 1) return { status: 429, retryAfterMs };
    tokens -= 1;
    return accepted;
  };
};

describe("at a site that allows 100 calls a second", () => {
  const sites = { windowed, bucket };
  for (const kind of ["windowed", "bucket"] as const)
    for (const retryAfterMs of [1000, undefined])
      for (const [concurrency, latencyMs] of [
        [8, 2],
        [8, 20],
        [64, 2],
        [64, 100],
      ] as const)
        test(`${kind}, Retry-After ${retryAfterMs ?? "not sent"}, ${concurrency} lanes, ${latencyMs} ms: at most 1 of 100 is refused`, () => {
          const count = 10_000;
          const { refused, ms } = live({ concurrency }, sites[kind](100, retryAfterMs), count, latencyMs);
          expect(refused).toBeGreaterThan(0);
          expect(refused).toBeLessThanOrEqual(count / 100);
          expect(count / (ms / 1000)).toBeGreaterThan(latencyMs > 50 ? 70 : 80);
        });
});

describe("one refusal among the first calls", () => {
  const cases = [1, 2, 3, 5, 9].flatMap((at) => [undefined, 1_000].map((retryAfterMs) => ({ at, retryAfterMs })));
  it.each(cases)("costs its pause and no more: call $at, Retry-After $retryAfterMs", ({ at, retryAfterMs }) => {
    let calls = 0;
    const once: Site = () => {
      calls += 1;
      return calls === at ? { status: 429, retryAfterMs } : accepted;
    };
    expect(live({ concurrency: 8 }, once, 60).ms).toBeLessThan(2_500);
  });

  it("says nothing about the pace of a site that refuses everything for a while", () => {
    const closed: Site = (nowMs) => (nowMs < 5_000 ? { status: 429 } : accepted);
    expect(live({ concurrency: 8 }, closed, 500).ms).toBeLessThan(15_000);
  });

  it("is followed by a second one where the site allows few calls a second, and then its limit is kept", () => {
    for (const site of [windowed(5), bucket(5)]) {
      const { refused, ms } = live({ concurrency: 8 }, site, 100);
      expect(refused).toBeLessThanOrEqual(13);
      expect(100 / (ms / 1000)).toBeGreaterThan(3.5);
    }
  });
});

describe("how many calls are made at once", () => {
  test("all that are permitted, soon, where the service bears them", () => {
    const { most, ms } = live({ concurrency: 64 }, () => accepted, 6_400, 50);
    expect(most).toBe(64);
    expect(ms).toBeLessThan((6_400 / 64) * 50 * 1.1);
  });

  test("four at first", () => {
    expect(live({ concurrency: 64 }, () => accepted, 4).most).toBe(4);
    expect(live({ concurrency: 64, pace: "constant" }, () => accepted, 64).most).toBe(64);
  });

  test("fewer where each further one makes all slower", () => {
    const crowded: Site = (_, others) => ({ status: 200, ms: others < 16 ? 20 : others ** 2 });
    const adaptive = live({ concurrency: 64 }, crowded, 3_000);
    const constant = live({ concurrency: 64, pace: "constant" }, crowded, 3_000);
    expect(adaptive.ms).toBeLessThan(constant.ms / 2);
  });

  test("half as many after a 503, once for all that were under way", () => {
    let left = 40;
    const falters: Site = (nowMs) => (nowMs > 1_000 && left-- > 0 ? { status: 503 } : accepted);
    expect(live({ concurrency: 64 }, falters, 10_000).refused).toBe(40);
  });

  test("half as many after a 503, also if others are refused in the same millisecond", () => {
    const limits = openPaceLimits({ concurrency: 64 });
    for (let ms = 0; ms < 60; ms += 1) limits.ended({ operation: "E1", startedMs: ms, nowMs: ms, status: 200 });
    for (let call = 0; call < 9; call += 1) limits.ended({ operation: "E1", startedMs: 99, nowMs: 99, status: 503 });
    const isFree = (inFlight: number) => limits.waitMs(99, inFlight) === 0;
    expect([isFree(31), isFree(32)]).toEqual([true, false]);
  });

  test("no more for attempts that got no answer", () => {
    const limits = openPaceLimits({ concurrency: 64 });
    for (let ms = 0; ms < 60; ms += 1) limits.ended({ operation: "E1", startedMs: ms, nowMs: ms });
    expect(limits.waitMs(60, 3)).toBe(0);
    expect(limits.waitMs(60, 4)).toBe(Number.POSITIVE_INFINITY);
  });

  test("as many in a second as the settings permit", () => {
    expect(live({ concurrency: 8, callsPerSecond: 50 }, windowed(51), 1_000).refused).toBe(0);
    expect(live({ concurrency: 8, callsPerSecond: 50, pace: "constant" }, windowed(51), 1_000).ms).toBeLessThan(20_100);
  });
});

describe("a pause where the service asks for none", () => {
  it("is twice as long after each refusal, up to a minute, until a call is accepted", () => {
    const limits = openPaceLimits({ concurrency: 8 });
    let nowMs = 0;
    const pauseAfter = (status: number): number => {
      limits.ended({ operation: "E1", startedMs: nowMs, nowMs, status });
      const waitMs = limits.waitMs(nowMs, 0);
      nowMs += waitMs + 1;
      return waitMs;
    };
    const pauses = Array.from({ length: 8 }, () => pauseAfter(429));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    pauseAfter(200);
    expect(pauseAfter(429)).toBe(1_000);
  });
});

describe("a wait that the service asks for", () => {
  it.each(["adaptive", "constant"] as const)("stops all calls (%s)", (pace) => {
    const limits = openPaceLimits({ concurrency: 8, pace });
    limits.ended({ operation: "E1", startedMs: 5, nowMs: 10, status: 503, retryAfterMs: 600_000 });
    expect(limits.waitMs(300_000, 0)).toBe(300_010);
    expect(limits.waitMs(600_010, 0)).toBe(0);
  });

  it("holds every lane at the gate, and whoever is not wanted any more leaves it", async () => {
    const pace = openPace({ concurrency: 8 });
    pace.ended("E1", performance.now(), { status: 429, retryAfterMs: 600 });
    const startMs = performance.now();
    const attempt = async () => performance.now() - startMs;
    const unwanted = () => {
      throw new Error("the run was cancelled");
    };
    const [kept, left] = await Promise.allSettled([
      pace.whenFree(() => undefined, attempt),
      pace.whenFree(unwanted, attempt),
    ]);
    expect(kept.status === "fulfilled" && kept.value).toBeGreaterThanOrEqual(590);
    expect(left.status === "rejected" && String(left.reason)).toBe("Error: the run was cancelled");
  });

  it("ends for those at the gate as soon as the pace is closed", async () => {
    const pace = openPace({ concurrency: 8 });
    pace.ended("E1", performance.now(), { status: 429, retryAfterMs: 3_600_000 });
    const waiting = ["one", "two"].map((name) =>
      pace.whenFree(
        () => undefined,
        async () => name,
      ),
    );
    pace.close();
    expect(await Promise.all(waiting)).toEqual(["one", "two"]);
  });

  it.each([
    ["seconds", { "retry-after": "1" }],
    ["a date", { date: "Thu, 01 Jan 2026 00:00:04 GMT", "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" }],
  ])("in an answer over HTTP, as %s, stops the other lanes", async (_, headers) => {
    const { settings, script, close } = await startScriptedServer();
    const times: number[] = [];
    script.set("GET /deptlevel", () => {
      times.push(performance.now());
      return times.length === 1 ? { status: 503, headers } : { json: [] };
    });
    const transport = openTransport(settings, keyHeaders(settings));
    const send = () => transport.send({ operation: "V1", params: {}, timeoutMs: 5_000 });
    const lane = () => transport.whenFree(() => undefined, send);
    await lane();
    await Promise.all([lane(), lane(), lane()]);
    await transport.close();
    await close();
    const [first = 0, ...others] = times;
    expect(others).toHaveLength(3);
    expect(others.filter((at) => at - first < 950)).toEqual([]);
  });
});

/** What a run does with a failure that concerns everything takes some steps. */
const afterSteps = async (work: () => void): Promise<void> => {
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
  work();
};

describe("an attempt that waits for one that fails begins when the caller knows of the failure", () => {
  const knownBefore = async (inTurn: (task: () => Promise<unknown>) => Promise<unknown>): Promise<unknown> => {
    let isKnown = false;
    const refused = inTurn(() => Promise.reject(new Error("forbidden"))).catch(() =>
      afterSteps(() => {
        isKnown = true;
      }),
    );
    const next = inTurn(async () => isKnown);
    await refused;
    return next;
  };

  it("at the gate", async () => {
    const pace = openPace({ concurrency: 1 });
    expect(await knownBefore((task) => pace.whenFree(() => undefined, task))).toBe(true);
  });

  it("in the turns of a transport", async () => {
    const { settings, close } = await startScriptedServer({ concurrency: 1 });
    const transport = openTransport(settings, keyHeaders(settings));
    expect(await knownBefore(transport.inTurn)).toBe(true);
    await transport.close();
    await close();
  });
});
