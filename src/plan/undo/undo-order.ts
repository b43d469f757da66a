/**
 * States the order of siblings as it was before a run. Objects that the run did not move must still be in their old sequence;
 * otherwise somebody has ordered the group since, and its order is held.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import { groupFields, type Siblings } from "../../model/directory/siblings.ts";
import type { RecordedRun } from "../../model/runs/recorded-run.ts";
import { placedObjects } from "../organisation/siblings.ts";
import type { NetChange, NetChanges } from "./net-changes.ts";
import type { UndoContext } from "./undo-values.ts";

/** Call this when all other rows are complete, because they say into which groups objects come back. */
export const restoreOrder = (
  { draft, lists }: UndoContext,
  { all, follow }: NetChanges,
  { siblings }: RecordedRun,
): void => {
  const placed = all.filter(({ kind, fields }) => fields.has("order") || fields.has(groupFields[kind] ?? ""));
  const known = new Set<NetChange>();
  const objects = placedObjects(lists);
  for (const recorded of siblings) {
    const { kind } = recorded;
    const group = presentGroup(recorded, follow);
    const keys = recorded.keys.map((key) => canonicalKey(follow(kind, key)));
    const inGroup = new Set(keys);
    const moved = placed.filter((one) => one.kind === kind && inGroup.has(canonicalKey(one.key)));
    for (const one of moved) known.add(one);
    const present = new Map((objects.get(kind) ?? []).map((object) => [canonicalKey(object.key), object]));
    const movedKeys = new Set(moved.map(({ key }) => canonicalKey(key)));
    const unmoved = keys.filter((key) => !movedKeys.has(key) && present.get(key)?.group === group);
    const positions = unmoved.map((key) => present.get(key)?.order ?? 0);
    if (positions.some((position, at) => position < (positions[at - 1] ?? position))) {
      for (const one of moved) draft.hold(one, "changed-since", "order", undefined);
      continue;
    }
    const groupAfter = (key: string): string => {
      const stated = draft.rows.get(kind)?.get(key)?.[groupFields[kind] ?? ""];
      return stated === undefined
        ? (present.get(key)?.group ?? "")
        : canonicalKey(typeof stated === "string" || typeof stated === "number" ? String(stated) : "");
    };
    const members = keys.filter((key) => present.has(key) && groupAfter(key) === group);
    if (moved.length > 0) members.forEach((key, at) => (draft.row(kind, present.get(key)?.key ?? key)["order"] = at));
  }
  for (const one of placed)
    if (one.fields.has("order") && !one.created && one.kind !== "category" && !known.has(one))
      draft.hold(one, "before-unknown", "order", undefined);
};

const presentGroup = ({ kind, group }: Siblings, follow: NetChanges["follow"]): string => {
  if (kind === "department" && group !== "") return canonicalKey(follow("department", group));
  return kind === "function" ? canonicalKey(follow("category", group)) : group;
};
