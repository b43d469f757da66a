/** The records of the newest plan about which nobody has said yet whether they are in the service. */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Plans } from "../plans/plans.ts";
import type { Decisions } from "./decisions.ts";

/** Their names, `kind/key`. */
export const openQuestions = async (store: {
  readonly plans: Pick<Plans, "questions">;
  readonly decisions: Pick<Decisions, "undecided">;
}): Promise<readonly string[]> => {
  const open = await store.decisions.undecided(await store.plans.questions());
  return open.map(({ kind, key }) => `${kind}/${canonicalKey(key)}`);
};
