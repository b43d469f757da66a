/**
 * Habits that no quirk has a name for: after an operation, the site ignores, resets, moves, cuts, changes or repeats some field of
 * something related to what was written, at once or some writes later. Drawn by a seed; played by further writes to the real service.
 */
import { canonicalKey } from "../../../src/model/directory/canonical.ts";
import type { Employee, Post } from "../../../src/model/directory/directory.ts";
import type { Operation } from "../../../src/model/plan/operation.ts";
import { type Random, seededRandom } from "../../../src/sample/random.ts";
import type { FullDepartment, FullDirectory, FullEmployee } from "../../support/directory/full-directory.ts";
import { directoryOf } from "../../support/directory/organisation-document.ts";
import type { ServiceFixture } from "../../support/servers/service-fixture.ts";
import type { Habit } from "./habit-list.ts";

type Perform = (operation: Operation) => Promise<unknown>;

const triggers = "E7 E8 E9 E11 E12 E13 E14 D2 D3 D4 D7 D11 D12 V3 V5 T3 T4 T5 J6 J7 J8".split(" ") as Operation["id"][];

const personOf = (operation: Operation): string | undefined => {
  if (operation.id === "E11") return operation.newAccount;
  if (operation.id === "D12") return operation.manager;
  return "account" in operation ? operation.account : undefined;
};

const departmentsOf = (operation: Operation, { employees, departments: all }: FullDirectory): readonly string[] => {
  if (operation.id === "V3" || operation.id === "V5") {
    const level = "newCode" in operation ? operation.newCode : operation.code;
    return all.filter((one) => isCode(one.level, level)).map(({ code }) => code);
  }
  if (operation.id === "D3") return [operation.newCode];
  if (operation.id.startsWith("D") && "code" in operation) return [operation.code];
  const person = employees.find(({ account }) => account === personOf(operation));
  return (person?.posts ?? []).map(({ department }) => department);
};

const isCode = (left: string | null | undefined, right: string | null | undefined): boolean =>
  canonicalKey(left ?? "") === canonicalKey(right ?? "");

type Found<T> = (operation: Operation, directory: FullDirectory) => readonly T[];

/** The people whom an operation concerns. */
const people: Readonly<Record<string, Found<FullEmployee>>> = {
  "the person": (operation, { employees }) => employees.filter(({ account }) => account === personOf(operation)),
  "a colleague": (operation, directory) => {
    const departments = departmentsOf(operation, directory);
    return directory.employees.filter(
      ({ account, posts }) =>
        account !== personOf(operation) &&
        posts.some(({ department }) => departments.some((code) => isCode(code, department))),
    );
  },
  "an approver": (operation, { employees }) => {
    const [own] = employees.filter(({ account }) => account === personOf(operation));
    return employees.filter(({ account }) => own?.posts.some(({ supervisor }) => supervisor === account));
  },
  "whoever has the person as approver": (operation, { employees }) =>
    employees.filter(({ posts }) => posts.some(({ supervisor }) => supervisor && supervisor === personOf(operation))),
  "a holder": (operation, { employees }) => {
    const code = "newCode" in operation ? operation.newCode : "code" in operation ? operation.code : "";
    return employees.filter(({ posts }) =>
      posts.some(({ title, functions }) => isCode(title, code) || functions.some((one) => isCode(one, code))),
    );
  },
};

/** The departments that an operation concerns. */
const departments: Readonly<Record<string, Found<FullDepartment>>> = {
  "the department": (operation, directory) =>
    directory.departments.filter(({ code }) => departmentsOf(operation, directory).some((one) => isCode(one, code))),
  "a neighbour": (operation, directory) => {
    const own = directory.departments.filter(({ code }) =>
      departmentsOf(operation, directory).some((one) => isCode(one, code)),
    );
    return directory.departments.filter((other) =>
      own.some(
        ({ code, parent }) =>
          !isCode(other.code, code) &&
          (isCode(other.parent, code) || isCode(other.code, parent) || isCode(other.parent, parent)),
      ),
    );
  },
};

const texts: Readonly<Record<string, (text: string) => string>> = {
  reset: () => "",
  "cut to three characters": (text) => text.slice(0, 3),
  "put in lower case": (text) => text.toLowerCase(),
  "put in upper case": (text) => text.toUpperCase(),
  "spelt backwards": (text) => Array.from(text).reverse().join(""),
  doubled: (text) => `${text} ${text}`,
};

const textFields = ["name", "englishName", "phoneNumber", "email", "idCardNumber", "businessCard", "number"] as const;
const dayFields = ["hireDate", "birthDate"] as const;

type Deed = { readonly does: string; readonly to: Found<Operation> };

