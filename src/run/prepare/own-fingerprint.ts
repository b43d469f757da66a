/**
 * The fingerprint of a plan as it is stored and shown. The plan has values of people that reports mask, such as a birth date: whoever has a
 * report could try out which of them gives a plain digest. With the identifier of the installation, which is shown nowhere, nobody can.
 */
import { createHmac } from "node:crypto";
import type { Plan } from "../../model/plan/plan.ts";
import type { Store } from "../../store/store.ts";

/** Returns a function for plans as `plan/` makes them: equal ones have the same fingerprint as long as the store lives. */
export const openOwnFingerprint = async (store: Pick<Store, "installation">): Promise<(plan: Plan) => Plan> => {
  const key = await store.installation();
  return (plan) => ({ ...plan, fingerprint: createHmac("sha256", key).update(plan.fingerprint).digest("hex") });
};
