/** T1–T6: job titles. The titles of each rank have an order of their own, numbered from 1 (R47). */
import type { Handlers } from "../kernel/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { stored } from "../kernel/table.ts";
import { findTitle, requireFreeCode } from "./lookup.ts";
import { inOrder, place, renumber } from "./ordering.ts";
import type { Company, TitleRow } from "./tables.ts";
import { showTitle } from "./views.ts";

/** The titles of each rank, smallest rank first. */
export const titlesByRank = (titles: readonly TitleRow[]): readonly (readonly TitleRow[])[] => {
  const ranks = Map.groupBy(titles, (title) => title.rank);
  return [...ranks.entries()].sort(([a], [b]) => a - b).map(([, group]) => inOrder(group));
};

export const titleRules: Handlers<"T1" | "T2" | "T3" | "T4" | "T5" | "T6", Company> = {
  T1: (company) => titlesByRank(company.titles.all()).map((group) => group.map(showTitle)),

  T2: (company, { body }) => {
    const { titles, newId } = company;
    requireFreeCode(company, titles, body.code);
    const { code, title, rank, active } = body;
    const row = { id: newId(), code, title, rank, active, seq: 0 };
    return showTitle(place(company, titles, titles.by("rank", rank), row, body.seq ?? "last"));
  },

  T3: (company, { body }) => {
    const title = findTitle(company, body.originalCode, "originalCode");
    requireFreeCode(company, company.titles, body.code, title);
    return showTitle(stored(company.titles, { ...title, code: body.code, title: body.title }));
  },

  T4: (company, { body }) => {
    const { titles } = company;
    const title = findTitle(company, body.code, "code");
    const rank = body.rank ?? title.rank;
    const placed = place(company, titles, titles.by("rank", rank), { ...title, rank }, body.seq ?? "last");
    if (rank !== title.rank) renumber(company, titles, inOrder(titles.by("rank", title.rank)));
    return showTitle(placed);
  },

  T5: (company, { body }) => {
    return showTitle(stored(company.titles, { ...findTitle(company, body.code, "code"), active: body.active }));
  },

  T6: (company, { params }) => {
    const { titles } = company;
    const title = findTitle(company, params.code, "code");
    const inUse = company.employees.all().some((person) => person.posts.some((post) => post.titleId === title.id));
    if (inUse) refuse("OPA-IN-USE", "code");
    titles.remove(title.id);
    renumber(company, titles, inOrder(titles.by("rank", title.rank)));
  },
};
