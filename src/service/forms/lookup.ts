/** Finds forms and their categories, and says who may apply for a form. */

import { requireRow } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { inOrder } from "../organisation/ordering.ts";
import { isCoveredBy } from "../organisation/org-items.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import type { Company, FormCategoryRow, FormRow } from "./tables.ts";

/** Finds the form by code, otherwise by id. `where` names the property of the request. */
export const findForm = ({ forms }: Company, codeOrId: string, where: string, status?: number): FormRow =>
  forms.by("code", fold(codeOrId))[0] ??
  forms.by("uuid", codeOrId.trim().toLowerCase())[0] ??
  refuse("OPA-FORM-UNKNOWN", where, status);

/** True when F1 accepts the form from this person, who must be active and have a post from which to apply. */
export const mayApply = (company: Company, person: EmployeeRow, form: FormRow): boolean =>
  person.data.active === true &&
  person.posts.length > 0 &&
  form.allowApplyForm &&
  (form.applicants === null || isCoveredBy(company, person, form.applicants));

export const categoryOf = ({ formCategories }: Company, { categoryId }: FormRow): FormCategoryRow =>
  requireRow(formCategories, categoryId);

export const showCategories = ({ formCategories }: Company, isShown: (row: FormCategoryRow) => boolean = () => true) =>
  inOrder(formCategories.all().filter(isShown)).map(({ uuid, name }) => ({ id: uuid, category: name }));
