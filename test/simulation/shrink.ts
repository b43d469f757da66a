/** Makes a failing scenario as small as it still fails: fewer events, faults, deeds, habits, quirks, nights and people. */
import { live } from "./live.ts";
import type { Scenario } from "./scenario.ts";

const lists = ["faults", "deeds", "readings", "habits", "quirks", "events"] as const;

/** `mostMs`: when to be content with what was reached. The same kind of wrong must remain. */
export const shrink = async (
  scenario: Scenario,
  what: string,
  mostMs: number,
  nowMs: () => number,
): Promise<Scenario> => {
  const endMs = nowMs() + mostMs;
  const fails = async (smaller: Scenario): Promise<boolean> =>
    nowMs() < endMs && (await live(smaller).catch(() => undefined))?.wrong.some((one) => one.what === what) === true;
  let best = scenario;
  const first = (await live(scenario)).wrong.find((one) => one.what === what)?.night ?? scenario.nights;
  // Some nights after the first failure, because the judges look back from the last ones.
  for (const nights of [first + 2, first + 4]) {
    if (nights >= best.nights) continue;
    const smaller = { ...best, nights };
    if (await fails(smaller)) {
      best = smaller;
      break;
    }
  }
  best = {
    ...best,
    events: best.events.filter(({ day }) => day < best.nights),
    faults: best.faults.filter(({ night }) => night < best.nights),
    deeds: best.deeds.filter(({ night }) => night < best.nights),
  };
  for (const name of lists) best = await withoutParts(best, name, fails);
  for (const people of [12, 18, 30])
    if (people < best.people && (await fails({ ...best, people }))) {
      best = { ...best, people };
      break;
    }
  return withoutParts(best, "events", fails);
};

/** Leaves out halves, quarters and single items, as long as it still fails. */
const withoutParts = async (
  scenario: Scenario,
  name: (typeof lists)[number],
  fails: (smaller: Scenario) => Promise<boolean>,
): Promise<Scenario> => {
  let best = scenario;
  for (let size = Math.ceil(best[name].length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best[name].length; ) {
      const smaller = { ...best, [name]: best[name].toSpliced(from, size) };
      if (await fails(smaller)) best = smaller;
      else from += size;
    }
  }
  return best;
};