/** What may happen to each of these people. */
const toPeople = (random: Random, found: Found<FullEmployee>): Deed => {
  const each = (does: string, act: (person: FullEmployee, all: FullDirectory) => Operation | undefined): Deed => ({
    does,
    to: (operation, directory) =>
      found(operation, directory).flatMap((person): readonly Operation[] => {
        const deed = act(person, directory);
        return deed ? [deed] : [];
      }),
  });
  const set = (does: string, of: (person: FullEmployee) => Partial<Employee>): Deed =>
    each(does, (person) => {
      const { account } = person;
      return { id: "E11", account, newAccount: account, set: of(person) };
    });
  const posts = (does: string, change: (post: Post, all: FullDirectory) => Post | undefined): Deed =>
    each(does, (person, all) => {
      const changed = person.posts.flatMap((post) => change(post, all) ?? []);
      const [first] = changed;
      if (!first || JSON.stringify(changed) === JSON.stringify(person.posts)) return undefined;
      const whole = changed.some(({ main }) => main) ? changed : [{ ...first, main: true }, ...changed.slice(1)];
      return { id: "E14", account: person.account, before: person.posts, posts: whole };
    });
  const [how, change] = random.pick(Object.entries(texts) as [[string, (text: string) => string]]);
  const field = random.pick(textFields);
  const day = random.pick(dayFields);
  return random.pick([
    set(`${field} is ${how}`, (person) => ({ [field]: change(person[field] ?? "") || null })),
    set(`${field} is ${how}`, (person) => ({ [field]: change(person[field] ?? "") || null })),
    set(`${day} is moved`, () => ({ [day]: "2001-01-01" })),
    each("active changes", ({ account, active }) => ({ id: "E7", account, active: !active })),
    each("the expiry is cleared", ({ account }) => ({ id: "E8", account, expiredTime: null })),
    each(
      "the approver is cleared",
      ({ account, posts: [post] }) => post && { id: "E13", account, department: post.department, supervisor: null },
    ),
    posts("titles are cleared", (post) => ({ ...post, title: null })),
    posts("titles are another", (post, { titles: [title] }) => ({ ...post, title: title?.code ?? null })),
    posts("functions are cleared", (post) => ({ ...post, functions: [] })),
    posts("part-time posts are dropped", (post) => (post.main ? post : undefined)),
    posts("main posts are dropped", (post) => (post.main ? undefined : post)),
  ]);
};

/** What may happen to each of these departments. */
const toDepartments = (random: Random, found: Found<FullDepartment>): Deed => {
  const each = (does: string, act: (one: FullDepartment, all: FullDirectory) => Operation): Deed => ({
    does,
    to: (operation, directory) => found(operation, directory).map((one) => act(one, directory)),
  });
  const [how, change] = random.pick(Object.entries(texts) as [[string, (text: string) => string]]);
  return random.pick([
    each(`the name is ${how}`, ({ code, name }) => ({ id: "D3", code, newCode: code, set: { name: change(name) } })),
    each("the description is cleared", ({ code }) => ({ id: "D3", code, newCode: code, set: { description: null } })),
    each("the level is the first", ({ code }, { levels: [level] }) => ({
      id: "D3",
      code,
      newCode: code,
      set: { level: level?.code ?? "" },
    })),
    each("active changes", ({ code, active }) => ({ id: "D4", code, active: !active })),
    each("there is no manager", ({ code }) => ({ id: "D11", code })),
    each("it is moved to the top", ({ code }) => ({ id: "D7", code, parent: null, seq: 0 })),
    each("it is the first", ({ code, parent }) => ({ id: "D7", code, parent, seq: 0 })),
  ]);
};

/** What an operation concerns. */
const concernedBy = (id: Operation["id"]): readonly [string, ...string[]] => {
  if (id.startsWith("E") || id === "D12")
    return [
      "the person",
      "a colleague",
      "an approver",
      "whoever has the person as approver",
      "the department",
      "a neighbour",
    ];
  if (id.startsWith("D") || id.startsWith("V")) return ["a colleague", "the department", "a neighbour"];
  return ["a holder"];
};

/** A habit without a name: what happens after every n-th write with an operation. */
export const unnamedHabit = (seed: number): Habit => {
  const random = seededRandom(seed);
  const on = random.pick(triggers as [Operation["id"]]);
  const every = random.integer(1, 3);
  const delay = random.pick([0, 0, 0, 1, 4]);
  const whom = random.pick(concernedBy(on));
  const [ofPeople, ofDepartments] = [people[whom], departments[whom]];
  const { does, to } = ofPeople ? toPeople(random, ofPeople) : toDepartments(random, ofDepartments ?? (() => []));
  const first = random.chance(0.5);
  const play = () => {
    let writes = 0;
    let due: { left: number; readonly deeds: readonly Operation[] }[] = [];
    return async (operation: Operation, perform: Perform, { dump }: ServiceFixture): Promise<void> => {
      if (operation.id === on) {
        writes += 1;
        const deeds = writes % every === 0 ? to(operation, directoryOf(await dump())) : [];
        due.push({ left: delay, deeds: first ? deeds.slice(0, 1) : deeds });
      }
      // What the service refuses does not happen.
      for (const { deeds } of due.filter(({ left }) => left === 0))
        for (const deed of deeds) await perform(deed).catch(() => undefined);
      due = due.flatMap(({ left, deeds }) => (left === 0 ? [] : [{ left: left - 1, deeds }]));
    };
  };
  const name = `unnamed ${seed}: after ${every === 1 ? "each" : `every ${every}.`} ${on}${delay ? ` (${delay} writes later)` : ""}, of ${first ? "one of " : ""}${whom}: ${does}`;
  return { name, quirks: {}, unnamed: play };
};
