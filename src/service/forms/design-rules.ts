/**
 * Checks a form's design when it is loaded. Codes and options must be unique, nesting must be valid, and the subject and the
 * conditions of the route must refer to fields of the form. A refusal names the place in the company document.
 */
import { z } from "zod";
import {
  fieldType,
  type RouteCondition,
  type RouteStep,
  type SectionField,
  type SectionForm,
} from "../../contract/forms-section.ts";
import { dateTime } from "../../contract/records.ts";
import type { RefusalCode } from "../../contract/refusals.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";

type Parent = "form" | "grid" | "group";

/** Refuses equal texts under `key`, with the place of the second of them; `where` is the place of the list. */
export const requireDistinct = <Key extends string>(
  list: readonly { readonly [K in Key]?: string | undefined }[],
  key: Key,
  code: RefusalCode,
  where: string,
): void => {
  const seen = new Set<string>();
  for (const [at, { [key]: text }] of list.entries()) {
    if (text === undefined) continue;
    if (seen.has(fold(text))) refuse(code, `${where}.${at}.${key}`);
    seen.add(fold(text));
  }
};

/** Refuses a design that breaks a rule; `where` is its place. */
export const requireValidDesign = ({ fields, subject = "", route }: SectionForm, where: string): void => {
  requireValidFields(fields, `${where}.fields`);
  for (const [, code = ""] of subject.matchAll(/\{([^{}]*)\}/g)) simpleField(fields, code, `${where}.subject`);
  requireValidRoute(fields, route, `${where}.route`);
};

/** A grid holds simple fields; a group holds simple fields and grids. */
const requireValidFields = (fields: readonly SectionField[], where: string, parent: Parent = "form"): void => {
  requireDistinct(fields, "code", "OPA-CODE-TAKEN", where);
  for (const [at, field] of fields.entries()) {
    const place = `${where}.${at}`;
    requireValidOptions(field, place);
    const { typeId, fields: nested = [] } = field;
    const isContainer = typeId === fieldType.grid || typeId === fieldType.group;
    if (isContainer !== nested.length > 0) refuse("OPA-FIELD-NESTED", `${place}.fields`);
    if (!isContainer) continue;
    if (parent === "grid" || (parent === "group" && typeId === fieldType.group)) {
      refuse("OPA-FIELD-NESTED", `${place}.typeId`);
    }
    requireValidFields(nested, `${place}.fields`, typeId);
  }
};

/**
 * Refuses a select or checkbox field without options, unless its options come from an external source, and refuses options of
 * any other field.
 */
const requireValidOptions = ({ typeId, options = [], isExternalSource }: SectionField, where: string): void => {
  const isChoice = typeId === fieldType.select || typeId === fieldType.checkbox;
  const mayBeEmpty = !isChoice || isExternalSource;
  if (options.length === 0 ? !mayBeEmpty : !isChoice) refuse("OPA-FIELD-OPTIONS", `${where}.options`);
  requireDistinct(options, "id", "OPA-ID-TAKEN", `${where}.options`);
  requireDistinct(options, "name", "OPA-NAME-TAKEN", `${where}.options`);
};

/** A field with a single value, to which a subject or a condition can refer. */
const simpleField = (fields: readonly SectionField[], code: string, where: string): SectionField => {
  const notSimple: readonly string[] = [fieldType.grid, fieldType.group, fieldType.file, fieldType.checkbox];
  const field = fields.find((one) => one.code === code);
  return field && !notSimple.includes(field.typeId) ? field : refuse("OPA-FIELD-UNKNOWN", where);
};

const requireValidCondition = (
  fields: readonly SectionField[],
  condition: RouteCondition | undefined,
  where: string,
): void => {
  if (!condition) return;
  const field = simpleField(fields, condition.field, `${where}.field`);
  const isOrder = condition.is === "atLeast" || condition.is === "below";
  const ordered: readonly string[] = [fieldType.number, fieldType.date, fieldType.dateTime];
  if (isOrder && !ordered.includes(field.typeId)) refuse("OPA-CONDITION-INVALID", `${where}.is`);
  if (!isComparable(field, condition.value)) refuse("OPA-CONDITION-INVALID", `${where}.value`);
};

const isComparable = ({ typeId, options = [] }: SectionField, value: string | number): boolean => {
  if (typeId === fieldType.number) return typeof value === "number";
  if (typeof value === "number") return false;
  if (typeId === fieldType.date) return z.iso.date().safeParse(value).success;
  if (typeId === fieldType.dateTime) return dateTime.safeParse(value).success;
  return typeId !== fieldType.select || options.length === 0 || options.some(({ name }) => name === value);
};

const requireValidRoute = (fields: readonly SectionField[], route: readonly RouteStep[], where: string): void => {
  for (const [at, step] of route.entries()) {
    const place = `${where}.${at}`;
    requireValidCondition(fields, step.when, `${place}.when`);
    if (step.kind !== "branches") continue;
    for (const [n, branch] of step.branches.entries()) {
      requireValidCondition(fields, branch.when, `${place}.branches.${n}.when`);
      requireValidRoute(fields, branch.steps, `${place}.branches.${n}.steps`);
    }
  }
};
