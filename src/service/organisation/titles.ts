/** T1–T6: job titles. The titles of each rank have an order of their own, numbered from 1 (R47). */
import type { Handlers } from "../kernel/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { stored } from "../kernel/table.ts";
import { findTitle, requireFreeCode } from "./lookup.ts";
import { inOrder, place, removeOrdered } from "./ordering.ts";
import type { Company, TitleRow } from "./tables.ts";
import { showTitle } from "./views.ts";

/** The titles of each rank, smallest rank first. */
export const titlesByRank = (titles: readonly TitleRow[]): readonly (readonly TitleRow[])[] => {
  const ranks = Map.groupBy(titles, (title) => title.rank);
  return [...ranks.entries()].sort(([a], [b]) => a - b).map(([, group]) => inOrder(group));
};

export const titleRules: Handlers<"T1" | "T2" | "T3" | "T4" | "T5" | "T6", Company> = {
  T1: (company) => titlesByRank(company.titles.all()).map((group) => group.map(showTitle)),

  T2: (company, { body: { code, title, rank, active, seq } }) => {
    requireFreeCode(company, company.titles, code);
    const row = { id: company.newId(), code, title, rank, active, seq: 0 };
    return showTitle(place(company, company.titles, row, seq ?? "last"));
  },

  T3: (company, { body: { originalCode, code, title } }) => {
    const present = findTitle(company, originalCode, "originalCode");
    requireFreeCode(company, company.titles, code, present);
    return showTitle(stored(company.titles, { ...present, code, title }));
  },

  T4: (company, { body: { code, rank, seq } }) => {
    const title = findTitle(company, code, "code");
    return showTitle(place(company, company.titles, { ...title, rank: rank ?? title.rank }, seq ?? "last"));
  },

  T5: (company, { body: { code, active } }) =>
    showTitle(stored(company.titles, { ...findTitle(company, code, "code"), active })),

  T6: (company, { params }) => {
    const title = findTitle(company, params.code, "code");
    const inUse = company.employees.all().some((person) => person.posts.some((post) => post.titleId === title.id));
    if (inUse) refuse("OPA-IN-USE", "code");
    removeOrdered(company, company.titles, title);
  },
};
