/**
 * Whole lives of fixed seeds; CI lives one of nine, and each plot. A seed that has found a defect becomes a test at the lowest level that
 * shows it, because a seed stands for another life as soon as something new can happen to one. `npm run simulate -- --seed S` tells the story of a failed one.
 */
import { expect, it } from "vitest";
import { inPart } from "../support/suites/runs.ts";
import { live } from "./live.ts";
import { plotNames } from "./plots.ts";
import { drawScenario } from "./scenario.ts";

const seeds = Array.from({ length: 9 }, (_, n) => 30_001 + n);

it.each(inPart(1, seeds))("life %i ends with nothing that a judge finds", async (seed) => {
  expect((await live(drawScenario(seed))).wrong).toEqual([]);
});

it.each(plotNames)("a life with the plot %s ends with nothing that a judge finds", async (plot) => {
  let seed = 60_001;
  while (drawScenario(seed).plot !== plot) seed += 1;
  expect((await live(drawScenario(seed))).wrong, `seed ${seed}`).toEqual([]);
});
