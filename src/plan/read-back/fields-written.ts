/** Which fields of which objects the changes of a run have stated. What differs besides has been taken along by a write, or changed by others. */
import { placeField, type Reference, reference } from "../../model/directory/address.ts";
import type { Carrier } from "../../model/directory/field-spec.ts";

import { fieldsBy } from "../../model/directory/known-fields.ts";
import { forListedKinds, type ListedKind } from "../../model/directory/objects.ts";
import type { Change, Kind } from "../../model/plan/plan.ts";
import { carriedBy } from "../../model/plan/sameness.ts";
import { accountAfter, newNames } from "./new-names.ts";

/** Has a change stated the field of the object (`kind/canonical key`)? */
export type FieldsWritten = (object: Reference, field: string) => boolean;

/**
 * Collects every field stated, under the keys that are valid after the changes. Of a person's posts, `posts` stands for a write to any
 * of them that no repair has made, `places` for all but their approvers.
 */
export const fieldsWritten = (changes: readonly Change[]): FieldsWritten => {
  // Most objects are written once, by an operation whose list of fields is shared.
  const written = new Map<Reference, readonly string[]>();
  const names = newNames(changes);
  const note = (kind: Kind, key: string, fields: readonly string[]) => {
    const object = reference(kind, key);
    const known = written.get(object);
    written.set(object, known ? [...new Set([...known, ...fields])] : fields);
  };
  for (const { wave, operations, repairs } of changes)
    for (const operation of operations) {
      const now = names.accountOf(accountAfter(operation), wave);
      switch (operation.id) {
        case "V2":
        case "V3":
        case "V5":
          note("level", names.keyOf("level", operation.code), fieldsBy("level", operation.id));
          break;
        case "T2":
        case "T3":
        case "T4":
        case "T5":
          note("title", names.keyOf("title", operation.code), fieldsBy("title", operation.id));
          break;
        case "J5":
        case "J6":
        case "J7":
        case "J8":
          note("function", names.keyOf("function", operation.code), fieldsBy("function", operation.id));
          break;
        case "J1":
          note("category", operation.newCategory, ["name"]);
          break;
        case "D2":
        case "D4":
        case "D7":
          note("department", names.keyOf("department", operation.code), fieldsBy("department", operation.id));
          break;
        case "D3":
          note("department", names.keyOf("department", operation.code), Object.keys(operation.set));
          break;
        case "D11":
        case "D12":
          note("manager", names.keyOf("department", operation.code), ["manager"]);
          break;
        case "E7":
        case "E8":
          note("employee", now, fieldsBy("employee", operation.id));
          break;
        case "E11":
          note("employee", now, Object.keys(operation.set));
          break;
        case "E12":
          // An expiry that nobody has asked for may lock newcomers out.
          note("employee", now, operation.expiredTime ? ofNewcomers : untilRevoked);
          note("post", now, ["places"]);
          break;
        case "E13":
          note("post", now, [placeField("supervisor", names.keyOf("department", operation.department))]);
          break;
        case "E14":
          note("post", now, ["places"]);
          break;
        case "V4":
        case "J2":
        case "E9":
          // They state a place or a last day, which no field of a reading shows.
          break;
      }
      // A repair gives back what was before.
      if (repairs === undefined && (operation.id === "E13" || operation.id === "E14")) note("post", now, ["posts"]);
    }
  return (object, field) => written.get(object)?.includes(field) ?? false;
};

const ofNewcomers = fieldsBy("employee", "E12");
const untilRevoked = ofNewcomers.filter((field) => field !== "expiredTime");

const updates: Readonly<Record<ListedKind, readonly Carrier[]>> = {
  level: ["V3", "V5"],
  title: ["T3", "T4", "T5"],
  function: ["J6", "J7", "J8"],
  department: ["D3", "D4", "D7"],
  employee: ["E7", "E8", "E11"],
};

/** The fields of each kind that an operation can state of a record that exists; without the order, which only all records have together. */
export const updatedFields = forListedKinds((kind) =>
  updates[kind].flatMap((id) => carriedBy(kind, id).fields.filter(([field]) => field !== "order")),
);
