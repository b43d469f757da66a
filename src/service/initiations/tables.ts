/** The rows of initiations: F1 requests with the state of their callbacks, and the key pairs that sign callbacks. */
import type { z } from "zod";
import { type FieldValue, type InitiationResult, initiationProcess } from "../../contract/records/forms.ts";
import type { ReplaceableKey } from "../kernel/company/replaceable-keys.ts";
import { createTable, type ReportChange, type Row } from "../kernel/company/table.ts";
import type { DocumentRow, Company as SigningCompany } from "../signing/tables.ts";

/** One F1 request on its way to a document, with the state of its callback. */
export type InitiationRow = Row &
  Readonly<Pick<z.infer<typeof InitiationResult>, "traceId" | "process" | "result" | "retryCount">> &
  Pick<DocumentRow, "formId" | "applicantId" | "departmentId" | "opinion" | "urgent"> & {
    readonly formName: string;
    /** Empty when the initiation is done: the document has the values, or they are no longer needed. */
    readonly fields: readonly FieldValue[];
    /** The files in attachments and values that the caller may use, referenced until the initiation is done. */
    readonly fileIds: readonly number[];
    readonly customData: string | null;
    readonly callBackUrl: string | null;
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
    /** Why the last attempt failed, such as `status 503`. */
    readonly callbackFailure?: string | null;
    /** ISO 8601 in UTC: when the next attempt is due; absent or null: at once. */
    readonly callbackDueAt?: string | null;
  };

/** A key pair that signs callbacks. */
export type CallbackKeyRow = ReplaceableKey & {
  readonly keyId: string;
  /** PKCS #8 as DER in base64. */
  readonly privateKey: string;
};

/** The key in the index `open`, which names the work that is left: to process the initiation, or to deliver its callback. */
const openState = ({ process, callback }: InitiationRow): readonly ("queued" | "owed")[] => {
  if (process !== initiationProcess.done) return ["queued"];
  return callback === "owed" ? ["owed"] : [];
};

export const createInitiationTables = (report: ReportChange) => ({
  initiations: createTable("initiation", { trace: (row: InitiationRow) => [row.traceId], open: openState }, report),
  callbackKeys: createTable<CallbackKeyRow, never>("callback-key", {}, report),
});

export type Company = SigningCompany & ReturnType<typeof createInitiationTables>;
