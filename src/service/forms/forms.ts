/** Workflow forms: their designs with routes, and connections (F3–F8). */
import type { FormsSection } from "../../contract/forms-section.ts";
import type { Feature, Section } from "../kernel/feature.ts";
import { formRules } from "./form-rules.ts";
import { dumpForms, loadForms } from "./section.ts";
import { type Company, createFormTables, type FormRow } from "./tables.ts";

export const forms = {
  tables: createFormTables,
  rules: formRules,
} satisfies Feature<Company>;

/** The section `forms`. A form that `isUsed` by a feature above cannot be removed. */
export const formsSection = <C extends Company>(
  isUsed: (company: C, form: FormRow) => boolean,
): Section<C, FormsSection> => ({
  refersTo: ["organisation"],
  load: (company, section) => loadForms(company, section, isUsed),
  dump: dumpForms,
});
