/** `init` over exports drawn from seeds that its tables were not made with; the slow suite takes the others. */
import { expect, it } from "vitest";
import { measured } from "./measured.ts";

/** Seeds from 1001; the tables of `init` were made with those from 1 to 120. */
const measureSeeds = async (from: number, count: number) => {
  const all = [];
  for (let seed = from; seed < from + count; seed++) all.push(await measured(seed));
  return all;
};

it("proposes most columns of unseen exports rightly, no key and no status wrongly, and leads to a right plan", async () => {
  const all = await measureSeeds(1001, 12);
  const sum = (of: (one: (typeof all)[number]) => number): number => all.reduce((total, one) => total + of(one), 0);
  expect(all.flatMap(({ seed, silent }) => silent.map((what) => `${seed} ${what}`))).toEqual([]);
  expect(all.flatMap(({ seed, unlisted }) => unlisted.map((what) => `${seed} ${what}`))).toEqual([]);
  expect(sum(({ right }) => right) / sum(({ matter }) => matter)).toBeGreaterThanOrEqual(0.85);
  expect(Math.max(...all.map(({ questions }) => questions.length))).toBeLessThanOrEqual(6);
  const good = all.filter(({ differences, questions }) => differences.length === 0 && questions.length <= 3);
  expect(good.length).toBeGreaterThanOrEqual(9);
});
