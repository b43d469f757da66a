/**
 * Builds directories for examples: `directory().level("L1").department("RD", { parent: "HQ" }).employee("E001").in("RD")`.
 * `in`, `title`, `functions` and `supervisor` apply to the last employee or post. `build` returns the result as a desired
 * directory, `target` as a snapshot of the target, `full` as the start of a memory target.
 */
import type {
  Department,
  Directory,
  Employee,
  FunctionCategory,
  JobFunction,
  JobTitle,
  Level,
  Post,
} from "../../../src/model/directory/directory.ts";
import type { Rename, SourceSnapshot, TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import { type FullDirectory, plainEmployee } from "./full-directory.ts";

type Fields<Record_, Key extends keyof Record_> = Partial<Omit<Record_, Key>>;

export type DirectoryBuilder = {
  readonly level: (code: string, fields?: Fields<Level, "code">) => DirectoryBuilder;
  readonly title: (code: string, fields?: Fields<JobTitle, "code">) => DirectoryBuilder;
  readonly category: (name: string, order?: number) => DirectoryBuilder;
  readonly function: (code: string, fields?: Fields<JobFunction, "code">) => DirectoryBuilder;
  readonly department: (code: string, fields?: Fields<Department, "code">) => DirectoryBuilder;
  readonly employee: (account: string, fields?: Fields<Employee, "account">) => DirectoryBuilder;
  /** Adds a post to the last employee. The first post is the main one unless `fields` states otherwise. */
  readonly in: (department: string, fields?: Fields<Post, "department">) => DirectoryBuilder;
  /** Makes the last employee the manager of `department`. */
  readonly managing: (department: string) => DirectoryBuilder;
  readonly build: () => Directory;
  readonly source: (renames?: readonly Rename[]) => SourceSnapshot;
  /** A complete snapshot of the target, with managers, posts and members. */
  readonly target: () => TargetSnapshot;
  readonly full: () => FullDirectory;
};

/** An empty directory. Used as the desired directory, it makes no statement about kinds that are not added. */
export const directory = (start: Directory = {}): DirectoryBuilder => {
  const adding = <Kind extends keyof Directory>(kind: Kind, record: NonNullable<Directory[Kind]>[number]) =>
    directory({ ...start, [kind]: [...(start[kind] ?? []), record] });
  const employees = start.employees ?? [];
  const last = (): Employee => {
    const person = employees.at(-1);
    if (person === undefined) throw new Error("a post needs an employee before it");
    return person;
  };
  return {
    level: (code, fields = {}) => adding("levels", { code, name: code, active: true, ...fields }),
    title: (code, fields = {}) => adding("titles", { code, title: code, rank: 1, active: true, ...fields }),
    category: (name, order) => adding("categories", { name, ...(order === undefined ? {} : { order }) }),
    function: (code, fields = {}) =>
      adding("functions", { code, name: code, category: "general", active: true, ...fields }),
    department: (code, fields = {}) =>
      adding("departments", {
        code,
        name: code,
        parent: null,
        level: start.levels?.[0]?.code ?? "L1",
        active: true,
        ...fields,
      }),
    employee: (account, fields = {}) => adding("employees", { account, name: account, active: true, ...fields }),
    in: (department, fields = {}) => {
      const person = last();
      const posts = [...(person.posts ?? []), { department, main: (person.posts ?? []).length === 0, ...fields }];
      return directory({ ...start, employees: [...employees.slice(0, -1), { ...person, posts }] });
    },
    managing: (code) => {
      const { account } = last();
      const departments = (start.departments ?? []).map((department) =>
        department.code === code ? { ...department, manager: account } : department,
      );
      return directory({ ...start, departments });
    },
    build: () => start,
    source: (renames = []) => ({ directory: start, rejected: [], renames }),
    target: () => targetOf(start),
    full: () => fullOf(start),
  };
};

const targetOf = (start: Directory): TargetSnapshot => {
  const employees = (start.employees ?? []).map((person) => ({ ...plainEmployee(person.account, ""), ...person }));
  const membersOf = (code: string) =>
    employees.filter((person) => person.posts.some((post) => post.department === code)).map(({ account }) => account);
  return {
    levels: start.levels ?? [],
    titles: start.titles ?? [],
    functions: start.functions ?? [],
    departments: (start.departments ?? []).map((department) => ({ manager: null, description: null, ...department })),
    employees,
    unreadable: [],
    members: new Map((start.departments ?? []).map(({ code }) => [code, membersOf(code)])),
  };
};

const byOrder = <T extends { readonly order?: number }>(items: readonly T[] | undefined): T[] =>
  (items ?? []).toSorted((left, right) => (left.order ?? 0) - (right.order ?? 0));

const fullOf = (start: Directory): FullDirectory => {
  const functions = byOrder(start.functions).map(({ code, name = code, category = "general", active = true }) => ({
    code,
    name,
    category,
    active,
  }));
  const named = byOrder<FunctionCategory>(start.categories).map(({ name }) => name);
  return {
    levels: byOrder(start.levels).map(({ code, name = code, active = true }) => ({ code, name, active })),
    titles: byOrder(start.titles).map(({ code, title = code, rank = 1, active = true }) => ({
      code,
      title,
      rank,
      active,
    })),
    categories: [...new Set([...named, ...functions.map((item) => item.category)])],
    functions,
    departments: byOrder(start.departments).map((department) => ({
      code: department.code,
      name: department.name ?? department.code,
      parent: department.parent ?? null,
      level: department.level ?? "L1",
      description: department.description ?? null,
      active: department.active ?? true,
      manager: department.manager ?? null,
    })),
    employees: (start.employees ?? []).map((person) => ({
      ...plainEmployee(person.account, person.name ?? person.account),
      ...person,
      loginValidation: [...(person.loginValidation ?? ["UOF"])],
      posts: (person.posts ?? []).map((post) => ({
        department: post.department,
        main: post.main,
        title: post.title ?? null,
        functions: [...(post.functions ?? [])],
        supervisor: post.supervisor ?? null,
      })),
    })),
  };
};
