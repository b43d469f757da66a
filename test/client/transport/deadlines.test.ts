/** Which calls are ended, and when: one timer looks at all of them once a second. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepDeadlines } from "../../../src/client/transport/deadlines.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("ends a call within a second after its time, and none that has ended or whose connections are closed", () => {
  const closing = new AbortController();
  const deadlines = keepDeadlines(closing.signal);
  const ended: string[] = [];
  const call = (name: string, afterMs: number) => deadlines.set(afterMs, () => void ended.push(name));
  const done = call("done", 1_500);
  call("short", 1_500);
  call("long", 10_500);
  done();
  vi.advanceTimersByTime(1_000);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(ended).toEqual(["short"]);
  closing.abort();
  vi.advanceTimersByTime(60_000);
  expect(ended).toEqual(["short"]);
});
