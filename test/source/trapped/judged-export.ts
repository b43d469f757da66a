/** Reads an export with traps, and says what the reading states that is not so, and what it lacks although no trap touched it. */
import * as fc from "fast-check";
import { asMusterdError } from "../../../src/lib/errors.ts";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import { readCsv } from "../csv-folder.ts";
import type { TruePerson } from "./drawn-company.ts";
import { drawnExport, type Export } from "./drawn-export.ts";
import { traps } from "./traps.ts";
import { writtenTable } from "./written-table.ts";

/** An export with up to three traps. */
export const trapped = fc
  .record({
    given: drawnExport,
    names: fc.uniqueArray(fc.constantFrom(...Object.keys(traps)), { maxLength: 3 }),
    at: fc.nat(9999),
  })
  .map(({ given, names, at }) =>
    names.reduce<Export>((all, name, index) => {
      const laid = traps[name]?.(all, at + index * 17);
      return laid ? { ...laid, laid: [...all.laid, name] } : all;
    }, given),
  );

/** Returns the code of the error if the export is refused. */
export const read = async ({ form, rows, settings, files, name, others }: Export): Promise<SourceSnapshot | string> => {
  const ending = form.kind === "text" ? "csv" : "xlsx";
  const written: Record<string, Buffer> = {};
  for (const [file, table] of Object.entries({ [name]: rows, ...others })) {
    written[`${file}.${ending}`] = await writtenTable(table, form);
  }
  try {
    return await readCsv(written, { ...settings, files });
  } catch (error) {
    return asMusterdError(error).code;
  }
};

/** What the snapshot states of a person, in the words of the truth; what it does not state is left out. */
const statedOf = (person: NonNullable<SourceSnapshot["directory"]["employees"]>[number]): Partial<TruePerson> => {
  const [post] = person.posts ?? [];
  const all = {
    number: person.number,
    account: person.account,
    name: person.name,
    department: post?.department,
    title: post?.title,
    birthDate: person.birthDate,
    hireDate: person.hireDate,
    phone: person.phoneNumber,
    email: person.email,
    supervisor: post?.supervisor,
    lastDay: person.resignationDate,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== null));
};

/** Everything that the snapshot states and that is not so. */
const untrue = ({ directory }: SourceSnapshot, { company }: Export): readonly string[] => [
  ...(directory.departments ?? []).flatMap(({ code, name }) =>
    company.departments.get(code) === name ? [] : [`department ${code} ${name}`],
  ),
  ...(directory.titles ?? []).flatMap(({ code }) => (company.titles.includes(code) ? [] : [`title ${code}`])),
  ...(directory.employees ?? []).flatMap((person) => {
    const truth = company.people.find(({ number }) => number === person.number);
    if (!truth) return [`person ${person.number} ${person.account}`];
    const wrong = Object.entries(statedOf(person)).filter(
      ([field, value]) => truth[field as keyof TruePerson] !== value,
    );
    return [
      ...wrong.map(([field, value]) => `${truth.number} ${field} ${value}`),
      ...(person.active === false ? [`${truth.number} inactive`] : []),
    ];
  }),
];

/** Untouched people, or their values, that are not there. */
const missing = ({ directory }: SourceSnapshot, { company, touched }: Export): readonly string[] => {
  // A reference to somebody whose row cannot be used is left out.
  const isBossTouched = touched.has(company.people[0]?.number ?? "");
  return company.people
    .filter(({ number }) => !touched.has(number))
    .flatMap((truth) => {
      const person = (directory.employees ?? []).find(({ number }) => number === truth.number);
      if (!person) return [`person ${truth.number}`];
      const stated = statedOf(person);
      return Object.entries(truth)
        .filter(([field, value]) => value !== "" && stated[field as keyof TruePerson] === undefined)
        .filter(([field]) => field !== "supervisor" || !isBossTouched)
        .map(([field]) => `${truth.number} ${field}`);
    });
};

/** What is wrong with the result of `read`; nothing where it is as it should be. */
export const wrongWith = (found: SourceSnapshot | string, given: Export): readonly string[] => {
  const { refused, laid } = given;
  if (typeof found === "string") return refused === "no" ? [`${laid.join()} refused: ${found}`] : [];
  if (refused === "must") return [`${laid.join()} believed`];
  return [...untrue(found, given), ...missing(found, given).map((one) => `missing ${one}`)];
};
