/**
 * A year in a small company, as HR knows it, and the clerk who enters each event into a directory: people join, leave, move, get
 * other names, managers, locks, last days and part-time posts; units move, are renamed and get other heads.
 */
import * as fc from "fast-check";
import { Attribute, Change, type Client } from "ldapts";

type Unit = { code: string; name: string; parent: string | null; head: string | null };
export type Person = {
  account: string;
  readonly number: string;
  name: string;
  unit: string;
  manager: string | null;
  locked: boolean;
  /** The last day, if there is one. */
  until: string | null;
  /** The unit of a part-time post. */
  also: string | null;
};

/** People by number, units by code. */
export type Company = { readonly units: Map<string, Unit>; readonly people: Map<string, Person> };

/** How the clerk writes to one kind of directory. */
export type Clerk = {
  readonly client: Client;
  /** The unit that holds all others. */
  readonly base: string;
  readonly headAttribute: string;
  readonly unitEntry: (unit: Unit) => Record<string, string>;
  readonly personEntry: (person: Person) => Record<string, string>;
  /** The first part of the name of a person's entry, and the attribute of the account. */
  readonly rdn: (person: Person) => string;
  readonly rename: (dn: string, person: Person) => Promise<void>;
  readonly lock: (dn: string, person: Person) => Promise<void>;
  readonly expire: (dn: string, person: Person) => Promise<void>;
  readonly post: (dn: string, person: Person) => Promise<void>;
  /** The clerk corrects references to entries that have another name now. */
  readonly correctsReferences: boolean;
};

const kinds = [
  ...(["join", "leave", "move", "rename", "account", "manager", "lock", "unlock", "expire", "post"] as const),
  ...(["moveUnit", "renameUnit", "addUnit", "head"] as const),
];
const event = fc.record({ what: fc.constantFrom(...kinds), which: fc.nat(999), other: fc.nat(999) });
export type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

/** One to three events for each of 52 weeks. */
export const weeks = (seed: number): readonly (readonly Event[])[] =>
  fc.sample(fc.array(event, { minLength: 1, maxLength: 3 }), { seed, numRuns: 52 });

/** Founds the company in HR and in the directory: four units and twelve people. */
export const found = async (clerk: Clerk): Promise<Company> => {
  const company: Company = { units: new Map(), people: new Map() };
  for (const parent of [null, "D0", "D0", "D1"]) await addUnit(company, clerk, parent);
  for (let at = 0; at < 12; at += 1) await join(company, clerk, `D${at % 4}`);
  return company;
};

const unitDn = ({ units }: Company, { base }: Clerk, code: string): string => {
  const names: string[] = [];
  for (let unit = units.get(code); unit; unit = units.get(unit.parent ?? "")) names.push(`ou=${unit.name}`);
  return [...names, base].join(",");
};

const personDn = (company: Company, clerk: Clerk, number: string): string => {
  const person = company.people.get(number);
  return person ? `${clerk.rdn(person)},${unitDn(company, clerk, person.unit)}` : "";
};

export const replace = (client: Client, dn: string, type: string, ...values: readonly string[]) =>
  client.modify(dn, new Change({ operation: "replace", modification: new Attribute({ type, values: [...values] }) }));

const addUnit = async (company: Company, clerk: Clerk, parent: string | null): Promise<void> => {
  const code = `D${company.units.size}`;
  const unit = { code, name: `單位 ${code}`, parent, head: null };
  company.units.set(code, unit);
  await clerk.client.add(unitDn(company, clerk, code), clerk.unitEntry(unit));
};

let joined = 0;
const join = async (company: Company, clerk: Clerk, unit: string): Promise<void> => {
  const number = `E${String((joined += 1)).padStart(6, "0")}`;
  const person = { account: `u${joined}`, number, name: `員工 ${joined}`, unit };
  const whole = { ...person, manager: null, locked: false, until: null, also: null };
  company.people.set(number, whole);
  await clerk.client.add(personDn(company, clerk, number), clerk.personEntry(whole));
};

