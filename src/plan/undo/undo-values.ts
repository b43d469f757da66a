/**
 * Compares what a run left with what the service shows now, value by value:
 *
 *   the value before the run   the service shows now   it is …
 *   not known                  –                       held: before-unknown
 *   known                      what the run left       restored; likewise what an interrupted undo of the run has left
 *   known                      the value before        left
 *   known                      another value           held: changed-since
 *   known                      nothing, unreadable     held: unreadable-in-target
 */

import { addressOf, objectOf, type PlaceAddress, postIn, reference } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import { byKey, byReference } from "../../model/directory/objects.ts";
import type { TargetLists } from "../../model/directory/snapshot.ts";
import { employeeSubject, ledgerKey, type Memory } from "../../model/memory/memory.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import type { FieldValue, Kind } from "../../model/plan/plan.ts";
import { samenessOf } from "../../model/plan/sameness.ts";
import { isMasked } from "../../model/plan/sensitive.ts";
import { parsedPost, shownPost } from "../values/post-fields.ts";
import { isLastStated } from "../values/stated-values.ts";
import type { NetChange, NetField } from "./net-changes.ts";
import { openUndoDraft } from "./undo-draft.ts";

export type UndoContext = ReturnType<typeof undoContext>;

/** What an undo is made of and written to. `lists`: see undo-source.ts. */
export const undoContext = (lists: TargetLists, memory: Memory) => ({
  draft: openUndoDraft(),
  lists,
  memory,
  /** Departments by canonical code. */
  departments: byKey(lists.departments),
  /** Every listed object of the service by its present key. */
  records: byReference(lists),
});

type Named = Pick<NetChange, "kind" | "key">;

/** The record in which a change shows; that of a post or supervisor is the person's. */
export const recordOf = ({ records }: UndoContext, named: Named) => {
  const { of, key } = objectOf(addressOf(named));
  return records.get(reference(of, key));
};

/** The value that the service shows, or that musterd wrote last if no read returns it; undefined: not known. */
export const presentValue = (context: UndoContext, named: Named, field: string): FieldValue | undefined => {
  const { kind, key } = named;
  const { written } = context.memory;
  if (field === "resignationDate") return written.get(ledgerKey(employeeSubject(key), field));
  if (kind === "category") return writtenCategories(written);
  const record = recordOf(context, named);
  if (!record) return undefined;
  const address = addressOf(named, field);
  if ("person" in address) return presentPost(record["posts"] as readonly Post[] | undefined, address);
  const value = record[field] as FieldValue | undefined;
  return kind === "employee" || kind === "manager" ? value : (value ?? null);
};

const writtenCategories = (written: Memory["written"]): readonly string[] | undefined => {
  const text = written.get(ledgerKey("category", "order"));
  return typeof text === "string" ? (JSON.parse(text) as string[]) : undefined;
};

const presentPost = (posts: readonly Post[] | undefined, { of, department }: PlaceAddress): FieldValue | undefined => {
  const found = posts?.find((post) => sameKey(post.department, department));
  if (posts === undefined || of === "post") return posts && shownPost(found);
  return found?.supervisor ?? null;
};

export type Verdict = "restore" | "leave" | HeldReason;

export const judge = (
  { kind }: Pick<NetChange, "kind">,
  field: string,
  { before, after, passed }: NetField,
  present: FieldValue | undefined,
): Verdict => {
  if (before === undefined || isMasked(before) || isMasked(after)) return "before-unknown";
  if (present === undefined) return "unreadable-in-target";
  const same = sameness(kind, field);
  if (same(present, before)) return "leave";
  return [after, ...passed].some((value) => same(present, value)) ? "restore" : "changed-since";
};

const sameness = (kind: Kind, field: string): ((a: FieldValue, b: FieldValue) => boolean) => {
  if (kind === "category") return (a, b) => JSON.stringify(a) === JSON.stringify(b);
  if (postIn(field) === undefined) return samenessOf(kind, field);
  return (a, b) => JSON.stringify(postForm(a)) === JSON.stringify(postForm(b));
};

/** The recorded post with its codes in canonical form. */
const postForm = (value: FieldValue) => {
  const post = parsedPost("", value);
  return post && [post.main, canonicalKey(post.title ?? ""), (post.functions ?? []).map(canonicalKey).sort()];
};

/** An object that was created is disabled, because nothing is deleted; a joiner may be disabled already. */
export const disableAgain = (context: UndoContext, net: NetChange): void => {
  const { draft } = context;
  const { kind, key, label } = net;
  const record = recordOf(context, net);
  if (!record) return;
  draft.notice({ code: "only-disabled", kind, key, label });
  if (record["active"] !== true) return;
  draft.row(kind, key)["active"] = false;
  draft.restore(net, { field: "active", before: true, after: false });
};

/** States the values before the run for one object; its posts, supervisors and order have rules of their own. */
export const restoreFields = (context: UndoContext, net: NetChange): void => {
  const { draft, memory } = context;
  const { kind, key } = net;
  const record = recordOf(context, net);
  for (const [field, values] of net.fields) {
    if (field === "order" && kind !== "category") continue;
    const present = presentValue(context, net, field);
    // A manager who has not been read is stated: either it is read then, or the planner holds the change as unreadable.
    const isUnread = record !== undefined && kind === "manager" && present === undefined;
    const isThere = record !== undefined || kind === "category";
    const verdict = isUnread ? "restore" : isThere ? judge(net, field, values, present) : "changed-since";
    const { before = null } = values;
    if (verdict === "restore") {
      state(context, net, field, before);
      // A last day that is over would disable whoever works, although the run has not enabled them.
      if (field === "resignationDate") draft.row(kind, key)["active"] ??= record?.["active"];
      if (kind !== "category") draft.restore(net, { field, before: present ?? null, after: before });
    } else if (verdict !== "leave") draft.hold(net, verdict, field, present, before);
  }
  const hidden = (record?.["hidden"] ?? []) as readonly string[];
  for (const field of hidden) {
    const value = (net.hidden as Readonly<Record<string, FieldValue | undefined>> | undefined)?.[field];
    const isKnown = value !== undefined && draft.row(kind, key)[field] === undefined;
    if (isKnown && isLastStated(memory, key, field, value)) draft.row(kind, key)[field] = value;
  }
};

const state = ({ draft }: UndoContext, { kind, key }: NetChange, field: string, before: FieldValue): void => {
  if (kind !== "category") draft.row(kind, key)[field] = before;
  else (before as readonly string[]).forEach((name, at) => void (draft.row("category", name)["order"] = at));
};

/** May the run have written a change whose outcome is not known? Not if every value is as it was before. */
export const mayBeWritten = (context: UndoContext, net: NetChange): boolean => {
  const record = recordOf(context, net);
  if (net.created) return record?.["active"] === true;
  if (!record && net.kind !== "category") return false;
  return [...net.fields].some(([field, values]) => {
    // No read shows positions that were written one by one, nor the last working day.
    if (field === "order" || field === "resignationDate" || values.before === undefined) return true;
    const present = presentValue(context, net, field);
    return present === undefined || !sameness(net.kind, field)(present, values.before);
  });
};
