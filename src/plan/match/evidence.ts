/**
 * Evidence that two records belong to one person. Values are compared exactly, except for typing differences: full and
 * half width, case, blanks, the punctuation of phone numbers.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import type { EvidenceField, EvidenceRule } from "../../model/directory/identity.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import { onFirstUse } from "../values/on-first-use.ts";
import { comparedName, isOneEdit, type NameDifference, nameDifference, nearForms } from "./near-names.ts";

/** A name in the form that is compared: NFKC, case-folded, without blanks. */
export const foldedName = (name: string): string =>
  // Most names are Chinese characters that need no normalization.
  plainName.test(name) ? name : canonicalKey(name).replaceAll(/\s+/gu, "");

const plainName = /^[\u4E00-\u9FFF]*$/;

/** A phone number with fewer digits is an extension and identifies nobody. */
const minDigits = 6;

const digitsOf = (phone: string): string =>
  phone
    .normalize("NFKC")
    .replaceAll(/\D/g, "")
    .replace(/^886(?=\d)/, "0");

/** The values of a field as texts that are equal if the values agree; empty: the record has no value. */
export const formsOf = (person: Employee, field: EvidenceField): readonly string[] => {
  switch (field) {
    case "name":
      return formsOfValue(person.name, comparedName);
    case "nearName":
      return nearForms(person.name ?? "");
    case "idCardNumber":
      return formsOfValue(person.idCardNumber, foldedName);
    case "email":
      return formsOfValue(person.email, foldedName);
    case "phoneNumber":
      return formsOfValue(person.phoneNumber, digitsOf).filter((digits) => digits.length >= minDigits);
    case "birthDate":
    case "hireDate":
      return formsOfValue(person[field], (date) => (date < earliest || date === dayZero ? "" : date));
    case "department":
      return (person.posts ?? []).map(({ department }) => canonicalKey(department));
  }
};

/** Earlier dates stand for "not known", and so does the day from which Unix counts: an export makes it of nothing. */
const [earliest, dayZero] = ["1920", "1970-01-01"];

/** A value of which only a part is shown. */
const masked = /[*＊●•○]|x{3}/i;

const formsOfValue = (value: string | null | undefined, form: (text: string) => string): string[] => {
  const text = value && !masked.test(value) ? form(value) : "";
  return text === "" ? [] : [text];
};

/** How much the names of two records differ. Undefined: one of them is masked, or they cannot be compared. */
export const namesDiffer = (record: Employee, person: Employee): NameDifference | undefined => {
  const [one, other] = [record.name ?? "", person.name ?? ""];
  return masked.test(one) || masked.test(other) ? undefined : nameDifference(one, other);
};

/** Index keys that combine all fields of a rule; none if the person has no value in one of them. */
const keysOf = (person: Employee, { same: [first, ...more] }: EvidenceRule): readonly string[] => {
  let keys = first === undefined ? [] : formsOf(person, first);
  for (const field of more) {
    if (keys.length === 0) return keys;
    const forms = formsOf(person, field);
    keys = keys.flatMap((key) => forms.map((form) => `${key}\n${form}`));
  }
  return keys;
};

/** The records by index key; records in one group agree in all fields of the rule. */
export const groupedBy = <Record extends Employee>(
  people: readonly Record[],
  rule: EvidenceRule,
): ReadonlyMap<string, readonly Record[]> => {
  const index = new Map<string, Record[]>();
  for (const person of people) {
    for (const key of keysOf(person, rule)) {
      const found = index.get(key);
      if (found) found.push(person);
      else index.set(key, [person]);
    }
  }
  return index;
};

const sharedFields = ["idCardNumber", "email", "phoneNumber"] as const;

type SharedField = (typeof sharedFields)[number];

/** Does the person have a value that many people have? */
export type IsCommon = (field: SharedField, person: Employee) => boolean;

/** Two records with one value may be one person, or one row copied from the other; more are meant. */
export const commonFrom = 3;

/**
 * Finds the values that at least `from` people of one side have: a common mailbox, the switchboard, 0000000000 for whoever has no ID number.
 * They say of nobody who it is.
 */
export const commonValues = (sides: readonly (readonly Employee[])[], from: number): IsCommon => {
  const commonIn = (field: SharedField) =>
    onFirstUse(() => {
      const common = new Set<string>();
      for (const people of sides) {
        const counts = new Map<string, number>();
        for (const form of people.flatMap((person) => formsOf(person, field))) {
          const count = (counts.get(form) ?? 0) + 1;
          counts.set(form, count);
          if (count === from) common.add(form);
        }
      }
      return common;
    });
  const common = {
    idCardNumber: commonIn("idCardNumber"),
    email: commonIn("email"),
    phoneNumber: commonIn("phoneNumber"),
  };
  return (field, person) => formsOf(person, field).some((form) => common[field]().has(form));
};

export type AgreeingPerson = { readonly person: ShownEmployee; readonly rules: readonly EvidenceRule[] };

/** Returns a function that finds the people who agree with a record in at least one rule. The index is built once. */
export const agreeing = (
  people: readonly ShownEmployee[],
  rules: readonly EvidenceRule[],
  isCommon: IsCommon,
): ((record: Employee) => readonly AgreeingPerson[]) => {
  /** What many people have tells only of somebody with the same or nearly the same name. */
  const saysNothing = ({ same }: EvidenceRule, record: Employee, person: Employee): boolean =>
    sharedFields.some((field) => same.includes(field) && isCommon(field, record)) &&
    !["none", "letter"].includes(namesDiffer(record, person) ?? "whole");
  const indexes = rules.map((rule) => ({ rule, index: groupedBy(people, rule) }));
  return (record) => {
    const found = new Map<ShownEmployee, EvidenceRule[]>();
    for (const { rule, index } of indexes) {
      const hits = new Set(keysOf(record, rule).flatMap((key) => index.get(key) ?? []));
      for (const person of hits)
        if (counts(rule, record, person) && !saysNothing(rule, record, person))
          found.set(person, [...(found.get(person) ?? []), rule]);
    }
    return [...found].map(([person, agreed]) => ({ person, rules: agreed }));
  };
};

/**
 * Two people with different birth dates and ID numbers are namesakes. Near names say less than equal ones: a different birth date
 * outweighs them, and so does a different ID number unless the birth date is the same, and a department if half of the name differs.
 */
const counts = ({ same }: EvidenceRule, record: Employee, person: Employee): boolean => {
  const [otherBirth, otherId] = [differs(record, person, "birthDate"), differs(record, person, "idCardNumber")];
  if (otherBirth === true && otherId === true) return false;
  if (!same.includes("nearName")) return true;
  if (differs(record, person, "name") === false) return false;
  if (otherBirth === true || (otherId === true && !same.includes("birthDate"))) return false;
  return !same.includes("department") || comparedName(record.name ?? "").length > 2;
};

/** Undefined: one of the records has no value that can be compared. */
export const differs = (record: Employee, person: Employee, field: EvidenceField): boolean | undefined => {
  const [[a], [b]] = [formsOf(record, field), formsOf(person, field)];
  return a === undefined || b === undefined ? undefined : a !== b;
};

/** Do two values differ, and in one character only? */
export const isMisspelt = (record: Employee, person: Employee, field: EvidenceField): boolean => {
  const [[a], [b]] = [formsOf(record, field), formsOf(person, field)];
  return a !== undefined && b !== undefined && a !== b && isOneEdit(Array.from(a), Array.from(b));
};
