/** The totals of a report: changes by kind and action, and held changes. */
import { kinds } from "../../model/directory/kind.ts";
import type { Action, Kind, Plan } from "../../model/plan/plan.ts";
import type { Outcome } from "../../model/runs/run.ts";
import type { Entry } from "./entries.ts";

/** A kind that has a change or a held change. */
type KindTotals = {
  readonly kind: Kind;
  readonly counts: Readonly<Record<Action, number>>;
  readonly held: number;
};

/** Actions in the order of the totals. */
const actionOrder = ["create", "update", "move", "rename", "reorder", "deactivate", "reactivate", "remove"] as const;

export const resultSymbols: Readonly<Record<Outcome["result"], string>> = {
  applied: "✓",
  rehired: "^",
  "already-so": "=",
  unconfirmed: "○",
  failed: "✗",
  "not-tried": "·",
};

/** Results in the order of summaries and filters. */
export const resultOrder = Object.keys(resultSymbols) as readonly Outcome["result"][];

export const totalsOf = (plan: Plan): readonly KindTotals[] =>
  kinds.flatMap((kind) => {
    const changes = plan.changes.filter((change) => change.kind === kind);
    const held = plan.held.filter((one) => one.kind === kind).length;
    const counts = Object.fromEntries(
      actionOrder.map((action) => [action, changes.filter((change) => change.action === action).length]),
    ) as Record<Action, number>;
    return changes.length + held > 0 ? [{ kind, counts, held }] : [];
  });

/** Number of entries by their worst result; undefined if no entry has an outcome. */
export const resultCounts = (entries: readonly Entry[]): Readonly<Record<Outcome["result"], number>> | undefined => {
  const results = entries.flatMap(({ outcome }) => outcome?.result ?? []);
  if (results.length === 0) return undefined;
  return Object.fromEntries(
    resultOrder.map((result) => [result, results.filter((one) => one === result).length]),
  ) as Record<Outcome["result"], number>;
};
