/**
 * Detects that the service was restored from a backup or moved: it returns the old values again, which musterd's last writes had
 * replaced. Then the ledger is not trusted about values that cannot be read (R60, R61), and they are written again. If only some
 * objects differ, somebody else writes to the service.
 */
import { type Reference, reference } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import { byReference, listedKinds } from "../../model/directory/objects.ts";
import type { TargetLists } from "../../model/directory/snapshot.ts";
import type { Stale } from "../../model/memory/memory.ts";
import type { Change, FieldChange, FieldValue } from "../../model/plan/plan.ts";
import { sameText } from "../../model/plan/sameness.ts";
import { isMasked, maskChange } from "../../model/plan/sensitive.ts";

/** An applied change and its run. */
export type Applied = { readonly runId: string; readonly change: Change };

/*
 * | the service returns          | the change …                                           |
 * |------------------------------|--------------------------------------------------------|
 * | the new values               | stands                                                 |
 * | the old values               | is undone                                              |
 * | other values                 | is overwritten: somebody has changed the object since  |
 * | no values to compare         | is unknown                                             |
 *
 * If an object was changed several times, only the last change counts. If that is unknown, an earlier one tells about the service,
 * unless the last was made because the object was in doubt already; it does not tell about the person. The newest run with a change
 * that is not unknown decides for the whole service: if more changes are undone than stand, the service was restored. Otherwise only
 * the people whose last changes are undone are in doubt.
 */

/**
 * `applied` is sorted newest first. Returns undefined if everything that can be read is as the last run left it. Managers and posts
 * are not in the lists, personal values are stored masked, and a place depends on its neighbours: with `planned`, the changes of a plan,
 * those count as undone that the plan would write once more.
 */
export const detectRollback = (
  applied: readonly Applied[],
  lists: TargetLists,
  planned?: readonly Change[],
): Stale | undefined => {
  const again = planned && new Map(planned.map((change) => [change.id, change]));
  const records = byReference(lists);
  const parked = new Set(
    applied.flatMap(({ change }) =>
      change.reason === "swap" ? renamedTo(change).map((to) => reference(change.kind, to)) : [],
    ),
  );
  const seen = new Set<string>();
  const hasLater = new Set<string>();
  const people = new Set<string>();
  const drifted: Change[] = [];
  let deciding: string | undefined;
  let [undone, standing] = [0, 0];
  for (const { runId, change, now } of withNamesNow(applied)) {
    const { kind } = change;
    if (now === undefined || seen.has(reference(kind, now))) continue;
    const key = reference(kind, now);
    // Where the service was restored, the object has the name that it had before the run.
    const name = records.has(key) ? now : change.key;
    // The second half of an exchange through a temporary code; the first half stands for both.
    const isEnd = change.action === "rename" && parked.has(reference(kind, change.key));
    const shown = isEnd ? "unknown" : stateOf(change, name, records);
    const isTold =
      again && (isDetail(change) || change.action === "reorder" || (shown === "unknown" && hasMasked(change)));
    const record = records.get(reference(kind, name));
    const isKnown = isDetail(change) || record !== undefined || again?.has(change.id);
    const state = isTold && isKnown ? stateInPlan(change, again.get(change.id), record) : shown;
    const isLast = !hasLater.has(key);
    (state === "unknown" && !wasInDoubt(change) ? hasLater : seen).add(key);
    if (state === "unknown") continue;
    if (state === "undone" && isLast && kind === "employee") people.add(canonicalKey(name));
    deciding ??= runId;
    if (runId !== deciding) continue;
    if (state === "undone") undone += 1;
    if (state === "stands") standing += 1;
    else drifted.push(change);
  }
  if (drifted.length === 0 && people.size === 0) return undefined;
  const named = drifted.map(({ kind, key, label }) => ({ kind, key, label }));
  return { all: undone > standing, undone, seen: drifted.length + standing, people, drifted: named };
};

/**
 * A rename, and every change of a person, names the object as it was called before the run, any other change as it is called after it. `now`:
 * how it is called since the last of the runs; undefined: another object has got the name.
 */
