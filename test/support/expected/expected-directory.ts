/**
 * Computes the expected state of the target after a run: the current directory, overwritten with everything that the desired
 * directory states. This is an independent implementation of the rules, without operations, waves and steps.
 */
import type { Department } from "../../../src/model/directory/directory.ts";
import { canonical, type FullDepartment, type FullDirectory } from "../directory/full-directory.ts";
import type { Pair } from "../random/arbitraries.ts";
import { inconsistencies } from "./directory-inconsistencies.ts";
import { type CodedKind, matchAllCodes, matchPeople } from "./expected-correlation.ts";
import { expectedEmployees } from "./expected-people.ts";
import { openQuestions } from "./expected-twins.ts";
import { after, finalAccount, namedAccount, required, settled, type Work } from "./expected-work.ts";

export type Expected = {
  readonly directory: FullDirectory;
  /** Reasons why the result is not certain. If there are none, only the changes for `lastPosts` may be held. */
  readonly doubts: readonly string[];
  /** Canonical accounts of people whose last post the source removes. These changes are held. */
  readonly lastPosts: readonly string[];
  /** `key/field` → other correct values, in canonical form. */
  readonly tolerated: ReadonlyMap<string, readonly unknown[]>;
  /** Canonical account after the run → canonical account before it, for people whose account changes. */
  readonly formerAccounts: ReadonlyMap<string, string>;
  /** The code or category name after the run of an object that has `code` before it. */
  readonly renamedTo: (kind: CodedKind, code: string) => string;
  /** Canonical keys, before and after renames, of all objects in the desired directory. */
  readonly managed: Readonly<Record<CodedKind | "employee", ReadonlySet<string>>>;
};

/** The expected outcome of `pair`. */
export const expectedDirectory = (pair: Pair): Expected => {
  const doubts: string[] = [];
  const matches = matchAllCodes(pair.source, pair.current, doubts);
  const people = matchPeople(pair.source.directory.employees ?? [], pair.current.employees, doubts);
  const work: Work = { pair, matches, people, doubts, lastPosts: [], tolerated: new Map() };
  const directory: FullDirectory = {
    levels: expectedLevels(work),
    titles: expectedTitles(work),
    categories: [],
    functions: expectedFunctions(work),
    departments: expectedDepartments(work),
    employees: expectedEmployees(work),
  };
  directory.categories = [...new Set(directory.functions.map((item) => item.category))];
  doubts.push(...inconsistencies(directory, pair.settings), ...openQuestions(pair, matches, people, directory));
  return {
    directory,
    doubts,
    lastPosts: work.lastPosts,
    tolerated: work.tolerated,
    renamedTo: (kind, code) => after(work, kind, code),
    formerAccounts: new Map(
      [...people].flatMap(([record, match]) =>
        match.found === "existing" && match.renamed
          ? [[canonical(record.account), canonical(match.person.account)] as const]
          : [],
      ),
    ),
    managed: managedKeys(work),
  };
};

/**
 * Merges the objects of one kind: `follow` adapts a current object to renames, `write` overwrites it with the source's record,
 * and `create` makes a new object.
 */
const merged = <C extends { code: string }, D extends { readonly code: string; readonly active?: boolean }>(
  work: Work,
  kind: CodedKind,
  current: readonly C[],
  desired: readonly D[] | undefined,
  forms: {
    readonly follow?: (object: C) => C;
    readonly write: (object: C, record: D) => C;
    readonly create: (record: D) => C;
  },
): C[] => {
  const { origin } = work.matches[kind];
  const recordOf = (object: C) =>
    desired?.find((record) => origin.get(canonical(record.code)) === canonical(object.code));
  const kept = current.map((object) => {
    const record = recordOf(object);
    const renamed = { ...(forms.follow?.(object) ?? object), code: after(work, kind, object.code) };
    return record === undefined ? renamed : forms.write(renamed, record);
  });
  const fresh = (desired ?? []).filter((record) => !origin.has(canonical(record.code)) && record.active !== false);
  return [...kept, ...fresh.map(forms.create)];
};

const expectedLevels = (work: Work) =>
  merged(work, "level", work.pair.current.levels, work.pair.source.directory.levels, {
    write: (level, record) => ({
      code: level.code,
      name: settled(work, "level.name", level.name, record.name),
      active: settled(work, "level.active", level.active, record.active),
    }),
    create: (record) => ({ code: record.code, name: required(work, record.name, "", "level name"), active: true }),
  });

