/**
 * Loads and dumps the section `forms` of a company document. Missing ids are derived from codes, so that the same file always
 * gives the same ids. A form that already exists (by id) keeps its documents.
 */
import type { FormsSection, SectionField, SectionForm } from "../../contract/sections/forms.ts";
import { isoInstant } from "../../lib/clock.ts";
import type { Section } from "../kernel/http/feature.ts";
import { fold, uuidOf } from "../kernel/identity.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { findNamed, nameById } from "../organisation/lookup.ts";
import { inOrder } from "../organisation/ordering.ts";
import { showItems, toStoredItems } from "../organisation/org-items.ts";
import { requireDistinct, requireValidDesign } from "./design-rules.ts";
import { categoryOf, showCategories } from "./lookup.ts";
import { showRoute, toStoredRoute } from "./stored-route.ts";
import type { Company, FormRow } from "./tables.ts";

/** The section `forms`. A form that `isUsed` by a feature above cannot be removed. */
export const formsSection = <C extends Company>(
  isUsed: (company: C, form: FormRow) => boolean,
): Section<C, FormsSection> => ({
  refersTo: ["organisation"],
  load: (company, section) => {
    loadCategories(company, section.categories);
    const forms = section.forms.map((form) => ({ ...form, id: idOf(company, form.id, "form", form.code) }));
    requireDistinct(forms, { code: "OPA-CODE-TAKEN", id: "OPA-ID-TAKEN" }, "forms.forms");
    const kept = new Set(forms.map(({ id }) => id));
    for (const form of company.forms.all().filter(({ uuid }) => !kept.has(uuid))) {
      if (isUsed(company, form)) refuse("OPA-IN-USE", `forms.${form.code}`);
      company.forms.remove(form.id);
    }
    for (const [seq, form] of forms.entries()) loadForm(company, form, seq);
    loadConnections(company, section.connections);
  },
  dump: dumpForms,
});

/** The id to store, derived from codes if the document gives none. */
const idOf = ({ corpCode }: Company, given: string | undefined, ...codes: readonly string[]): string =>
  given?.toLowerCase() ?? uuidOf(corpCode, ...codes.map(fold));

const loadCategories = (company: Company, given: FormsSection["categories"]): void => {
  const { formCategories, newId } = company;
  formCategories.clear();
  const known = given.map(({ id, category }) => ({ category, id: idOf(company, id, "form-category", category) }));
  requireDistinct(known, { category: "OPA-NAME-TAKEN", id: "OPA-ID-TAKEN" }, "forms.categories");
  for (const [seq, { id: uuid, category: name }] of known.entries())
    formCategories.put({ id: newId(), uuid, name, seq });
};

const loadForm = (company: Company, form: SectionForm & { readonly id: string }, seq: number): void => {
  const { id: uuid, category, applicants, subject = null, route, ...same } = form;
  const where = `forms.forms.${seq}`;
  const ofCategory = company.formCategories.by("name", fold(category))[0];
  requireValidDesign(form, where);
  const fields = withIds(company, form.fields, [uuid]);
  const ids = allFields(fields).map(({ id }) => id);
  if (new Set(ids).size < ids.length) refuse("OPA-ID-TAKEN", `${where}.fields`);
  company.forms.put({
    id: company.forms.by("uuid", uuid)[0]?.id ?? company.newId(),
    uuid,
    ...same,
    categoryId: ofCategory?.id ?? refuse("OPA-FORM-CATEGORY-UNKNOWN", `${where}.category`),
    applicants: applicants ? toStoredItems(company, applicants, `${where}.applicants`) : null,
    subject,
    fields,
    route: toStoredRoute(company, route, `${where}.route`),
    seq,
  });
};

const withIds = (company: Company, fields: readonly SectionField[], path: readonly string[]): FormRow["fields"] =>
  fields.map(({ id, fields: nested, options, ...field }) => {
    const here = [...path, field.code];
    const withId = ({ id: given, ...option }: NonNullable<typeof options>[number]) => ({
      id: idOf(company, given, "option", ...here, option.name),
      ...option,
    });
    return {
      id: idOf(company, id, "field", ...here),
      ...field,
      ...(nested ? { fields: [...withIds(company, nested, here)] } : {}),
      ...(options ? { options: options.map(withId) } : {}),
    };
  });

const allFields = (fields: readonly SectionField[]): readonly SectionField[] =>
  fields.flatMap((field) => [field, ...allFields(field.fields ?? [])]);

const loadConnections = (company: Company, given: FormsSection["connections"]): void => {
  const { connections, newId, clock } = company;
  connections.clear();
  const known = given.map((one) => ({ ...one, connId: idOf(company, one.connId, "connection", one.code) }));
  requireDistinct(known, { code: "OPA-CODE-TAKEN", connId: "OPA-ID-TAKEN" }, "forms.connections");
  for (const [at, { connId: uuid, editor, modifiedDate, ...same }] of known.entries()) {
    const where = `forms.connections.${at}`;
    connections.put({
      id: newId(),
      uuid,
      ...same,
      editorId: findNamed(company, editor, `${where}.editor`).id,
      modifiedDate: modifiedDate ? readInstant(modifiedDate, `${where}.modifiedDate`) : isoInstant(clock.nowMs()),
    });
  }
};

/** The counterpart of `load`. Connections whose editor was deleted are left out. */
const dumpForms = (company: Company): FormsSection => ({
  categories: showCategories(company),
  forms: inOrder(company.forms.all()).map((form) => ({
    id: form.uuid,
    code: form.code,
    name: form.name,
    category: categoryOf(company, form).name,
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
