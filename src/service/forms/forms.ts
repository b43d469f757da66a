/** Workflow forms: their designs with routes, and connections (F3–F8). `section.ts` has the section of a company document. */
import type { Feature } from "../kernel/feature.ts";
import { formRules } from "./form-rules.ts";
import { type Company, createFormTables } from "./tables.ts";

export const forms = { tables: createFormTables, rules: formRules } satisfies Feature<Company>;
