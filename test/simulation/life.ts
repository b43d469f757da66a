/**
 * The life of a small company as a list of events, so that a failing life can be shortened event by event. Codes, accounts, numbers
 * and names are few, and are given again soon.
 */
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import type { RunResult } from "../../src/run/reconcile.ts";
import { addDays } from "../../src/sample/calendar.ts";
import {
  company,
  completeNewcomers,
  firstDay,
  keepPostsOfLeavers,
  personAt,
  settleStatus,
  special,
} from "../run/habits/company-life.ts";
import type { FullDirectory, FullEmployee } from "../support/directory/full-directory.ts";
import { type HrOffice, mainPost, openHrOffice, plainPost } from "../support/directory/hr-office.ts";
import { type Numbers, ordinary } from "../support/random/ordinary-edits.ts";
import { settle } from "../support/random/random-directory.ts";
import type { Scenario } from "./scenario.ts";

/** Something that HR enters on a day. `what` is a name of `whatHappens`; the numbers choose whom it concerns. */
export type LifeEvent = Numbers & { readonly day: number; readonly what: string };

/** HR's office, and those who are no longer, or not yet, in its files. */
type Registry = {
  readonly office: HrOffice;
  readonly gone: FullEmployee[];
  readonly isAlike: boolean;
  newcomers: number;
  /** The codes that musterd has still to give; they stay on the list of renames. */
  undone: ReadonlySet<string>;
};
type Happening = (registry: Registry, numbers: Numbers) => void;

const active = ({ hr }: HrOffice) => hr.employees.filter((person) => person.active);
const left = ({ hr }: HrOffice) => hr.employees.filter((person) => !person.active);
const at = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)];

const newcomer = (registry: Registry, { b }: Numbers, data: Partial<FullEmployee> = {}): FullEmployee => {
  const { hr } = registry.office;
  registry.newcomers += 1;
  const place =
    at(
      hr.departments.filter((one) => one.active),
      b,
    )?.code ?? "HQ";
  const number = 500 + registry.newcomers;
  const person = {
    ...personAt(number, [{ ...plainPost(place), main: true }]),
    ...(registry.isAlike && alike(number)),
    resignationDate: null,
    active: true,
    ...data,
  };
  hr.employees.push(person);
  return person;
};

const leave = ({ hr }: HrOffice, person: FullEmployee, gone: FullEmployee[]): void => {
  hr.employees.splice(hr.employees.indexOf(person), 1);
  gone.push(person);
  for (const department of hr.departments) if (department.manager === person.account) department.manager = null;
  for (const { posts } of hr.employees)
    for (const post of posts) if (post.supervisor === person.account) post.supervisor = null;
};

/** What happens beside ordinary days, and after the newcomers of the day have their numbers. */
const rare: Readonly<Record<string, Happening>> = {
  /** Somebody new gets the number of a person who has left and is no longer in HR's files. */
  numberGivenAgain: (registry, numbers) => {
    const leaver = at(left(registry.office), numbers.a) ?? at(registry.gone, numbers.a);
    if (!leaver) return;
    if (registry.office.hr.employees.includes(leaver)) leave(registry.office, leaver, registry.gone);
    newcomer(registry, numbers, { number: leaver.number });
  },
  accountGivenAgain: (registry, numbers) => {
    const leaver = at(left(registry.office), numbers.a) ?? at(registry.gone, numbers.a);
    if (!leaver) return;
    if (registry.office.hr.employees.includes(leaver)) leave(registry.office, leaver, registry.gone);
    newcomer(registry, numbers, { account: leaver.account });
  },
  /** A person who had left comes back with all that HR knew, or under a new number. */
  rehired: ({ office }, { a, c }) => {
    const person = at(left(office), a);
    if (!person) return;
    person.active = true;
    person.resignationDate = null;
    if (c % 3 === 0) person.number = `7${c}${person.number ?? ""}`;
    if (person.posts.length === 0)
      person.posts.push({ ...plainPost(office.hr.departments[0]?.code ?? "HQ"), main: true });
  },
  hiredAhead: (registry, numbers) => {
    newcomer(registry, numbers, { hireDate: addDays(registry.office.today(), 1 + (numbers.c % 20)) });
  },
  /** Those who have not begun yet never do. */
  rescinded: ({ office, gone }, { a }) => {
    const person = at(
      office.hr.employees.filter(({ hireDate }) => (hireDate ?? "") > office.today()),
      a,
    );
    if (person) leave(office, person, gone);
  },
  vanishes: ({ office, gone }, { a }) => {
    const person = at(active(office), a);
    if (person) leave(office, person, gone);
  },
  marries: ({ office }, { a, b }) => {
    const person = at(active(office), a);
    if (!person || office.hr.employees.some(({ account }) => account === `m${b}.${person.account}`)) return;
    office.renameAccount(person.account, `m${b}.${person.account}`);
    person.name = `${person.name.slice(0, 2)}氏`;
  },
  swapCodes: ({ office, undone }, { a, b }) => {
    const free = office.hr.departments.filter(({ code }) => !code.startsWith("X"));
    const [one, other] = [at(free, a), at(free, b)];
    if (!one || !other || one === other) return;
    if ([one, other].some(({ code }) => !office.dropRenames("department", code, undone))) return;
    office.recode("department", { [one.code]: other.code, [other.code]: one.code });
  },
  /** All people of a department go to another one, and it closes. */
  merges: ({ office }, { a, b }) => {
    const open = office.hr.departments.filter((one) => one.active);
    const [from, to] = [at(open, a), at(open, b)];
    if (!from || !to || from === to || open.some(({ parent }) => parent === from.code)) return;
    for (const person of active(office))
      if (person.posts.length > 0 && mainPost(person).department === from.code) {
        person.posts = person.posts.filter(
          (post) => post.main || (post.department !== from.code && post.department !== to.code),
        );
        mainPost(person).department = to.code;
      }
    from.active = false;
  },
};