const withNamesNow = (applied: readonly Applied[]) => {
  let names: ReadonlyMap<Reference, string | undefined> = new Map();
  const nowOf = (known: typeof names, { kind }: Change, name: string): string | undefined =>
    known.has(reference(kind, name)) ? known.get(reference(kind, name)) : name;
  return [...Map.groupBy(applied, ({ runId }) => runId).values()].flatMap((ofRun) => {
    const after = names;
    const renames = endsOf(ofRun.flatMap(({ change }) => renamedTo(change).map((to) => ({ change, to }))));
    if (renames.length > 0)
      names = new Map([
        ...after,
        ...renames.map(({ change, to }) => [reference(change.kind, to), undefined] as const),
        ...renames.map(({ change, to }) => [reference(change.kind, change.key), nowOf(after, change, to)] as const),
      ]);
    return ofRun.map((one) => {
      const { kind, action, key } = one.change;
      return { ...one, now: nowOf(kind === "employee" || action === "rename" ? names : after, one.change, key) };
    });
  });
};

type Renamed = { readonly change: Change; readonly to: string };

/** Codes that are exchanged pass through a temporary one, which nothing has any more after the run. */
const endsOf = (renames: readonly Renamed[]): Renamed[] => {
  const next = new Map(renames.map(({ change, to }) => [reference(change.kind, change.key), to]));
  return renames.map(({ change, to }) => {
    const end = change.reason === "swap" ? next.get(reference(change.kind, to)) : undefined;
    return { change, to: end ?? to };
  });
};

const renamedTo = ({ action, fields }: Change): string[] =>
  action === "rename" ? fields.flatMap(({ after }) => (typeof after === "string" ? [after] : [])) : [];

/** Whoever did not know the value before writes it whatever it is, because it may have been lost. */
const wasInDoubt = ({ action, fields }: Change): boolean =>
  action === "update" && fields.every(({ before }) => before === undefined);

const isDetail = ({ kind }: Change): boolean => !listedKinds.some((listed) => listed === kind);

/** Does the stored change have values that the store does not keep in clear? */
const hasMasked = ({ fields }: Change): boolean =>
  fields.some(({ before, after }) => isMasked(before) || isMasked(after));

/** `record`: what the lists show of the object. What they do not show of it, such as a last day, the plan cannot know to be undone. */
const stateInPlan = (
  { fields }: Change,
  planned: Change | undefined,
  record: Readonly<Record<string, unknown>> | undefined,
): State => {
  if (!planned) return "stands";
  const textOf = (field: FieldChange) => JSON.stringify(maskChange({ ...planned, fields: [field] }).fields);
  const again = new Map(planned.fields.map((field) => [field.field, textOf(field)]));
  const known = fields.filter(({ field }) => again.has(field) || !record || record[field] !== undefined);
  if (!known.some(({ field }) => again.has(field))) return "stands";
  return known.every((field) => again.get(field.field) === textOf(field)) ? "undone" : "overwritten";
};

type State = "undone" | "stands" | "overwritten" | "unknown";

/** `name`: how the object is called now. */
const stateOf = (change: Change, name: string, records: ReturnType<typeof byReference>): State => {
  const { kind, key, action, fields } = change;
  if (isDetail(change)) return "unknown";
  const record = records.get(reference(kind, name));
  // Some sites do not list disabled people (R51), and a joiner is created disabled.
  const isDisabled = fields.some(({ field, after }) => field === "active" && after === false);
  if (action === "create") return record ? "stands" : isDisabled ? "unknown" : "undone";
  // Where both names are taken, they may have been exchanged, or not.
  if (action === "rename" && record && !sameKey(name, key))
    return records.has(reference(kind, key)) ? "unknown" : "stands";
  if (action === "rename") return record ? "undone" : "unknown";
  if (!record) return action === "deactivate" ? "stands" : "unknown";
  if (action === "reorder") return "unknown";
  const readable = fields.filter((field) => field.before !== undefined && isReadable(field, record));
  if (readable.length === 0) return "unknown";
  const shows = (side: (field: FieldChange) => FieldValue) =>
    readable.every((field) => sameText(shown(record[field.field]), side(field)));
  if (shows(({ after }) => after)) return "stands";
  return shows(({ before = null }) => before) ? "undone" : "overwritten";
};

/** False for lists, and for values that the stored plan masks or the service hides. */
const isReadable = ({ field, before, after }: FieldChange, record: Readonly<Record<string, unknown>>): boolean =>
  record[field] !== undefined &&
  !Array.isArray(before) &&
  !Array.isArray(after) &&
  !isMasked(before) &&
  !isMasked(after);

const shown = (value: unknown): FieldValue =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
