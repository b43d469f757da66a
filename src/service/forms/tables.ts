/** The rows of workflow forms: categories, designs with their routes, connections. */
import type { SectionConnection, SectionField, SectionForm } from "../../contract/sections/forms.ts";
import { createTable, type ReportChange, type Row } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import type { OrderedRow, Company as OrganisationCompany, StoredItem } from "../organisation/tables.ts";
import type { Company as UploadsCompany } from "../uploads/tables.ts";
import type { StoredStep } from "./route.ts";

export type FormCategoryRow = OrderedRow & { readonly uuid: string; readonly name: string };

export type FormRow = OrderedRow &
  Readonly<Pick<SectionForm, "code" | "name" | "allowApplyForm">> & {
    readonly uuid: string;
    readonly categoryId: number;
    /** Null: all people may apply. */
    readonly applicants: readonly StoredItem[] | null;
    readonly subject: string | null;
    /** Every field and option has an id. */
    readonly fields: readonly (SectionField & { readonly id: string })[];
    readonly route: readonly StoredStep[];
  };

export type ConnectionRow = Row &
  Readonly<Omit<SectionConnection, "connId" | "editor" | "modifiedDate">> & {
    readonly uuid: string;
    readonly editorId: number;
    readonly modifiedDate: string;
  };

export const createFormTables = (report: ReportChange) => ({
  formCategories: createTable("form-category", { name: (row: FormCategoryRow) => [fold(row.name)] }, report),
  forms: createTable("form", { code: (row: FormRow) => [fold(row.code)], uuid: (row) => [row.uuid] }, report),
  connections: createTable("connection", { editor: (row: ConnectionRow) => [row.editorId] }, report),
});

export type Company = OrganisationCompany & UploadsCompany & ReturnType<typeof createFormTables>;
