/**
 * The random life of a small company: an HR office with everything that a write may take along, and days of ordinary edits. The
 * same seed gives the same life.
 */
import { type Random, seededRandom } from "../../../src/sample/random.ts";
import type { FullDirectory, FullEmployee, FullPost } from "../../support/directory/full-directory.ts";
import { plainEmployee } from "../../support/directory/full-directory.ts";
import { type HrOffice, openHrOffice, plainPost } from "../../support/directory/hr-office.ts";
import { type Edit, type Numbers, ordinary } from "../../support/random/ordinary-edits.ts";
import { settle } from "../../support/random/random-directory.ts";

export const firstDay = "2026-11-21";

const tree: readonly (readonly [code: string, parent: string | null, level: string])[] = [
  ["HQ", null, "L0"],
  ["RD", "HQ", "L1"],
  ["RD1", "RD", "L2"],
  ["RD2", "RD", "L2"],
  ["FIN", "HQ", "L1"],
  ["TAX", "FIN", "L2"],
  ["LAB", null, "L0"],
  ["QA", "LAB", "L1"],
];

export const personAt = (at: number, posts: FullPost[]): FullEmployee => ({
  ...plainEmployee(`p${at}`, `員工${at}`),
  number: `0${1000 + at}`,
  englishName: `Person ${at}`,
  idCardNumber: `A1${String(20_000_000 + at * 97)}`,
  birthDate: `19${70 + (at % 25)}-03-${String(1 + (at % 27)).padStart(2, "0")}`,
  phoneNumber: `02-2345-${1000 + at}`,
  businessCard: at % 3 === 0 ? "顧問" : null,
  hireDate: "2020-02-29",
  email: `p${at}@example.com`,
  gender: at % 2 === 0 ? "Female" : "Male",
  expiredTime: at % 4 === 0 ? "2028-06-30T15:59:59.000Z" : null,
  resignationDate: at % 7 === 3 ? "2027-12-31" : null,
  posts,
});

/** By default 18 people, at least two in each department, with part-time posts, functions, titles, chosen approvers and managers. */
export const company = (count = 18): FullDirectory => {
  const people = Array.from({ length: count }, (_, at) => {
    const [code = "HQ"] = tree[at % tree.length] ?? [];
    const [second = "HQ"] = tree[(at + 3) % tree.length] ?? [];
    const main = {
      ...plainPost(code),
      main: true,
      title: `T${at % 4}`,
      functions: at % 2 === 0 ? ["F0", "F1"] : ["F2"],
    };
    const partTime = { ...plainPost(second), title: at % 4 === 0 ? "T1" : null, functions: at % 3 === 0 ? ["F3"] : [] };
    const posts: FullPost[] = at % 3 === 0 ? [main, partTime] : [main];
    return personAt(at, posts);
  });
  for (const [at, { posts }] of people.entries())
    for (const [place, post] of posts.entries())
      if ((at + place) % 3 === 0) post.supervisor = `p${(at + 5) % people.length}`;
  const directory = settle({
    levels: ["L0", "L1", "L2"].map((code) => ({ code, name: `第${code}級`, active: true })),
    titles: [0, 1, 2, 3].map((at) => ({ code: `T${at}`, title: `職稱${at}`, rank: 1 + (at % 2), active: true })),
    categories: ["管理", "技術"],
    functions: [0, 1, 2, 3].map((at) => ({
      code: `F${at}`,
      name: `職務${at}`,
      category: at < 2 ? "管理" : "技術",
      active: true,
    })),
    departments: tree.map(([code, parent, level], at) => ({
      code,
      name: `部門${code}`,
      parent,
      level,
      description: at % 2 === 0 ? "說明" : null,
      active: true,
      manager: `p${at}`,
    })),
    employees: people,
  });
  settleStatus(directory, firstDay);
  return directory;
};

