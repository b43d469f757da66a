/**
 * Workflow forms: the forms of the company and their designs, the forms a person may apply for, and external connections
 * (F3–F8). `section.ts` has the section of a company document.
 */
import type { FormField } from "../../contract/records/forms.ts";
import type { SectionField } from "../../contract/sections/forms.ts";
import type { Feature } from "../kernel/http/feature.ts";
import { findInPath, nameOf, type PersonRef } from "../organisation/lookup.ts";
import { inOrder } from "../organisation/ordering.ts";
import { employeeItem } from "../organisation/org-items.ts";
import { categoryOf, findForm, mayApply, showCategories } from "./lookup.ts";
import { type Company, createFormTables } from "./tables.ts";

const showConnections = (company: Company, { params }: { readonly params: PersonRef }) => {
  const person = findInPath(company, params);
  const editor = employeeItem(nameOf(person));
  const rows = company.connections.by("editor", person.id).toSorted((a, b) => a.id - b.id);
  return rows.map(({ id: _, uuid: connId, editorId: __, ...same }) => ({ connId, ...same, editor }));
};

/** The forms for which the person may apply, and the categories that contain at least one of them. */
const showApplicable = (company: Company, { params }: { readonly params: PersonRef }) => {
  const person = findInPath(company, params);
  const forms = inOrder(company.forms.all()).filter((form) => mayApply(company, person, form));
  const used = new Set(forms.map(({ categoryId }) => categoryId));
  return {
    categoryList: showCategories(company, ({ id }) => used.has(id)),
    formList: forms.map((form) => {
      const { uuid: categoryId, name: category } = categoryOf(company, form);
      // The page where a person fills in the form: a path from the site's root (R86).
      const url = `/bpm/apply/${encodeURIComponent(form.code)}`;
      return { categoryId, category, name: form.name, formCode: form.code, url };
    }),
  };
};

const showFields = (fields: readonly SectionField[] = []): FormField[] =>
  fields.map(({ id = "", options = [], ...field }) => ({
    fieldHelper: null,
    externalSourceName: null,
    ...field,
    id,
    fields: showFields(field.fields),
    options: options.map(({ id: of = "", ...option }) => ({ fillText: null, ...option, id: of })),
  }));

export const forms = {
  tables: createFormTables,
  rules: {
    F3: showConnections,
    F4: showConnections,
    F5: showApplicable,
    F6: showApplicable,
    F7: (company) => ({
      categories: showCategories(company),
      forms: inOrder(company.forms.all()).map((form) => {
        return { categoryId: categoryOf(company, form).uuid, code: form.code, name: form.name };
      }),
    }),
    F8: (company, { params }) => {
      const { code, allowApplyForm, fields } = findForm(company, params.formCodeOrId, "formCodeOrId", 404);
      return { formCode: code, allowApplyForm, fields: showFields(fields) };
    },
  },
} satisfies Feature<Company>;
