/**
 * J1–J3: the categories of job functions, in one sequence. A category is created with its first function (J5, J7, R44), and stays
 * until J3 deletes it when it is empty.
 */
import type { JobFuncCategory } from "../../contract/records/organisation.ts";
import { stored } from "../kernel/company/table.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { findCategory, requireUsableKey } from "./lookup.ts";
import { place, removeOrdered, shownSeq } from "./ordering.ts";
import type { CategoryRow, Company } from "./tables.ts";

const categoryNamed = ({ categories }: Company, name: string): CategoryRow | undefined =>
  categories.by("code", fold(name))[0];

export const findOrCreateCategory = (company: Company, name: string): CategoryRow => {
  const found = categoryNamed(company, name);
  if (!found) requireUsableKey(company, name, undefined, "categoryName");
  return found ?? place(company, company.categories, { id: company.newId(), name, seq: 0 }, "last");
};

const show = (company: Company, row: CategoryRow): JobFuncCategory => ({
  name: row.name,
  seq: shownSeq(company, company.categories, row),
});

export const categoryRules: Handlers<"J1" | "J2" | "J3", Company> = {
  J1: (company, { body: { originalCategory, category: name } }) => {
    const category = findCategory(company, originalCategory, "originalCategory");
    const holder = categoryNamed(company, name);
    if (holder && holder.id !== category.id) refuse("OPA-NAME-TAKEN", "category");
    requireUsableKey(company, name, category.name, "category");
    return show(company, stored(company.categories, { ...category, name }));
  },

  J2: (company, { body: { category, seq } }) =>
    show(company, place(company, company.categories, findCategory(company, category, "category"), seq)),

  J3: (company, { params }) => {
    const category = findCategory(company, params.name, "name");
    if (company.functions.by("siblings", category.id).length > 0) refuse("OPA-IN-USE", "name");
    removeOrdered(company, company.categories, category);
  },
};