/** What the ordinary edits lack: new codes and accounts, and chosen approvers by default. */
export const special: readonly ((office: HrOffice, numbers: Numbers) => void)[] = [
  ({ hr, recode }, { a, b }) => {
    const department = hr.departments[a % hr.departments.length];
    if (department) recode("department", { [department.code]: `N${b}${department.code}` });
  },
  ({ hr, recode }, { a, b }) => {
    const title = hr.titles[a % hr.titles.length];
    if (title) recode("title", { [title.code]: `N${b}${title.code}` });
  },
  ({ hr, recode }, { a, b }) => {
    const item = hr.functions[a % hr.functions.length];
    if (item) recode("function", { [item.code]: `N${b}${item.code}` });
  },
  ({ hr, renameAccount }, { a, b }) => {
    const person = hr.employees[a % hr.employees.length];
    if (person) renameAccount(person.account, `n${b}.${person.account}`);
  },
  ({ hr }, { a, b }) => {
    for (const post of hr.employees[a % hr.employees.length]?.posts ?? [])
      post.supervisor = hr.employees[b % hr.employees.length]?.account ?? null;
  },
];

/**
 * Newcomers have a name, a number and a post of their own, so that nobody takes them for somebody else, nor for one of those who are `gone`
 * from HR's files.
 */
export const completeNewcomers = (
  hr: FullDirectory,
  known: ReadonlySet<FullEmployee>,
  gone: readonly FullEmployee[] = [],
): void => {
  for (const [at, person] of hr.employees.entries()) {
    if (known.has(person)) continue;
    // Where somebody has vanished, the place in the list is one that an earlier newcomer had.
    let next = 100 + at;
    // HR may have cleared the ID number, and everybody may have another number by now.
    const isTaken = (one: FullEmployee) => {
      const { idCardNumber, number } = personAt(next, []);
      return one !== person && (one.idCardNumber === idCardNumber || one.number === number);
    };
    while (hr.employees.some(isTaken) || gone.some(isTaken)) next += 1;
    const fresh = personAt(next, person.posts);
    Object.assign(person, { ...fresh, account: person.account, resignationDate: person.resignationDate, active: true });
    if (person.posts.length === 0) person.posts.push({ ...plainPost(hr.departments[0]?.code ?? "HQ"), main: true });
  }
};

/** Everybody with a last day ahead works until then. */
export const settleStatus = (hr: FullDirectory, today: string): void => {
  for (const person of hr.employees)
    if (person.resignationDate !== null) person.active = person.resignationDate >= today;
};

/**
 * Nobody changes the posts of people who have left. Returns a function that gives them the posts of this moment again, under the
 * codes and accounts of that later moment.
 */
export const keepPostsOfLeavers = ({ departments, titles, functions, employees }: FullDirectory): (() => void) => {
  const kept = employees.map((person) => ({
    person,
    posts: person.posts.map((post) => ({
      post: { ...post },
      department: departments.find(({ code }) => code === post.department),
      title: titles.find(({ code }) => code === post.title),
      functions: functions.filter(({ code }) => post.functions.includes(code)),
      supervisor: employees.find(({ account }) => account === post.supervisor),
    })),
  }));
  return () => {
    for (const { person, posts } of kept) {
      if (person.active) continue;
      person.posts = posts.map(({ post, department, title, functions: held, supervisor }) => ({
        ...post,
        department: department?.code ?? post.department,
        title: title?.code ?? null,
        functions: held.map(({ code }) => code),
        supervisor: supervisor?.account ?? null,
      }));
    }
  };
};

const numbersOf = (random: Random): Numbers => {
  const number = () => random.integer(0, 999);
  return { a: number(), b: number(), c: number() };
};

export type Life = {
  readonly office: HrOffice;
  /** Begins the next day; HR makes this many edits. */
  readonly nextDay: (edits: number) => void;
};

export const openLife = (seed: number): Life => {
  const office = openHrOffice(company(), firstDay, seed);
  const random = seededRandom(seed);
  const { hr } = office;
  const all: readonly ((numbers: Numbers) => void)[] = [
    ...ordinary.map((edit: Edit) => (numbers: Numbers) => edit(hr, numbers)),
    ...special.map((edit) => (numbers: Numbers) => edit(office, numbers)),
  ];
  return {
    office,
    nextDay: (edits) => {
      office.nextDay();
      const known = new Set(hr.employees);
      const restorePosts = keepPostsOfLeavers(hr);
      for (const edit of random.shuffled(all).slice(0, edits)) {
        edit(numbersOf(random));
        settle(hr);
      }
      completeNewcomers(hr, known);
      settleStatus(hr, office.today());
      settle(hr);
      restorePosts();
    },
  };
};
