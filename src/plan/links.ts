/**
 * Links: the code or account under which an object of the source, known by its stable id, was last in step with the
 * target. They turn a new code of a known department into a rename instead of another department.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Memory } from "../model/memory.ts";
import type { Change } from "../model/plan.ts";
import type { Rename, SourceSnapshot, TargetLists } from "../model/snapshot.ts";
import { correlate } from "./correlate.ts";

type Links = NonNullable<Memory["links"]>;

/**
 * The source with the renames its ids tell of: the target has the department under the code of its link, and the new code
 * is free there or becomes free by another such rename. What the configuration lists about a code counts alone.
 */
export const withLinkedRenames = (source: SourceSnapshot, lists: TargetLists, links: Links): SourceSnapshot => {
  const departments = source.directory.departments ?? [];
  const present = new Set(lists.departments.map(({ code }) => canonicalKey(code)));
  const listed = new Set(
    source.renames.flatMap(({ kind, from, to }) =>
      kind === "department" ? [canonicalKey(from), canonicalKey(to)] : [],
    ),
  );
  const linked = departments.flatMap(({ id, code }) => {
    const from = id === undefined ? undefined : links.department.get(id);
    return from === undefined ? [] : [{ from, to: code, old: canonicalKey(from), next: canonicalKey(code) }];
  });
  /** Two ids that were last seen under one code: which of them the target's department is cannot be known. */
  const shared = new Set(duplicatesIn(linked.map(({ old }) => old)));
  let open = linked.filter(
    ({ old, next }) => old !== next && present.has(old) && !shared.has(old) && !listed.has(old) && !listed.has(next),
  );
  for (;;) {
    const freed = new Set(open.map(({ old }) => old));
    const possible = open.filter(({ next }) => !present.has(next) || freed.has(next));
    if (possible.length === open.length) break;
    open = possible;
  }
  const found = open.map(({ from, to }): Rename => ({ kind: "department", from, to, linked: true }));
  return found.length === 0 ? source : { ...source, renames: [...source.renames, ...found] };
};

/** The links that hold now: matched people whose account, and departments whose code, is the same on both sides. */
export const linksInStep = (source: SourceSnapshot, lists: TargetLists, links: Links): Links => {
  const { departments = [], employees = [] } = source.directory;
  const codes = new Set(lists.departments.map(({ code }) => canonicalKey(code)));
  const identified = employees.some(({ id }) => id !== undefined);
  return {
    department: new Map(
      departments.flatMap(({ id, code }) => (id !== undefined && codes.has(canonicalKey(code)) ? [[id, code]] : [])),
    ),
    employee: new Map(
      (identified ? correlate(source, lists.employees, links.employee) : []).flatMap((entry) => {
        if (entry.state !== "matched" || entry.desired.id === undefined) return [];
        const { id, account } = entry.desired;
        return canonicalKey(account) === canonicalKey(entry.current.account) ? [[id, account]] : [];
      }),
    ),
  };
};

/** The links that hold besides once all of `changes` have been applied: of what is created, and of what is renamed. */
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
