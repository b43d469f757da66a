/**
 * Applies the canary of a plan, reads it back, and decides whether the rest follows: never where a change has failed, or reading back
 * shows that a write did something else; else as whoever approved the plan says. The refresh comes after both, once.
 */
import { MusterdError } from "../lib/errors.ts";
import type { Canary } from "../model/plan/canary.ts";
import type { Plan } from "../model/plan/plan.ts";
import { countEntries } from "../model/runs/entry-counts.ts";
import { isDone, type Results } from "../plan/read-back/second-plan.ts";
import { canaryOf } from "../plan/restrict/canary.ts";
import type { Prepared } from "./prepare/prepare-plan.ts";
import type { Carry, ReadBack } from "./read-back/read-back.ts";

export type CanaryRequest = {
  /** How many objects it is about at most. */
  readonly entries: number;
  /** Is asked once the canary of the plan is as planned. */
  readonly goOn: (plan: Plan, canary: Canary) => Promise<boolean>;
};

/** `stopped`: why the rest is not to be tried. */
type Tried = { readonly results: Results; readonly stopped?: MusterdError };

/** `reading` reads back what the results of a plan are about. Rejects if that is impossible, or the run is stopped. */
export const tryCanary = async (
  prepared: Prepared,
  { entries, goOn }: CanaryRequest,
  carry: Carry,
  reading: (prepared: Prepared, results: Results) => Promise<ReadBack>,
): Promise<Tried> => {
  const { plan, current } = prepared;
  const canary = canaryOf(plan, current, entries);
  if (canary.changes.length === plan.changes.length) return { results: new Map() };
  // Where nothing can go first, whoever wants a canary is asked all the same.
  const results = canary.changes.length === 0 ? new Map() : await carry(canary.changes);
  const failed = canary.changes.filter(({ id }) => !isDone(results.get(id))).length;
  const rest = plan.changes.length - canary.changes.length;
  // It is judged as a restricted plan is: the order of siblings, for example, comes with the rest.
  const only = { subjects: [], leftOut: rest, leftOutEntries: countEntries(plan.changes) - canary.entries };
  const { asPlanned, conclude } = await reading(
    { ...prepared, plan: { ...plan, changes: canary.changes, only } },
    results,
  );
  await conclude(false);
  if (failed > 0 || !asPlanned) return { results, stopped: notAsPlanned(canary, failed, rest) };
  return (await goOn(plan, canary)) ? { results } : { results, stopped: declined(canary, rest) };
};

const notAsPlanned = ({ entries }: Canary, failed: number, rest: number): MusterdError =>
  new MusterdError(
    "canary-differs",
    failed > 0
      ? `${failed} changes of the canary (${entries} entries) were not applied; the other ${rest} changes were not tried`
      : `reading back the canary (${entries} entries) shows something else than was written; the other ${rest} changes were not tried`,
    {
      hint: "look at `musterd show last` and `musterd check --site`; `musterd apply` goes on, and reads back what this site is known to change",
    },
  );

const declined = ({ entries }: Canary, rest: number): MusterdError =>
  new MusterdError(
    "canary-only",
    `the canary (${entries} entries) is applied as planned; the other ${rest} changes were not tried, because nobody has agreed to them`,
    { hint: "`musterd apply` shows what is left, and goes on" },
  );
