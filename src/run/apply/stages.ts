/**
 * Divides the waves of a plan into jobs. A large wave is several pages, which run in parallel; small waves that follow each other are one
 * page, whose parts run one after the other: a job for each would only wait for Redis. In a wave the newcomers come first whose accounts show
 * most of how the site stores accounts (site/perform/first-create.ts).
 */
import { slicesOf } from "../../lib/slices.ts";
import { tellingFirst } from "../../model/directory/key-sorts.ts";
import type { Change } from "../../model/plan/plan.ts";

/**
 * The number of changes in a page, which is one job: a multiple of the default number of calls in flight (8), so that the last
 * calls of a page also run in parallel.
 */
const pageSize = 64;

/**
 * The first step that disables something (ARCHITECTURE "Order"). This step and the next are skipped if too many changes have
 * failed, which is decided between jobs.
 */
const disablingStep = 10;

/** The changes of a part may run in parallel; a part begins when the one before has ended. */
type Page = readonly (readonly Change[])[];

/** `wave`: the number of its first wave. `disables`: may it disable something? Then it has one wave. */
export type Stage = { readonly wave: number; readonly pages: readonly Page[]; readonly disables: boolean };

/** The stages in order; a stage begins when every page of the one before has ended. */
export const stagesOf = (changes: readonly Change[]): readonly Stage[] => {
  const byWave = [...Map.groupBy(changes, ({ wave }) => wave)].sort(([a], [b]) => a - b);
  const waves = byWave.map(([wave, ofWave]) => [wave, newcomersFirst(ofWave)] as const);
  const stages: { readonly wave: number; readonly pages: (readonly Change[])[][]; readonly disables: boolean }[] = [];
  for (const [wave, ofWave] of waves) {
    const disables = ofWave.some(({ step }) => step >= disablingStep);
    const last = stages.at(-1);
    // The first of several pages is full.
    const page = last?.disables === false && !disables ? last.pages[0] : undefined;
    const size = page?.reduce((sum, part) => sum + part.length, 0) ?? 0;
    if (page && size + ofWave.length <= pageSize) page.push(ofWave);
    else stages.push({ wave, pages: pagesOf(ofWave), disables });
  }
  return stages;
};

const newcomersFirst = (changes: readonly Change[]): readonly Change[] => {
  const newcomers = changes.flatMap((change) => {
    const [operation] = change.operations;
    return operation?.id === "E12" ? [{ change, account: operation.account }] : [];
  });
  if (newcomers.length === 0) return changes;
  const first = tellingFirst(newcomers, ({ account }) => account).map(({ change }) => change);
  const known = new Set(first);
  return [...first, ...changes.filter((change) => !known.has(change))];
};

const pagesOf = (changes: readonly Change[]): (readonly Change[])[][] =>
  Array.from(slicesOf(changes, pageSize), (part) => [part]);
