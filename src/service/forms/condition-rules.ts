/** Checks the conditions of a form's route: each must compare a field of the form with a value that fits its type. */
import { z } from "zod";
import { dateTime } from "../../contract/records/organisation.ts";
import { type FieldType, fieldType, type RouteStep, type SectionField } from "../../contract/sections/forms.ts";
import { refuse } from "../kernel/refusal.ts";

type Fields = readonly SectionField[];

/** Refuses a condition that breaks a rule; `where` is the place of the route. */
export const requireValidConditions = (fields: Fields, route: readonly RouteStep[], where: string): void => {
  for (const [at, step] of route.entries()) {
    const place = `${where}.${at}`;
    requireValidCondition(fields, step.when, `${place}.when`);
    for (const [n, branch] of (step.kind === "branches" ? step.branches : []).entries()) {
      requireValidCondition(fields, branch.when, `${place}.branches.${n}.when`);
      requireValidConditions(fields, branch.steps, `${place}.branches.${n}.steps`);
    }
  }
};

/** The values with which fields of a type with an order are compared; all others are compared with a text. */
const ordered: { readonly [Type in FieldType]?: z.ZodType } = {
  [fieldType.number]: z.number(),
  [fieldType.date]: z.iso.date(),
  [fieldType.dateTime]: dateTime,
};

const requireValidCondition = (fields: Fields, condition: RouteStep["when"], where: string): void => {
  if (!condition) return;
  const { is, value } = condition;
  const { typeId, options = [] } = findSimpleField(fields, condition.field, `${where}.field`);
  if ((is === "atLeast" || is === "below") && !ordered[typeId]) refuse("OPA-CONDITION-INVALID", `${where}.is`);
  const isOption = typeId !== fieldType.select || options.length === 0 || options.some(({ name }) => name === value);
  const isValid = isOption && (ordered[typeId] ?? z.string()).safeParse(value).success;
  if (!isValid) refuse("OPA-CONDITION-INVALID", `${where}.value`);
};

/** Finds a field with a single value, to which a subject or a condition can refer. */
export const findSimpleField = (fields: Fields, code: string, where: string): SectionField => {
  const notSimple: readonly FieldType[] = [fieldType.grid, fieldType.group, fieldType.file, fieldType.checkbox];
  const field = fields.find((one) => one.code === code);
  return field && !notSimple.includes(field.typeId) ? field : refuse("OPA-FIELD-UNKNOWN", where);
};
