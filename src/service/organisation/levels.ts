/** V1–V6: department levels, in one sequence. */
import type { Handlers } from "../kernel/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { stored } from "../kernel/table.ts";
import { findLevel, requireFreeCode } from "./lookup.ts";
import { inOrder, place, renumber } from "./ordering.ts";
import type { Company } from "./tables.ts";
import { showLevel } from "./views.ts";

export const levelRules: Handlers<"V1" | "V2" | "V3" | "V4" | "V5" | "V6", Company> = {
  V1: (company) => inOrder(company.levels.all()).map((row) => showLevel(company, row)),

  V2: (company, { body }) => {
    const { levels, newId } = company;
    requireFreeCode(company, levels, body.code);
    const row = { id: newId(), code: body.code, name: body.name, active: body.active ?? true, seq: 0 };
    return showLevel(company, place(company, levels, levels.all(), row, "last"));
  },

  V3: (company, { body }) => {
    const level = findLevel(company, body.originalCode, "originalCode");
    requireFreeCode(company, company.levels, body.code, level);
    return showLevel(company, stored(company.levels, { ...level, code: body.code, name: body.name }));
  },

  V4: (company, { body }) => {
    const level = findLevel(company, body.code, "code");
    return showLevel(company, place(company, company.levels, company.levels.all(), level, body.seq));
  },

  V5: (company, { body }) => {
    const level = findLevel(company, body.code, "code");
    return showLevel(company, stored(company.levels, { ...level, active: body.active }));
  },

  V6: (company, { params }) => {
    const level = findLevel(company, params.code, "code");
    if (company.departments.all().some((department) => department.levelId === level.id)) refuse("OPA-IN-USE", "code");
    company.levels.remove(level.id);
    renumber(company, company.levels, inOrder(company.levels.all()));
  },
};
