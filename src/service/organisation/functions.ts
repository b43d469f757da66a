/** J4–J9: job functions, ordered within their category. */
import type { JobFunc } from "../../contract/records/organisation.ts";
import { requireRow, stored } from "../kernel/company/table.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { findOrCreateCategory } from "./categories.ts";
import { findCategory, findFunction, requireFreeCode } from "./lookup.ts";
import { inOrder, place, removeOrdered, shownSeq } from "./ordering.ts";
import type { Company, FunctionRow } from "./tables.ts";

/** The functions of each category that is not empty, in the order of categories. */
export const functionsByCategory = (company: Company): readonly (readonly FunctionRow[])[] =>
  inOrder(company.categories.all())
    .map((category) => inOrder(company.functions.by("siblings", category.id)))
    .filter((group) => group.length > 0);

export const showFunction = (company: Company, row: FunctionRow): JobFunc => {
  const { code, name: jobFunc, active } = row;
  const categoryName = requireRow(company.categories, row.categoryId).name;
  return { categoryName, code, jobFunc, active, seq: shownSeq(company, company.functions, row) };
};

export const functionRules: Handlers<"J4" | "J5" | "J6" | "J7" | "J8" | "J9", Company> = {
  J4: (company) => functionsByCategory(company).map((group) => group.map((row) => showFunction(company, row))),

  J5: (company, { body: { categoryName, code, jobFunc: name, active } }) => {
    requireFreeCode(company, company.functions, code);
    const categoryId = findOrCreateCategory(company, categoryName).id;
    const row = { id: company.newId(), code, name, categoryId, active, seq: 0 };
    return showFunction(company, place(company, company.functions, row, company.quirks.newPlace));
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
