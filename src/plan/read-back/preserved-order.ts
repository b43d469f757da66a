/**
 * The order of lists whose order HR leaves to the service: where a write has changed the sequence of objects that were siblings before and
 * should be now, the source of the second plan states their positions as they were.
 */
import { reference } from "../../model/directory/address.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import { groupFields } from "../../model/directory/siblings.ts";
import type { SourceSnapshot, TargetLists, TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Kind } from "../../model/plan/plan.ts";
import { placedObjects } from "../organisation/siblings.ts";
import type { ReadBackScope } from "./read-back-scope.ts";

type Item = {
  readonly code: string;
  readonly order?: number;
  readonly parent?: string | null;
  readonly category?: string;
  readonly rank?: number;
};

/** `stated`: the records of the source, with the groups that they must have again. */
export const withOrderBefore = <T extends Item>(
  kind: Kind,
  stated: readonly T[],
  before: TargetSnapshot,
  now: TargetSnapshot,
): readonly T[] => {
  if (stated.some(({ order }) => order !== undefined)) return stated;
  const [was, shown] = [before, now].map((side) => placesIn(side, kind));
  const field = groupFields[kind];
  const staying = stated.flatMap((item) => {
    const [past, present] = [was, shown].map((places) => places?.get(reference(kind, item.code)));
    if (past?.order === undefined || present?.order === undefined) return [];
    const own = field === undefined ? undefined : item[field];
    const wanted = own === undefined ? (field === undefined ? "" : present.group) : canonicalKey(String(own ?? ""));
    if (wanted !== past.group) return [];
    return [{ code: item.code, group: wanted, was: past.order, there: present.group, now: present.order }];
  });
  const isChanged = [...Map.groupBy(staying, ({ group }) => group).values()].some((siblings) => {
    const inOrder = siblings.toSorted((a, b) => a.was - b.was);
    if (new Set(inOrder.map(({ was: place }) => place)).size < inOrder.length) return false;
    return inOrder.some((one, at) => one.there !== one.group || one.now < (inOrder[at - 1]?.now ?? one.now));
  });
  if (!isChanged) return stated;
  const orders = new Map(staying.map((one) => [one.code, one.was]));
  return stated.map((item) => {
    const order = orders.get(item.code);
    return order === undefined ? item : { ...item, order };
  });
};

/**
 * The kinds whose order HR states and of which an object is no longer where it was, although it was not written for that: a write to a
 * person may move the departments of that person.
 */
export const displacedBeside = (
  { departments = [], levels = [], titles = [], functions = [] }: SourceSnapshot["directory"],
  writers: ReadBackScope["writers"],
  before: TargetLists,
  now: TargetLists,
): Kind[] => {
  const stated: Partial<Record<Kind, readonly Item[]>> = {
    department: departments,
    level: levels,
    title: titles,
    function: functions,
  };
  return [...placedObjects(now)].flatMap(([kind, objects]) => {
    const was = placesIn(before, kind);
    const isDisplaced = objects.some(({ key, group, order }) => {
      const object = reference(kind, key);
      const place = was.get(object);
      return place && writers.has(object) && (place.group !== group || place.order !== order);
    });
    return isDisplaced && stated[kind]?.some(({ order }) => order !== undefined) ? [kind] : [];
  });
};

const placesIn = (side: TargetLists, kind: Kind) =>
  new Map((placedObjects(side).get(kind) ?? []).map((one) => [reference(kind, one.key), one]));
