/**
 * J1–J9: job functions, ordered within their category, and the categories. A category is created with its first function (J5,
 * J7, R44); an empty category stays until J3 deletes it.
 */
import type { Handlers } from "../kernel/feature.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { stored } from "../kernel/table.ts";
import { findCategory, findFunction, requireFreeCode, requireTravelling } from "./lookup.ts";
import { inOrder, newPlace, place, removeOrdered } from "./ordering.ts";
import type { CategoryRow, Company, FunctionRow } from "./tables.ts";
import { showCategory, showFunction } from "./views.ts";

/** The functions of each category that is not empty, in the order of categories. */
export const functionsByCategory = (company: Company): readonly (readonly FunctionRow[])[] =>
  inOrder(company.categories.all())
    .map((category) => inOrder(company.functions.by("siblings", category.id)))
    .filter((group) => group.length > 0);

const findOrCreateCategory = (company: Company, name: string): CategoryRow => {
  const { categories, newId } = company;
  const found = categories.by("code", fold(name))[0];
  if (!found) requireTravelling(company, name, undefined, "categoryName");
  return found ?? place(company, categories, { id: newId(), name, seq: 0 }, "last");
};

export const functionRules: Handlers<"J1" | "J2" | "J3" | "J4" | "J5" | "J6" | "J7" | "J8" | "J9", Company> = {
  J1: (company, { body }) => {
    const category = findCategory(company, body.originalCategory, "originalCategory");
    const holder = company.categories.by("code", fold(body.category))[0];
    if (holder && holder.id !== category.id) refuse("OPA-NAME-TAKEN", "category");
    requireTravelling(company, body.category, category.name, "category");
    return showCategory(company, stored(company.categories, { ...category, name: body.category }));
  },

  J2: (company, { body: { category, seq } }) =>
    showCategory(company, place(company, company.categories, findCategory(company, category, "category"), seq)),

  J3: (company, { params }) => {
    const category = findCategory(company, params.name, "name");
    if (company.functions.by("siblings", category.id).length > 0) refuse("OPA-IN-USE", "name");
    removeOrdered(company, company.categories, category);
  },

  J4: (company) => functionsByCategory(company).map((group) => group.map((row) => showFunction(company, row))),

  J5: (company, { body: { categoryName, code, jobFunc: name, active }, caller }) => {
    requireFreeCode(company, company.functions, code);
    const categoryId = findOrCreateCategory(company, categoryName).id;
    const row = { id: company.newId(), code, name, categoryId, active, seq: 0 };
    return showFunction(company, place(company, company.functions, row, newPlace(company, caller)));
  },

  J6: (company, { body: { originalCode, code, jobFunc: name } }) => {
    const found = findFunction(company, originalCode, "originalCode");
    requireFreeCode(company, company.functions, code, found);
    return showFunction(company, stored(company.functions, { ...found, code, name }));
  },

  J7: (company, { body: { code, categoryName, seq } }) => {
    const { otherCategory } = company.quirks;
    const found = findFunction(company, code, "code");
    if (otherCategory === "known") findCategory(company, categoryName, "categoryName");
    const categoryId = findOrCreateCategory(company, categoryName).id;
    if (categoryId !== found.categoryId && otherCategory === "refused") refuse("OPA-CATEGORY-FIXED", "categoryName");
    return showFunction(company, place(company, company.functions, { ...found, categoryId }, seq));
  },

  J8: (company, { body: { code, active } }) =>
    showFunction(company, stored(company.functions, { ...findFunction(company, code, "code"), active })),

  J9: (company, { params }) => {
    const found = findFunction(company, params.code, "code");
    if (company.employees.by("function", found.id).length > 0) refuse("OPA-IN-USE", "code");
    removeOrdered(company, company.functions, found);
  },
};
