/** Tests for how long a run that is stopped waits for its permission refresh. */
import { afterEach, expect, it, vi } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { cancelled } from "../../src/run/cancelled.ts";
import { payRefresh } from "../../src/run/pay-refresh.ts";
import { startStopwatch } from "../../src/run/prepare/stopwatch.ts";
import type { Guard } from "../../src/site/calls/call.ts";

afterEach(() => void vi.restoreAllMocks());

/** Pays a refresh for which the service asks to wait so many seconds, and then takes it. */
const paidAfter = async (waitSeconds: number, signal?: AbortSignal) => {
  const start = performance.now();
  let seconds = 0;
  vi.spyOn(performance, "now").mockImplementation(() => start + seconds * 1_000);
  const refresh = async (guard: Guard): Promise<void> => {
    for (; seconds < waitSeconds; seconds += 1) await guard(false);
    await guard(true);
  };
  const debts = { unpaidWrite: async () => 1, refreshPaid: async () => undefined };
  const deps = { store: { debts }, target: { refresh }, clock: systemClock, log: createLog("silent") };
  const lease = { holder: "us", check: () => undefined, release: async () => undefined };
  const paid = await payRefresh(deps as never, lease, startStopwatch(systemClock), signal);
  return { ...paid, seconds };
};

it("a run waits as long as the service asks it to, and one that is stopped for ten seconds at most", async () => {
  const stopped = AbortSignal.abort(cancelled("SIGTERM"));
  expect(await paidAfter(3_600)).toMatchObject({ state: "done", seconds: 3_600 });
  expect(await paidAfter(3_600, new AbortController().signal)).toMatchObject({ state: "done", seconds: 3_600 });
  expect(await paidAfter(9, stopped)).toMatchObject({ state: "done" });
  expect(await paidAfter(3_600, stopped)).toMatchObject({ state: "owed", error: { code: "cancelled" }, seconds: 10 });
});