/** What only plots bring about. */
const plotted: Readonly<Record<string, Happening>> = {
  /** Four departments open below one. */
  opensBranches: ({ office: { hr } }, { a }) => {
    const parent = at(
      hr.departments.filter((one) => one.active),
      a,
    );
    const level = hr.levels.findLast((one) => one.active);
    if (!parent || !level) return;
    for (const branch of [1, 2, 3, 4])
      hr.departments.push({
        code: `Y${branch}`,
        name: `分處${branch}`,
        parent: parent.code,
        level: level.code,
        description: null,
        active: true,
        manager: null,
      });
  },
  /** The last of them becomes the first. */
  lastBranchGoesFirst: ({ office: { hr } }) => {
    const branches = hr.departments.filter(({ code }) => code.startsWith("Y"));
    const [first, last] = [branches.at(0), branches.at(-1)];
    if (!first || !last) return;
    hr.departments.splice(hr.departments.indexOf(last), 1);
    hr.departments.splice(hr.departments.indexOf(first), 0, last);
  },
};

const isGivenUp = (office: HrOffice, code: string): boolean =>
  (office.source().renames ?? []).some(({ from }) => from === code);

const everyday: Readonly<Record<string, Happening>> = Object.fromEntries([
  ...ordinary.map((edit) => [edit.name, ({ office }: Registry, numbers: Numbers) => edit(office.hr, numbers)] as const),
  ...["recodeDepartment", "recodeTitle", "recodeFunction", "renameAccount", "chooseApprovers"].map(
    (name, index) =>
      [
        name,
        ({ office, undone }: Registry, numbers: Numbers) => {
          // A list in which a code is given up twice does not tell in which order.
          const code = name === "recodeDepartment" && at(office.hr.departments, numbers.a)?.code;
          const isFree = !code || !isGivenUp(office, code) || office.dropRenames("department", code, undone);
          if (isFree) special[index]?.(office, numbers);
        },
      ] as const,
  ),
]);

export const everydayNames = Object.keys(everyday);
export const rareNames = Object.keys(rare);

export type SimulatedLife = {
  readonly office: HrOffice;
  /** `undone`: the codes that musterd has still to give. */
  readonly nextDay: (events: readonly LifeEvent[], undone: ReadonlySet<string>) => void;
  /** What the site should have: those who have ever worked, as HR knows them now. */
  readonly wanted: () => FullDirectory;
  readonly export: () => SourceSnapshot;
  /** Whose the ID number is, or was. */
  readonly ownerOf: (idCardNumber: string) => FullEmployee | undefined;
  /** True of a record of somebody who is no longer in HR's files, also on a site that has not stored the ID number. */
  readonly hasGone: (record: FullEmployee) => boolean;
};

