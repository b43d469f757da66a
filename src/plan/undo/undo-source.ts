/**
 * The source of an undo: every object of the service, and of what the run changed the values before it. All objects are in it, so
 * none looks as if it had left; an object of which nothing is stated is not changed. Rows are made under the present codes and
 * accounts, and written with those that are valid after the undo.
 */

import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Directory } from "../../model/directory/directory.ts";
import { keyOf, listedKinds, listOf, recordsOf } from "../../model/directory/objects.ts";
import { rekeyedRecord } from "../../model/directory/references.ts";
import type { SourceSnapshot, TargetLists } from "../../model/directory/snapshot.ts";
import type { Memory } from "../../model/memory/memory.ts";
import type { RecordedRun } from "../../model/runs/recorded-run.ts";
import type { Follow } from "../draft/renamings.ts";
import { type NetChange, netChanges } from "./net-changes.ts";
import { emptyRow, type UndoDraft, undoId } from "./undo-draft.ts";
import { restoreOrder } from "./undo-order.ts";
import { restorePosts } from "./undo-posts.ts";
import { renamesBack } from "./undo-renames.ts";
import { disableAgain, mayBeWritten, recordOf, restoreFields, type UndoContext, undoContext } from "./undo-values.ts";

export type UndoSource = Pick<UndoDraft, "held" | "notices" | "restored"> & {
  readonly source: SourceSnapshot;
  /** The stable ids of the people in the source, and their present accounts. */
  readonly links: NonNullable<Memory["links"]>;
  /** The key that an object with a present key has after the undo. */
  readonly keyAfter: Follow;
};

/** `lists` with the posts and managers that have been read; where they have not, they count as unchanged since the run. */
export const undoSource = (run: RecordedRun, lists: TargetLists, memory: Memory): UndoSource => {
  const net = netChanges(run);
  const { wanted, refused, uncertain, listed, keyAfter } = renamesBack(run, lists);
  const context = undoContext(lists, memory);
  const { draft } = context;
  for (const { kind, from, to, label } of refused)
    draft.hold({ kind, key: from, label }, "changed-since", kind === "employee" ? "account" : "code", from, to);
  for (const { kind, from, label } of uncertain)
    draft.doubt({ kind, key: from, label }, "rename", [kind === "employee" ? "account" : "code"]);
  for (const one of net.all) {
    if (one.created) disableAgain(context, one);
    else if (!isOfPosts(one)) restoreFields(context, one);
  }
  restorePosts(context, net.all);
  restoreOrder(context, net, run);
  for (const one of net.unknown) if (isOfPosts(one)) requestPosts(context, one);
  for (const one of net.unknown)
    if (mayBeWritten(context, one)) draft.doubt(one, one.change.action, [...one.fields.keys()]);
  const accounts = lists.employees.map(({ account }) => account);
  for (const { kind, from } of wanted) if (kind === "employee") draft.row(kind, from);
  // Whoever undoes a run has decided whose records are written back, however much they differ.
  const decided = new Map(
    accounts.map((account) => [canonicalKey(keyAfter("employee", account)), { adopts: account, differs: [] }]),
  );
  return {
    source: { directory: directoryOf(draft, lists, keyAfter), rejected: [], renames: listed, decided },
    links: { employee: new Map(accounts.map((account) => [undoId(account), account])), department: new Map() },
    held: draft.held,
    notices: draft.notices,
    restored: draft.restored,
    keyAfter,
  };
};

const isOfPosts = ({ kind }: NetChange): boolean => kind === "post" || kind === "supervisor";

/** States posts where they have not been read, so that they are read. */
const requestPosts = (context: UndoContext, net: NetChange): void => {
  const record = recordOf(context, net);
  if (record && record["posts"] === undefined) context.draft.row("employee", String(record["account"]))["posts"] = [];
};

/** All objects of each kind of which the draft has a row, with the codes and accounts that are valid after the undo. */
const directoryOf = ({ rows }: UndoDraft, lists: TargetLists, keyAfter: Follow): Directory => {
  const stated = listedKinds.flatMap((kind) => {
    const ofKind = rows.get(kind);
    if (!ofKind) return [];
    const keys = (recordsOf(lists, kind) ?? []).map(keyOf);
    const rowsOfAll = keys.map((key) => ofKind.get(canonicalKey(key)) ?? emptyRow(kind, key));
    return [[listOf[kind], rowsOfAll.map((row) => rekeyedRecord(kind, row, keyAfter))] as const];
  });
  const categories = rows.get("category");
  return Object.fromEntries([...stated, ...(categories ? [[listOf.category, [...categories.values()]] as const] : [])]);
};
