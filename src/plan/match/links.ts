/**
 * Links: the last code or account that an object of the source, known by its stable id, had on both sides. A link turns
 * a new code of a known department into a rename; without it the plan would create a second department.
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Rename, SourceSnapshot, TargetLists } from "../../model/directory/snapshot.ts";
import type { Memory } from "../../model/memory/memory.ts";
import type { Change } from "../../model/plan/plan.ts";
import { sameText } from "../../model/plan/sameness.ts";
import type { Correlation } from "./correlate.ts";

type Links = NonNullable<Memory["links"]>;

/**
 * Adds the renames that follow from stable ids. A department is renamed if the target has it under its linked code, and the new
 * code is free or becomes free by another such rename. Renames in the configuration take precedence. An id that leads away from the code
 * under which HR still has the department by name is no permanent one: a row number, for example.
 */
export const withLinkedRenames = (source: SourceSnapshot, lists: TargetLists, links: Links): SourceSnapshot => {
  const departments = source.directory.departments ?? [];
  const present = new Map(lists.departments.map(({ code, name }) => [canonicalKey(code), name]));
  const stated = new Map(departments.map(({ code, name }) => [canonicalKey(code), name]));
  const listed = new Set(
    source.renames.flatMap(({ kind, from, to }) =>
      kind === "department" ? [canonicalKey(from), canonicalKey(to)] : [],
    ),
  );
  const linked = departments.flatMap(({ id, code }) => {
    const from = id === undefined ? undefined : links.department.get(id);
    return from === undefined ? [] : [{ from, to: code, old: canonicalKey(from), next: canonicalKey(code) }];
  });
  /** Two ids with the same linked code: it is unknown which of them the target's department belongs to. */
  const shared = new Set(duplicatesIn(linked.map(({ old }) => old)));
  const isNamedAlike = (code: string, other: string) => sameText(stated.get(code) ?? null, present.get(other) ?? null);
  const isContradicted = ({ old, next }: (typeof linked)[number]) =>
    stated.get(old) !== undefined && isNamedAlike(old, old) && !isNamedAlike(next, old);
  let open = linked.filter(
    ({ old, next }) => old !== next && present.has(old) && !shared.has(old) && !listed.has(old) && !listed.has(next),
  );
  open = open.filter((one) => !isContradicted(one));
  for (;;) {
    const freed = new Set(open.map(({ old }) => old));
    const possible = open.filter(({ next }) => !present.has(next) || freed.has(next));
    if (possible.length === open.length) break;
    open = possible;
  }
  const found = open.map(({ from, to }): Rename => ({ kind: "department", from, to, linked: true }));
  return found.length === 0 ? source : { ...source, renames: [...source.renames, ...found] };
};

/** The links that are true now: matched people (`people`) and departments whose account or code is the same on both sides. */
export const linksInStep = (source: SourceSnapshot, lists: TargetLists, people: readonly Correlation[]): Links => {
  const { departments = [] } = source.directory;
  const codes = new Set(lists.departments.map(({ code }) => canonicalKey(code)));
  return {
    department: new Map(
      departments.flatMap(({ id, code }) => (id !== undefined && codes.has(canonicalKey(code)) ? [[id, code]] : [])),
    ),
    employee: new Map(
      people.flatMap((entry) => {
        if (entry.state !== "matched" || entry.desired.id === undefined) return [];
        const { id, account } = entry.desired;
        return sameKey(account, entry.current.account) ? [[id, account]] : [];
      }),
    ),
  };
};

/** The links that are added when all `changes` have been applied: those of created and renamed objects. */
export const linksGained = (source: SourceSnapshot, changes: readonly Change[]): Links => {
  const { departments = [], employees = [] } = source.directory;
  const gained = (kind: keyof Links, field: string): ReadonlySet<string> =>
    new Set(
      changes.flatMap((change) => {
        if (change.kind !== kind) return [];
        if (change.action === "create") return [canonicalKey(change.key)];
        const renamed = change.action === "rename" && change.fields.find((one) => one.field === field);
        return renamed ? [canonicalKey(String(renamed.after))] : [];
      }),
    );
  const [accounts, codes] = [gained("employee", "account"), gained("department", "code")];
  return {
    employee: new Map(
      employees.flatMap(({ id, account }) =>
        id !== undefined && accounts.has(canonicalKey(account)) ? [[id, account]] : [],
      ),
    ),
    department: new Map(
      departments.flatMap(({ id, code }) => (id !== undefined && codes.has(canonicalKey(code)) ? [[id, code]] : [])),
    ),
  };
};

const duplicatesIn = (keys: readonly string[]): string[] => {
  const seen = new Set<string>();
  return keys.filter((key) => seen.size === seen.add(key).size);
};
