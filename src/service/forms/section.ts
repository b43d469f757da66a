/**
 * Loads and dumps the section `forms` of a company document. Missing ids are derived from codes, so that the same file always
 * gives the same ids. A form that already exists (by id) keeps its documents.
 */
import type { FormsSection, SectionField, SectionForm } from "../../contract/forms-section.ts";
import { isoInstant } from "../../lib/clock.ts";
import { fold, uuidOf } from "../kernel/identity.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { findNamed, nameById } from "../organisation/lookup.ts";
import { inOrder } from "../organisation/ordering.ts";
import { showItems, toStoredItems } from "../organisation/org-items.ts";
import { requireDistinct, requireValidFields, requireValidRoute, requireValidSubject } from "./design-rules.ts";
import { showRoute, toStoredRoute } from "./stored-route.ts";
import type { Company, FormRow } from "./tables.ts";

/** Replaces categories, designs and connections; refuses to remove a form that `isUsed`. */
export const loadForms = <C extends Company>(
  company: C,
  section: FormsSection,
  isUsed: (company: C, form: FormRow) => boolean,
): void => {
  const categories = loadCategories(company, section.categories);
  const forms = section.forms.map((form) => ({ ...form, id: idOf(company, form.id, "form", form.code) }));
  requireDistinct(forms, "code", "OPA-CODE-TAKEN", "forms.forms.*.code");
  requireDistinct(forms, "id", "OPA-ID-TAKEN", "forms.forms.*.id");
  const kept = new Set(forms.map(({ id }) => id));
  for (const form of company.forms.all().filter(({ uuid }) => !kept.has(uuid))) {
    if (isUsed(company, form)) refuse("OPA-IN-USE", `forms.${form.code}`);
    company.forms.remove(form.id);
  }
  for (const [at, form] of forms.entries()) {
    const where = `forms.forms.${at}`;
    const categoryId = categories.get(fold(form.category)) ?? refuse("OPA-FORM-CATEGORY-UNKNOWN", `${where}.category`);
    loadForm(company, form, categoryId, at, where);
  }
  loadConnections(company, section.connections);
};

/** The id to store, derived from codes if the document gives none. */
const idOf = ({ corpCode }: Company, given: string | undefined, ...codes: readonly string[]): string =>
  given?.toLowerCase() ?? uuidOf(corpCode, ...codes.map(fold));

/** Returns the row id of each category by the category's name. */
const loadCategories = (company: Company, given: FormsSection["categories"]): ReadonlyMap<string, number> => {
  const { formCategories, newId } = company;
  formCategories.clear();
  const rows = given.map(({ id, category }, seq) => {
    return { id: newId(), uuid: idOf(company, id, "form-category", category), name: category, seq };
  });
  requireDistinct(rows, "name", "OPA-NAME-TAKEN", "forms.categories.*.category");
  requireDistinct(rows, "uuid", "OPA-ID-TAKEN", "forms.categories.*.id");
  for (const row of rows) formCategories.put(row);
  return new Map(rows.map(({ id, name }) => [fold(name), id]));
};

const loadForm = (
  company: Company,
  form: SectionForm & { readonly id: string },
  categoryId: number,
  seq: number,
  where: string,
): void => {
  requireValidFields(form.fields, `${where}.fields`);
  if (form.subject !== undefined) requireValidSubject(form.fields, form.subject, `${where}.subject`);
  requireValidRoute(form.fields, form.route, `${where}.route`);
  const fields = withIds(company, form.fields, [form.id]);
  requireDistinct(allFields(fields), "id", "OPA-ID-TAKEN", `${where}.fields`);
  company.forms.put({
    id: company.forms.by("uuid", form.id)[0]?.id ?? company.newId(),
    uuid: form.id,
    code: form.code,
    name: form.name,
    categoryId,
    allowApplyForm: form.allowApplyForm,
    applicants: form.applicants ? toStoredItems(company, form.applicants, `${where}.applicants`) : null,
    subject: form.subject ?? null,
    fields,
    route: toStoredRoute(company, form.route, `${where}.route`),
    seq,
  });
};

const withIds = (company: Company, fields: readonly SectionField[], path: readonly string[]): FormRow["fields"] =>
  fields.map(({ id, ...field }) => {
    const here = [...path, field.code];
    return {
      id: idOf(company, id, "field", ...here),
      ...field,
      ...(field.fields ? { fields: [...withIds(company, field.fields, here)] } : {}),
      ...(field.options ? { options: field.options.map((option) => withOptionId(company, option, here)) } : {}),
    };
  });

type Option = NonNullable<SectionField["options"]>[number];

const withOptionId = (company: Company, { id, ...option }: Option, path: readonly string[]) => ({
  id: idOf(company, id, "option", ...path, option.name),
  ...option,
});

const allFields = (fields: readonly SectionField[]): readonly SectionField[] =>
  fields.flatMap((field) => [field, ...allFields(field.fields ?? [])]);

const loadConnections = (company: Company, given: FormsSection["connections"]): void => {
  const { connections, newId, clock } = company;
  connections.clear();
  const rows = given.map(({ connId, editor, modifiedDate, ...same }, at) => {
    const where = `forms.connections.${at}`;
    return {
      id: newId(),
      uuid: idOf(company, connId, "connection", same.code),
      ...same,
      editorId: findNamed(company, editor, `${where}.editor`).id,
      modifiedDate: modifiedDate ? readInstant(modifiedDate, `${where}.modifiedDate`) : isoInstant(clock.nowMs()),
    };
  });
  requireDistinct(rows, "code", "OPA-CODE-TAKEN", "forms.connections.*.code");
  requireDistinct(rows, "uuid", "OPA-ID-TAKEN", "forms.connections.*.connId");
  for (const row of rows) connections.put(row);
};

/** The counterpart of `loadForms`. Connections whose editor was deleted are left out. */
export const dumpForms = (company: Company): FormsSection => ({
  categories: inOrder(company.formCategories.all()).map(({ uuid, name }) => ({ id: uuid, category: name })),
  forms: inOrder(company.forms.all()).map(({ uuid, code, name, categoryId, ...form }) => ({
    id: uuid,
    code,
    name,
    category: requireRow(company.formCategories, categoryId).name,
    allowApplyForm: form.allowApplyForm,
    ...(form.applicants ? { applicants: showItems(company, form.applicants) } : {}),
    ...(form.subject === null ? {} : { subject: form.subject }),
    fields: [...form.fields],
    route: showRoute(company, form.route),
  })),
  connections: company.connections.all().flatMap(({ id: _, uuid, editorId, ...same }) => {
    const editor = nameById(company, editorId);
    return editor === null ? [] : [{ connId: uuid, ...same, editor }];
  }),
});
