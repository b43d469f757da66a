/** The rows of workflow forms: categories, designs with their routes, connections, initiations. */

import { type FieldValue, initiationProcess } from "../../contract/form-records.ts";
import type { SectionField } from "../../contract/forms-section.ts";
import { fold } from "../kernel/identity.ts";
import { createTable, type ReportChange } from "../kernel/table.ts";
import type { StoredItem } from "../organisation/stored-item.ts";
import type { OrderedRow, Row } from "../organisation/tables.ts";
import type { StoredStep } from "./route.ts";

export type FormCategoryRow = OrderedRow & { readonly uuid: string; readonly name: string };

export type FormRow = OrderedRow & {
  readonly uuid: string;
  readonly code: string;
  readonly name: string;
  readonly categoryId: number;
  readonly allowApplyForm: boolean;
  /** Null: all people may apply. */
  readonly applicants: readonly StoredItem[] | null;
  readonly subject: string | null;
  /** Every field and option has an id. */
  readonly fields: readonly (SectionField & { readonly id: string })[];
  readonly route: readonly StoredStep[];
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

/** One F1 request on its way to a document, with the state of its callback. */
export type InitiationRow = Row & {
  readonly traceId: string;
  readonly formId: number;
  readonly formName: string;
  readonly applicantId: number;
  readonly departmentId: number;
  /** Empty when the initiation is done: the document has the values, or they are no longer needed. */
  readonly fields: readonly FieldValue[];
  readonly opinion: string | null;
  readonly urgent: boolean;
  /** Attached files, referenced until the initiation is done. */
  readonly fileIds: readonly number[];
  readonly customData: string | null;
  readonly callBackUrl: string | null;
  /** `process` is one of `initiationProcess`, and `result` is one of `initiationResult`. */
  readonly process: number;
  readonly result: number;
  /** How often the initiation was processed again because its result could not be stored. */
  readonly retryCount: number;
  /** Refusal code of a failure, with the codes of the invalid fields. */
  readonly resultMessage: string | null;
  readonly formSn: string | null;
  /**
   * `none`: the initiation is not done, or has no callback address. `owed`: still to be delivered. `given-up`: will not be
   * tried again.
   */
  readonly callback: "none" | "owed" | "delivered" | "given-up";
  /** Attempts to deliver the callback so far. */
  readonly callbackAttempts: number;
};

/** The key pair that signs callbacks; there is at most one such row. */
export type CallbackKeyRow = Row & {
  readonly keyId: string;
  /** `privateKey` is PKCS #8, and `publicKey` is SPKI; both are DER in base64. */
  readonly privateKey: string;
  readonly publicKey: string;
};

/** The key in the index `open`, which names the work that is left: to process the initiation, or to deliver its callback. */
const openState = ({ process, callback }: InitiationRow): readonly ("queued" | "owed")[] => {
  if (process !== initiationProcess.done) return ["queued"];
  return callback === "owed" ? ["owed"] : [];
};

export const createFormTables = (report: ReportChange) => ({
  formCategories: createTable<FormCategoryRow, "name">("form-category", { name: (row) => [fold(row.name)] }, report),
  forms: createTable<FormRow, "code" | "uuid">(
    "form",
    { code: (row) => [fold(row.code)], uuid: (row) => [row.uuid] },
    report,
  ),
  connections: createTable<ConnectionRow, "editor">("connection", { editor: (row) => [row.editorId] }, report),
  initiations: createTable<InitiationRow, "trace" | "open">(
    "initiation",
    { trace: (row) => [row.traceId], open: openState },
    report,
  ),
  callbackKeys: createTable<CallbackKeyRow, never>("callback-key", {}, report),
});
