/**
 * Finds the object that a change is about, although one plan may name it in several ways: a post and an approver belong to a
 * person, a manager belongs to a department, and a rename gives an object another code. Changes name people by the account they
 * have before the plan, and everything else by the code it has once the renames are done.
 */
import { canonicalKey } from "./canonical.ts";
import { fieldSpec } from "./known-fields.ts";
import type { Change, HeldChange, Kind } from "./plan.ts";

/** The kinds of objects that have an entry of their own. */
export type SubjectKind = Exclude<Kind, "post" | "manager" | "supervisor">;

/** In the order of reports: people first. */
export const subjectKinds = [
  "employee",
  "department",
  "title",
  "function",
  "category",
  "level",
] as const satisfies readonly SubjectKind[];

/** `key` is the code, account or category name after the plan, `formerKey` the one before, if the plan changes it. */
export type Subject = { readonly kind: SubjectKind; key: string; formerKey?: string };

/** What decides to which object a change or a held change belongs. */
export type SubjectItem = Pick<
  Change | HeldChange,
  "id" | "kind" | "key" | "label" | "action" | "fields" | "department"
> &
  Pick<Change, "repairs">;

/** The kind of object to which a change of `kind` belongs. */
const subjectKind = (kind: Kind): SubjectKind =>
  kind === "post" || kind === "supervisor" ? "employee" : kind === "manager" ? "department" : kind;

/** Returns a function from changes and held changes of the plan to their subjects; equal subjects are the same value. */
export const subjectsOf = (changes: readonly SubjectItem[]): ((item: SubjectItem) => Subject) => {
  const known = new Map<string, Subject>();
  const byChange = new Map<string, Subject>();
  const reused = reusedAccounts(changes);
  const nameOf = (item: SubjectItem): string => {
    const key = ownKey(item);
    const name = nameIn(subjectKind(item.kind), key);
    return reused.has(name) ? `${name}\n${item.label}` : name;
  };
  const subjectOf = (item: SubjectItem): Subject => {
    const earlier = byChange.get(item.repairs ?? item.id);
    if (earlier) return earlier;
    const name = nameOf(item);
    const found = known.get(name) ?? { kind: subjectKind(item.kind), key: ownKey(item) };
    known.set(name, found);
    return found;
  };
  for (const change of changes.filter(({ action }) => action === "rename")) {
    const subject = subjectOf(change);
    byChange.set(change.id, subject);
    const to = newKey(change);
    if (to === undefined) continue;
    subject.formerKey ??= subject.key;
    subject.key = to;
    if (subject.kind === "employee") continue;
    known.delete(nameOf(change));
    known.set(nameIn(subject.kind, to), subject);
  }
  for (const change of changes) byChange.set(change.id, subjectOf(change));
  return subjectOf;
};

const nameIn = (kind: SubjectKind, key: string): string => `${kind}/${canonicalKey(key)}`;

/** The key of the object itself: the key of an approver is that of the person and the department. */
const ownKey = ({ kind, key, department }: SubjectItem): string => {
  const post = `/${department}`;
  return kind === "supervisor" && department !== undefined && key.endsWith(post) ? key.slice(0, -post.length) : key;
};

/** The code, account or name that a rename gives. */
const newKey = ({ kind, fields }: SubjectItem): string | undefined => {
  const after = fields.find(({ field }) => fieldSpec(kind, field)?.key === true)?.after;
  return typeof after === "string" ? after : undefined;
};

/** Accounts that one person gives up and a newcomer gets in the same plan: only the names tell these two apart. */
const reusedAccounts = (changes: readonly SubjectItem[]): ReadonlySet<string> => {
  const names = (action: SubjectItem["action"]) =>
    new Set(
      changes
        .filter((change) => change.kind === "employee" && change.action === action)
        .map(({ key }) => nameIn("employee", key)),
    );
  return names("create").intersection(names("rename"));
};
