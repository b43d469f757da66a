/** Levels, functions with their categories, and titles in the memory target (operations V2–V5, J1–J8, T2–T5). */
import type { Operation } from "../../../src/model/plan/operation.ts";
import { type FullDirectory, sameCode } from "../directory/full-directory.ts";
import { activeHolders, demand, demandFreeCode, findCode, type MemoryRules, place, Rejection } from "./memory-rules.ts";

type CatalogId = "V2" | "V3" | "V4" | "V5" | "J1" | "J2" | "J5" | "J6" | "J7" | "J8" | "T2" | "T3" | "T4" | "T5";
export type CatalogOperation = Extract<Operation, { id: CatalogId }>;

const demandText = (text: string): void => demand(text.trim() !== "", "blank-name", text);

/** The category as it is stored; a category is created when the first function is put into it. */
const categoryFor = (state: FullDirectory, name: string): string => {
  demandText(name);
  const known = state.categories.find((category) => sameCode(category, name));
  if (known === undefined) state.categories.push(name);
  return known ?? name;
};

const existingCategory = (state: FullDirectory, name: string): string => {
  const known = state.categories.find((category) => sameCode(category, name));
  if (known === undefined) throw new Rejection("unknown-category", name);
  return known;
};

const applyToLevels = (
  state: FullDirectory,
  operation: Extract<Operation, { id: "V2" | "V3" | "V4" | "V5" }>,
  rules: MemoryRules,
): void => {
  if (operation.id === "V2") {
    demandFreeCode(state.levels, operation.code);
    demandText(operation.name);
    state.levels.push({ code: operation.code, name: operation.name, active: operation.active });
    return;
  }
  const level = findCode(state.levels, operation.code);
  if (operation.id === "V3") {
    demandFreeCode(state.levels, operation.newCode, level);
    demandText(operation.name);
    for (const department of state.departments)
      if (sameCode(department.level, level.code)) department.level = operation.newCode;
    level.code = operation.newCode;
    level.name = operation.name;
  } else if (operation.id === "V4") {
    place(state.levels, level, () => true, operation.seq - rules.firstPosition, rules);
  } else {
    const used = state.departments.some((department) => department.active && sameCode(department.level, level.code));
    demand(operation.active || !used, "level-in-use", level.code);
    level.active = operation.active;
  }
};

const applyToTitles = (
  state: FullDirectory,
  operation: Extract<Operation, { id: "T2" | "T3" | "T4" | "T5" }>,
  rules: MemoryRules,
): void => {
  if (operation.id === "T2") {
    demandFreeCode(state.titles, operation.code);
    demandText(operation.title);
    demand(operation.rank >= 1, "rank-invalid", operation.code);
    const { code, title, rank, active } = operation;
    state.titles.push({ code, title, rank, active });
    return;
  }
  const title = findCode(state.titles, operation.code);
  if (operation.id === "T3") {
    demandFreeCode(state.titles, operation.newCode, title);
    demandText(operation.title);
    for (const post of state.employees.flatMap((person) => person.posts))
      if (sameCode(post.title, title.code)) post.title = operation.newCode;
    title.code = operation.newCode;
    title.title = operation.title;
  } else if (operation.id === "T4") {
    demand(operation.rank >= 1 && operation.seq >= 1, "rank-or-seq-invalid", title.code);
    place(state.titles, title, (other) => other.rank === operation.rank, operation.seq - 1, rules);
    title.rank = operation.rank;
  } else {
    const holders = activeHolders(state, (post) => sameCode(post.title, title.code));
    demand(operation.active || holders.length === 0, "title-in-use", title.code);
    title.active = operation.active;
  }
};

const applyToCategories = (
  state: FullDirectory,
  operation: Extract<Operation, { id: "J1" | "J2" }>,
  rules: MemoryRules,
): void => {
  const category = existingCategory(state, operation.category);
  const at = state.categories.indexOf(category);
  if (operation.id === "J2") {
    // Names are unique, so `place` finds the category in the list of names by its name.
    place(state.categories, category, () => true, operation.seq - rules.firstPosition, rules);
    return;
  }
  demandText(operation.newCategory);
  const taken = state.categories.some((other) => other !== category && sameCode(other, operation.newCategory));
  demand(!taken, "duplicate-category", operation.newCategory);
  for (const item of state.functions) if (sameCode(item.category, category)) item.category = operation.newCategory;
  state.categories[at] = operation.newCategory;
};

const applyToFunctions = (
  state: FullDirectory,
  operation: Extract<Operation, { id: "J5" | "J6" | "J7" | "J8" }>,
  rules: MemoryRules,
): void => {
  if (operation.id === "J5") {
    demandFreeCode(state.functions, operation.code);
    demandText(operation.name);
    const { code, name, active } = operation;
    state.functions.push({ code, name, category: categoryFor(state, operation.category), active });
    return;
  }
  const item = findCode(state.functions, operation.code);
  if (operation.id === "J6") {
    demandFreeCode(state.functions, operation.newCode, item);
    demandText(operation.name);
    for (const post of state.employees.flatMap((person) => person.posts))
      post.functions = post.functions.map((code) => (sameCode(code, item.code) ? operation.newCode : code));
    item.code = operation.newCode;
    item.name = operation.name;
  } else if (operation.id === "J7") {
    const category = categoryFor(state, operation.category);
    place(
      state.functions,
      item,
      (other) => sameCode(other.category, category),
      operation.seq - rules.firstPosition,
      rules,
    );
    item.category = category;
  } else {
    const holders = activeHolders(state, (post) => post.functions.some((code) => sameCode(code, item.code)));
    demand(operation.active || holders.length === 0, "function-in-use", item.code);
    item.active = operation.active;
  }
};

/** Carries out one catalog operation on `state`, or throws a `Rejection` and leaves the state unchanged. */
export const applyToCatalog = (state: FullDirectory, operation: CatalogOperation, rules: MemoryRules): void => {
  switch (operation.id) {
    case "V2":
    case "V3":
    case "V4":
    case "V5":
      return applyToLevels(state, operation, rules);
    case "T2":
    case "T3":
    case "T4":
    case "T5":
      return applyToTitles(state, operation, rules);
    case "J1":
    case "J2":
      return applyToCategories(state, operation, rules);
    case "J5":
    case "J6":
    case "J7":
    case "J8":
      return applyToFunctions(state, operation, rules);
  }
};