/** References by name: the entry that has it, the attribute, and the name. */
const references = (company: Company, clerk: Clerk) => [
  ...[...company.people.values()]
    .filter(({ manager }) => manager !== null)
    .map(({ number, manager }) => [`p${number}`, "manager", personDn(company, clerk, manager ?? "")] as const),
  ...[...company.units.values()]
    .filter(({ head }) => head !== null)
    .map(({ code, head }) => [`u${code}`, clerk.headAttribute, personDn(company, clerk, head ?? "")] as const),
];

const correct = async (company: Company, clerk: Clerk, before: ReturnType<typeof references>): Promise<void> => {
  if (!clerk.correctsReferences) return;
  const was = new Map(before.map(([who, , dn]) => [who, dn]));
  for (const [who, type, dn] of references(company, clerk)) {
    const id = who.slice(1);
    const at = who.startsWith("p") ? personDn(company, clerk, id) : unitDn(company, clerk, id);
    if (was.get(who) !== dn) await replace(clerk.client, at, type, dn);
  }
};

/** Lets one event happen in HR and in the directory. */
export const happen = async (company: Company, clerk: Clerk, given: Event): Promise<void> => {
  const before = references(company, clerk);
  await enter(company, clerk, given);
  await correct(company, clerk, before);
};

const enter = async (company: Company, clerk: Clerk, { what, which, other }: Event): Promise<void> => {
  const { client } = clerk;
  const [people, units] = [[...company.people.values()], [...company.units.values()]];
  const [person, second] = [people[which % people.length], people[other % people.length]];
  const [unit, place] = [units[which % units.length], units[other % units.length]];
  if (!person || !second || !unit || !place) throw new Error("the company is empty");
  const dn = personDn(company, clerk, person.number);
  const from = unitDn(company, clerk, unit.code);
  const moveTo = (code: string) => client.modifyDN(from, unitDn(company, clerk, code));
  switch (what) {
    case "join":
      return join(company, clerk, place.code);
    case "leave": {
      const leads = people.some(({ manager }) => manager === person.number);
      if (leads || units.some(({ head }) => head === person.number) || people.length < 8) return;
      person.also = null;
      await clerk.post(dn, person);
      await client.del(dn);
      company.people.delete(person.number);
      return;
    }
    case "move":
      if (person.unit === place.code) return;
      person.unit = place.code;
      return client.modifyDN(dn, personDn(company, clerk, person.number));
    case "rename":
      person.name = `員工 ${other} ${person.number}`;
      return replace(client, dn, "displayName", person.name);
    case "account":
      person.account = `x${other}${person.number.toLowerCase()}`;
      return clerk.rename(dn, person);
    case "manager":
      if (second === person) return;
      person.manager = second.number;
      return replace(client, dn, "manager", personDn(company, clerk, second.number));
    case "lock":
    case "unlock":
      person.locked = what === "lock";
      return clerk.lock(dn, person);
    case "expire":
      person.until = other % 3 === 0 ? null : `2027-0${(other % 9) + 1}-15`;
      return clerk.expire(dn, person);
    case "post":
      person.also = place.code === person.unit ? null : place.code;
      return clerk.post(dn, person);
    case "moveUnit":
      if (unit.parent === null || unit.parent === place.code) return;
      for (let at: Unit | undefined = place; at; at = company.units.get(at.parent ?? "")) if (at === unit) return;
      unit.parent = place.code;
      return moveTo(unit.code);
    case "renameUnit":
      unit.name = `單位 ${other} ${unit.code}`;
      return moveTo(unit.code);
    case "addUnit":
      return units.length < 9 ? addUnit(company, clerk, place.code) : undefined;
    case "head":
      unit.head = person.number;
      return replace(client, from, clerk.headAttribute, dn);
  }
};
