/**
 * What goes wrong in three steps hardly ever happens to a life by chance. A plot is such a sequence: it is added to a scenario, with its
 * nights and moments drawn.
 */
import type { Random } from "../../src/sample/random.ts";
import type { LifeEvent } from "./life.ts";
import type { Fault } from "./network.ts";
import type { Deed, Scenario } from "./scenario.ts";

type Added = Partial<Pick<Scenario, "isAdopted" | "isLegacy" | "hasCaps" | "isPlain">> & {
  /** Nothing else happens in the nights before and after. */
  readonly isAlone?: boolean;
  /** The site has neither quirks nor habits. */
  readonly isSpecified?: boolean;
  readonly events?: readonly LifeEvent[];
  readonly faults?: readonly Fault[];
  readonly deeds?: readonly Deed[];
};

/** `night`: a night in the middle of the life. */
type Plot = (random: Random, night: number) => Added;

const change = (day: number, what: string, random: Random): LifeEvent => ({
  day,
  what,
  a: random.integer(0, 999),
  b: random.integer(0, 999),
  c: random.integer(0, 999),
});

const plots: Readonly<Record<string, Plot>> = {
  /** The first import is cut off, and what is left of it is more than a company changes in a night. */
  cutOffImport: (random) => ({
    hasCaps: true,
    isAdopted: false,
    isLegacy: false,
    faults: [{ night: 0, kind: random.chance(0.5) ? "crash" : "power-cut", at: random.integer(30, 120) }],
  }),
  /** A process sleeps in its refresh, while another one takes over and writes. */
  frozenRefresh: (random, night) => ({
    isAlone: true,
    events: [change(night, "changeData", random), change(night, "renamePerson", random)],
    faults: [
      { night, kind: "freeze", at: "P1", ms: random.integer(38_000, 62_000) },
      { night, kind: "slow", at: "D3" },
    ],
    deeds: [
      { night, what: "second-daemon", a: 2 },
      { night, what: "edit-site", a: 3 + 7 * (2 * random.integer(20, 60) + 1) },
    ],
  }),
  /** The process dies before its refresh, and its disk with it. */
  lostDisk: (random, night) => ({
    isPlain: true,
    isAlone: true,
    events: [change(night, "renamePerson", random), change(night, "changeDepartment", random)],
    faults: [{ night, kind: "lost-disk-before", at: "P1" }],
  }),
  /** The site is put back to the night before a last day was announced. */
  restoredLastDay: (random, night) => ({
    // The memory of what was written masks personal data, so that a phone alone tells nothing.
    events: (["announceLeave", "changeData", "changePost"] as const).map((what) => change(night - 1, what, random)),
    deeds: [{ night, what: "restore-site", a: random.integer(0, 999) }],
  }),
  /** The site has everybody already, some under other accounts and numbers. */
  legacySite: () => ({ isAdopted: true, isLegacy: true, hasCaps: false }),
  /** In nights without anything new, a few reads of posts and managers meet a proxy that is just being restarted; second looks do not. */
  momentary: (random) => ({
    faults: [5, 5, 5, 10, 10, 10].map((night) => ({
      night,
      kind: "not-found-before" as const,
      at: random.integer(12, 26),
    })),
  }),
  /** The clock is set back by days while a failed run waits for its repetition. A run with nothing to write ends before the outage. */
  clockOfLastWeek: (random, night) => ({
    isAlone: true,
    events: [change(night, "opensBranches", random)],
    deeds: [
      { night, what: "site-down", a: 2 * random.integer(8, 25) },
      { night, what: "last-week", a: 0 },
    ],
  }),
  /** The site's administrator orders siblings anew after a run that has moved one of them, and then an operator undoes the run. */
  undoneOrder: (random, night) => ({
    isAlone: true,
    isSpecified: true,
    events: [change(night - 1, "opensBranches", random), change(night, "lastBranchGoesFirst", random)],
    deeds: [
      { night, what: "reorder-site", a: 1 },
      { night, what: "undo", a: 1 },
    ],
  }),
  /** Another system puts the same person back, night after night. */
  disputed: (random) => {
    const a = random.integer(0, 999);
    return { deeds: [3, 4, 5, 6, 7].map((night) => ({ night, what: "put-back" as const, a })) };
  },
  numberAgain: (random, night) => ({
    events: [change(night - 1, "leave", random), change(night, "numberGivenAgain", random)],
  }),
};

export const plotNames = Object.keys(plots);

/** Adds a plot to the scenario. */
export const withPlot = (scenario: Scenario, random: Random): Scenario => {
  const name = plotNames[random.integer(0, plotNames.length - 1)] ?? "";
  const night = random.integer(2, scenario.nights - 4);
  const { events = [], faults = [], deeds = [], isAlone, isSpecified, ...flags } = plots[name]?.(random, night) ?? {};
  // What else happens in that night could hide it.
  const isFree = (at: number) => !isAlone || Math.abs(at - night) > 1;
  return {
    ...scenario,
    ...flags,
    ...(isSpecified ? { quirks: [], habits: [] } : {}),
    plot: name,
    events: [...scenario.events.filter(({ day }) => isFree(day)), ...events],
    faults: [...scenario.faults.filter((one) => isFree(one.night)), ...faults],
    deeds: [...scenario.deeds.filter((one) => isFree(one.night)), ...deeds],
  };
};
