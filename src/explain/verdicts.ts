/** Finds the changes and held changes of a plan that concern the fields of one record. */
import { sameKey } from "../model/directory/canonical.ts";
import type { Change, HeldChange, Plan } from "../model/plan/plan.ts";
import type { FieldExplanation } from "../model/runs/explanation.ts";
import { changeOwners, type Owner } from "../plan/restrict/change-owners.ts";
import type { FieldView } from "./field-view.ts";

export type Entries = { readonly changes: readonly Change[]; readonly held: readonly HeldChange[] };

export type PlanIndex = ReturnType<typeof indexPlan>;

/** The changes of a plan by the record that they are about. */
export const indexPlan = (plan: Plan) => {
  const owners = changeOwners(plan.changes);
  const changes = Map.groupBy(plan.changes, owners.of);
  const held = Map.groupBy(plan.held, owners.of);
  return {
    of: (owner: Owner): Entries => ({ changes: changes.get(owner) ?? [], held: held.get(owner) ?? [] }),
    ownerOf: owners.of,
    codeAfter: owners.codeAfter,
  };
};

/**
 * `why` counts only for a field that no change and no held change names. `whole`: held changes after which nothing happens to the
 * record at all. `part`: those of the entries that are in the plan that is explained.
 */
export const verdictOf = (
  { named, why: reason, ...shown }: FieldView,
  entries: Entries,
  whole: readonly HeldChange[],
  part: (entries: Entries) => Entries,
): FieldExplanation => {
  const isHere = ({ kind, key }: Change | HeldChange) =>
    kind === named.kind && (named.key === undefined || sameKey(key, named.key));
  const changes = entries.changes.filter((change) => isHere(change) && carries(change, named.field));
  const byName = entries.held.filter((held) => isHere(held) && carries(held, named.field));
  const why = changes.length + byName.length > 0 ? undefined : reason;
  const around = whole.length > 0 ? whole : entries.held.filter((held) => isHere(held) && covers(held, named.field));
  const held = why === undefined && changes.length + byName.length === 0 ? around : byName;
  const own = part({ changes, held });
  // A restricted plan may leave out what the whole plan does about a field.
  const isLeftOut = changes.length + held.length > 0 && own.changes.length + own.held.length === 0;
  return {
    ...shown,
    changes: own.changes.map(idOf),
    held: own.held.map(idOf),
    ...(isLeftOut ? { why: "left-out" } : why && { why }),
  };
};

const idOf = ({ id }: Change | HeldChange): string => id;

const keyFields: ReadonlySet<string> = new Set(["account", "code"]);

/** A create writes the key of its record, too. */
const carries = ({ action, fields }: Change | HeldChange, name: string): boolean =>
  fields.some(({ field }) => sameKey(field, name)) || (action === "create" && keyFields.has(name));

/**
 * Does a held change keep back a field that it does not name? Posts are written together, and so is a person's data; a status that
 * contradicts the last day has no value to name.
 */
const covers = ({ kind, action, fields }: HeldChange, name: string): boolean => {
  if (kind === "post") return true;
  return name === "active" ? action === "deactivate" && fields.length === 0 : action === "update";
};
