/**
 * Random histories of people in HR and in the service: numbers, accounts and e-mails that are given again, rehires, twins entered by
 * hand, typing errors, contractors without numbers, and ordinary corrections. Each record carries the true person in a field that is no
 * evidence (`emailEx`), so that a test can see whose record a plan writes to.
 */
import type { Employee } from "../../../src/model/directory/directory.ts";
import type { Decision } from "../../../src/model/directory/identity.ts";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import { addDays } from "../../../src/sample/calendar.ts";
import { drawGivenName, drawSurname } from "../../../src/sample/names.ts";
import { seededRandom } from "../../../src/sample/random.ts";
import { type FullDirectory, type FullEmployee, plainEmployee } from "../directory/full-directory.ts";
import { looksLike } from "../expected/expected-twins.ts";

/** What HR and the service know of people. hidden: the service has ID numbers and birth dates only of few · bare: nobody has them. */
export type Knowledge = "full" | "hidden" | "bare";

/** What a day did that is no ordinary correction. */
export type Happening =
  | "ordinary"
  | "number given again"
  | "account given again"
  | "number and account given again"
  | "e-mail given again"
  | "rehired"
  | "rehired under a new number"
  | "entered by hand"
  | "contractor";

/** `hasIds`: HR exports stable ids. */
export const openPeopleHistory = (seed: number, firstDay: string, size = 8) => {
  const random = seededRandom(seed);
  const knowledge = random.pick<Knowledge>(["full", "full", "hidden", "bare"]);
  const hasIds = random.chance(0.4);
  const dropsLeavers = random.chance(0.5);
  const isAlike = seed % 3 === 0;
  let day = firstDay;
  let made = 0;

  const departments = ["RD", "HR", "QA"] as const;
  const draw = (): FullEmployee => {
    made += 1;
    const gender = random.pick(["Male", "Female"] as const);
    const person = plainEmployee(`u${made}x${seed % 97}`, drawSurname(random)[0] + drawGivenName(random, gender)[0]);
    const date = (year: number, span: number) => addDays(`${year}-01-01`, random.integer(0, span));
    return Object.assign(person, {
      number: `E${String(made).padStart(3, "0")}`,
      gender,
      idCardNumber:
        knowledge === "bare" ? null : `A1${String(seed % 1000)}${String(10_000_000 + made * 7_919_123)}`.slice(0, 14),
      birthDate: knowledge === "bare" ? null : date(1960, 14_000),
      hireDate: date(2005, 7000),
      email: `m${made}@example.com`,
      emailEx: `person-${made}`,
      posts: [postIn(random.pick(departments))],
      ...(isAlike && alike(made)),
    });
  };
  /** What several people have: no ID number, the switchboard, a common mailbox, the day on which HR's system began, a name with a digit. */
  const alike = (place: number): Partial<FullEmployee> => ({
    phoneNumber: "02-2345-6789",
    ...(place % 2 === 0 && knowledge !== "bare" && { idCardNumber: noIdNumber }),
    ...(place % 3 === 0 && { email: mailbox }),
    ...(place % 4 === 1 && { name: `工讀生${place}` }),
    ...(place <= size && { hireDate: "2010-01-01" }),
  });
  const postIn = (department: string) => ({ department, main: true, title: null, functions: [], supervisor: null });

  const hr: FullEmployee[] = Array.from({ length: size }, draw);
  /** Everybody who ever left, as HR knew them. */
  const left: FullEmployee[] = [];
  const site = structuredClone(hr);
  if (knowledge === "hidden")
    for (const person of site) if (random.chance(0.8)) Object.assign(person, { idCardNumber: null, birthDate: null });

  const working = () => hr.filter(({ active }) => active);
  const anybody = (people: readonly FullEmployee[]) => random.shuffled(people)[0];
  const leaver = (): FullEmployee | undefined => {
    const person = anybody(working().filter(({ number }) => number !== null));
    if (!person) return undefined;
    left.push(structuredClone(person));
    if (dropsLeavers) hr.splice(hr.indexOf(person), 1);
    else Object.assign(person, { active: false, resignationDate: addDays(day, -1) });
    return person;
  };
  const join = (data: Partial<FullEmployee> = {}): FullEmployee => {
    const person = Object.assign(draw(), { hireDate: day }, data);
    hr.push(person);
    return person;
  };
  /** HR has given a key to somebody else, so the row of whoever had it is gone. */
  const without = ({ emailEx }: FullEmployee) => {
    const at = hr.findIndex((person) => person.emailEx === emailEx);
    if (at !== -1) hr.splice(at, 1);
  };
  const heir = (keys: (old: FullEmployee) => Partial<FullEmployee>): void => {
    const old = left.at(-1);
    if (!old || hr.some((one) => one.active && (one.number === old.number || one.account === old.account))) return;
    without(old);
    // Nobody could tell namesakes apart whose other values are not known.
    let person = join(keys(old));
    const isNamesake = () => knowledge !== "full" && person.name === old.name;
    while (isNamesake()) {
      hr.splice(hr.indexOf(person), 1);
      person = join(keys(old));
    }
  };
  const misspelt = (name: string): string => {
    const letters = Array.from(name);
    const at = random.integer(1, letters.length - 1);
    if (random.chance(0.3)) return [...letters.slice(1), letters[0]].join("");
    return letters.map((letter, index) => (index === at ? "錯" : letter)).join("");
  };

  const events: Readonly<Record<Happening, () => void>> = {
    ordinary: () => {
      const person = anybody(working());
      if (!person) return;
      const corrections: readonly (() => Partial<FullEmployee>)[] = [
        () => ({ name: drawSurname(random)[0] + person.name }),
        () => ({ name: misspelt(person.name) }),
        () => (person.birthDate ? { birthDate: addDays(person.birthDate, 37) } : {}),
        () =>
          person.idCardNumber ? { idCardNumber: `B9${person.idCardNumber.slice(2).split("").reverse().join("")}` } : {},
        () => ({ gender: "Other" }),
        () => ({ account: `${person.account}n`, email: `${person.account}n@example.com` }),
        () => ({ posts: [postIn(random.pick(departments))] }),
        () => ({ phoneNumber: "0912-345-678" }),
      ];
      Object.assign(person, random.pick(corrections as [() => Partial<FullEmployee>])());
    },
    "number given again": () => heir(({ number }) => ({ number })),
    "account given again": () => heir(({ account }) => ({ account })),
    "number and account given again": () => heir(({ number, account }) => ({ number, account })),
    "e-mail given again": () => heir(({ email }) => ({ email })),
    rehired: () => {
      const old = anybody(left);
      if (!old || hr.some((one) => one.active && (one.number === old.number || one.account === old.account))) return;
      without(old);
      hr.push({ ...structuredClone(old), hireDate: day, active: true, resignationDate: null });
      left.splice(left.indexOf(old), 1);
    },
    "rehired under a new number": () => {
      const old = anybody(left);
      if (!old || hr.some((one) => one.active && one.emailEx === old.emailEx)) return;
      without(old);
      const { number, account } = draw();
      hr.push({ ...structuredClone(old), number, account, hireDate: day, active: true, resignationDate: null });
      left.splice(left.indexOf(old), 1);
    },
    "entered by hand": () => {
      const person = join();
      const knows = random.pick(["birthDate", "hireDate", "posts"] as const);
      const bare = { ...plainEmployee(`hand${made}`, misspelt(person.name)), emailEx: person.emailEx };
      site.push({ ...bare, ...(person[knows] !== null && { [knows]: structuredClone(person[knows]) }) });
    },
    contractor: () => void join({ number: null, idCardNumber: null }),
  };

  return {
    knowledge,
    hasIds,
    /** The service as it is on the first day; people who are entered by hand are appended to it later. */
    site,
    nextDay: (): readonly Happening[] => {
      day = addDays(day, 1);
      if (random.chance(0.5)) leaver();
      const chosen = random.shuffled(Object.keys(events) as Happening[]).slice(0, random.integer(1, 3));
      for (const one of chosen) events[one]();
      return chosen;
    },
    today: () => day,
    /** HR's export. The stable id is that of the true person. */
    source: (): SourceSnapshot => ({
      directory: {
        departments: organisation.departments.map(({ manager: _, ...one }) => one),
        employees: structuredClone(hr).map(
          (person): Employee => (hasIds ? { ...person, id: `id-${person.emailEx}` } : person),
        ),
      },
      rejected: [],
      renames: [],
    }),
    organisation,
  };
};

