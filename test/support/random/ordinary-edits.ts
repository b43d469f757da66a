/**
 * Ordinary changes to an organisation between two exports. They edit a full directory in place and leave a consistent directory
 * consistent. An edit that does not apply does nothing.
 */
import {
  ancestorsOf,
  type FullDepartment,
  type FullDirectory,
  type FullEmployee,
  type FullPost,
  plainEmployee,
} from "../directory/full-directory.ts";
import { names, peopleNames, pick } from "./random-directory.ts";

/** The parameters of an edit; each edit interprets the numbers in its own way. */
export type Numbers = { readonly a: number; readonly b: number; readonly c: number };
export type Edit = (directory: FullDirectory, numbers: Numbers) => void;

const swapPlaces = (list: unknown[], left: number, right: number): void => {
  if (list.length < 2) return;
  const [at, to] = [left % list.length, right % list.length];
  const [one, other] = [list[at], list[to]];
  if (one === undefined || other === undefined) return;
  list[at] = other;
  list[to] = one;
};

const newPost = (directory: FullDirectory, department: string, { b, c }: Numbers): FullPost => ({
  department,
  main: false,
  title: b % 3 === 0 ? null : (pick(directory.titles, b)?.code ?? null),
  functions: c % 2 === 0 ? [] : directory.functions.slice(c % 3, (c % 3) + 1).map((item) => item.code),
  supervisor: null,
});

export const withPerson = (directory: FullDirectory, { a }: Numbers, edit: (person: FullEmployee) => void): void => {
  const person = pick(directory.employees, a);
  if (person !== undefined) edit(person);
};

export const withDepartment = (
  directory: FullDirectory,
  { a }: Numbers,
  edit: (department: FullDepartment) => void,
): void => {
  const department = pick(directory.departments, a);
  if (department !== undefined) edit(department);
};

const join: Edit = (directory, numbers) => {
  // Where somebody has vanished, the next one would get the account and number of the last newcomer.
  let next = directory.employees.length;
  while (directory.employees.some(({ account, number }) => account === `J${next}` || number === `M${next}`)) next += 1;
  const account = `J${next}`;
  const person: FullEmployee = {
    ...plainEmployee(account, pick(peopleNames, numbers.b) ?? ""),
    number: numbers.c % 4 === 0 ? null : `M${next}`,
    phoneNumber: numbers.a % 2 === 0 ? null : "0955-000-111",
    expiredTime: numbers.a % 5 === 0 ? "2028-06-30T15:59:59.000Z" : null,
    resignationDate: numbers.b % 7 === 0 ? "2026-12-31" : null,
    active: numbers.c % 9 !== 8,
  };
  const wanted = [numbers.a, numbers.b, numbers.c].slice(0, numbers.c % 4);
  const codes = new Set(wanted.flatMap((number) => pick(directory.departments, number)?.code ?? []));
  person.posts = [...codes].map((code) => newPost(directory, code, numbers));
  const main = pick(person.posts, numbers.b);
  if (main !== undefined) main.main = true;
  directory.employees.push(person);
};

const leave: Edit = (directory, numbers) =>
  withPerson(directory, numbers, (person) => {
    person.active = false;
    person.resignationDate = pick(["2026-11-20", null, "2026-10-31"], numbers.b) ?? null;
  });

const announceLeave: Edit = (directory, numbers) =>
  withPerson(directory, numbers, (person) => {
    person.resignationDate = pick(["2026-11-21", "2026-12-31"], numbers.b) ?? null;
    if (numbers.c % 3 === 0) person.active = false;
  });

const comeBack: Edit = (directory, numbers) => {
  const person = pick(
    directory.employees.filter((candidate) => !candidate.active),
    numbers.a,
  );
  if (person === undefined) return;
  person.active = true;
  person.resignationDate = null;
};

const changePosts: Edit = (directory, numbers) =>
  withPerson(directory, numbers, (person) => {
    const department = pick(directory.departments, numbers.b)?.code;
    if (department === undefined) return;
    const known = person.posts.find((post) => post.department === department);
    const post = known ?? newPost(directory, department, numbers);
    if (known === undefined) person.posts.push(post);
    if (numbers.c % 3 !== 0 || person.posts.length === 1) for (const other of person.posts) other.main = other === post;
    if (numbers.c % 2 === 0) person.posts = person.posts.filter((other) => other.main || other === post);
  });

const changePost: Edit = (directory, numbers) =>
  withPerson(directory, numbers, (person) => {
    const post = pick(person.posts, numbers.b);
    if (post === undefined) return;
    const other = newPost(directory, post.department, numbers);
    if (numbers.c % 3 !== 0) post.title = other.title;
    if (numbers.c % 3 !== 1) post.functions = other.functions;
  });

const chooseSupervisor: Edit = (directory, numbers) =>
  withPerson(directory, numbers, (person) => {
    const post = pick(person.posts, numbers.b);
    if (post !== undefined)
      post.supervisor = numbers.c % 3 === 0 ? null : (pick(directory.employees, numbers.c)?.account ?? null);
  });

const renamePerson: Edit = (directory, numbers) =>
  withPerson(directory, numbers, (person) => {
    // Whoever has nothing of the old name may be somebody else, which is a question.
    person.name = `${person.name.slice(0, 2)}${pick(peopleNames, numbers.b)?.slice(2) ?? ""}`;
  });

