/**
 * Random consistent directories: levels, titles, functions, trees of departments up to four deep, people with posts, and
 * managers. Everything is built from small drawn numbers, so fast-check can shrink a failing case to a small one.
 */
import * as fc from "fast-check";
import {
  ancestorsOf,
  type FullDepartment,
  type FullDirectory,
  type FullEmployee,
  type FullPost,
  plainEmployee,
} from "../directory/full-directory.ts";

/** Typical names; one has an accent, which Unicode can write in two ways. */
export const names: readonly string[] = [
  "總經理室",
  "研發部",
  "人力資源處",
  "業務一課",
  "業務二課",
  "堃喆室",
  "Café 部",
  "資訊處",
  "管理部",
  "品保課",
];

export const peopleNames: readonly string[] = ["王小明", "陳美玲", "林志堅", "張喆", "李育德", "Zoë Chen", "許功蓋"];

/** `list[number modulo length]`; undefined only for an empty list. */
export const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];

const rarely = fc.integer({ min: 0, max: 9 }).map((number) => number === 9);
const nat = fc.nat({ max: 999 });

const postDraw = fc.record({
  department: nat,
  title: nat,
  functions: fc.array(nat, { maxLength: 2 }),
  supervisor: nat,
});

const employeeDraw = fc.record({
  name: nat,
  numbered: fc.integer({ min: 0, max: 9 }).map((number) => number < 8),
  inactive: rarely,
  details: nat,
  posts: fc.array(postDraw, { maxLength: 3 }),
});

const directoryDraw = fc.record({
  levels: fc.array(rarely, { minLength: 1, maxLength: 4 }),
  titles: fc.array(fc.record({ rank: fc.integer({ min: 1, max: 3 }), inactive: rarely }), { maxLength: 5 }),
  functions: fc.array(fc.record({ category: fc.nat({ max: 2 }), inactive: rarely }), { maxLength: 5 }),
  departments: fc.array(fc.record({ name: nat, parent: nat, level: nat, inactive: rarely, manager: nat }), {
    maxLength: 12,
  }),
  employees: fc.array(employeeDraw, { maxLength: 15 }),
});

type Draw = typeof directoryDraw extends fc.Arbitrary<infer Value> ? Value : never;

/** A random directory, made consistent by `settle`. */
export const fullDirectory = (): fc.Arbitrary<FullDirectory> => directoryDraw.map((draw) => settle(build(draw)));

const phones: readonly (string | null)[] = [null, "02-2345-6789", "0912-345-678"];

const buildEmployee = (draw: Draw["employees"][number], at: number): FullEmployee => ({
  ...plainEmployee(`E${at}`, pick(peopleNames, draw.name) ?? ""),
  number: draw.numbered ? `N${at}` : null,
  active: !draw.inactive,
  phoneNumber: pick(phones, draw.details) ?? null,
  email: draw.details % 2 === 0 ? null : `e${at}@example.com`,
  hireDate: draw.details % 3 === 0 ? null : "2020-02-29",
  gender: draw.details % 5 === 0 ? "Female" : null,
  expiredTime: draw.details % 7 === 0 ? "2027-01-31T15:59:59.000Z" : null,
  resignationDate: draw.inactive && draw.details % 2 === 0 ? "2026-03-31" : null,
});

const buildPosts = (draw: Draw["employees"][number], directory: FullDirectory): FullPost[] => {
  const posts: FullPost[] = [];
  for (const wanted of draw.posts) {
    const department = pick(directory.departments, wanted.department)?.code;
    if (department === undefined || posts.some((post) => post.department === department)) continue;
    const functions = wanted.functions.flatMap((number) => pick(directory.functions, number)?.code ?? []);
    // Two of three posts have no chosen supervisor, so the department's manager approves.
    const supervisor =
      wanted.supervisor % 3 === 0 ? (pick(directory.employees, wanted.supervisor)?.account ?? null) : null;
    posts.push({
      department,
      main: posts.length === 0,
      title: wanted.title % 4 === 0 ? null : (pick(directory.titles, wanted.title)?.code ?? null),
      functions: [...new Set(functions)].toSorted(),
      supervisor,
    });
  }
  return posts;
};

