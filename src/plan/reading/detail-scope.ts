/**
 * Decides which objects must be read one at a time before planning. Managers and posts have no list operation (R39, R50); the
 * members of a department are needed only where it may be disabled, alone or with a department above it (R27, R30).
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Department, Employee } from "../../model/directory/directory.ts";
import type {
  DetailScope,
  ShownEmployee,
  SourceSnapshot,
  TargetLists,
  TargetSnapshot,
  Unreadable,
} from "../../model/directory/snapshot.ts";
import { carriedBy } from "../../model/plan/sameness.ts";
import { type Correlation, correlate } from "../match/correlate.ts";
import { formsOf } from "../match/evidence.ts";
import { flat } from "../people/hidden-data.ts";
import { reached } from "../values/reached.ts";

/** `all`: who is who, as far as the lists and the memory show. */
export const detailScope = (
  source: SourceSnapshot,
  lists: TargetLists,
  all: readonly Correlation[] = correlate(source, lists.employees),
): DetailScope => {
  const people = all.filter((entry) => !("current" in entry && entry.current.nameless));
  const { departments, employees, titles, functions } = source.directory;
  const oldCode = new Map(
    source.renames.flatMap(({ kind, from, to }) => (kind === "department" ? [[canonicalKey(to), from] as const] : [])),
  );
  const codeNow = (code: string) => canonicalKey(oldCode.get(canonicalKey(code)) ?? code);
  // A title or function is disabled only when nobody has it any more, so everybody's posts are read.
  const everybody =
    [...(titles ?? []), ...(functions ?? [])].some(({ active }) => active === false) &&
    [...lists.titles, ...lists.functions].some(({ active }) => active === true);
  const managers = new Set((departments ?? []).flatMap(({ manager }) => (manager ? [canonicalKey(manager)] : [])));
  // A manager must be a member, so posts of future managers are read even if posts are not managed.
  const managed = people.flatMap((entry) => {
    if (entry.state === "conflict" || entry.state === "new") return [];
    const named = entry.state === "matched" ? entry.desired : entry.current;
    const wanted = entry.state === "matched" && entry.desired.posts !== undefined;
    return wanted || managers.has(canonicalKey(named.account)) ? [entry.current.account] : [];
  });
  // Posts of people with the name of a newcomer are read, because a shared department is evidence that both are one person.
  const nameForms = (person: Employee) => [...formsOf(person, "name"), ...formsOf(person, "nearName")];
  const isAnybodyFree = people.some(({ state }) => state === "unmanaged");
  const newcomers = new Set(
    isAnybodyFree ? people.flatMap((entry) => (entry.state === "new" ? nameForms(entry.desired) : [])) : [],
  );
  const namesakes = people.flatMap((entry) =>
    newcomers.size > 0 && entry.state === "unmanaged" && nameForms(entry.current).some((form) => newcomers.has(form))
      ? [entry.current.account]
      : [],
  );
  const active = people.flatMap((entry) => {
    if (entry.state === "conflict" || entry.state === "new") return [];
    const willBe = entry.state === "matched" && entry.desired.active === true;
    return entry.current.active || willBe ? [entry.current.account] : [];
  });
  const needed = new Set([...managed, ...namesakes, ...(everybody ? active : [])]);
  // Head counts are true only if everybody's posts are known, so the others are read if that does not double the reading.
  const others = active.filter((account) => !needed.has(account));
  const postsOf = others.length <= needed.size ? new Set([...needed, ...others]) : needed;
  return {
    managersOf: departments || employees ? lists.departments.map(({ code }) => code) : [],
    postsOf: [...postsOf],
    membersOf: departmentsTakenAlong(departments ?? [], lists.departments, codeNow),
    changing: people.flatMap((entry) =>
      entry.state === "matched" && !postsOf.has(entry.current.account) && mayBeWritten(entry.desired, entry.current)
        ? [entry.current.account]
        : [],
    ),
    unknown: people.flatMap((entry) => (entry.state === "unmanaged" ? [entry.current.account] : [])),
  };
};

const written = (["E7", "E8", "E11"] as const).flatMap((id) => carriedBy("employee", id).fields);

/** May a plan write to the person? A last day and a leave are not shown, so they count whenever HR states them. */
export const mayBeWritten = (desired: Employee, current: ShownEmployee): boolean =>
  Boolean(desired.resignationDate ?? desired.leaveFrom ?? desired.onLeave) ||
  !sameKey(desired.account, current.account) ||
  written.some(([field, same]) => {
    const [after, before] = [flat(desired)[field], flat(current)[field]];
    return after !== undefined && before !== undefined && !same(after, before);
  });

/**
 * The departments that may be disabled or moved below an inactive one, and all departments below them, now or later. `codeNow`
 * returns the canonical code that a department of the source has now.
 */
const departmentsTakenAlong = (
  desired: readonly Department[],
  current: readonly Department[],
  codeNow: (code: string) => string,
): string[] => {
  // It is not known here which renames are done, so a department of the source may have its old code or its new one.
  const codesOf = (code: string) => [canonicalKey(code), codeNow(code)];
  const wanted = Map.groupBy(
    desired.flatMap((one) => codesOf(one.code).map((key) => ({ key, one }))),
    ({ key }) => key,
  );
  const isInactive = new Map(current.map(({ code, active }) => [canonicalKey(code), active === false]));
  const parentsOf = ({ code, parent }: Department): readonly string[] => [
    canonicalKey(parent ?? ""),
    ...(wanted.get(canonicalKey(code)) ?? []).flatMap(({ one }) => (one.parent ? codesOf(one.parent) : [])),
  ];
  const taken = current.flatMap((found) => {
    const key = canonicalKey(found.code);
    const [now, ...later] = parentsOf(found);
    const closes = found.active && wanted.get(key)?.some(({ one }) => one.active === false);
    return closes || later.some((parent) => parent !== now && isInactive.get(parent)) ? [key] : [];
  });
  const below = Map.groupBy(
    current.flatMap((found) => parentsOf(found).map((parent) => ({ parent, key: canonicalKey(found.code) }))),
    ({ parent }) => parent,
  );
  const all = reached(taken, (key) => (below.get(key) ?? []).map((child) => child.key));
  return current.flatMap(({ code }) => (all.has(canonicalKey(code)) ? [code] : []));
};

/** What either of two scopes names. */
export const unitedScope = (one: DetailScope, other: DetailScope): DetailScope => ({
  managersOf: [...new Set([...one.managersOf, ...other.managersOf])],
  postsOf: [...new Set([...one.postsOf, ...other.postsOf])],
  membersOf: [...new Set([...one.membersOf, ...other.membersOf])],
  unknown: [...new Set([...(one.unknown ?? []), ...(other.unknown ?? [])])],
  changing: [...new Set([...(one.changing ?? []), ...(other.changing ?? [])])],
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
