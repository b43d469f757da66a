/**
 * HR's daily work: a full directory that is edited in place, with the actions of a personnel office as functions. It does not
 * know the service; `source` returns HR's daily export.
 */

import type { Rename, SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import { addDays } from "../../../src/sample/calendar.ts";
import { seededRandom } from "../../../src/sample/random.ts";
import { sourceView } from "../random/source-view.ts";
import {
  type FullDepartment,
  type FullDirectory,
  type FullEmployee,
  type FullPost,
  plainEmployee,
} from "./full-directory.ts";

/** For so many days a rename stays on the list. */
const daysListed = 4;

export type HrOffice = ReturnType<typeof openHrOffice>;

/** `hr` is HR's data on the first day; it is edited in place. */
export const openHrOffice = (hr: FullDirectory, firstDay: string, seed: number) => {
  const random = seededRandom(seed);
  const renames: Rename[] = [];
  const listedOn = new Map<Rename, string>();
  const taken = new Set<FullEmployee>();
  let today = firstDay;

  const person = (account: string): FullEmployee => found(hr.employees, (each) => each.account === account, account);
  const department = (code: string): FullDepartment => found(hr.departments, (each) => each.code === code, code);
  const managerOf = (code: string): FullEmployee => person(department(code).manager ?? "nobody");
  const isManager = ({ account }: FullEmployee) => hr.departments.some(({ manager }) => manager === account);
  const isApprover = ({ account }: FullEmployee) =>
    hr.employees.some(({ posts }) => posts.some(({ supervisor }) => supervisor === account));

  /** People who have not been changed yet: employed, with one post, not a manager and not an approver. */
  const take = (count: number, suits: (each: FullEmployee) => boolean = hasNoApprover): FullEmployee[] => {
    const free = hr.employees.filter(
      (each) => each.active && each.posts.length === 1 && !taken.has(each) && !isManager(each) && !isApprover(each),
    );
    const chosen = random.shuffled(free.filter(suits)).slice(0, count);
    if (chosen.length < count) throw new Error(`${count} such people are needed, but there are only ${chosen.length}`);
    for (const each of chosen) taken.add(each);
    return chosen;
  };

  /** Replaces codes and all references to them. A code may be both old and new, for example when two codes are swapped. */
  const recode = (kind: Rename["kind"], codes: Readonly<Record<string, string>>): void => {
    const to = <Code extends string | null>(code: Code): Code => (code === null ? code : (codes[code] ?? code)) as Code;
    const listed = Object.entries(codes).map(([from, code]) => ({ kind, from, to: code }));
    for (const one of listed) listedOn.set(one, today);
    renames.push(...listed);
    const lists = { level: hr.levels, title: hr.titles, function: hr.functions, department: hr.departments };
    if (kind !== "category") for (const each of lists[kind]) each.code = to(each.code);
    if (kind === "category") hr.categories = hr.categories.map(to);
    if (kind === "category") for (const each of hr.functions) each.category = to(each.category);
    for (const each of hr.departments) {
      if (kind === "department") each.parent = to(each.parent);
      if (kind === "level") each.level = to(each.level);
    }
    for (const post of hr.employees.flatMap(({ posts }) => posts)) {
      if (kind === "department") post.department = to(post.department);
      if (kind === "title") post.title = to(post.title);
      if (kind === "function") post.functions = post.functions.map(to);
    }
  };

  /**
   * The administrator takes the renames of a code off the list, because they are done; false: one is too young for that, or is among the
   * codes that musterd has still to give.
   */
  const dropRenames = (kind: Rename["kind"], code: string, undone: ReadonlySet<string> = new Set()): boolean => {
    const ofCode = renames.filter((one) => one.kind === kind && (one.from === code || one.to === code));
    if (ofCode.some((one) => undone.has(one.to) || addDays(listedOn.get(one) ?? today, daysListed) > today))
      return false;
    renames.splice(0, renames.length, ...renames.filter((one) => !ofCode.includes(one)));
    return true;
  };

  return {
    hr,
    dropRenames,
    person,
    department,
    managerOf,
    take,
    recode,
    today: () => today,
    /** Advances to the next day; people whose last day has passed become inactive. */
    nextDay: (): string => {
      today = addDays(today, 1);
      for (const each of hr.employees) if (each.resignationDate && each.resignationDate < today) each.active = false;
      return today;
    },
    /** People with a chosen approver, who have not been changed yet. */
    takeSupervised: (count: number) => take(count, (each) => !hasNoApprover(each)),
    join: (account: string, name: string, code: string, data: Partial<FullEmployee> = {}): FullEmployee => {
      const newcomer: FullEmployee = {
        ...plainEmployee(account, name),
        number: `9${String(hr.employees.length).padStart(5, "0")}`,
        idCardNumber: `A19${String(hr.employees.length).padStart(7, "0")}`,
        birthDate: "1995-05-05",
        phoneNumber: "0955-010-203",
        hireDate: today,
        email: `${account}@example.com`,
        posts: [{ ...plainPost(code), main: true, title: "T65" }],
        ...data,
      };
      hr.employees.push(newcomer);
      taken.add(newcomer);
      return newcomer;
    },
    leave: (leaver: FullEmployee, lastDay: string | null): void => {
      leaver.resignationDate = lastDay;
      leaver.active = lastDay !== null && lastDay >= today;
    },
    /** Moves the main post to another department. */
    move: (mover: FullEmployee, code: string): void => {
      department(code);
      const main = mainPost(mover);
      mover.posts = mover.posts.filter((post) => post === main || post.department !== code);
      main.department = code;
    },
    /** Sets the approver; with `null`, the manager of the department approves. */
    approve: (of: FullEmployee, approver: string | null): void => {
      mainPost(of).supervisor = approver === null ? null : person(approver).account;
    },
    renameAccount: (from: string, to: string): void => {
      person(from).account = to;
      for (const each of hr.departments) if (each.manager === from) each.manager = to;
      for (const post of hr.employees.flatMap(({ posts }) => posts)) if (post.supervisor === from) post.supervisor = to;
    },
    /** HR's complete export. Its rename list contains all renames since the first day, also those of codes that have changed again. */
    source: (): SourceSnapshot => ({
      ...sourceView(structuredClone(hr), [], { kinds: [], fields: [], records: [], spelling: 0 }),
      renames: [...renames],
    }),
  };
};

export const mainPost = ({ account, posts }: FullEmployee): FullPost =>
  found(posts, ({ main }) => main, `the main post of ${account}`);

export const plainPost = (department: string): FullPost => ({
  department,
  main: false,
  title: null,
  functions: [],
  supervisor: null,
});

const hasNoApprover = ({ posts }: FullEmployee): boolean => posts.every(({ supervisor }) => supervisor === null);

const found = <T>(list: readonly T[], isMeant: (item: T) => boolean, name: string): T => {
  const item = list.find(isMeant);
  if (item === undefined) throw new Error(`HR does not know ${name}`);
  return item;
};
