/** A release permits applying one unsafe plan, once: the plan that somebody has seen. */
import { MusterdError } from "../lib/errors.ts";
import type { Plan } from "../model/plan.ts";
import type { Release } from "../model/release.ts";
import type { Store } from "../store/store.ts";

/** Rejects with `plan-stale` for any other plan, and with `release-used` if a run has already applied this one. */
export const requireRelease = async (
  { store }: { readonly store: Pick<Store, "runs"> },
  { fingerprint: wanted }: Release,
  { fingerprint }: Plan,
): Promise<void> => {
  if (!fingerprint.startsWith(wanted)) throw stalePlan(wanted, fingerprint);
  const run = await store.runs.releasedRun(fingerprint);
  if (run === undefined) return;
  throw new MusterdError("release-used", `the plan ${wanted} was released before, and run ${run} applied it`, {
    hint: `find out why the same changes are planned again (\`musterd show ${run}\`) before you release them again`,
  });
};

export const stalePlan = (wanted: string, fingerprint: string): MusterdError =>
  new MusterdError("plan-stale", `the plan is now ${fingerprint.slice(0, wanted.length)}, not ${wanted}`, {
    hint: "something has changed since it was approved; check `musterd plan` again",
  });
