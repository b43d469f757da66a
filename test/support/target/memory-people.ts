/** People and posts in the memory target (operations E7, E8, E9, E11, E12, E13, E14). */
import type { Post } from "../../../src/model/directory/directory.ts";
import type { EmployeeData, Operation } from "../../../src/model/plan/operation.ts";
import {
  canonical,
  type FullDirectory,
  type FullEmployee,
  type FullPost,
  plainEmployee,
  sameCode,
} from "../directory/full-directory.ts";
import { demand, findCode, type MemoryRules, Rejection } from "./memory-rules.ts";

type PeopleId = "E7" | "E8" | "E9" | "E11" | "E12" | "E13" | "E14";
export type PeopleOperation = Extract<Operation, { id: PeopleId }>;
type Of<Id extends PeopleId> = Extract<Operation, { id: Id }>;

/** The person with that account; throws a `Rejection` if there is none. */
export const findPerson = (state: FullDirectory, account: string): FullEmployee => {
  const found = state.employees.find((person) => sameCode(person.account, account));
  if (found === undefined) throw new Rejection("unknown-account", account);
  return found;
};

const demandFree = (state: FullDirectory, account: string, number: string | null, except?: FullEmployee): void => {
  const others = state.employees.filter((person) => person !== except);
  demand(account.trim() !== "", "blank-account", account);
  demand(!others.some((person) => sameCode(person.account, account)), "duplicate-account", account);
  if (number === null) return;
  demand(!others.some((person) => sameCode(person.number, number)), "duplicate-number", account);
};

/** Posts as they are stored. A post in a department where the person already has one keeps its chosen supervisor. */
const storedPosts = (state: FullDirectory, account: string, posts: readonly Post[], kept: readonly FullPost[]) => {
  const departments = posts.map((post) => canonical(post.department));
  demand(new Set(departments).size === departments.length, "duplicate-post", account);
  demand(posts.filter((post) => post.main).length === 1, "not-one-main-post", account);
  return posts.map((post): FullPost => {
    const department = findCode(state.departments, post.department).code;
    const title = post.title === undefined || post.title === null ? null : findCode(state.titles, post.title).code;
    const functions = (post.functions ?? []).map((code) => findCode(state.functions, code).code);
    const supervisor = kept.find((old) => sameCode(old.department, department))?.supervisor ?? null;
    return { department, main: post.main, title, functions, supervisor };
  });
};

/** The content of posts that E14 writes, as one text: equal texts mean equal posts. */
const postsText = (posts: readonly Post[]): string =>
  posts
    .map((post) => {
      const functions = (post.functions ?? []).map(canonical).toSorted();
      return JSON.stringify([canonical(post.department), post.main, canonical(post.title ?? ""), functions]);
    })
    .toSorted()
    .join();

/** The fields of `data` that have a value other than undefined. */
const stated = (data: EmployeeData): Partial<FullEmployee> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));

const create = (state: FullDirectory, operation: Of<"E12">): void => {
  const { account, data, defaultLogin, expiredTime = null } = operation;
  demandFree(state, account, data.number ?? null);
  demand((data.name ?? "").trim() !== "", "blank-name", account);
  const posts = operation.posts.length === 0 ? [] : storedPosts(state, account, operation.posts, []);
  state.employees.push({
    ...plainEmployee(account, ""),
    loginValidation: [...defaultLogin],
    ...stated(data),
    expiredTime,
    posts,
  });
};

const rewrite = (state: FullDirectory, operation: Of<"E11">): void => {
  const person = findPerson(state, operation.account);
  const { account } = person;
  demandFree(state, operation.newAccount, operation.set.number ?? null, person);
  demand(operation.set.name === undefined || operation.set.name.trim() !== "", "blank-name", account);
  for (const department of state.departments)
    if (sameCode(department.manager, account)) department.manager = operation.newAccount;
  for (const post of state.employees.flatMap((other) => other.posts))
    if (sameCode(post.supervisor, account)) post.supervisor = operation.newAccount;
  Object.assign(person, stated(operation.set), { account: operation.newAccount });
};

const manages = (state: FullDirectory, person: FullEmployee) =>
  state.departments.filter((department) => sameCode(department.manager, person.account));

const setActive = (state: FullDirectory, operation: Of<"E7">): void => {
  const { account, formerly } = operation;
  const isThere = state.employees.some((person) => sameCode(person.account, account));
  const person = findPerson(state, isThere ? account : (formerly ?? account));
  demand(operation.active || manages(state, person).length === 0, "still-manager", operation.account);
  person.active = operation.active;
};

const setSupervisor = (state: FullDirectory, operation: Of<"E13">): void => {
  const person = findPerson(state, operation.account);
  const post = person.posts.find((candidate) => sameCode(candidate.department, operation.department));
  if (post === undefined) throw new Rejection("no-such-post", `${operation.account} ${operation.department}`);
  if (operation.supervisor !== null) {
    const supervisor = findPerson(state, operation.supervisor);
    demand(supervisor !== person, "own-supervisor", operation.account);
    demand(supervisor.active, "supervisor-inactive", operation.account);
  }
  post.supervisor = operation.supervisor;
};

const setPosts = (state: FullDirectory, operation: Of<"E14">, rules: MemoryRules): void => {
  const person = findPerson(state, operation.account);
  demand(postsText(operation.before) === postsText(person.posts), "posts-not-as-planned", operation.account);
  const posts = storedPosts(state, operation.account, operation.posts, person.posts);
  const left = manages(state, person).filter(
    (department) => !posts.some((post) => sameCode(post.department, department.code)),
  );
  demand(left.length === 0 || !rules.managerMustBeMember, "still-manager", operation.account);
  person.posts = posts;
};

/** Carries out one operation on people on `state`, or throws a `Rejection`. */
export const applyToPeople = (state: FullDirectory, operation: PeopleOperation, rules: MemoryRules): void => {
  switch (operation.id) {
    case "E7":
      return setActive(state, operation);
    case "E8":
      findPerson(state, operation.account).expiredTime = operation.expiredTime;
      return;
    case "E9":
      findPerson(state, operation.account).resignationDate = operation.resignationDate;
      return;
    case "E11":
      return rewrite(state, operation);
    case "E12":
      return create(state, operation);
    case "E13":
      return setSupervisor(state, operation);
    case "E14":
      return setPosts(state, operation, rules);
  }
};
