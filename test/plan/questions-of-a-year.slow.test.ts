/**
 * A year of a clean company of 10,000: joiners, leavers, returns, marriages, new names and accounts, corrections. Keys are not given
 * again, so every question that a plan asks is needless. A plan is made every four weeks, so it must judge several changes of a
 * person at once; what is held is not done. CI has half of the company, and leavers who vanish.
 */
import { expect, test } from "vitest";
import type { Employee } from "../../src/model/directory/directory.ts";
import type { ShownEmployee, SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import { emptyMemory } from "../../src/model/memory/memory.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { addDays } from "../../src/sample/calendar.ts";
import { drawGivenName, drawSurname } from "../../src/sample/names.ts";
import { seededRandom } from "../../src/sample/random.ts";
import { defaultSettings } from "../support/random/arbitraries.ts";
import { inPart, isInPart } from "../support/suites/runs.ts";

const size = isInPart ? 5_000 : 10_000;
const plans = 13;

/** How many pairs of people there are, as a share of those of 10,000 people; so many are alike by chance. */
const pairs = (size / 10_000) ** 2;

type Mutable = { -readonly [Field in keyof Employee]: Employee[Field] };

/** Of each hundred people, how many have this in a year. */
const rates = {
  leave: 10,
  join: 11,
  back: 0.5,
  marry: 1,
  rename: 0.5,
  typo: 0.5,
  birth: 0.5,
  id: 0.5,
  gender: 0.1,
  account: 3,
  hired: 1,
  move: 10,
};

const year = (shown: (person: Employee) => ShownEmployee, keepsLeavers: boolean): Map<string, number> => {
  const random = seededRandom(20261122);
  let day = "2026-01-05";
  let made = 0;
  const born = (): Mutable => {
    made += 1;
    const gender = random.pick(["Male", "Female"] as const);
    const name = drawSurname(random)[0] + drawGivenName(random, gender)[0];
    return {
      account: `u${made}`,
      number: String(made).padStart(6, "0"),
      name,
      gender,
      active: true,
      idCardNumber: `A${random.integer(100_000_000, 299_999_999)}`,
      birthDate: addDays("1961-01-01", random.integer(0, 15_000)),
      hireDate: made <= size ? addDays("2000-01-01", random.integer(0, 9400)) : day,
      email: `u${made}@example.com`,
      posts: [{ department: `D${random.integer(1, 300)}`, main: true }],
    };
  };
  const hr: Mutable[] = Array.from({ length: size }, born);
  const gone: Mutable[] = [];
  const site = new Map(hr.map((person) => [person.number, shown(structuredClone(person))]));
  const asked = new Map<string, number>();
  const each = (rate: number, edit: (person: Mutable) => void) => {
    const share = (rate / 100 / plans) * size;
    const count = Math.floor(share) + (random.chance(share % 1) ? 1 : 0);
    for (let at = 0; at < count; at += 1) {
      const person = hr[random.integer(0, hr.length - 1)];
      if (person) edit(person);
    }
  };
  for (let month = 0; month < plans; month += 1) {
    day = addDays(day, 28);
    each(rates.leave, (person) => {
      if (!person.active) return;
      person.active = false;
      if (keepsLeavers) return;
      hr.splice(hr.indexOf(person), 1);
      gone.push(person);
      const record = site.get(person.number);
      if (record) site.set(person.number, { ...record, active: false });
    });
    each(rates.join, () => void hr.push(born()));
    each(rates.back, () => {
      const back = gone.pop();
      if (back) hr.push(Object.assign(back, { active: true, hireDate: day }));
    });
    each(rates.marry, (person) => Object.assign(person, { name: drawSurname(random)[0] + person.name }));
    each(rates.rename, (person) =>
      Object.assign(person, { name: person.name?.slice(0, 1) + drawGivenName(random, "Female")[0] }),
    );
    each(rates.typo, (person) => Object.assign(person, { name: `${person.name?.slice(0, -1)}瑜` }));
    each(rates.birth, (person) => Object.assign(person, { birthDate: addDays(person.birthDate ?? day, 400) }));
    each(rates.id, (person) => Object.assign(person, { idCardNumber: `B${random.integer(100_000_000, 299_999_999)}` }));
    each(rates.gender, (person) => Object.assign(person, { gender: "Other" }));
    each(rates.account, (person) =>
      Object.assign(person, { account: `${person.account}n`, email: `${person.account}n@example.com` }),
    );
    each(rates.hired, (person) => Object.assign(person, { hireDate: addDays(person.hireDate ?? day, 30) }));
    each(rates.move, (person) =>
      Object.assign(person, { posts: [{ department: `D${random.integer(1, 300)}`, main: true }] }),
    );
    const source: SourceSnapshot = { directory: { employees: hr }, rejected: [], renames: [] };
    const target = {
      levels: [],
      titles: [],
      functions: [],
      departments: [],
      employees: [...site.values()],
      unreadable: [],
      members: new Map(),
    };
    const plan = makePlan({ source, target, memory: emptyMemory, settings: defaultSettings, today: day });
    const held = new Set(plan.held.flatMap(({ key, candidates }) => (candidates ? [key] : [])));
    for (const { key, reason, candidates } of plan.held) if (candidates) asked.set(`${reason} ${key}`, month);
    for (const person of hr) {
      const before = site.get(person.number);
      if (person.active === false && !before) continue;
      if (!held.has(person.account) && !held.has(before?.account ?? ""))
        site.set(person.number, shown(structuredClone(person)));
    }
  }
  const counted = new Map<string, number>();
  for (const question of asked.keys()) {
    const reason = question.split(" ")[0] ?? "";
    counted.set(reason, (counted.get(reason) ?? 0) + 1);
  }
  return counted;
};

const hidden = (person: Employee): ShownEmployee => {
  const { idCardNumber: _id, birthDate: _birth, gender: _gender, ...rest } = person;
  return { ...rest, hidden: ["idCardNumber", "birthDate"] };
};

const services: [string, (person: Employee) => ShownEmployee, boolean, number, number][] = [
  ["hides ID numbers and birth dates, and leavers vanish from HR", hidden, false, 10, 40],
  ["knows everything, and leavers vanish from HR", (person) => person, false, 0, 5],
  ["knows everything, and leavers stay in HR", (person) => person, true, 0, 5],
];

test.each(inPart(1, services))(
  "a service that %s",
  { timeout: 600_000 },
  (_, shown, keepsLeavers, mostGivenAgain, mostTwins) => {
    const asked = year(shown, keepsLeavers);

    expect(asked.get("number-given-again") ?? 0).toBeLessThanOrEqual(mostGivenAgain * pairs);
    expect(asked.get("possible-twin") ?? 0).toBeLessThanOrEqual(mostTwins * pairs);
    expect(asked.get("identity-conflict") ?? 0).toBe(0);
  },
);
