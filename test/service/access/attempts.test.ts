/** How wrong attempts are counted, and how long they make their key wait. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createAttempts } from "../../../src/service/access/attempts.ts";
import { cases } from "../../support/suites/runs.ts";
import { movingClock } from "./moving-clock.ts";

/** The wait in seconds that `wrong` attempts cause: 30 s, then twice as long each time, at most 15 minutes. */
const waitAfter = (wrong: number, free: number): number => (wrong < free ? 0 : Math.min(30 * 2 ** (wrong - free), 900));

const attempt = fc.record({ key: fc.constantFrom("a", "b"), isRight: fc.boolean() });

it("only the wrong attempts of the same key make it wait, whatever runs in parallel", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(attempt, { maxLength: 12 }), { maxLength: 2 }),
      fc.integer({ min: 1, max: 6 }),
      (waves, free) => {
        const clock = movingClock();
        const attempts = createAttempts(clock, free);
        const wrong = { a: 0, b: 0 };
        for (const wave of waves) {
          clock.pass(900);
          const counted = wave.map((one) => ({ ...one, takeBack: attempts.count(one.key) }));
          for (const { key, isRight, takeBack } of counted) {
            if (isRight) takeBack();
            else wrong[key] += 1;
          }
        }
        for (const key of ["a", "b"] as const) {
          clock.pass(900);
          expect(attempts.waitMs(key)).toBe(0);
          attempts.count(key);
          expect(attempts.waitMs(key)).toBe(waitAfter(wrong[key] + 1, free) * 1000);
        }
      },
    ),
    { ...cases(400), seed: 13 },
  );
});

it("attempts that are taken back leave no wait, even if they reached the limit together", () => {
  const attempts = createAttempts(movingClock(), 3);
  const takeBacks = Array.from({ length: 5 }, () => attempts.count("a"));
  expect(attempts.waitMs("a")).toBeGreaterThan(0);
  for (const takeBack of takeBacks) takeBack();
  expect(attempts.waitMs("a")).toBe(0);
});

it("a right attempt does not end the wait of a wrong one beside it", () => {
  const clock = movingClock();
  const attempts = createAttempts(clock, 2);
  for (let times = 0; times < 2; times += 1) attempts.count("a");
  clock.pass(30);
  const takeBack = attempts.count("a");
  attempts.count("a");
  const waitMs = attempts.waitMs("a");
  takeBack();
  expect([waitMs, attempts.waitMs("a")]).toEqual([120_000, 120_000]);
});

it("attempts are forgotten an hour after their wait, and when the password was right", () => {
  const clock = movingClock();
  const attempts = createAttempts(clock, 2);
  for (let times = 0; times < 2; times += 1) attempts.count("a");
  clock.pass(30 + 3_600);
  attempts.count("a");
  expect(attempts.waitMs("a")).toBe(0);
  attempts.count("a");
  attempts.forget("a");
  expect(attempts.waitMs("a")).toBe(0);
});

it("the number of remembered keys is bounded", () => {
  const attempts = createAttempts(movingClock(), 1);
  for (let number = 0; number <= 10_000; number += 1) attempts.count(`key ${number}`);
  expect([attempts.waitMs("key 0"), attempts.waitMs("key 1"), attempts.waitMs("key 10000")]).toEqual([
    0, 30_000, 30_000,
  ]);
});
