/** Facts: the fields of one object before and after the plan, whatever number of changes each takes. */
import { addressOf } from "../../model/directory/address.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Change, FieldChange, FieldValue, HeldChange, Kind } from "../../model/plan/plan.ts";
import { isMasked } from "../../model/plan/sensitive.ts";

/**
 * One field of an entry before and after all changes of the plan. `kind` is the kind of the changes, which decides the words.
 * The field of a post is `post`, and `department` is its code; so is that of an approver (`supervisor`).
 */
export type Fact = {
  readonly kind: Kind;
  readonly field: string;
  readonly department?: string;
  /** Absent for an object that the plan creates. */
  readonly before?: FieldValue;
  readonly after: FieldValue;
  /** The ids of the changes that make it so. */
  readonly changes: readonly string[];
};

/**
 * Folds the fields of one object's changes, which are in order: the first value before and the last after. A field that several
 * changes bring back to its first value is left out.
 */
export const factsOf = (items: readonly (Change | HeldChange)[]): readonly Fact[] => {
  const [first, ...others] = items.map(factsOfOne);
  // A change names each field once.
  if (first === undefined || others.length === 0) return first ?? [];
  const facts = new Map<string, Mutable<Fact>>();
  for (const fact of [first, ...others].flat()) {
    const name = [fact.kind, fact.field, canonicalKey(fact.department ?? "")].join("\n");
    const earlier = facts.get(name);
    if (earlier) {
      earlier.after = fact.after;
      earlier.changes = [...earlier.changes, ...fact.changes];
    } else facts.set(name, fact);
  }
  return [...facts.values()].filter(({ changes, before, after }) => changes.length === 1 || differ(before, after));
};

/** The facts of one change share one list: a large plan has a million of them. */
const factsOfOne = (item: Change | HeldChange): Mutable<Fact>[] => {
  const changes = [item.id];
  return item.fields.map((change) => factOf(item, change, changes));
};

const factOf = (item: Change | HeldChange, { field, before, after }: FieldChange, changes: readonly string[]): Fact => {
  const address = addressOf(item, field);
  return {
    ...(address.of === "post" ? { kind: "post", field: "post" } : { kind: item.kind, field }),
    ...("person" in address ? { department: address.department } : {}),
    ...(before === undefined || (before === null && item.action === "create") ? {} : { before }),
    after,
    changes,
  };
};

/** Masked values are equal although what they hide differs. */
const differ = (before: FieldValue | undefined, after: FieldValue): boolean =>
  isMasked(after) || JSON.stringify(before) !== JSON.stringify(after);

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
