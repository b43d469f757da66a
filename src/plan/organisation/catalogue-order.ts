/** Plans the order of levels, functions and titles: moves them to another group, and to their place among its items. */

import { canonicalKey } from "../../model/directory/canonical.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Kind, Step } from "../../model/plan/plan.ts";
import { sameCode } from "../../model/plan/sameness.ts";
import { type DraftPlan, type Reference, reference } from "../draft/draft-plan.ts";
import { isPlaceWanted } from "../draft/judge-field.ts";
import type { PeopleContext } from "../draft/plan-context.ts";
import { compareText, movesInto, type Placement, type Standing } from "../values/sequence.ts";
import { isOrderShown, orderingOf, whyUnordered } from "./ordering.ts";

/** An object of one of the lists. */
export type Item = {
  readonly code: string;
  readonly name?: string;
  readonly active?: boolean;
  readonly group?: string;
  readonly order?: number;
};

/** One of the lists, on both sides, and its operations. */
export type Catalogue = {
  readonly kind: Kind & ("level" | "function" | "title");
  readonly step: Step;
  readonly nameField: "name" | "title";
  /** The field that names the group; absent when all items are in one group. */
  readonly groupField?: "category" | "rank";
  readonly desired: readonly Item[] | undefined;
  readonly current: readonly Item[];
  readonly create: (item: Required<Pick<Item, "code" | "name" | "group">>) => Operation;
  readonly rename: (code: string, name: string) => Operation;
  readonly activate: (code: string) => Operation;
  /** `seq` is a position in the service's numbering. */
  readonly place: (code: string, group: string, seq: number) => Operation;
  /** The first position, used when the service returns no positions (R20, R47). */
  readonly lowest: 0 | 1;
};

/** Plans moves between and inside groups, one after the other, because each position depends on the move before. */
export const planOrder = (
  context: PeopleContext,
  catalogue: Catalogue,
  current: ReadonlyMap<string, Item>,
  created: readonly Item[],
): void => {
  const { kind, step, groupField, desired = [] } = catalogue;
  const { draft } = context;
  const groupKeys = new Map<string, string>();
  const keyOfGroup = (group: string) => {
    const key = canonicalKey(group);
    if (!groupKeys.has(key)) groupKeys.set(key, group);
    return key;
  };

  const standing = [...current.values()]
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ code, group = "", order }) => ({ code, group, ...(order === undefined ? {} : { seq: order }) }));
  const sequences = new Map<string, Standing[]>();
  for (const { code, group = "", ...seq } of [...standing, ...created.map(({ code, group }) => ({ code, group }))]) {
    const list = sequences.get(keyOfGroup(group)) ?? [];
    list.push({ key: canonicalKey(code), ...seq });
    sequences.set(keyOfGroup(group), list);
  }
  const there = new Map([...current, ...byKey(created)]);
  const isShown = isOrderShown(current.values());
  const places = desired.flatMap((item) => {
    const group = groupAfter(context, catalogue, item, there.get(canonicalKey(item.code)), current);
    return group === undefined ? [] : placesOf(context, catalogue, item, keyOfGroup(group), { current, isShown });
  });

  let after = draft
    .changes()
    .filter((change) => change.kind === kind && change.action === "create")
    .map((change) => change.id);
  const groups = [...groupKeys.keys()].sort(compareText);
  const inPlace = new Set(places.flatMap(({ key, order }) => (order === undefined ? [] : [key])));
  for (const move of movesInto(orderingOf(context, kind), sequences, places, groups, catalogue.lowest)) {
    const item = there.get(move.key);
    if (!item) continue;
    const group = groupKeys.get(move.group) ?? move.group;
    const leaves = groupField !== undefined && keyOfGroup(item.group ?? "") !== move.group;
    const id = draft.write({
      kind,
      key: item.code,
      label: item.name ?? item.code,
      action: leaves ? "move" : "reorder",
      reason: leaves ? "differs" : "order-differs",
      step,
      fields: leaves
        ? [
            {
              field: groupField,
              before: groupValue(groupField, item.group ?? ""),
              after: groupValue(groupField, group),
            },
          ]
        : [{ field: "order", before: item.order ?? null, after: move.seq }],
      operations: [catalogue.place(item.code, group, move.seq)],
      requires: [reference(kind, item.code), ...renamedCategory(draft, groupField, group)],
      after,
    });
    if (id !== undefined) after = [id];
    if (!leaves) inPlace.delete(move.key);
  }
  for (const key of inPlace) draft.leave(reference(kind, key), "order", "sequence-right");
};

/** The group of an item after the plan; undefined for an item that will not exist. */
const groupAfter = (
  context: PeopleContext,
  { kind, groupField }: Catalogue,
  { code, group: after }: Item,
  there: Item | undefined,
  current: ReadonlyMap<string, Item>,
): string | undefined => {
  if (!there) return undefined;
  const before = there.group ?? "";
  if (!groupField || !current.has(canonicalKey(code))) return before;
  const isWanted = isPlaceWanted(context, reference(kind, code), kind, [groupField, sameCode], { after, before });
  return isWanted && after !== undefined ? after : before;
};

/** Where an item is put; empty if the service needs the rank or category of what it places, and does not show that of this one. */
const placesOf = (
  context: PeopleContext,
  { kind, groupField }: Catalogue,
  { code, order }: Item,
  group: string,
  { current, isShown }: { readonly current: ReadonlyMap<string, Item>; readonly isShown: boolean },
): Placement[] => {
  const key = canonicalKey(code);
  const why = whyUnordered(context, kind, order, { before: current.get(key)?.order, isShown });
  const isPlaceable = !groupField || group !== "";
  if (why || !isPlaceable) context.draft.leave(reference(kind, code), "order", why ?? "sequence-right");
  return isPlaceable ? [{ key, group, ...(why || order === undefined ? {} : { order }) }] : [];
};

/** If a rename gives a category the name `group`, the rename must come before anything is put into the category. */
export const renamedCategory = (draft: DraftPlan, groupField: Catalogue["groupField"], group: string): Reference[] => {
  const category = reference("category", group);
  return groupField === "category" && (draft.willExist(category) || draft.isWithheld(category)) ? [category] : [];
};

/** A group as the value of its field. */
export const groupValue = (groupField: "category" | "rank", group: string): string | number =>
  groupField === "rank" ? Number(group) : group;
