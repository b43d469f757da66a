/** F1–F11 with F8b–F8d: designs, initiation, searches and signing of workflow forms. */
import { z } from "zod";
import {
  ApplicableForm,
  AppliedItem,
  CompanyForm,
  ExternalConnection,
  FieldValue,
  FormCategory,
  FormDesign,
  FormDocument,
  InitiationResult,
  PendingTaskItem,
} from "../records/forms.ts";
import { optional, required, UserRef } from "../records/organisation.ts";
import { byCrossCompanyUser, byUser, DateRange, FileRef, pageOf, pageOptions } from "../records/shared.ts";
import { line, lines, lineUpTo, longestUrl, Uuid } from "../records/texts.ts";
import { type OperationSpec, route } from "./operation-spec.ts";

/** What `keyword` means in F8c, F8d and U2. */
export const keyword =
  "Text in number, subject, field values or names of attached files; blank: any. A key searches the fields it may read.";

const forms = { group: "system", tag: "Forms", module: "bpm" } as const;
const byForm = z.object({ formCodeOrId: line.describe("Code or id of the form.") });
const byFormSn = z.object({ formSn: line.describe("Number of the document.") });
const applicable = z.object({
  categoryList: z.array(FormCategory).describe("Categories with at least one form of the list."),
  formList: z.array(ApplicableForm).describe("Forms that the person may apply for."),
});
const signer = {
  user: UserRef.describe("The signer, or an agent of the signer."),
  nodeId: Uuid.describe("The signing step, as F8d returns it."),
};

const search = {
  formCode: optional(line).describe("Code of the only form to search; null or left out: all forms."),
  keyword: optional(line).describe(keyword),
};

