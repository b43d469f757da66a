/** A release lets one plan pass, once: the plan that the person has seen. */
import { MusterdError } from "../lib/errors.ts";
import type { Plan } from "../model/plan.ts";
import type { Release } from "../model/release.ts";
import type { Store } from "../store/store.ts";

/** MusterdError `plan-stale` for any other plan, `release-used` where a run has applied this one already. */
export const requireRelease = async (
  { store }: { readonly store: Pick<Store, "runs"> },
  { fingerprint: wanted }: Release,
  { fingerprint }: Plan,
): Promise<void> => {
  if (!fingerprint.startsWith(wanted)) throw stalePlan(wanted, fingerprint);
  const run = await store.runs.releasedRun(fingerprint);
  if (run === undefined) return;
  throw new MusterdError("release-used", `the plan ${wanted} was released before, and run ${run} applied it`, {
    hint: `find out why the same changes are due again (\`musterd show ${run}\`) before they are written again`,
  });
};

export const stalePlan = (wanted: string, fingerprint: string): MusterdError =>
  new MusterdError("plan-stale", `the plan is now ${fingerprint.slice(0, wanted.length)}, not ${wanted}`, {
    hint: "something changed since it was approved; look at `musterd plan` again",
  });