const build = (draw: Draw): FullDirectory => {
  const levels = draw.levels.map((inactive, at) => ({ code: `L${at}`, name: `第${at}級`, active: !inactive }));
  const titles = draw.titles.map(({ rank, inactive }, at) => ({
    code: `T${at}`,
    title: `職稱${at}`,
    rank,
    active: !inactive,
  }));
  const functions = draw.functions.map(({ category, inactive }, at) => ({
    code: `F${at}`,
    name: `職務${at}`,
    category: `類別${category}`,
    active: !inactive,
  }));
  const departments = draw.departments.map((department, at): FullDepartment => {
    const parent = at === 0 ? 0 : department.parent % (at + 1);
    return {
      code: `D${at}`,
      name: pick(names, department.name) ?? "",
      parent: parent === 0 ? null : `D${parent - 1}`,
      level: pick(levels, department.level)?.code ?? "L0",
      description: department.name % 4 === 0 ? "說明" : null,
      active: !department.inactive,
      manager: null,
    };
  });
  const categories = [...new Set(functions.map((item) => item.category))];
  const employees = draw.employees.map(buildEmployee);
  const directory: FullDirectory = { levels, titles, categories, functions, departments, employees };
  draw.employees.forEach((employee, at) => {
    const person = employees[at];
    if (person !== undefined) person.posts = buildPosts(employee, directory);
  });
  draw.departments.forEach((department, at) => {
    const here = departments[at];
    const members = employees.filter((person) => person.posts.some((post) => post.department === here?.code));
    if (here !== undefined && department.manager % 4 !== 0)
      here.manager = pick(members, department.manager)?.account ?? null;
  });
  return directory;
};

const active = (list: readonly { code: string; active: boolean }[], code: string | null): boolean =>
  list.some((item) => item.code === code && item.active);

/** Makes a directory consistent, in place: active objects refer to active objects, managers are active members. */
export const settle = (directory: FullDirectory): FullDirectory => {
  const { levels, titles, functions, departments, employees } = directory;
  for (const department of departments) {
    const above = ancestorsOf(directory, department);
    // Cuts cycles, and chains longer than four.
    if (above.includes(department) || above.length > 3) department.parent = null;
    if (!departments.some((other) => other.code === department.parent)) department.parent = null;
  }
  for (const department of departments.filter((candidate) => candidate.active)) {
    const above = ancestorsOf(directory, department);
    if (!active(departments, department.parent)) department.parent = above.find((other) => other.active)?.code ?? null;
    for (const level of levels) if (level.code === department.level) level.active = true;
  }
  for (const person of employees.filter((candidate) => candidate.active)) settlePosts(directory, person);
  for (const person of employees)
    for (const post of person.posts) {
      const supervisor = employees.find((other) => other.account === post.supervisor);
      if (supervisor === undefined || supervisor === person || !supervisor.active) post.supervisor = null;
    }
  for (const department of departments) {
    const manager = employees.find((person) => person.account === department.manager);
    const member = manager?.posts.some((post) => post.department === department.code) ?? false;
    if (!department.active || !(manager?.active && member)) department.manager = null;
  }
  for (const post of employees.filter((person) => person.active).flatMap((person) => person.posts)) {
    if (!active(titles, post.title)) post.title = null;
    post.functions = post.functions.filter((code) => active(functions, code));
  }
  return directory;
};

/**
 * Removes posts in closed departments. If none remains, the person gets a post in any open department. If the main post was
 * removed, another post becomes the main one.
 */
const settlePosts = (directory: FullDirectory, person: FullEmployee): void => {
  if (person.posts.length === 0) return;
  const open = person.posts.filter((post) => active(directory.departments, post.department));
  const refuge = directory.departments.find((department) => department.active);
  if (open.length === 0 && refuge !== undefined)
    open.push({ department: refuge.code, main: true, title: null, functions: [], supervisor: null });
  const main = open.find((post) => post.main) ?? open[0];
  person.posts = open.map((post) => ({ ...post, main: post === main }));
};
