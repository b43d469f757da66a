/**
 * Checks a form's design when it is loaded. Codes and options must be unique, nesting must be valid, and the subject and the
 * conditions of the route must refer to fields of the form. A refusal names the place in the company document.
 */

import type { RefusalCode } from "../../contract/operations/refusals.ts";
import { type FieldType, fieldType, type SectionField, type SectionForm } from "../../contract/sections/forms.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { findSimpleField, requireValidConditions } from "./condition-rules.ts";

/** Refuses a list with equal texts under one of the keys, with the place of the second of them; `where` is that of the list. */
export const requireDistinct = <Key extends string>(
  list: readonly { readonly [K in NoInfer<Key>]?: string | undefined }[],
  codes: Readonly<Record<Key, RefusalCode>>,
  where: string,
): void => {
  for (const [key, code] of Object.entries(codes) as [Key, RefusalCode][]) {
    const seen = new Set<string>();
    for (const [at, { [key]: text }] of list.entries()) {
      if (text === undefined) continue;
      if (seen.has(fold(text))) refuse(code, `${where}.${at}.${key}`);
      seen.add(fold(text));
    }
  }
};

/** Refuses a design that breaks a rule; `where` is its place. */
export const requireValidDesign = ({ fields, subject = "", route }: SectionForm, where: string): void => {
  requireValidFields(fields, `${where}.fields`, ["grid", "group"]);
  for (const [, code = ""] of subject.matchAll(/\{([^{}]*)\}/g)) findSimpleField(fields, code, `${where}.subject`);
  requireValidConditions(fields, route, `${where}.route`);
};

/** `containers` are the types with nested fields that are permitted here: a group holds grids, a grid neither. */
const requireValidFields = (fields: readonly SectionField[], where: string, containers: readonly FieldType[]): void => {
  requireDistinct(fields, { code: "OPA-CODE-TAKEN" }, where);
  for (const [at, field] of fields.entries()) {
    const place = `${where}.${at}`;
    requireValidOptions(field, place);
    const { typeId, fields: nested = [] } = field;
    const isContainer = typeId === fieldType.grid || typeId === fieldType.group;
    if (isContainer !== nested.length > 0) refuse("OPA-FIELD-NESTED", `${place}.fields`);
    if (isContainer && !containers.includes(typeId)) refuse("OPA-FIELD-NESTED", `${place}.typeId`);
    requireValidFields(nested, `${place}.fields`, typeId === fieldType.group ? ["grid"] : []);
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
  requireDistinct(options, { id: "OPA-ID-TAKEN", name: "OPA-NAME-TAKEN" }, `${where}.options`);
};
