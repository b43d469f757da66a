/**
 * J1–J9: job functions, ordered within their category, and the categories. A category is created with its first function (J5,
 * J7, R44); an empty category stays until J3 deletes it.
 */
import type { Handlers } from "../kernel/feature.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { stored } from "../kernel/table.ts";
import { findCategory, findFunction, requireFreeCode, requireTravelling } from "./lookup.ts";
import { inOrder, newPlace, place, renumber } from "./ordering.ts";
import type { CategoryRow, Company, FunctionRow } from "./tables.ts";
import { showCategory, showFunction } from "./views.ts";

/** The functions of each category that is not empty, in the order of categories. */
export const functionsByCategory = (company: Company): readonly (readonly FunctionRow[])[] =>
  inOrder(company.categories.all())
    .map((category) => inOrder(company.functions.by("category", category.id)))
    .filter((group) => group.length > 0);

const findOrCreateCategory = (company: Company, name: string): CategoryRow => {
  const { categories, newId } = company;
  const found = categories.by("code", fold(name))[0];
  if (!found) requireTravelling(company, name, undefined, "categoryName");
  return found ?? place(company, categories, categories.all(), { id: newId(), name, seq: 0 }, "last");
};

const renumberCategory = (company: Company, categoryId: number): void =>
  renumber(company, company.functions, inOrder(company.functions.by("category", categoryId)));

export const functionRules: Handlers<"J1" | "J2" | "J3" | "J4" | "J5" | "J6" | "J7" | "J8" | "J9", Company> = {
  J1: (company, { body }) => {
    const category = findCategory(company, body.originalCategory, "originalCategory");
    const holder = company.categories.by("code", fold(body.category))[0];
    if (holder && holder.id !== category.id) refuse("OPA-NAME-TAKEN", "category");
    requireTravelling(company, body.category, category.name, "category");
    return showCategory(company, stored(company.categories, { ...category, name: body.category }));
  },

  J2: (company, { body }) => {
    const category = findCategory(company, body.category, "category");
    return showCategory(company, place(company, company.categories, company.categories.all(), category, body.seq));
  },

  J3: (company, { params }) => {
    const category = findCategory(company, params.name, "name");
    if (company.functions.by("category", category.id).length > 0) refuse("OPA-IN-USE", "name");
    company.categories.remove(category.id);
    renumber(company, company.categories, inOrder(company.categories.all()));
  },

  J4: (company) => functionsByCategory(company).map((group) => group.map((row) => showFunction(company, row))),

  J5: (company, { body, caller }) => {
    const { functions, newId } = company;
    requireFreeCode(company, functions, body.code);
    const categoryId = findOrCreateCategory(company, body.categoryName).id;
    const row = { id: newId(), code: body.code, name: body.jobFunc, categoryId, active: body.active, seq: 0 };
    const group = functions.by("category", categoryId);
    return showFunction(company, place(company, functions, group, row, newPlace(company, caller)));
  },

  J6: (company, { body }) => {
    const found = findFunction(company, body.originalCode, "originalCode");
    requireFreeCode(company, company.functions, body.code, found);
    return showFunction(company, stored(company.functions, { ...found, code: body.code, name: body.jobFunc }));
  },

  J7: (company, { body }) => {
    const { functions, quirks } = company;
    const found = findFunction(company, body.code, "code");
    if (quirks.otherCategory === "known") findCategory(company, body.categoryName, "categoryName");
    const categoryId = findOrCreateCategory(company, body.categoryName).id;
    if (categoryId !== found.categoryId && quirks.otherCategory === "refused") {
      refuse("OPA-CATEGORY-FIXED", "categoryName");
    }
    const group = functions.by("category", categoryId);
    const placed = place(company, functions, group, { ...found, categoryId }, body.seq);
    if (categoryId !== found.categoryId) renumberCategory(company, found.categoryId);
    return showFunction(company, placed);
  },

  J8: (company, { body }) => {
    const found = findFunction(company, body.code, "code");
    return showFunction(company, stored(company.functions, { ...found, active: body.active }));
  },

  J9: (company, { params }) => {
    const found = findFunction(company, params.code, "code");
    const inUse = company.employees
      .all()
      .some((person) => person.posts.some((post) => post.functionIds.includes(found.id)));
    if (inUse) refuse("OPA-IN-USE", "code");
    company.functions.remove(found.id);
    renumberCategory(company, found.categoryId);
  },
};
