/** What is kept about workflow forms: categories, designs with their routes, connections, initiations. */

import type { FieldValue } from "../../contract/form-records.ts";
import type { RouteStep, SectionField } from "../../contract/forms-section.ts";
import type { OrgItem } from "../../contract/shared-records.ts";
import { fold } from "../identity.ts";
import type { OrderedRow, Row } from "../rows.ts";
import { createTable, type ReportChange } from "../table.ts";

export type FormCategoryRow = OrderedRow & { readonly uuid: string; readonly name: string };

export type FormRow = OrderedRow & {
  readonly uuid: string;
  readonly code: string;
  readonly name: string;
  readonly categoryId: number;
  readonly allowApplyForm: boolean;
  /** Null: everybody may apply. */
  readonly applicants: readonly OrgItem[] | null;
  readonly subject: string | null;
  /** Every field has an id. */
  readonly fields: readonly (SectionField & { readonly id: string })[];
  readonly route: readonly RouteStep[];
};

export type ConnectionRow = Row & {
  readonly uuid: string;
  readonly code: string;
  readonly name: string;
  readonly connectionType: 0 | 1;
  readonly editorId: number;
  readonly modifiedDate: string;
  readonly hasUsed: boolean;
};

/** One F1 on its way to a document, and the callback that is owed for it. */
export type InitiationRow = Row & {
  readonly traceId: string;
  readonly formId: number;
  readonly applicantId: number;
  readonly departmentId: number;
  readonly fields: readonly FieldValue[];
  readonly opinion: string | null;
  readonly urgent: boolean;
  readonly fileIds: readonly number[];
  readonly customData: string | null;
  readonly callBackUrl: string | null;
  /** `initiationProcess`, `initiationResult`. */
  readonly process: number;
  readonly result: number;
  readonly retryCount: number;
  /** Refusal code where it failed. */
  readonly resultMessage: string | null;
  readonly formSn: string | null;
  /** none: no address · owed · delivered · given-up. */
  readonly callback: "none" | "owed" | "delivered" | "given-up";
  /** Attempts to deliver the callback so far. */
  readonly callbackAttempts: number;
};

export const createFormTables = (report: ReportChange) => ({
  formCategories: createTable<FormCategoryRow, "name">("form-category", { name: (row) => [fold(row.name)] }, report),
  forms: createTable<FormRow, "code" | "uuid">(
    "form",
    { code: (row) => [fold(row.code)], uuid: (row) => [row.uuid] },
    report,
  ),
  connections: createTable<ConnectionRow, "editor">("connection", { editor: (row) => [row.editorId] }, report),
  initiations: createTable<InitiationRow, "trace">("initiation", { trace: (row) => [row.traceId] }, report),
});
