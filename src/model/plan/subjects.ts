/**
 * Finds the object that a change is about, although one plan may name it in several ways: a post and an approver belong to a
 * person, a manager belongs to a department, and a rename gives an object another code. Changes name people by the account they
 * have before the plan, and everything else by the code it has once the renames are done.
 */
import { addressOf, objectOf, reference } from "../directory/address.ts";
import type { SubjectKind } from "../directory/kind.ts";
import { fieldSpec } from "../directory/known-fields.ts";
import type { Change, Wanted } from "./plan.ts";

export type { SubjectKind } from "../directory/kind.ts";

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
export type SubjectItem = Wanted & Pick<Change, "repairs">;

/** Returns a function from changes and held changes of the plan to their subjects; equal subjects are the same value. */
export const subjectsOf = (changes: readonly SubjectItem[]): ((item: SubjectItem) => Subject) => {
  const known = new Map<string, Subject>();
  const byChange = new Map<string, Subject>();
  const reused = reusedAccounts(changes);
  const nameOf = (item: SubjectItem): string => {
    const { of, key } = objectOf(addressOf(item));
    const name = reference(of, key);
    return reused.has(name) ? `${name}\n${item.label}` : name;
  };
  const subjectOf = (item: SubjectItem): Subject => {
    const earlier = byChange.get(item.repairs ?? item.id);
    if (earlier) return earlier;
    const name = nameOf(item);
    const { of: kind, key } = objectOf(addressOf(item));
    const found = known.get(name) ?? { kind, key };
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
    known.set(reference(subject.kind, to), subject);
  }
  for (const change of changes) byChange.set(change.id, subjectOf(change));
  return subjectOf;
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
        .map(({ key }) => reference("employee", key)),
    );
  return names("create").intersection(names("rename"));
};
