/** Laws of lanes, which limit how many callbacks a receiver gets at a time, and of the waits between attempts. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createLanes } from "../../../src/service/initiations/callback-lanes.ts";
import { defaultCallbackSettings, delayAfter } from "../../../src/service/initiations/callback-settings.ts";

const receivers = ["a", "b"] as const;
const step = fc.oneof(
  fc.record({
    kind: fc.constant("enter" as const),
    to: fc.constantFrom(...receivers),
    id: fc.integer({ min: 0, max: 12 }),
  }),
  fc.record({ kind: fc.constant("leave" as const), to: fc.constantFrom(...receivers), nth: fc.nat(2) }),
);

it("lets a fixed number inside at a time, the others in order, each once", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), (steps, perReceiver) => {
      const lanes = createLanes(perReceiver);
      const inside: Record<string, string[]> = { a: [], b: [] };
      const waiting: Record<string, string[]> = { a: [], b: [] };
      const seen: unknown[] = [];
      const wanted: unknown[] = [];
      const of = (all: Record<string, string[]>, to: string) => all[to] as string[];
      for (const one of steps) {
        const [here, queue] = [of(inside, one.to), of(waiting, one.to)];
        if (one.kind === "enter") {
          const id = String(one.id);
          const isTurn = here.includes(id) || here.length < perReceiver;
          seen.push(lanes.enter(one.to, id));
          wanted.push(isTurn);
          const list = isTurn ? here : queue;
          if (isTurn && queue.includes(id)) queue.splice(queue.indexOf(id), 1);
          if (!list.includes(id)) list.push(id);
        } else {
          const [gone] = here.splice(one.nth % Math.max(here.length, 1), 1);
          const next = gone === undefined ? undefined : queue.shift();
          if (next !== undefined) here.push(next);
          seen.push(lanes.leave(one.to, gone ?? "nobody"));
          wanted.push(next);
        }
        expect(here.length).toBeLessThanOrEqual(perReceiver);
      }
      expect(seen).toEqual(wanted);
    }),
    { seed: 85, numRuns: 500 },
  );
});

it("doubles the wait each time up to an hour, then shortens it by up to a half", () => {
  const delays = (random: number) =>
    Array.from({ length: 11 }, (_, n) => delayAfter(n + 1, defaultCallbackSettings, random));
  expect(delays(0)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600].map((seconds) => seconds * 1_000));
  expect(delays(1)).toEqual(delays(0).map((full) => full / 2));
  expect(delayAfter(1, { ...defaultCallbackSettings, firstDelayMs: 10 }, 0.5)).toBe(8);
});
