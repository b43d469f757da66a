/** The law of jobs: whatever a plan is divided into, every change is in one job, and none begins before the waves before it have ended. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Change, Step } from "../../../src/model/plan/plan.ts";
import { stagesOf } from "../../../src/run/apply/stages.ts";
import { change } from "../../report/report-builder.ts";

/** Steps and sizes of waves, in order. */
const plans = fc
  .array(fc.record({ step: fc.integer({ min: 1, max: 11 }), size: fc.constantFrom(1, 1, 3, 20, 63, 64, 65, 200) }), {
    maxLength: 30,
  })
  .map((drawn) =>
    drawn
      .toSorted((a, b) => a.step - b.step)
      .flatMap(({ step, size }, at): Change[] =>
        Array.from({ length: size }, (_, place) =>
          change({ id: `${at}/${place}`, step: step as Step, wave: at + 1, fields: [] }),
        ),
      ),
  );

test("parts in their order are the waves, a page has at most 64 changes, and pages beside each other are of one wave", () => {
  fc.assert(
    fc.property(plans, (changes) => {
      const stages = stagesOf(changes);
      const done = stages.flatMap(({ pages }) => pages.flat(2));
      expect(done.map(({ id }) => id)).toEqual(changes.map(({ id }) => id));
      for (const { wave, pages, disables } of stages) {
        const waves = new Set(pages.flat(2).map((one) => one.wave));
        expect(Math.min(...waves)).toBe(wave);
        expect(pages.length > 1 || disables ? waves.size : 1).toBe(1);
        for (const page of pages) {
          expect(page.flat().length).toBeLessThanOrEqual(64);
          for (const part of page) expect(new Set(part.map((one) => one.wave)).size).toBe(1);
        }
        expect(pages.flat(2).some(({ step }) => step >= 10)).toBe(disables);
      }
    }),
    { seed: 25, numRuns: 100 },
  );
});

test("small waves share a job", () => {
  const waves = Array.from({ length: 65 }, (_, at) => change({ id: `${at}`, wave: at + 1, fields: [] }));
  expect(stagesOf(waves).map(({ pages }) => pages.map((page) => page.length))).toEqual([[64], [1]]);
});

test("newcomers come first whose accounts are of every sort that occurs, the longest before all", () => {
  const newcomer = (account: string) =>
    change({
      id: account,
      step: 5,
      wave: 1,
      fields: [],
      operations: [{ id: "E12", account, data: { name: account }, defaultLogin: ["UOF"], posts: [] }],
    });
  const accounts = ["a", "user10", "jo.an", "user100", "amy", "x_y", "陳"];
  const stages = stagesOf([change({ id: "other", step: 5, wave: 1, fields: [] }), ...accounts.map(newcomer)]);
  expect(stages.flatMap(({ pages }) => pages.flat(2)).map(({ id }) => id)).toEqual([
    "user100",
    "jo.an",
    "x_y",
    "陳",
    "a",
    "user10",
    "amy",
    "other",
  ]);
});
