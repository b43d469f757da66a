/**
 * Decides how positions are written (the ways are listed in sequence.ts): as insertions, unless the ledger states that the
 * site assigns numbers. If the order is wrong after the moves of a run, the run writes the positions again as a sweep, and
 * later runs use the other way.
 */

import { ledgerKey } from "../../model/memory/memory.ts";
import type { Kind, LedgerEntry } from "../../model/plan/plan.ts";
import type { WhyNothing } from "../../model/runs/explanation.ts";
import { whyUnmanaged } from "../draft/judge-field.ts";
import type { PlanContext } from "../draft/plan-context.ts";
import type { Ordering } from "../values/sequence.ts";

const subject = "site/positions";

/** Kinds that have a position in the service. */
const orderedKinds = ["level", "department", "function", "title", "category"] as const satisfies readonly Kind[];

export type OrderedKind = (typeof orderedKinds)[number];

export const isOrderedKind = (kind: Kind): kind is OrderedKind => orderedKinds.some((one) => one === kind);

/** Can the order be compared? It cannot if the site returns no positions. */
export const isOrderShown = (current: Iterable<{ readonly order?: number }>): boolean => {
  const all = [...current];
  return all.length === 0 || all.some(({ order }) => order !== undefined);
};

/** Why a stated position is not compared with that of the service; undefined if the object is to be ordered. */
export const whyUnordered = (
  { settings }: Pick<PlanContext, "settings">,
  kind: OrderedKind,
  after: number | undefined,
  { before, isShown }: { readonly before: number | undefined; readonly isShown: boolean },
): WhyNothing | undefined =>
  after === undefined
    ? "not-stated"
    : (whyUnmanaged(settings, kind, "order", before) ?? (isShown ? undefined : "not-readable"));

export const orderingOf = ({ memory, swept }: Pick<PlanContext, "memory" | "swept">, kind: OrderedKind): Ordering => {
  if (swept?.has(kind)) return "sweep";
  return memory.written.get(ledgerKey(subject, kind)) === "assign" ? "assign" : "insert";
};

/**
 * The ledger entry to write if the moves of a run did not produce the wanted order: the site understands positions the other
 * way.
 */
export const otherOrdering = (context: Pick<PlanContext, "memory">, kind: OrderedKind): LedgerEntry => ({
  subject,
  field: kind,
  value: orderingOf({ memory: context.memory }, kind) === "assign" ? "insert" : "assign",
});
