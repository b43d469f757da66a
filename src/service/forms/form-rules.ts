/** F3–F8: the forms of the company and their designs, the forms a person may apply for, and external connections. */
import type { FormField } from "../../contract/form-records.ts";
import type { Handlers } from "../kernel/feature.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { findInPath, nameOf } from "../organisation/lookup.ts";
import { inOrder } from "../organisation/ordering.ts";
import { employeeItem, isCoveredBy } from "../organisation/org-items.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import type { Company, FormCategoryRow, FormRow } from "./tables.ts";

/** True when F1 accepts the form from this person, who must be active and have a post from which to apply. */
export const mayApply = (company: Company, person: EmployeeRow, form: FormRow): boolean =>
  person.data.active === true &&
  person.posts.length > 0 &&
  form.allowApplyForm &&
  (form.applicants === null || isCoveredBy(company, person, form.applicants));

/** The address where a person fills in the form: a path from the site's root (R86). */
const formUrl = (form: FormRow): string => `/bpm/apply/${encodeURIComponent(form.code)}`;

const showConnections = (company: Company, person: EmployeeRow) =>
  company.connections
    .by("editor", person.id)
    .toSorted((a, b) => a.id - b.id)
    .map(({ uuid, code, name, connectionType, modifiedDate, hasUsed }) => ({
      connId: uuid,
      code,
      name,
      connectionType,
      editor: employeeItem(nameOf(person)),
      modifiedDate,
      hasUsed,
    }));

/** The forms for which the person may apply, and the categories that contain at least one of them. */
const showApplicable = (company: Company, person: EmployeeRow) => {
  const forms = inOrder(company.forms.all()).filter((form) => mayApply(company, person, form));
  const used = new Set(forms.map(({ categoryId }) => categoryId));
  return {
    categoryList: showCategories(company, ({ id }) => used.has(id)),
    formList: forms.map((form) => {
      const { uuid, name } = requireRow(company.formCategories, form.categoryId);
      return { categoryId: uuid, category: name, name: form.name, formCode: form.code, url: formUrl(form) };
    }),
  };
};

const showCategories = ({ formCategories }: Company, isShown: (row: FormCategoryRow) => boolean) =>
  inOrder(formCategories.all().filter(isShown)).map(({ uuid, name }) => ({ id: uuid, category: name }));

const showFields = (fields: readonly FormRow["fields"][number][]): FormField[] =>
  fields.map(({ fieldHelper, externalSourceName, fields: nested, options, ...field }) => ({
    ...field,
    fieldHelper: fieldHelper ?? null,
    externalSourceName: externalSourceName ?? null,
    fields: showFields((nested ?? []) as FormRow["fields"]),
    options: (options ?? []).map(({ id = "", fillText, ...option }) => ({ id, ...option, fillText: fillText ?? null })),
  }));

export const formRules: Handlers<"F3" | "F4" | "F5" | "F6" | "F7" | "F8", Company> = {
  F3: (company, { params }) => showConnections(company, findInPath(company, params)),
  F4: (company, { params }) => showConnections(company, findInPath(company, params)),
  F5: (company, { params }) => showApplicable(company, findInPath(company, params)),
  F6: (company, { params }) => showApplicable(company, findInPath(company, params)),

  F7: (company) => ({
    categories: showCategories(company, () => true),
    forms: inOrder(company.forms.all()).map(({ categoryId, code, name }) => ({
      categoryId: requireRow(company.formCategories, categoryId).uuid,
      code,
      name,
    })),
  }),

  F8: (company, { params }) => {
    const { code, allowApplyForm, fields } = findForm(company, params.formCodeOrId, "formCodeOrId", 404);
    return { formCode: code, allowApplyForm, fields: showFields(fields) };
  },
};

/** Finds the form by code, otherwise by id. `where` names the property of the request. */
export const findForm = ({ forms }: Company, codeOrId: string, where: string, status?: number): FormRow =>
  forms.by("code", fold(codeOrId))[0] ??
  forms.by("uuid", codeOrId.trim().toLowerCase())[0] ??
  refuse("OPA-FORM-UNKNOWN", where, status);