/** The codes that a run has planned to give and has not; undefined: it has planned nothing. */
export const undoneCodes = ({ run, plan }: RunResult): ReadonlySet<string> | undefined =>
  plan &&
  new Set(
    [...(run.status === "succeeded" ? [] : plan.changes), ...plan.held].flatMap(({ action, fields: [field] }) =>
      action === "rename" && typeof field?.after === "string" ? [field.after] : [],
    ),
  );

/** The people as an older system has them: a quarter without number, a quarter under another account, and a quarter under both. */
export const legacyOf = (directory: FullDirectory): FullDirectory => {
  const accounts = new Map<string, string>();
  const employees = directory.employees.map((person, at) => {
    const account = at % 4 >= 2 ? `old.${person.account}` : person.account;
    accounts.set(person.account, account);
    const number = at % 4 === 1 ? null : at % 4 === 3 ? `9${person.number ?? ""}` : person.number;
    return { ...person, account, number };
  });
  const now = (account: string | null) => (account === null ? null : (accounts.get(account) ?? account));
  return {
    ...directory,
    departments: directory.departments.map((one) => ({ ...one, manager: now(one.manager) })),
    employees: employees.map((one) => ({
      ...one,
      posts: one.posts.map((post) => ({ ...post, supervisor: now(post.supervisor) })),
    })),
  };
};

/** Without functions and last days, which are written again whenever a store was lost. */
const plain = (directory: FullDirectory): FullDirectory => ({
  ...directory,
  categories: [],
  functions: [],
  employees: directory.employees.map((person) => ({
    ...person,
    resignationDate: null,
    posts: person.posts.map((post) => ({ ...post, functions: [] })),
  })),
});

/** What is not only the person's at this place: the switchboard, a common mailbox, a common name. */
const alike = (place: number): Partial<FullEmployee> => ({
  ...(place % 3 === 0 && { phoneNumber: "02-2345-6789" }),
  ...(place % 4 === 1 && { email: "shop@example.com" }),
  ...(place % 5 === 2 && { name: "陳怡君" }),
});

/** `isPlain`, `isAlike`: as in the scenario. */
export const openSimulatedLife = (
  seed: number,
  people: number,
  { isPlain, isAlike }: Pick<Scenario, "isPlain" | "isAlike">,
): SimulatedLife => {
  const common = company(people);
  const employees = common.employees.map((person, place) => ({ ...person, ...(isAlike && alike(place)) }));
  const start = { ...common, employees };
  const office = openHrOffice(isPlain ? plain(start) : start, firstDay, seed);
  const registry: Registry = { office, gone: [], isAlike, newcomers: 0, undone: new Set() };
  const everActive = new Set<FullEmployee>();
  /** People whose hire date was ahead when HR stated it last; while it is cleared, they go on waiting. */
  const waiting = new Set<FullEmployee>();
  const owners = new Map<string, FullEmployee>();
  const { hr } = office;
  const note = (): void => {
    for (const person of hr.employees) {
      if (person.hireDate !== null) waiting[person.hireDate > office.today() ? "add" : "delete"](person);
      if (person.active && !waiting.has(person)) everActive.add(person);
      if (person.idCardNumber) owners.set(person.idCardNumber, owners.get(person.idCardNumber) ?? person);
    }
  };
  note();
  /** What HR says changes once a day, and is asked for in every run and by every judge. */
  let today: { wanted?: FullDirectory; export?: SourceSnapshot } = {};
  return {
    office,
    nextDay: (events, undone) => {
      registry.undone = undone;
      today = {};
      office.nextDay();
      const known = new Set(hr.employees);
      const restorePosts = keepPostsOfLeavers(hr);
      for (const event of events) {
        everyday[event.what]?.(registry, event);
        settle(hr);
      }
      completeNewcomers(hr, known, registry.gone);
      settleStatus(hr, office.today());
      for (const event of events) (rare[event.what] ?? plotted[event.what])?.(registry, event);
      settle(hr);
      restorePosts();
      note();
    },
    wanted: () =>
      (today.wanted ??= structuredClone({ ...hr, employees: hr.employees.filter((person) => everActive.has(person)) })),
    export: () => (today.export ??= office.source()),
    ownerOf: (idCardNumber) => owners.get(idCardNumber),
    hasGone: ({ account, number }) => registry.gone.some((one) => one.account === account || one.number === number),
  };
};