const changeData: Edit = (directory, numbers) =>
  withPerson(directory, numbers, (person) => {
    const value = numbers.c % 3 === 0 ? null : `v${numbers.c}`;
    const changes: Partial<FullEmployee>[] = [
      { phoneNumber: value },
      { englishName: value },
      { email: value },
      { emailEx: value },
      { businessCard: value },
      { idCardNumber: value },
      { birthDate: value === null ? null : "1990-02-28" },
      { hireDate: value === null ? null : "2021-01-01" },
      { gender: value === null ? null : "Other" },
      { loginValidation: ["AD/x", "UOF"] },
      { expiredTime: value === null ? null : "2029-12-31T15:59:59.000Z" },
      { number: `N9${numbers.c}${person.account}` },
    ];
    Object.assign(person, pick(changes, numbers.b));
  });

const openDepartment: Edit = (directory, numbers) => {
  const { departments } = directory;
  departments.push({
    code: `X${departments.length}`,
    name: pick(names, numbers.a) ?? "",
    parent: numbers.b % 3 === 0 ? null : (pick(departments, numbers.b)?.code ?? null),
    level: pick(directory.levels, numbers.c)?.code ?? "L0",
    description: numbers.c % 2 === 0 ? null : "新設",
    active: numbers.a % 9 !== 8,
    manager: null,
  });
};

const closeDepartment: Edit = (directory, numbers) =>
  withDepartment(directory, numbers, (department) => {
    department.active = false;
  });

const changeDepartment: Edit = (directory, numbers) =>
  withDepartment(directory, numbers, (department) => {
    if (numbers.c % 4 === 0) department.active = true;
    else if (numbers.c % 4 === 1) department.level = pick(directory.levels, numbers.b)?.code ?? department.level;
    else if (numbers.c % 4 === 2) department.description = numbers.b % 2 === 0 ? null : `改${numbers.b}`;
    else department.name = pick(names, numbers.b) ?? department.name;
  });

const swapNames: Edit = (directory, numbers) => {
  const one = pick(directory.departments, numbers.a);
  const siblings = directory.departments.filter((other) => other !== one && other.parent === one?.parent);
  const other = pick(siblings, numbers.b);
  if (one === undefined || other === undefined) return;
  const { name } = one;
  one.name = other.name;
  other.name = name;
};

const moveDepartment: Edit = (directory, numbers) =>
  withDepartment(directory, numbers, (department) => {
    const parent = numbers.b % 4 === 0 ? undefined : pick(directory.departments, numbers.b);
    if (parent === department || (parent && ancestorsOf(directory, parent).includes(department))) return;
    department.parent = parent?.code ?? null;
  });

/** A child takes its parent's place, and the parent becomes its child. */
const invert: Edit = (directory, numbers) => {
  const child = pick(
    directory.departments.filter((department) => department.parent !== null),
    numbers.a,
  );
  const parent = directory.departments.find((department) => department.code === child?.parent);
  if (child === undefined || parent === undefined) return;
  child.parent = parent.parent;
  parent.parent = child.code;
};

const changeManager: Edit = (directory, numbers) =>
  withDepartment(directory, numbers, (department) => {
    const members = directory.employees.filter(
      (person) => person.active && person.posts.some((post) => post.department === department.code),
    );
    department.manager = numbers.b % 4 === 0 ? null : (pick(members, numbers.c)?.account ?? null);
  });

const reorder: Edit = (directory, { a, b, c }) => {
  const lists: readonly unknown[][] = [
    directory.levels,
    directory.titles,
    directory.functions,
    directory.categories,
    directory.departments,
    directory.departments,
  ];
  swapPlaces(pick(lists, a) ?? [], b, c);
};

const changeCatalog: Edit = (directory, { a, b, c }) => {
  const level = pick(directory.levels, b);
  const title = pick(directory.titles, b);
  const item = pick(directory.functions, b);
  const edits: (() => void)[] = [
    () => level && (level.name = `新第${c}級`),
    () => level && (level.active = !level.active),
    () => title && (title.title = `新職稱${c}`),
    () => title && (title.active = !title.active),
    () => title && (title.rank = 1 + (c % 3)),
    () => item && (item.name = `新職務${c}`),
    () => item && (item.active = !item.active),
    () => {
      if (item !== undefined)
        item.category = c % 4 === 0 ? `類別新${c}` : (pick(directory.categories, c) ?? item.category);
    },
    () => directory.levels.push({ code: `L9${directory.levels.length}`, name: `增設${c}級`, active: true }),
    () =>
      directory.titles.push({
        code: `T9${directory.titles.length}`,
        title: "增設職稱",
        rank: 1 + (c % 4),
        active: true,
      }),
    () =>
      directory.functions.push({
        code: `F9${directory.functions.length}`,
        name: "增設職務",
        category: c % 3 === 0 ? `類別新${c}` : (pick(directory.categories, c) ?? "類別0"),
        active: true,
      }),
  ];
  pick(edits, a)?.();
  for (const { category } of directory.functions)
    if (!directory.categories.includes(category)) directory.categories.push(category);
};

/** Ordinary edits; entries that are listed twice are more frequent. */
export const ordinary: readonly Edit[] = [
  join,
  leave,
  announceLeave,
  comeBack,
  changePosts,
  changePosts,
  changePost,
  chooseSupervisor,
  renamePerson,
  changeData,
  openDepartment,
  closeDepartment,
  changeDepartment,
  swapNames,
  moveDepartment,
  moveDepartment,
  invert,
  changeManager,
  changeManager,
  reorder,
  reorder,
  changeCatalog,
  changeCatalog,
];