const level = { code: "L1", name: "部", active: true };

const organisation = {
  levels: [level],
  titles: [],
  categories: [],
  functions: [],
  departments: ["RD", "HR", "QA"].map((code) => ({
    code,
    name: code,
    parent: null,
    level: "L1",
    description: null,
    active: true,
    manager: null,
  })),
} satisfies Omit<FullDirectory, "employees">;

/** The true person of a record. */
export const truePerson = ({ emailEx }: Pick<Employee, "emailEx">): string => emailEx ?? "nobody";

/** The answer of somebody who knows everybody to each candidate of a question. */
export const trueAnswers = (
  record: Employee,
  candidates: readonly string[],
  site: readonly FullEmployee[],
  decidedAtMs: number,
): Decision[] =>
  candidates.flatMap((target): Decision[] => {
    const found = site.find(({ account }) => account === target);
    return found
      ? [
          {
            kind: "employee",
            source: record.account,
            target,
            same: truePerson(found) === truePerson(record),
            decidedAtMs,
          },
        ]
      : [];
  });

/** Does the record agree with the object in a rule? Names that differ in one character are compared one by one. */
export const hasEvidence = (record: Employee, person: FullEmployee): boolean =>
  looksLike(withoutCommon(record), person) ||
  (nearlySame(record.name ?? "", person.name) && looksLike({ ...record, name: person.name }, person));

/** What many people have is evidence only beside a name. */
const withoutCommon = ({ idCardNumber, email, ...record }: Employee): Employee => ({
  ...record,
  ...(idCardNumber && idCardNumber !== noIdNumber && { idCardNumber }),
  ...(email && email !== mailbox && { email }),
});

const noIdNumber = "0000000000";

/** The address of whoever has none of their own. */
export const mailbox = "shop@example.com";

const nearlySame = (one: string, other: string): boolean => {
  // 工讀生1 and 工讀生2 are two people.
  if (/\d/.test(one + other)) return false;
  const [a, b] = [Array.from(one), Array.from(other)];
  const changed = a.filter((letter, at) => letter !== b[at]).length;
  return a.length === b.length && (changed < 2 || a.toSorted().join("") === b.toSorted().join(""));
};
