/**
 * What a seed stands for: a company, its site, and everything that happens to them, as data. A scenario can be shortened, printed,
 * and lived again.
 */
import { type Random, seededRandom } from "../../src/sample/random.ts";
import type { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import { habits as namedHabits } from "../run/habits/habit-list.ts";
import { everydayNames, type LifeEvent, rareNames } from "./life.ts";
import { callFaults, type Fault, processFaults } from "./network.ts";
import { withPlot } from "./plots.ts";
import { drawReading, type ReadingHabit } from "./reading-habits.ts";
import { drawHabit, type HabitName } from "./unnamed-habits.ts";

/** What an operator, or somebody else with access to the site, the store or the machine does. */
const deeds = [
  "undo",
  "restore-site",
  "restore-store",
  "lose-store",
  "second-daemon",
  "edit-site",
  "cancel",
  "saved-plan",
  "redis-gone",
  "site-down",
] as const;
/** Are not drawn alone: what a process thinks of the time is wrong for days then, or the life lacks what is reordered. */
type RareDeed = "last-week" | "reorder-site" | "put-back";
/** `a` chooses when in the night, or what. */
export type Deed = { readonly night: number; readonly what: (typeof deeds)[number] | RareDeed; readonly a: number };

export type Scenario = {
  readonly seed: number;
  readonly people: number;
  readonly nights: number;
  /** The site knows HR's people already. */
  readonly isAdopted: boolean;
  /** Then, some have other accounts or numbers there. */
  readonly isLegacy: boolean;
  /** HR has no functions, and knows of no last day. */
  readonly isPlain: boolean;
  /** Some people share phone, mailbox or name. */
  readonly isAlike: boolean;
  /** A sequence of what happens that was added (plots.ts). */
  readonly plot: string;
  readonly hasCaps: boolean;
  /** Names of values of quirks, as in test/run/habits/habit-list.ts. */
  readonly quirks: readonly string[];
  readonly habits: readonly HabitName[];
  readonly readings: readonly ReadingHabit[];
  /** For how long the site only promises a write. */
  readonly lateMs: number;
  /** The night from which the site reads and writes as specified, but for its quirks. */
  readonly mendedFrom: number;
  readonly events: readonly LifeEvent[];
  readonly faults: readonly Fault[];
  readonly deeds: readonly Deed[];
};

/**
 * Not drawn: they wait for real time or change addresses; or an approver looks like a manager (R60); `by-depth` makes a wanted state
 * impossible; until a refresh of ours, nobody can see what somebody else has changed.
 */
const notDrawn = /administrator|none|writesLate|latencyMs|p1DelayMs|D12-chosen|maintenance|until-refresh/;
const drawable = namedHabits.filter(({ name }) => !notDrawn.test(name));

/** Most of the quirks are drawn from those that sites most often have. */
const common =
  /^(supervisorsOnReplace dropped|inactivePeople|firstPosition|positionStep|newPlace|takesAlong E1[14]|e11Omitted|newEmployees|managerLeaves|renamedAccounts|ignores E(11|12|14)|assignedPositions|idNumbers|d4|d7)/;
const commonQuirks = drawable.filter(({ name }) => common.test(name));
const drawQuirk = (random: Random): string => one(random, random.chance(0.7) ? commonQuirks : drawable).name;

export const quirksOf = (names: readonly string[]): Partial<Quirks> => {
  const chosen = namedHabits.filter(({ name }) => names.includes(name));
  const quirks: Record<string, unknown> = {};
  for (const { quirks: own } of chosen)
    for (const [name, value] of Object.entries(own)) {
      const before = quirks[name];
      quirks[name] = Array.isArray(value) && Array.isArray(before) ? [...(before as unknown[]), ...value] : value;
    }
  return quirks;
};

const numbersOf = (random: Random) => ({
  a: random.integer(0, 999),
  b: random.integer(0, 999),
  c: random.integer(0, 999),
});
const one = <T>(random: Random, list: readonly T[]): T => list[random.integer(0, list.length - 1)] as T;
const few = <T>(random: Random, most: number, draw: () => T): T[] =>
  Array.from({ length: random.integer(0, most) }, draw);

const struckOperations = [
  "P1",
  "P1",
  "E14",
  "E11",
  "E12",
  "E7",
  "E13",
  "E9",
  "D2",
  "D3",
  "D7",
  "D12",
  "E1",
  "E4",
  "D10",
  "D1",
] as const;

const drawFault = (random: Random, night: number): Fault => ({
  night,
  kind: one(random, random.chance(0.5) ? callFaults : processFaults),
  at: random.chance(0.5) ? one(random, struckOperations) : random.integer(1, 260),
});

/**
 * Three kinds of lives: on the specified site with faults, on a site with quirks, and on a site with habits that nobody names. A third
 * of them all have a plot. `odd`: sites with habits also read wrongly, write late, or are mended in the middle; what such lives have found is
 * not all mended yet.
 */
export const drawScenario = (seed: number, { people = 60, nights = 14, odd = false } = {}): Scenario => {
  const random = seededRandom(seed);
  const kind = seed % 3;
  const events: LifeEvent[] = [];
  for (let day = 1; day < nights - 2; day += 1) {
    if (day % 5 === 0) continue;
    const edits = random.integer(0, 10);
    for (let edit = 0; edit < edits; edit += 1)
      events.push({ day, what: one(random, everydayNames), ...numbersOf(random) });
    if (random.chance(0.5)) events.push({ day, what: one(random, rareNames), ...numbersOf(random) });
  }
  const anyNight = () => random.integer(0, nights - 3);
  const scenario: Scenario = {
    seed,
    people,
    nights,
    isLegacy: false,
    isPlain: false,
    isAlike: seed % 4 === 1,
    plot: "",
    isAdopted: random.chance(0.2),
    hasCaps: random.chance(0.3),
    quirks:
      kind === 1
        ? [drawQuirk(random), drawQuirk(random), ...few(random, 2, () => drawQuirk(random))]
        : kind === 2 && random.chance(0.3)
          ? [drawQuirk(random)]
          : [],
    habits: kind === 2 ? [drawHabit(random), ...few(random, 3, () => drawHabit(random))] : [],
    readings: [],
    lateMs: 0,
    mendedFrom: nights,
    events,
    faults: few(random, kind === 0 ? 6 : 2, () => drawFault(random, anyNight())),
    deeds: few(random, kind === 0 ? 3 : 1, () => ({
      night: anyNight(),
      what: one(random, deeds),
      a: random.integer(0, 999),
    })),
  };
  const lived = withReturns(nights >= 10 && random.chance(0.33) ? withPlot(scenario, random) : scenario, random);
  return odd && kind === 2 && lived.habits.length > 0 ? withOddSite(lived, random) : lived;
};

/** The last nights show whether what reads have hidden or invented is mended. */
const honestNights = 4;

/** A site whose reads do not show what it has, whose writes come late, or that is mended in the middle of the life. */
const withOddSite = (scenario: Scenario, random: Random): Scenario => {
  const { nights, habits } = scenario;
  const readings = random.chance(0.4) ? [drawReading(random), ...few(random, 1, () => drawReading(random))] : [];
  const lateMs = random.chance(0.15) ? one(random, [2_000, 40_000, 480_000]) : 0;
  const isMended = readings.length > 0 || lateMs > 0 || random.chance(0.3);
  return {
    ...scenario,
    readings,
    // What a late write takes along is there when nobody looks any more.
    habits: lateMs > 0 || (readings.length > 0 && random.chance(0.7)) ? [] : habits,
    quirks: lateMs > 0 ? [] : scenario.quirks,
    lateMs,
    mendedFrom: isMended ? random.integer(2, Math.max(2, nights - honestNights)) : nights,
  };
};

/** A site that hides whoever has left is tried only by those who come back. */
const withReturns = (scenario: Scenario, random: Random): Scenario => {
  if (!scenario.quirks.some((name) => name.startsWith("inactivePeople"))) return scenario;
  const returns = [
    [1, "leave"],
    [3, "comeBack"],
    [3, "comeBack"],
  ] as const;
  return {
    ...scenario,
    events: [...scenario.events, ...returns.map(([day, what]) => ({ day, what, ...numbersOf(random) }))],
  };
};
