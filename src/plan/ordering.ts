/**
 * How the positions of a kind are written: as the last run found the site to take them, until a run is found not to have
 * brought the order about; then by a sweep, and the other way from the next run on.
 */
import { ledgerKey } from "../model/memory.ts";
import type { Kind, LedgerEntry } from "../model/plan.ts";
import type { PlanContext } from "./plan-context.ts";
import type { Ordering } from "./sequence.ts";

const subject = "site/positions";

/** Kinds whose positions the service takes. */
const orderedKinds = ["level", "department", "function", "title", "category"] as const satisfies readonly Kind[];

export type OrderedKind = (typeof orderedKinds)[number];

export const isOrderedKind = (kind: Kind): kind is OrderedKind => orderedKinds.some((one) => one === kind);

/** Can the order of things be compared at all? A site that shows no numbers tells nothing of it. */
export const isOrderShown = (current: Iterable<{ readonly order?: number }>): boolean => {
  const all = [...current];
  return all.length === 0 || all.some(({ order }) => order !== undefined);
};

export const orderingOf = ({ memory, swept }: Pick<PlanContext, "memory" | "swept">, kind: OrderedKind): Ordering => {
  if (swept?.has(kind)) return "sweep";
  return memory.written.get(ledgerKey(subject, kind)) === "assign" ? "assign" : "insert";
};

/** To be remembered where the moves of a run did not lead to the wanted order: the site takes positions the other way. */
export const otherOrdering = (context: Pick<PlanContext, "memory">, kind: OrderedKind): LedgerEntry => ({
  subject,
  field: kind,
  value: orderingOf({ memory: context.memory }, kind) === "assign" ? "insert" : "assign",
});
