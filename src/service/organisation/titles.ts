/** T1–T6: job titles. The titles of each rank have an order of their own, numbered from 1 (R47). */
import type { JobTitle } from "../../contract/records/organisation.ts";
import { stored } from "../kernel/company/table.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { findTitle, requireFreeCode } from "./lookup.ts";
import { inOrder, place, removeOrdered, shownSeq } from "./ordering.ts";
import type { Company, TitleRow } from "./tables.ts";

/** The titles of each rank, smallest rank first. */
export const titlesByRank = (titles: readonly TitleRow[]): readonly (readonly TitleRow[])[] => {
  const sorted = inOrder(titles).sort((a, b) => a.rank - b.rank);
  return [...Map.groupBy(sorted, ({ rank }) => rank).values()];
};

const show = (company: Company, row: TitleRow): JobTitle => {
  const { rank, code, title, active } = row;
  return { seq: shownSeq(company, company.titles, row), rank, code, title, active };
};

export const titleRules: Handlers<"T1" | "T2" | "T3" | "T4" | "T5" | "T6", Company> = {
  T1: (company) => titlesByRank(company.titles.all()).map((group) => group.map((row) => show(company, row))),

  T2: (company, { body: { code, title, rank, active, seq } }) => {
    requireFreeCode(company, company.titles, code);
    const row = { id: company.newId(), code, title, rank, active, seq: 0 };
    return show(company, place(company, company.titles, row, seq ?? "last"));
  },

  T3: (company, { body: { originalCode, code, title } }) => {
    const present = findTitle(company, originalCode, "originalCode");
    requireFreeCode(company, company.titles, code, present);
    return show(company, stored(company.titles, { ...present, code, title }));
  },

  T4: (company, { body: { code, rank, seq } }) => {
    const title = findTitle(company, code, "code");
    return show(company, place(company, company.titles, { ...title, rank: rank ?? title.rank }, seq ?? "last"));
  },

  T5: (company, { body: { code, active } }) =>
    show(company, stored(company.titles, { ...findTitle(company, code, "code"), active })),

  T6: (company, { params }) => {
    const title = findTitle(company, params.code, "code");
    const inUse = company.employees.all().some((person) => person.posts.some((post) => post.titleId === title.id));
    if (inUse) refuse("OPA-IN-USE", "code");
    removeOrdered(company, company.titles, title);
  },
};
