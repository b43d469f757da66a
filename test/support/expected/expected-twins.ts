/**
 * Finds the questions that the matching rules leave to people: a newcomer who may exist already, a code that may be the new
 * code of an existing object, a value that two people would share. Compares every record with every object, without an index.
 */
import type { Employee } from "../../../src/model/directory/directory.ts";
import { canonical, type FullDirectory, type FullEmployee } from "../directory/full-directory.ts";
import type { Pair } from "../random/arbitraries.ts";
import type { Matches, PersonMatch } from "./expected-correlation.ts";

const folded = (text: string | null | undefined): string => canonical(text ?? "").replaceAll(/\s/g, "");

const equal = (a: string | null | undefined, b: string | null | undefined): boolean =>
  folded(a) !== "" && folded(a) === folded(b);

const digits = (phone: string | null | undefined): string => (phone ?? "").replaceAll(/\D/g, "");

/** True when a record of the source and a person of the target agree in the fields of one of the default identity rules. */
export const looksLike = (record: Employee, person: FullEmployee): boolean => {
  const sameName = equal(record.name, person.name);
  const departments = new Set(person.posts.map(({ department }) => canonical(department)));
  return (
    equal(record.idCardNumber, person.idCardNumber) ||
    equal(record.email, person.email) ||
    (sameName && digits(record.phoneNumber) !== "" && digits(record.phoneNumber) === digits(person.phoneNumber)) ||
    (sameName && equal(record.birthDate, person.birthDate)) ||
    (sameName && equal(record.hireDate, person.hireDate)) ||
    (sameName && (record.posts ?? []).some(({ department }) => departments.has(canonical(department))))
  );
};

/** The texts of the questions that a person must answer. */
export const openQuestions = (
  pair: Pair,
  matches: Matches,
  people: ReadonlyMap<Employee, PersonMatch>,
  outcome: FullDirectory,
): string[] => {
  const { current } = pair;
  const taken = new Set([...people.values()].flatMap((match) => (match.found === "existing" ? [match.person] : [])));
  const unknown = current.employees.filter((person) => !taken.has(person));
  const renamed = unknown.map((person) => ({
    ...person,
    posts: person.posts.map((post) => ({
      ...post,
      department: matches.department.renamed.get(canonical(post.department)) ?? post.department,
    })),
  }));
  const twin = [...people].some(
    ([record, match]) => match.found === "nobody" && renamed.some((person) => looksLike(record, person)),
  );
  return [
    ...(twin ? ["a possible twin"] : []),
    ...(isTwice(people) ? ["a newcomer whom HR has twice"] : []),
    ...(hasRecode(pair, matches, people) ? ["a possible new code"] : []),
    ...(sharesAnew(current, outcome) ? ["a value that two people would share"] : []),
  ];
};

/** A newcomer with the name and birth date, or name and phone, of another record. */
const isTwice = (people: ReadonlyMap<Employee, PersonMatch>): boolean =>
  [...people].some(
    ([record, match]) =>
      match.found === "nobody" &&
      [...people.keys()].some(
        (other) =>
          other !== record &&
          equal(other.name, record.name) &&
          (equal(other.birthDate, record.birthDate) || equal(digits(other.phoneNumber), digits(record.phoneNumber))),
      ),
  );

type Named = { readonly code: string; readonly name: string | undefined };

const hasRecode = (pair: Pair, matches: Matches, people: ReadonlyMap<Employee, PersonMatch>): boolean => {
  const { directory } = pair.source;
  const { current } = pair;
  const alone = (kind: keyof Matches, desired: readonly Named[], there: readonly Named[]) => {
    const used = new Set(matches[kind].origin.values());
    return {
      fresh: desired.filter(({ code }) => !matches[kind].origin.has(canonical(code))),
      left: there.filter(({ code }) => !used.has(canonical(code))),
    };
  };
  const list = (records: readonly { code: string; name?: string; title?: string }[] = []): Named[] =>
    records.map(({ code, name, title }) => ({ code, name: name ?? title }));
  const byName = (["level", "title", "function"] as const).some((kind) => {
    const lists = { level: "levels", title: "titles", function: "functions" } as const;
    const { fresh, left } = alone(kind, list(directory[lists[kind]]), list(current[lists[kind]]));
    return fresh.some((record) => left.some((object) => equal(record.name, object.name)));
  });
  const { fresh, left } = alone("department", list(directory.departments), list(current.departments));
  // The same name in `fresh` and `left` is a doubt, and so are two people whose main post moved from a department in `left` to
  // one in `fresh`. Parents, and the share of people who moved, are not checked.
  const mainNow = new Map<string, string[]>();
  for (const [record, match] of people) {
    const code = record.posts?.find(({ main }) => main)?.department;
    const before = match.found === "existing" ? match.person.posts.find(({ main }) => main)?.department : undefined;
    if (code !== undefined && before !== undefined)
      mainNow.set(canonical(code), [...(mainNow.get(canonical(code)) ?? []), canonical(before)]);
  }
  return (
    byName ||
    fresh.some((record) =>
      left.some(
        (object) =>
          equal(record.name, object.name) ||
          (mainNow.get(canonical(record.code)) ?? []).filter((code) => code === canonical(object.code)).length > 1,
      ),
    )
  );
};

/** Pairs of active people who share an ID number or an e-mail. */
export const sharing = ({ employees }: FullDirectory): readonly (readonly [FullEmployee, FullEmployee])[] => {
  const active = employees.filter((person) => person.active);
  return active.flatMap((one, at) =>
    active
      .slice(at + 1)
      .filter((other) => equal(one.idCardNumber, other.idCardNumber) || equal(one.email, other.email))
      .map((other) => [one, other] as const),
  );
};

const sharesAnew = (before: FullDirectory, after: FullDirectory): boolean => {
  const known = new Set(sharing(before).map(([one, other]) => `${canonical(one.account)} ${canonical(other.account)}`));
  return sharing(after).some(([one, other]) => !known.has(`${canonical(one.account)} ${canonical(other.account)}`));
};
