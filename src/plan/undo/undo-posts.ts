/**
 * States posts and chosen supervisors as they were before a run. The posts of a person are restored together or not at all, so
 * that exactly one main post results.
 */

import { addressOf, namedBy, objectOf, postIn } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import { ledgerKey, postSubject } from "../../model/memory/memory.ts";
import { managersAbove } from "../draft/manager-chain.ts";
import { byDepartment, parsedPost } from "../values/post-fields.ts";
import type { NetChange } from "./net-changes.ts";
import type { UndoDraft } from "./undo-draft.ts";
import { judge, presentValue, type UndoContext } from "./undo-values.ts";

/** Net changes to the posts and supervisors of people whom the run did not create. */
export const restorePosts = (context: UndoContext, net: readonly NetChange[]): void => {
  const created = new Set(
    net.flatMap(({ kind, key, created: isNew }) => (isNew ? [`${kind} ${canonicalKey(key)}`] : [])),
  );
  const ofPeople = net.filter(
    (one) => (one.kind === "post" || one.kind === "supervisor") && !created.has(`employee ${personKey(one)}`),
  );
  for (const [key, changes] of Map.groupBy(ofPeople, personKey)) restorePerson(context, key, changes);
};

const personKey = (net: NetChange): string => canonicalKey(objectOf(addressOf(net)).key);

const restorePerson = (context: UndoContext, key: string, changes: readonly NetChange[]): void => {
  const { draft, records } = context;
  const record = records.get(`employee/${key}`);
  if (!record) {
    for (const one of changes)
      for (const [field, { before = null }] of one.fields) draft.hold(one, "changed-since", field, null, before);
    return;
  }
  const account = String(record["account"]);
  const present = record["posts"] as readonly Post[] | undefined;
  if (present === undefined) {
    // Not read yet, or unreadable: the planner then holds the change.
    draft.row("employee", account)["posts"] = [];
    return;
  }
  const restored = postsOf(
    context,
    present,
    changes.find(({ kind }) => kind === "post"),
  );
  const posts = restored ?? present.map(withoutSupervisor);
  const stated = new Map(byDepartment(posts));
  const chosen = changes.filter((one) => one.kind === "supervisor" && restoreSupervisor(context, account, one, stated));
  if (restored || chosen.length > 0) draft.row("employee", account)["posts"] = [...stated.values()];
};

const withoutSupervisor = ({ department, main, title, functions }: Post): Post => ({
  department,
  main,
  ...(title === undefined ? {} : { title }),
  ...(functions && { functions }),
});

/** The posts before the run, with the supervisors of those that come back; undefined if the posts stay as they are. */
const postsOf = (
  context: UndoContext,
  present: readonly Post[],
  net: NetChange | undefined,
): readonly Post[] | undefined => {
  if (!net) return undefined;
  const { draft } = context;
  const verdicts = [...net.fields].map(([field, values]) => {
    const now = presentValue(context, net, field);
    return { field, before: values.before ?? null, now: now ?? null, verdict: judge(net, field, values, now) };
  });
  // Posts that an interrupted undo has given back, but perhaps not their supervisors.
  const givenBack = [...net.fields].flatMap(([field, { before, after, passed }]) =>
    before && after === null && passed.length > 0 ? [canonicalKey(postIn(field) ?? "")] : [],
  );
  const open = verdicts.filter(({ verdict }) => verdict === "restore");
  const codes = new Map(open.map(({ field, before }) => [canonicalKey(postIn(field) ?? ""), { field, before }]));
  const kept = present.map(withoutSupervisor).flatMap((post) => {
    const back = codes.get(canonicalKey(post.department));
    codes.delete(canonicalKey(post.department));
    return back ? (parsedPost(post.department, back.before) ?? []) : [post];
  });
  const regained = [...codes.values()].flatMap(({ field, before }) => parsedPost(postIn(field) ?? "", before) ?? []);
  const posts = [...kept, ...regained];
  const isWhole = verdicts.every(({ verdict }) => verdict === "restore" || verdict === "leave");
  if (!isWhole) {
    for (const { field, now, before } of open) draft.hold(net, "changed-since", field, now, before);
    for (const { field, now, before, verdict } of verdicts)
      if (verdict !== "restore" && verdict !== "leave") draft.hold(net, verdict, field, now, before);
    return undefined;
  }
  for (const { field, now, before } of open) draft.restore(net, { field, before: now, after: before });
  if (open.length + givenBack.length === 0) return undefined;
  const back = new Set([...regained.map(({ department }) => canonicalKey(department)), ...givenBack]);
  return posts.map((post) => (back.has(canonicalKey(post.department)) ? withChosen(draft, net, post) : post));
};

const withChosen = (draft: UndoDraft, net: NetChange, post: Post): Post => {
  const chosen = net.chosen.get(canonicalKey(post.department));
  const named = { ...net, ...namedBy({ of: "supervisor", person: net.key, department: post.department }) };
  if (chosen === undefined) {
    draft.hold(named, "before-unknown", "supervisor", null);
    return post;
  }
  return { ...post, supervisor: chosen };
};

const restoreSupervisor = (
  context: UndoContext,
  account: string,
  net: NetChange,
  stated: Map<string, Post>,
): boolean => {
  const { draft, departments, memory } = context;
  const about = addressOf(net);
  const code = canonicalKey("department" in about ? about.department : "");
  const post = stated.get(code);
  const after = net.fields.get("supervisor")?.after ?? null;
  // A post that the run added goes, and its supervisor with it.
  if (!post) return false;
  const present = presentValue(context, net, "supervisor") ?? null;
  const before = net.chosen.get(code);
  const isManager = typeof present === "string" && managersAbove(departments, code).includes(canonicalKey(present));
  const written = memory.written.get(ledgerKey(postSubject(account, post.department), "supervisor"));
  const isAsLeft =
    after === null
      ? written === null && (present === null || isManager)
      : typeof present === "string" && sameKey(present, String(after));
  if (before !== undefined && isAsLeft) {
    stated.set(code, { ...post, supervisor: before });
    draft.restore(net, { field: "supervisor", before: present, after: before });
    return true;
  }
  if (before === undefined) draft.hold(net, "before-unknown", "supervisor", present);
  else if (!sameKey(present === null ? "" : String(present), before ?? ""))
    draft.hold(net, "changed-since", "supervisor", present, before);
  return false;
};
