/**
 * Converts other forms of a value to the contract's form where nothing is lost and nothing is guessed: whole numbers as texts,
 * 1 and 0, yes and no, or words for booleans, null for a list, a blank text for a list of texts in a record, an empty list or text for a
 * record in it, the milliseconds of a date as a number, its parts as a list, and the object in which a database has it. It follows the contract's schemas, so it serves every operation. A number in
 * place of a text stays: leading zeros may be missing, so it does not fit the contract. Only an employee number is taken, if its width is
 * known; then digits that were sent as a text are filled up as well. A domain that a site shows around accounts is left out, if it is known.
 */
import { z } from "zod";
import { isDateTimeText } from "../../contract/records/organisation.ts";

/**
 * What is known of a site's texts. `employeeNumberWidth`: the digits of an employee number that may arrive as a number. `accountDomain`: what
 * stands before every account (`ACME\\`), or after it (`@acme.local`), in answers only.
 */
export type KnownForms = {
  readonly employeeNumberWidth?: number | undefined;
  readonly accountDomain?: string | undefined;
};

/** Returns `value` with every convertible part in the form of `schema`; other parts stay as they are. */
export const inContractForm = (schema: z.ZodType, value: unknown, forms: KnownForms = {}): unknown => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return value === null || value === undefined ? value : inContractForm(schema.unwrap() as z.ZodType, value, forms);
  }
  if (schema instanceof z.ZodNumber) return numberOf(value);
  if (schema instanceof z.ZodBoolean) return booleanOf(value);
  if (schema instanceof z.ZodString) return isDateTimeText(schema) ? dateTextOf(value) : value;
  if (schema instanceof z.ZodArray) return listOf(schema.element as z.ZodType, value, forms);
  if (schema instanceof z.ZodObject) return recordOf(schema.shape, value, forms);
  return value;
};

const wholeNumber = /^(0|-?[1-9]\d*)$/;

const numberOf = (value: unknown): unknown => {
  if (typeof value !== "string" || !wholeNumber.test(value.trim())) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

/** Words of programs and of Taiwan's HR; of each pair both mean what they say wherever a boolean is expected. */
const booleanWords = [
  ["1", "0"],
  ["true", "false"],
  ["t", "f"],
  ["y", "n"],
  ["yes", "no"],
  ["on", "off"],
  ["active", "inactive"],
  ["enabled", "disabled"],
  ["是", "否"],
  ["啟用", "停用"],
  ["启用", "停用"],
  ["有效", "無效"],
  ["有效", "无效"],
  ["在職", "離職"],
  ["在职", "离职"],
] as const;

const booleans: ReadonlyMap<string, boolean> = new Map(
  booleanWords.flatMap(([yes, no]) => [[yes, true] as const, [no, false] as const]),
);

const booleanOf = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "string"
    ? (booleans.get(String(value).trim().toLowerCase()) ?? value)
    : value;

/** The text of a date that is a number of milliseconds, `[2020,2,1]` with or without a time (Jackson) or `{"$date": …}` (MongoDB). */
const dateTextOf = (value: unknown): unknown => {
  if (Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value)) return dateOfParts(value) ?? value;
  if (typeof value !== "object" || value === null || Object.keys(value).join() !== "$date") return value;
  return dateTextOf((value as { readonly $date: unknown }).$date);
};

/** Year, month and day, perhaps with hour, minute, second and nanosecond. */
const dateOfParts = (parts: readonly unknown[]): string | undefined => {
  if (parts.length < 3 || parts.length > 7 || !parts.every((part) => Number.isSafeInteger(part))) return undefined;
  const [year, month, day, hour = "0", minute = "0", second = "0"] = parts.map((part) => String(part).padStart(2, "0"));
  return `${year}-${month}-${day}T${hour.padStart(2, "0")}:${minute.padStart(2, "0")}:${second.padStart(2, "0")}`;
};

const listOf = (element: z.ZodType, value: unknown, forms: KnownForms): unknown => {
  if (value === null) return [];
  return Array.isArray(value) ? value.map((item) => inContractForm(element, item, forms)) : value;
};

/** Some sites send a blank text for a list of texts in which there is nothing. A whole list is never blank: it could be cut off. */
const isBlankList = (schema: z.ZodType, part: unknown): boolean => {
  if (typeof part !== "string" || part.trim() !== "") return false;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return isBlankList(schema.unwrap() as z.ZodType, part);
  return schema instanceof z.ZodArray && schema.element instanceof z.ZodString;
};

/** Programs without objects, such as PHP, send an empty list or text for a record that is not there. */
const isBlankRecord = (schema: z.ZodType, part: unknown): boolean => {
  if (!(Array.isArray(part) ? part.length === 0 : part === "")) return false;
  if (schema instanceof z.ZodOptional) return isBlankRecord(schema.unwrap() as z.ZodType, part);
  return schema instanceof z.ZodNullable && schema.unwrap() instanceof z.ZodObject;
};

const isDigits = (part: unknown): boolean =>
  typeof part === "string" ? /^\s*\d+\s*$/.test(part) : Number.isSafeInteger(part) && Number(part) >= 0;

const employeeNumbers: ReadonlySet<string> = new Set(["employeeNumber", "superVisorEmplNumber"]);

const accounts: ReadonlySet<string> = new Set(["account", "superVisorAccount"]);

/** An account as requests name it; one of another domain stays. */
const withoutDomain = (account: string, domain: string | undefined): string => {
  if (domain === undefined) return account;
  const [text, part] = [account.trim(), domain.toLowerCase()];
  const has = part.startsWith("@") ? text.toLowerCase().endsWith(part) : text.toLowerCase().startsWith(part);
  if (!has || text.length === domain.length) return account;
  return part.startsWith("@") ? text.slice(0, -domain.length) : text.slice(domain.length);
};

const recordOf = (properties: Readonly<Record<string, z.ZodType>>, value: unknown, forms: KnownForms): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const width = employeeNumbers.has(name) ? forms.employeeNumberWidth : undefined;
      if (accounts.has(name) && typeof part === "string") return [name, withoutDomain(part, forms.accountDomain)];
      if (width !== undefined && isDigits(part)) return [name, String(part).trim().padStart(width, "0")];
      // A record of a list without a code or account is one that no operation can name; there must be few (site/reads/read-lists.ts).
      if ((name === "code" || name === "account") && part === null && Object.hasOwn(properties, "active"))
        return [name, ""];
      if (!schema) return [name, part];
      // Other interfaces of the product have numbers (R55); which is which is not known, and nothing is lost.
      if (name === "gender" && typeof part === "number") return [name, String(part)];
      if (isBlankRecord(schema, part)) return [name, null];
      return [name, inContractForm(schema, isBlankList(schema, part) ? [] : part, forms)];
    }),
  );
};
