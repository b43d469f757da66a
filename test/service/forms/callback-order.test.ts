/** Laws of the order in which callbacks are sent, and of the waits between attempts. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  attemptsAtATime,
  chooseCallbacks,
  delayAfter,
  dueMs,
  perReceiver,
} from "../../../src/service/initiations/callback-order.ts";
import { defaultCallbackSettings } from "../../../src/service/initiations/callbacks.ts";
import { cases } from "../../support/suites/runs.ts";

const nowMs = Date.UTC(2026, 10, 22);
const hourMs = 3_600_000;
const at = fc.integer({ min: -2 * hourMs, max: 2 * hourMs }).map((ms) => new Date(nowMs + ms).toISOString());
const row = fc.record({
  callBackUrl: fc.constantFrom("http://a.example/1", "http://a.example/2", "http://b.example/", "https://a.example/"),
  callbackDueAt: fc.option(at),
  isWorking: fc.boolean(),
});

it("sends what is due, earliest first, within the limits, and waits for the earliest of the rest", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 80 }), (drawn) => {
      const owed = drawn.map((one, id) => ({ ...one, id }));
      const working = new Set(owed.filter(({ isWorking }) => isWorking).map(({ id }) => id));
      const { send, nextMs } = chooseCallbacks(owed, working, nowMs);
      const originOf = (one: (typeof owed)[number]) => new URL(one.callBackUrl).origin;
      const sentTo = (origin: string) => send.filter((one) => originOf(one) === origin).length;
      const workingFor = (origin: string) => owed.filter((one) => one.isWorking && originOf(one) === origin).length;
      const waiting = owed.filter(({ isWorking }) => !isWorking);
      const isDue = (one: (typeof owed)[number]) => dueMs(one, nowMs) <= nowMs;
      expect(send.every((one) => isDue(one) && !one.isWorking)).toBe(true);
      expect(send.length).toBeLessThanOrEqual(Math.max(0, attemptsAtATime - working.size));
      for (const origin of new Set(owed.map(originOf))) {
        expect(sentTo(origin)).toBeLessThanOrEqual(Math.max(0, perReceiver - workingFor(origin)));
      }
      // A row that is due and not sent waits for a limit, and no row to its receiver overtakes it.
      for (const one of waiting.filter((other) => isDue(other) && !send.includes(other))) {
        const isFull = sentTo(originOf(one)) + workingFor(originOf(one)) >= perReceiver;
        expect(isFull || send.length + working.size >= attemptsAtATime).toBe(true);
        const peers = send.filter((other) => originOf(other) === originOf(one));
        expect(peers.every((other) => dueMs(other, nowMs) <= dueMs(one, nowMs))).toBe(true);
      }
      const later = waiting.filter((one) => !isDue(one)).map((one) => dueMs(one, nowMs));
      expect(nextMs).toBe(later.length === 0 ? undefined : Math.min(...later));
    }),
    { seed: 85, ...cases(400) },
  );
});

it("counts a time beyond every wait as due, because the clock was set back", () => {
  const due = (ms: number) => dueMs({ callbackDueAt: new Date(nowMs + ms).toISOString() }, nowMs);
  expect(due(hourMs)).toBe(nowMs + hourMs);
  expect(due(hourMs + 1)).toBe(nowMs);
});

it("doubles the wait each time up to an hour, then shortens it by up to a half", () => {
  const delays = (random: number) =>
    Array.from({ length: 11 }, (_, n) => delayAfter(n + 1, defaultCallbackSettings.firstDelayMs, random));
  expect(delays(0)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600].map((seconds) => seconds * 1_000));
  expect(delays(1)).toEqual(delays(0).map((full) => full / 2));
  expect(delayAfter(1, 10, 0.5)).toBe(8);
});
