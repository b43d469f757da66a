/** What reading back says about the site: operations that store a value otherwise than it was sent, or change something else. */
import type { Change } from "../../model/plan/plan.ts";
import type { Lost } from "./second-plan.ts";
import { habitField, type Observed } from "./site-habits.ts";

/**
 * What the losses say about the site. An operation that states the field has not stored it; if none does, every write to the object
 * may have taken it along.
 */
export const observedHabits = (lost: readonly Lost[], tried: readonly Change[]): readonly Observed[] => {
  const byId = new Map(tried.map((change) => [change.repairs ?? change.id, change]));
  return lost.flatMap(({ wanted: { id, kind, action, fields }, writers }) => {
    if (action === "reorder" || action === "create") return [];
    return fields.flatMap(({ field }): Observed[] => {
      const about = { kind, field: habitField(kind, field) };
      const own = byId.get(id);
      const stating =
        own?.fields.some((one) => one.field === field) === true
          ? own.operations.map((operation) => operation.id)
          : writers.flatMap(({ operation }) => (operation === "E12" ? [operation] : []));
      if (stating.length > 0)
        return [...new Set(stating)].map((operation) => ({ operation, does: "stores-otherwise", ...about }));
      // Whatever has written the object is the likelier cause.
      const direct = writers.filter(({ isBeside }) => !isBeside);
      const does: Observed["does"] = direct.length > 0 ? "takes-along" : "takes-from-others";
      const operations = new Set((direct.length > 0 ? direct : writers).map(({ operation }) => operation));
      return [...operations].map((operation) => ({ operation, does, ...about }));
    });
  });
};
