/**
 * J1–J9: job functions, in order inside their category, and the categories, both numbered from 0. A category comes into
 * being with its first function (J5, J7, R44) and stays, empty, until J3.
 */
import type { Company } from "../company.ts";
import { fold } from "../identity.ts";
import { findCategory, findFunction, requireFreeCode } from "../lookup.ts";
import { inOrder, place, renumber } from "../ordering.ts";
import { refuse } from "../refusal.ts";
import type { CategoryRow, FunctionRow } from "../rows.ts";
import { showCategory, showFunction } from "../views.ts";
import type { Handlers } from "./handler.ts";

/** The functions of each category that has any, in the order of the categories. */
export const functionsByCategory = (company: Company): readonly (readonly FunctionRow[])[] =>
  inOrder(company.categories.all())
    .map((category) => inOrder(company.functions.by("category", category.id)))
    .filter((group) => group.length > 0);

const findOrCreateCategory = ({ categories, newId }: Company, name: string): CategoryRow =>
  categories.by("code", fold(name))[0] ??
  place(categories, categories.all(), { id: newId(), name, seq: 0 }, undefined, 0);

const renumberCategory = ({ functions }: Company, categoryId: number): void =>
  renumber(functions, inOrder(functions.by("category", categoryId)), 0);

export const functionRules: Handlers<"J1" | "J2" | "J3" | "J4" | "J5" | "J6" | "J7" | "J8" | "J9"> = {
  J1: (company, { body }) => {
    const category = findCategory(company, body.originalCategory, "originalCategory");
    const holder = company.categories.by("code", fold(body.category))[0];
    if (holder && holder.id !== category.id) refuse("OPA-NAME-TAKEN", "category");
    const changed = { ...category, name: body.category };
    company.categories.put(changed);
    return showCategory(changed);
  },

  J2: (company, { body }) => {
    const category = findCategory(company, body.category, "category");
    return showCategory(place(company.categories, company.categories.all(), category, body.seq, 0));
  },

  J3: (company, { params }) => {
    const category = findCategory(company, params.name, "name");
    if (company.functions.by("category", category.id).length > 0) refuse("OPA-IN-USE", "name");
    company.categories.remove(category.id);
    renumber(company.categories, inOrder(company.categories.all()), 0);
  },

  J4: (company) => functionsByCategory(company).map((group) => group.map((row) => showFunction(company, row))),

  J5: (company, { body }) => {
    const { functions, newId } = company;
    requireFreeCode(company, functions, body.code);
    const categoryId = findOrCreateCategory(company, body.categoryName).id;
    const row = { id: newId(), code: body.code, name: body.jobFunc, categoryId, active: body.active, seq: 0 };
    return showFunction(company, place(functions, functions.by("category", categoryId), row, undefined, 0));
  },

  J6: (company, { body }) => {
    const found = findFunction(company, body.originalCode, "originalCode");
    requireFreeCode(company, company.functions, body.code, found);
    const changed = { ...found, code: body.code, name: body.jobFunc };
    company.functions.put(changed);
    return showFunction(company, changed);
  },

  J7: (company, { body }) => {
    const { functions } = company;
    const found = findFunction(company, body.code, "code");
    const categoryId = findOrCreateCategory(company, body.categoryName).id;
    if (categoryId !== found.categoryId && company.quirks.otherCategory === "refused") {
      refuse("OPA-CATEGORY-FIXED", "categoryName");
    }
    const group = functions.by("category", categoryId);
    const placed = place(functions, group, { ...found, categoryId }, body.seq, 0);
    if (categoryId !== found.categoryId) renumberCategory(company, found.categoryId);
    return showFunction(company, placed);
  },

  J8: (company, { body }) => {
    const changed = { ...findFunction(company, body.code, "code"), active: body.active };
    company.functions.put(changed);
    return showFunction(company, changed);
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
