/**
 * Sums up what a run changed, object by object: the first value before and the last value after of each field, under the
 * object's present key. Several changes of a run may write the same field (a name that steps aside, posts gained and given up).
 */
import { addressOf, namedBy, placeField, postIn, withKeys } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import { referredBy } from "../../model/directory/references.ts";
import { ledgerKey, parsePostKey } from "../../model/memory/memory.ts";
import type { EmployeeData } from "../../model/plan/operation.ts";
import type { Change, FieldValue, Kind } from "../../model/plan/plan.ts";
import type { RecordedChange, RecordedRun } from "../../model/runs/recorded-run.ts";
import { type Follow, following, renamingsOf } from "../draft/renamings.ts";

/** `before` is absent where the value before the run was not known. `passed`: the values that earlier undos of the run wrote. */
export type NetField = { readonly before?: FieldValue; readonly after: FieldValue; readonly passed: FieldValue[] };

export type NetChange = {
  readonly kind: Kind;
  /** The present code or account; for supervisors `account/department`. */
  readonly key: string;
  readonly label: string;
  readonly department?: string;
  /** Did the run create the object? */
  created: boolean;
  /** Values that name codes and accounts name the present ones. */
  readonly fields: Map<string, NetField>;
  /** Present code of a department (canonical) → the supervisor chosen for the post there before the run; null: nobody. */
  readonly chosen: Map<string, string | null>;
  hidden?: EmployeeData;
};

/** What happened to a change; `unknown`: it may have been written, in part or completely. */
export const effectOf = ({ outcome }: RecordedChange): "written" | "unknown" | "none" => {
  const { result } = outcome ?? {};
  if (result === "applied" || result === "rehired" || result === "unconfirmed") return "written";
  if (outcome === undefined || outcome.result === "failed" || outcome.code === "interrupted") return "unknown";
  return "none";
};

export type NetChanges = {
  readonly all: readonly NetChange[];
  /** What may have been written: each change by itself, under its object's present key. */
  readonly unknown: readonly (NetChange & { readonly change: Change })[];
  /** The present key of what had a code or account at the end of the run. */
  readonly follow: Follow;
};

export const netChanges = ({ changes, renamedSince, undoneSince }: RecordedRun): NetChanges => {
  const later = renamingsOf(renamedSince);
  const own = renamingsOf(changes.flatMap((one) => (effectOf(one) === "written" ? [one.change] : [])));
  const follow = following(later);
  const followAccount = following([...own, ...later]);
  const names: Names = { follow, followOld: (kind, key) => (kind === "employee" ? followAccount : follow)(kind, key) };
  const byObject = new Map<string, NetChange>();
  const unknown: (NetChange & { readonly change: Change })[] = [];
  for (const recorded of changes) {
    const { change } = recorded;
    const effect = effectOf(recorded);
    if (effect === "none" || (change.action === "rename" && !recorded.hidden)) continue;
    const empty = emptyNet(names, change);
    if (effect === "unknown") {
      if (change.action === "rename") continue;
      add(empty, names, recorded);
      unknown.push({ ...empty, change });
      continue;
    }
    const id = `${change.kind} ${canonicalKey(empty.key)}`;
    const net = byObject.get(id) ?? empty;
    byObject.set(id, net);
    add(net, names, recorded);
  }
  notePassed(byObject, undoneSince);
  return { all: [...byObject.values()], unknown, follow };
};

/**
 * Within a run codes are renamed first, so all its other changes name the new codes. Accounts are renamed last: keys of changes
 * and values before (`followOld`) name the old accounts, values after the new ones.
 */
type Names = { readonly follow: Follow; readonly followOld: Follow };

const emptyNet = (names: Names, { kind, key, label, department, action }: Change): NetChange => ({
  kind,
  key: presentKey(action === "create" ? names.follow : names.followOld, { kind, key }),
  label,
  ...(department === undefined ? {} : { department }),
  created: false,
  fields: new Map(),
  chosen: new Map(),
});

const presentKey = (keyNow: Follow, named: Pick<Change, "kind" | "key">): string =>
  namedBy(withKeys(addressOf(named), keyNow)).key;

const add = (net: NetChange, names: Names, { change, hidden }: RecordedChange): void => {
  net.created ||= change.action === "create";
  if (hidden) net.hidden = { ...net.hidden, ...hidden };
  if (change.action === "rename") return;
  for (const { subject, field, value } of change.replaces ?? []) {
    const post = parsePostKey(ledgerKey(subject, field));
    if (!post) continue;
    const department = canonicalKey(names.follow("department", post.department));
    if (!net.chosen.has(department))
      net.chosen.set(department, value === null ? null : names.followOld("employee", value));
  }
  for (const { field, before, after } of change.fields) {
    const department = postIn(field);
    const name = department === undefined ? field : placeField("post", names.follow("department", department));
    const earlier = [...net.fields].find(([other]) => sameKey(other, name));
    const was = earlier ? earlier[1].before : valueNow(names.followOld, change.kind, name, before);
    net.fields.set(earlier?.[0] ?? name, {
      ...(was === undefined ? {} : { before: was }),
      after: valueNow(names.follow, change.kind, name, after) ?? null,
      passed: [],
    });
  }
};

const notePassed = (byObject: ReadonlyMap<string, NetChange>, undone: readonly Change[]): void => {
  const followAccount = following(renamingsOf(undone));
  const keyNow: Follow = (kind, key) => (kind === "employee" ? followAccount(kind, key) : key);
  for (const { kind, key, fields } of undone) {
    const now = presentKey(keyNow, { kind, key });
    const net = byObject.get(`${kind} ${canonicalKey(now)}`);
    for (const { field, after } of fields)
      for (const [name, { passed }] of net?.fields ?? []) if (sameKey(name, field)) passed.push(after);
  }
};

/** `keyNow`: the present key of what the value names. */
const valueNow = (keyNow: Follow, kind: Kind, field: string, value: FieldValue | undefined): FieldValue | undefined => {
  if (postIn(field) !== undefined) {
    if (typeof value !== "object" || value === null) return value;
    const [mark = "", title = "", ...functions] = value;
    const now = title === "" ? "" : keyNow("title", title);
    return [mark, now, ...functions.map((code) => keyNow("function", code))];
  }
  const of = referredBy(kind, field);
  return of !== undefined && typeof value === "string" ? keyNow(of, value) : value;
};
