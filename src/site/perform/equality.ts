/** Compares records, because equal ones need no write. model/directory/fields.ts states how the values of each field are compared. */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Post, RecordOf } from "../../model/directory/directory.ts";
import type { RecordKind } from "../../model/directory/fields.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import { carriedBy, samenessOf } from "../../model/plan/sameness.ts";

type Values = Readonly<Record<string, FieldValue | undefined>>;

/** Does the record have every value that `set` states? A field that is absent from the record counts as different. */
export const states = <K extends RecordKind>(kind: K, found: RecordOf<K>, set: Partial<RecordOf<K>>): boolean =>
  Object.entries(set as Values).every(([field, wanted]) => {
    const value = (found as Values)[field];
    return wanted === undefined || (value !== undefined && samenessOf(kind, field)(value, wanted));
  });

/**
 * A record as it is written back along with other values: without the blanks with which some sites fill texts up when they show them,
 * because such a text would grow with every write, and composed (NFC), as HR's texts are.
 */
export const asStored = <R extends object>(record: R): R =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field,
      typeof value === "string" ? value.trim().normalize("NFC") : (value as unknown),
    ]),
  ) as R;

/**
 * Compares the fields that E14 writes; supervisors are not among them, because E13 writes them. A field that one of the two posts
 * does not state equals any value.
 */
export const samePosts = (a: readonly Post[], b: readonly Post[]): boolean => {
  const others = new Map(b.map((post) => [canonicalKey(post.department), post]));
  return a.length === b.length && a.every((post) => samePost(post, others.get(canonicalKey(post.department))));
};

/** The same, but what `found` does not show counts as different. */
export const showsPosts = (found: readonly Post[], wanted: readonly Post[]): boolean =>
  samePosts(found, wanted) &&
  wanted.every((post) => {
    const shown = found.find(({ department }) => sameKey(department, post.department));
    return fields.every(([field]) => (post as Values)[field] === undefined || (shown as Values)[field] !== undefined);
  });

const { fields } = carriedBy("post", "E14");

const samePost = (a: Post, b: Post | undefined): boolean =>
  b !== undefined &&
  fields.every(([field, same]) => {
    const [one, other] = [(a as Values)[field], (b as Values)[field]];
    return one === undefined || other === undefined || same(one, other);
  });
