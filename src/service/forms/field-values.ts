/**
 * Checks the values of an initiation against the design of its form (R78). A valid value is stored in one shape, whatever its
 * input format. A problem is reported with the field's code, never with the value.
 */
import { z } from "zod";
import type { FieldValue } from "../../contract/records/forms.ts";
import { dateTime, UserRef } from "../../contract/records/organisation.ts";
import { FileRef } from "../../contract/records/shared.ts";
import { type FieldType, fieldType, type SectionField } from "../../contract/sections/forms.ts";
import { fold } from "../kernel/identity.ts";
import { Refusal } from "../kernel/refusal.ts";
import { findPerson, nameOf, refOf } from "../organisation/lookup.ts";
import type { FileRow } from "../uploads/tables.ts";
import type { Company } from "./tables.ts";

type Fields = readonly SectionField[];

/** Finds the file for a reference in a value; refuses a file that may not be used. `where` names the value. */
export type FindFile = (ref: FileRef, where: string) => FileRow;

const shownProblems = 20;
/** Maximum length of a code in a problem: an unknown code is the caller's own text and may have any length. */
const shownCharacters = 100;

/**
 * Returns `values` by field code, without fields that have no value; `fileIds`, the row ids of the files in them; and `problems`,
 * at most twenty texts of the form `code problem`. The code of a nested field is written `grid.0.column`.
 */
export const checkFields = (company: Company, fields: Fields, given: readonly FieldValue[], find: FindFile) => {
  const check: Check = { company, find, fileIds: new Set(), problems: [] };
  const byCode = new Map<string, unknown>();
  for (const [at, { code, value }] of given.entries()) {
    if (typeof code !== "string") report(check, `fields.${at}`, "has no code");
    else if (byCode.has(code)) report(check, code, "is given twice");
    else byCode.set(code, value);
  }
  const values = readFields(check, fields, byCode, "");
  return { values, fileIds: [...check.fileIds], problems: check.problems.slice(0, shownProblems) };
};

type Check = {
  readonly company: Company;
  readonly find: FindFile;
  readonly fileIds: Set<number>;
  readonly problems: string[];
};

/** Adds a problem; the field then has no value. */
const report = ({ problems }: Check, place: string, problem: string): undefined => {
  problems.push(`${place.slice(0, shownCharacters)} ${problem}`);
};

const readFields = (check: Check, fields: Fields, given: ReadonlyMap<string, unknown>, path: string) => {
  const known = new Set(fields.map(({ code }) => code));
  for (const code of given.keys()) if (!known.has(code)) report(check, `${path}${code}`, "is not a field of the form");
  const read = fields.flatMap((field): readonly (readonly [string, unknown])[] => {
    const place = `${path}${field.code}`;
    const value = given.get(field.code);
    if (isEmpty(value)) {
      if (field.isRequired && !field.notSupport) report(check, place, "is required");
      return [];
    }
    if (field.notSupport) report(check, place, "cannot be set from outside");
    return [[field.code, readers[field.typeId](check, field, value, place)]];
  });
  return Object.fromEntries(read);
};

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

/** Returns the value to store, or undefined when there was a problem. */
type Reader = (check: Check, field: SectionField, value: unknown, place: string) => unknown;

/** A reader of values that fit the schema; `convert` returns what is stored, by default the value. */
const reading =
  <S extends z.ZodType>(
    schema: S,
    problem: string,
    convert: (value: z.output<S>, check: Check, place: string, field: SectionField) => unknown = (value) => value,
  ): Reader =>
  (check, field, value, place) => {
    const read = schema.safeParse(value);
    return read.success ? convert(read.data, check, place, field) : report(check, place, problem);
  };

const Choice = z.union([
  z.string().transform((option) => ({ option, fillText: "" })),
  z.strictObject({ option: z.string(), fillText: z.string().nullish() }),
]);

/** A choice is stored as the option's name, or as the name and the text if a text was given. */
const readChoice = reading(Choice, "is not an option", (choice, check, place, { options = [], isExternalSource }) => {
  const fillText = choice.fillText?.trim() ? choice.fillText : undefined;
  const given = choice.option;
  const option = options.find(({ id, name }) => name === given || id === given.toLowerCase());
  if (!option && !(isExternalSource && options.length === 0)) return report(check, place, "is not one of the options");
  if (fillText === undefined) return option?.name ?? given;
  if (!option?.enableFillText) return report(check, place, "accepts no text with this option");
  return { option: option.name, fillText };
});

const readList =
  (readItem: Reader, problem: string): Reader =>
  (check, field, value, place) =>
    Array.isArray(value)
      ? value.map((item, at) => readItem(check, field, item, `${place}.${at}`))
      : report(check, place, problem);

const readChoices: Reader = (check, field, value, place) => {
  const choices = readList(readChoice, "is not a list")(check, field, value, place) as unknown[] | undefined;
  const names = choices?.map((choice) => (choice as { readonly option?: string } | undefined)?.option ?? choice) ?? [];
  return new Set(names).size < names.length ? report(check, place, "names an option twice") : choices;
};

const readNested: Reader = (check, { fields = [] }, value, place) => {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject) return report(check, place, "is not an object");
  return readFields(check, fields, new Map(Object.entries(value)), `${place}.`);
};

const readText = reading(z.string(), "is not a text");

const readFile = reading(FileRef, "is not a file", (ref, check, place) => {
  try {
    const { id, uuid, fileName } = check.find(ref, place);
    check.fileIds.add(id);
    return { id: uuid, fileName };
  } catch (thrown) {
    if (thrown instanceof Refusal) return report(check, place, "names an unknown file");
    throw thrown;
  }
});

const readers: Readonly<Record<FieldType, Reader>> = {
  [fieldType.text]: readText,
  [fieldType.textArea]: readText,
  [fieldType.number]: reading(z.number(), "is not a number"),
  [fieldType.date]: reading(z.iso.date(), "is not a date"),
  [fieldType.dateTime]: reading(dateTime, "is not a date-time"),
  [fieldType.select]: readChoice,
  [fieldType.checkbox]: readChoices,
  [fieldType.user]: reading(UserRef, "is not a user", (ref, check, place) => {
    const person = findPerson(check.company, ref);
    return person ? refOf(nameOf(person)) : report(check, place, "names an unknown user");
  }),
  [fieldType.department]: reading(z.string(), "is not a department code", (code, check, place) => {
    const department = check.company.departments.by("code", fold(code))[0];
    return department?.code ?? report(check, place, "names an unknown department");
  }),
  [fieldType.file]: readList(readFile, "is not a list of files"),
  [fieldType.grid]: readList(readNested, "is not a list of rows"),
  [fieldType.group]: readNested,
};
