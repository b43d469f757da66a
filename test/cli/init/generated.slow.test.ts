/** `init` over 40 exports drawn from seeds that its tables were not made with. */
import { expect, it } from "vitest";
import { type Measured, measured } from "./measured.ts";

it("proposes most columns of 40 unseen exports rightly, no key and no status wrongly, and 30 right plans with at most 3 answers", async () => {
  const all: Measured[] = [];
  for (let seed = 1001; seed < 1041; seed++) all.push(await measured(seed));
  const sum = (of: (one: Measured) => number): number => all.reduce((total, one) => total + of(one), 0);
  expect(
    all.flatMap(({ seed, silent, unlisted }) => [...silent, ...unlisted].map((what) => `${seed} ${what}`)),
  ).toEqual([]);
  expect(sum(({ right }) => right) / sum(({ matter }) => matter)).toBeGreaterThanOrEqual(0.85);
  expect(Math.max(...all.map(({ questions }) => questions.length))).toBeLessThanOrEqual(6);
  const good = all.filter(({ differences, questions }) => differences.length === 0 && questions.length <= 3);
  expect(good.length).toBeGreaterThanOrEqual(30);
});
