/** V1–V6: department levels, in one sequence. */
import type { DeptLevel } from "../../contract/records/organisation.ts";
import { stored } from "../kernel/company/table.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { findLevel, requireFreeCode } from "./lookup.ts";
import { inOrder, place, removeOrdered, shownSeq } from "./ordering.ts";
import type { Company, LevelRow } from "./tables.ts";

const show = (company: Company, row: LevelRow): DeptLevel => {
  const { code, name, active } = row;
  return { seq: shownSeq(company, company.levels, row), code, name, active };
};

export const levelRules: Handlers<"V1" | "V2" | "V3" | "V4" | "V5" | "V6", Company> = {
  V1: (company) => inOrder(company.levels.all()).map((row) => show(company, row)),

  V2: (company, { body: { code, name, active } }) => {
    requireFreeCode(company, company.levels, code);
    const row = { id: company.newId(), code, name, active: active ?? true, seq: 0 };
    return show(company, place(company, company.levels, row, "last"));
  },

  V3: (company, { body: { originalCode, code, name } }) => {
    const level = findLevel(company, originalCode, "originalCode");
    requireFreeCode(company, company.levels, code, level);
    return show(company, stored(company.levels, { ...level, code, name }));
  },

  V4: (company, { body: { code, seq } }) =>
    show(company, place(company, company.levels, findLevel(company, code, "code"), seq)),

  V5: (company, { body: { code, active } }) =>
    show(company, stored(company.levels, { ...findLevel(company, code, "code"), active })),

  V6: (company, { params }) => {
    const level = findLevel(company, params.code, "code");
    if (company.departments.all().some((department) => department.levelId === level.id)) refuse("OPA-IN-USE", "code");
    removeOrdered(company, company.levels, level);
  },
};
