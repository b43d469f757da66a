/** Tests the messages about progress during the permission refresh. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLog } from "../../src/lib/log.ts";
import { showRefreshProgress } from "../../src/run/show-refresh-progress.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it("shows a refresh at its start and every 15 seconds until it succeeds or fails", async () => {
  const shown: number[] = [];
  const refresh = Promise.withResolvers<void>();
  const log = createLog("silent");
  const logged = vi.spyOn(log, "info");
  const waiting = showRefreshProgress({ log, onRefresh: (seconds) => void shown.push(seconds) }, refresh.promise);
  expect(shown).toEqual([0]);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(shown).toEqual([0, 15, 30]);
  expect(logged.mock.calls.map(([fields]) => fields)).toEqual(shown.map((seconds) => ({ seconds })));
  refresh.reject(new Error("no answer"));
  await expect(waiting).rejects.toThrow("no answer");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown).toEqual([0, 15, 30]);
});