const expectedTitles = (work: Work) =>
  merged(work, "title", work.pair.current.titles, work.pair.source.directory.titles, {
    write: (title, record) => ({
      code: title.code,
      title: settled(work, "title.title", title.title, record.title),
      rank: settled(work, "title.rank", title.rank, record.rank),
      active: settled(work, "title.active", title.active, record.active),
    }),
    create: (record) => ({
      code: record.code,
      title: required(work, record.title, "", "title"),
      rank: required(work, record.rank, 1, "rank"),
      active: true,
    }),
  });

const expectedFunctions = (work: Work) =>
  merged(work, "function", work.pair.current.functions, work.pair.source.directory.functions, {
    follow: (item) => ({ ...item, category: after(work, "category", item.category) }),
    write: (item, record) => ({
      code: item.code,
      name: settled(work, "function.name", item.name, record.name),
      category: settled(work, "function.category", item.category, record.category),
      active: settled(work, "function.active", item.active, record.active),
    }),
    create: (record) => ({
      code: record.code,
      name: required(work, record.name, "", "function name"),
      category: required(work, record.category, "", "category"),
      active: true,
    }),
  });

/** The manager that the source states, or the present one. A closed department may also have no manager or the present one. */
const expectedManager = (work: Work, department: FullDepartment, record: Department): string | null => {
  const active =
    record.active === false
      ? settled(work, "department.active", department.active, false)
      : (record.active ?? department.active);
  const present = department.manager === null ? null : canonical(department.manager);
  if (!active) work.tolerated.set(`${canonical(department.code)}/manager`, [null, present]);
  if (!active && record.manager) work.doubts.push("a manager for a closed department");
  if (record.manager === undefined) return department.manager;
  return record.manager === null ? null : namedAccount(work, record.manager);
};

const expectedDepartments = (work: Work): FullDepartment[] =>
  merged(work, "department", work.pair.current.departments, work.pair.source.directory.departments, {
    follow: (department) => ({
      ...department,
      parent: department.parent === null ? null : after(work, "department", department.parent),
      level: after(work, "level", department.level),
      manager: finalAccount(work, department.manager),
    }),
    write: (department, record) => ({
      code: department.code,
      name: settled(work, "department.name", department.name, record.name),
      parent: settled(work, "department.parent", department.parent, record.parent),
      level: settled(work, "department.level", department.level, record.level),
      description: settled(work, "department.description", department.description, record.description),
      active: settled(work, "department.active", department.active, record.active),
      manager: expectedManager(work, department, record),
    }),
    create: (record) => ({
      code: record.code,
      name: required(work, record.name, "", "department name"),
      parent: required(work, record.parent, null, "parent"),
      level: required(work, record.level, "", "level"),
      description: settled(work, "department.description", null, record.description),
      active: true,
      manager: record.manager === undefined || record.manager === null ? null : namedAccount(work, record.manager),
    }),
  });

const managedKeys = ({ pair, people }: Work): Expected["managed"] => {
  const coded = (kind: CodedKind) =>
    new Set(
      pair.source.renames.flatMap(({ kind: other, from, to }) => (other === kind ? [from, to].map(canonical) : [])),
    );
  const { directory } = pair.source;
  const codes = (kind: CodedKind, items: readonly { readonly code: string }[] | undefined) =>
    new Set([...coded(kind), ...(items ?? []).map((item) => canonical(item.code))]);
  return {
    level: codes("level", directory.levels),
    title: codes("title", directory.titles),
    function: codes("function", directory.functions),
    department: codes("department", directory.departments),
    // "*" stands for the change that orders all categories, because it has no single category as its subject.
    category: new Set([
      "*",
      ...coded("category"),
      ...[
        ...(directory.categories ?? []).map(({ name }) => name),
        ...(directory.functions ?? []).map((f) => f.category ?? ""),
      ].map(canonical),
    ]),
    employee: new Set(
      [...people].flatMap(([record, match]) => [
        canonical(record.account),
        ...(match.found === "existing" ? [canonical(match.person.account)] : []),
      ]),
    ),
  };
};
