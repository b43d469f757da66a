/**
 * Decides which objects must be read one at a time before planning. Managers and posts have no list operation (R39, R50); the
 * members of a department are needed only where the department may be disabled.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Memory } from "../model/memory.ts";
import type { DetailScope, SourceSnapshot, TargetLists, TargetSnapshot, Unreadable } from "../model/snapshot.ts";
import { correlate } from "./correlate.ts";
import { foldedName } from "./evidence.ts";

export const detailScope = (source: SourceSnapshot, lists: TargetLists, links?: Memory["links"]): DetailScope => {
  const { departments, employees, titles, functions } = source.directory;
  const oldCode = new Map(
    source.renames.flatMap(({ kind, from, to }) => (kind === "department" ? [[canonicalKey(to), from] as const] : [])),
  );
  const inactive = new Set(
    (departments ?? []).flatMap(({ code, active }) =>
      active === false ? [canonicalKey(code), canonicalKey(oldCode.get(canonicalKey(code)) ?? code)] : [],
    ),
  );
  // A title or function is disabled only when nobody has it any more, so everybody's posts are read.
  const everybody =
    [...(titles ?? []), ...(functions ?? [])].some(({ active }) => active === false) &&
    [...lists.titles, ...lists.functions].some(({ active }) => active === true);
  const managers = new Set((departments ?? []).flatMap(({ manager }) => (manager ? [canonicalKey(manager)] : [])));
  // A manager must be a member, so posts of future managers are read even if posts are not managed.
  const people = correlate(source, lists.employees, links?.employee);
  const managed = people.flatMap((entry) => {
    if (entry.state === "conflict" || entry.state === "new") return [];
    const named = entry.state === "matched" ? entry.desired : entry.current;
    const wanted = entry.state === "matched" && entry.desired.posts !== undefined;
    return wanted || managers.has(canonicalKey(named.account)) ? [entry.current.account] : [];
  });
  // Posts of people with the name of a newcomer are read, because a shared department is evidence that both are one person.
  const newcomers = new Set(
    people.flatMap((entry) => (entry.state === "new" ? [foldedName(entry.desired.name ?? "")] : [])),
  );
  const namesakes = people.flatMap(({ state, ...entry }) =>
    "current" in entry && state === "unmanaged" && newcomers.has(foldedName(entry.current.name ?? ""))
      ? [entry.current.account]
      : [],
  );
  const active = people.flatMap((entry) => {
    if (entry.state === "conflict" || entry.state === "new") return [];
    const willBe = entry.state === "matched" && entry.desired.active === true;
    return entry.current.active || willBe ? [entry.current.account] : [];
  });
  return {
    managersOf: departments || employees ? lists.departments.map(({ code }) => code) : [],
    postsOf: [...new Set([...managed, ...namesakes, ...(everybody ? active : [])])],
    membersOf: lists.departments.flatMap(({ code, active: isActive }) =>
      isActive && inactive.has(canonicalKey(code)) ? [code] : [],
    ),
    unknown: people.flatMap((entry) => (entry.state === "unmanaged" ? [entry.current.account] : [])),
  };
};

/** What either of two scopes names. */
export const unitedScope = (one: DetailScope, other: DetailScope): DetailScope => ({
  managersOf: [...new Set([...one.managersOf, ...other.managersOf])],
  postsOf: [...new Set([...one.postsOf, ...other.postsOf])],
  membersOf: [...new Set([...one.membersOf, ...other.membersOf])],
  unknown: [...new Set([...(one.unknown ?? []), ...(other.unknown ?? [])])],
});

/** A reading of more details, as it would be if only those of `scope` had been read. */
export const withinScope = (read: TargetSnapshot, { managersOf, postsOf, membersOf }: DetailScope): TargetSnapshot => {
  const wanted: Readonly<Record<Unreadable["kind"], ReadonlySet<string>>> = {
    manager: new Set(managersOf),
    post: new Set(postsOf),
    members: new Set(membersOf),
  };
  return {
    ...read,
    departments: read.departments.map(({ manager, ...department }) =>
      manager !== undefined && wanted.manager.has(department.code) ? { ...department, manager } : department,
    ),
    employees: read.employees.map(({ posts, ...person }) =>
      posts !== undefined && wanted.post.has(person.account) ? { ...person, posts } : person,
    ),
    unreadable: read.unreadable.filter(({ kind, key }) => wanted[kind].has(key)),
    members: new Map([...read.members].filter(([code]) => wanted.members.has(code))),
  };
};