export const formOperations = {
  F1: {
    name: "initiateForm",
    ...forms,
    summary: "Initiate a form from an external system",
    summaryZhTw: "由外部系統起單",
    note: "Answers a trace id at once; F2 and the callback tell what became of it.",
    ...route.post("/form/apply/{formCodeOrId}", byForm),
    permission: "P-Apply",
    body: z.object({
      applyAccount: UserRef.describe("The applicant, an active person who may apply for the form."),
      deptCode: required(line).describe("Code of a department in which the applicant has a post."),
      fields: required(z.array(FieldValue)).describe("Values by field code; F8 shows fields and types."),
      opinion: optional(lines).describe("The applicant's remark to the signers, or null."),
      urgent: optional(z.boolean()).describe("True marks the document as urgent; default false."),
      attachFiles: optional(z.array(FileRef)).describe("Uploaded files to attach; null or left out: none."),
      customData: optional(lines).describe("Text that the callback returns unchanged, or null."),
      callBackUrl: optional(lineUpTo(longestUrl)).describe("Address to call when the initiation has ended, or null."),
    }),
    response: z.string().describe("The trace id, for F2 and the callback."),
  },
  F2: {
    name: "getInitiationResult",
    ...forms,
    summary: "Query the result of an external initiation",
    summaryZhTw: "查詢外部起單結果",
    ...route.query("/form/apply/trace"),
    permission: "P-Apply",
    body: z.object({ traceId: required(line).describe("The id that F1 returned.") }),
    response: InitiationResult,
  },
  F3: {
    name: "getExternalConnection",
    ...forms,
    summary: "Get external connection settings",
    summaryZhTw: "取得外部連線設定",
    ...route.get("/extconn/{userType}/{userCode}", byUser),
    permission: "P-ExtConn",
    response: z.array(ExternalConnection),
  },
  F4: {
    name: "getCrossCompanyExternalConnection",
    ...forms,
    summary: "Get external connection settings of a cross-company part-time employee",
    summaryZhTw: "取得跨公司兼任員工的外部連線設定",
    ...route.get("/extconn/{userType}/{userCode}/{corpCode}", byCrossCompanyUser),
    permission: "P-ExtConn",
    response: z.array(ExternalConnection),
  },
  F5: {
    name: "listApplicableForms",
    ...forms,
    summary: "Get forms a user may apply for",
    summaryZhTw: "取得使用者可申請的表單",
    ...route.get("/form/apply/{userType}/{userCode}", byUser),
    permission: "P-FormInfo",
    response: applicable,
  },
  F6: {
    name: "listCrossCompanyApplicableForms",
    ...forms,
    summary: "Get forms a cross-company part-time user may apply for",
    summaryZhTw: "取得跨公司兼任使用者可申請的表單",
    ...route.get("/form/apply/{userType}/{userCode}/{corpCode}", byCrossCompanyUser),
    permission: "P-FormInfo",
    response: applicable,
  },
  F7: {
    name: "listForms",
    ...forms,
    summary: "Get all forms of the company",
    summaryZhTw: "取得公司全部表單",
    ...route.get("/form/all"),
    permission: "P-FormInfo",
    response: z.object({
      categories: z.array(FormCategory).describe("All categories of forms."),
      forms: z.array(CompanyForm).describe("All forms of the company."),
    }),
  },
  F8: {
    name: "getFormFields",
    ...forms,
    summary: "Get field design of a form",
    summaryZhTw: "取得表單欄位設計",
    ...route.get("/form/fields/{formCodeOrId}", byForm),
    permission: "P-FormInfo",
    response: FormDesign,
  },
  F8b: {
    name: "getFormDocument",
    ...forms,
    summary: "Get document content",
    summaryZhTw: "取得單據內容",
    ...route.get("/form/task/content/{formSn}", byFormSn),
    permission: "P-FormDoc",
    response: FormDocument,
  },
  F8c: {
    name: "searchAppliedDocuments",
    ...forms,
    summary: "Search documents the user applied for",
    summaryZhTw: "查詢使用者申請的單據",
    ...route.query("/form/search/task/apply"),
    permission: "P-FormList",
    body: z.object({
      user: UserRef.describe("The applicant."),
      ...search,
      taskStatus: z
        .int32()
        .min(0)
        .max(6)
        .describe("0 all, 1 in progress, 2 closed, 3 approved, 4 rejected, 5 voided, 6 abnormal."),
      dateRangeType: optional(z.int32().min(0).max(3)).describe(
        "The date to search: 0 application (default), 1 signing, 2 closing, 3 notification of a signer.",
      ),
      dateRange: optional(DateRange).describe("Documents with that date in this range; null or left out: all."),
      pageOptions: pageOptions("application date", "closing date", "number", "subject"),
    }),
    response: pageOf(AppliedItem),
  },
  F8d: {
    name: "searchPendingDocuments",
    ...forms,
    summary: "Search documents pending for the user",
    summaryZhTw: "查詢使用者待處理的單據",
    ...route.query("/form/search/task/todo"),
    permission: "P-FormList",
    body: z.object({
      user: UserRef.describe("The person whose decision is awaited."),
      ...search,
      taskStatus: optional(z.int32().min(0).max(4)).describe(
        "0 all (default), 1 to sign, 2 inquiry, 3 handover, 4 countersign.",
      ),
      dateRange: optional(DateRange).describe("Documents applied for in this range; null or left out: all."),
      pageOptions: pageOptions("date of the task", "application date", "number", "subject"),
    }),
    response: pageOf(PendingTaskItem),
  },
  F9: {
    name: "voidForm",
    ...forms,
    summary: "Void a form",
    summaryZhTw: "作廢表單",
    ...route.put("/form/task/cancel"),
    permission: "P-FormList",
    body: z.object({
      user: UserRef.describe("The applicant, who alone may void the document."),
      // Only this operation uses this name for `formSn` (R68).
      formNo: required(line).describe("Number of a document in progress."),
      reason: required(lines).describe("Why it is voided; kept with the document."),
    }),
  },
  F10: {
    name: "approveTask",
    ...forms,
    summary: "Approve",
    summaryZhTw: "同意",
    ...route.post("/form/task/sign"),
    permission: "P-Apply",
    body: z.object(signer),
  },
  F11: {
    name: "rejectTask",
    ...forms,
    summary: "Reject",
    summaryZhTw: "否決",
    ...route.post("/form/task/reject"),
    permission: "P-Apply",
    // F11 rejects, and a rejection needs an opinion. The specification states this but names F10 by mistake (R19).
    body: z.object({ ...signer, opinion: required(lines).describe("Why it is rejected; not blank.") }),
  },
} as const satisfies Record<string, OperationSpec>;
