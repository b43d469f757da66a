/**
 * Converts other forms of a value to the contract's form where nothing is lost and nothing is guessed: whole numbers as texts,
 * 1 and 0 or texts for booleans, null for a list, the milliseconds of a date as a number. It follows the contract's schemas, so
 * it serves every operation. A number in place of a text stays: leading zeros may be missing, so it does not fit the contract.
 */
import { z } from "zod";
import { isDateTimeText } from "../contract/records.ts";

/** Returns `value` with every convertible part in the form of `schema`; other parts stay as they are. */
export const inContractForm = (schema: z.ZodType, value: unknown): unknown => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return value === null || value === undefined ? value : inContractForm(schema.unwrap() as z.ZodType, value);
  }
  if (schema instanceof z.ZodNumber) return numberOf(value);
  if (schema instanceof z.ZodBoolean) return booleanOf(value);
  if (schema instanceof z.ZodString) return isDateTimeText(schema) && Number.isSafeInteger(value) ? `${value}` : value;
  if (schema instanceof z.ZodArray) return listOf(schema.element as z.ZodType, value);
  if (schema instanceof z.ZodObject) return recordOf(schema.shape as Readonly<Record<string, z.ZodType>>, value);
  return value;
};

const wholeNumber = /^(0|-?[1-9]\d*)$/;

const numberOf = (value: unknown): unknown => {
  if (typeof value !== "string" || !wholeNumber.test(value.trim())) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["0", false],
  ["true", true],
  ["false", false],
]);

const booleanOf = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "string"
    ? (booleans.get(String(value).trim().toLowerCase()) ?? value)
    : value;

const listOf = (element: z.ZodType, value: unknown): unknown => {
  if (value === null) return [];
  return Array.isArray(value) ? value.map((item) => inContractForm(element, item)) : value;
};

const recordOf = (properties: Readonly<Record<string, z.ZodType>>, value: unknown): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, schema ? inContractForm(schema, part) : part];
    }),
  );
};
