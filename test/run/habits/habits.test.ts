/**
 * Whole runs on sites with habits, alone and in mixtures, over a random life of a company: after each night the service has what HR
 * wants, or the run has said what differs. `scripts/habit-campaign.ts` lives with all of them.
 */
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/sample/random.ts";
import { fixture, redis, useRunParts } from "../../support/suites/run-parts.ts";
import { firstOf, runs } from "../../support/suites/runs.ts";
import { type Habit, habits, mixtureOf } from "./habit-list.ts";
import { liveWithHabit } from "./live-with-habit.ts";

useRunParts();

const seed = 20_261_123;
const random = seededRandom(seed);
const aloneCount = 40;
const mixtureCount = 4;

/** The cases of this suite, each with its own life. */
const drawn = (all: readonly Habit[], count: number) =>
  all.slice(firstOf(count), firstOf(count) + runs(count)).map((habit, at) => [habit.name, habit, seed + at] as const);

const alone = drawn(random.shuffled(habits).slice(0, aloneCount), aloneCount);
const mixed = drawn(
  Array.from({ length: mixtureCount }, () => mixtureOf(random.shuffled(habits).slice(0, 3))),
  mixtureCount,
);

const wrongWith = async (habit: Habit, life: number, days: number) =>
  (await liveWithHabit(habit, life, days, fixture, redis)).wrong;

describe("five days on a site with one habit", () => {
  it.each(alone)("%s", async (_, habit, life) => {
    expect(await wrongWith(habit, life, 5)).toEqual([]);
  });
});

describe("fifteen days on a site with three habits", () => {
  it.each(mixed)("%s", async (_, habit, life) => {
    expect(await wrongWith(habit, life, 15)).toEqual([]);
  });
});

describe("the habits", () => {
  it("are all values of all quirks, each with a name of its own", () => {
    expect(habits.length).toBeGreaterThan(190);
    expect(new Set(habits.map(({ name }) => name)).size).toBe(habits.length);
  });
});
