/** Records of the workflow forms: categories, designs, documents, tasks, and results of initiations. */
import { z } from "zod";
import { dateTimeText } from "./records.ts";
import { OrgItem } from "./shared-records.ts";
import { line, Uuid } from "./texts.ts";

export const FormCategory = z.object({ id: Uuid, category: z.string() });
export const ApplicableForm = z.object({
  categoryId: Uuid,
  category: z.string(),
  name: z.string(),
  formCode: z.string(),
  url: z.string(),
});
export const CompanyForm = z.object({ categoryId: Uuid, code: z.string(), name: z.string() });

export const FieldOption = z.object({
  id: Uuid,
  name: z.string(),
  fillText: z.string().nullish(),
  enableFillText: z.boolean(),
  isOther: z.boolean(),
});

/** A field of a form. Nested fields are columns of a grid or members of a group. This project chose the type ids (R78). */
export const FormField = z.object({
  id: Uuid,
  name: z.string(),
  code: z.string(),
  typeId: z.string(),
  fieldHelper: z.string().nullish(),
  isRequired: z.boolean(),
  notSupport: z.boolean(),
  get fields() {
    return z.array(FormField).nullish();
  },
  isExternalSource: z.boolean(),
  externalSourceName: z.string().nullish(),
  options: z.array(FieldOption).nullish(),
});
export type FormField = z.infer<typeof FormField>;

export const FormDesign = z.object({
  formCode: z.string(),
  allowApplyForm: z.boolean(),
  fields: z.array(FormField),
});

/** Status of a document, in the numbers of F8c's filter `taskStatus`. There, 2 (closed) selects 3, 4 and 5 (R79). */
export const taskViewStatus = { inProgress: 1, approved: 3, rejected: 4, voided: 5, abnormal: 6 } as const;
export type TaskViewStatus = (typeof taskViewStatus)[keyof typeof taskViewStatus];

/** Kind of a task, in the numbers of F8d's filter `taskStatus`. */
export const taskKind = { sign: 1, inquiry: 2, handover: 3, countersign: 4 } as const;
export type TaskKind = (typeof taskKind)[keyof typeof taskKind];

export const FormDocument = z.object({
  formSn: z.string(),
  formName: z.string(),
  subject: z.string(),
  urgent: z.boolean(),
  taskViewStatus: z.int32(),
  applicantDate: dateTimeText,
  fields: z.array(z.object({ fieldName: z.string(), code: z.string(), typeId: z.string(), value: z.unknown() })),
});

export const AppliedItem = z.object({
  formName: z.string(),
  subject: z.string(),
  formSn: z.string(),
  applicantDate: dateTimeText,
  endDate: dateTimeText.nullish(),
  taskViewStatus: z.int32(),
  allowedToRetrieve: z.boolean(),
  allowedToCancel: z.boolean(),
  url: z.string(),
});
export type AppliedItem = z.infer<typeof AppliedItem>;

export const PendingTaskItem = z.object({
  formName: z.string(),
  subject: z.string(),
  formSn: z.string(),
  urgent: z.boolean(),
  nodeId: Uuid,
  applicantDate: dateTimeText,
  createdDate: dateTimeText,
  isBranch: z.boolean(),
  isAgent: z.boolean(),
  isHandover: z.boolean(),
  url: z.string(),
});
export type PendingTaskItem = z.infer<typeof PendingTaskItem>;

/** Progress and result of an initiation (R80). */
export const initiationProcess = { queued: 0, running: 1, done: 2 } as const;
export const initiationResult = { none: 0, success: 1, failure: 2 } as const;

export const InitiationResult = z.object({
  traceId: z.string(),
  formName: z.string().nullish(),
  formSn: z.string().nullish(),
  process: z.int32(),
  result: z.int32(),
  retryCount: z.int32(),
  resultMessage: z.string().nullish(),
});

export const ExternalConnection = z.object({
  connId: Uuid,
  code: z.string(),
  name: z.string(),
  connectionType: z.int32(),
  editor: OrgItem,
  modifiedDate: dateTimeText,
  hasUsed: z.boolean(),
});

export const FieldValue = z.object({ code: line, value: z.unknown() });
export type FieldValue = z.infer<typeof FieldValue>;

/** From here on: records of the user group. Their property names are spelled differently from those of the system group. */
export const PendingItem = z.object({
  formName: z.string(),
  subject: z.string(),
  formSn: z.string(),
  urgent: z.boolean(),
  applicantDate: z.string(),
  url: z.string(),
});
export type PendingItem = z.infer<typeof PendingItem>;

export const Grid = z.object({
  code: z.string(),
  name: z.string(),
  columns: z.array(z.object({ code: z.string(), name: z.string() })),
  rows: z.array(z.record(z.string(), z.unknown())),
  sumByCode: z.record(z.string(), z.unknown()),
  avgByCode: z.record(z.string(), z.unknown()),
});
export type Grid = z.infer<typeof Grid>;

export const FormDetail = z.object({
  form_Sn: z.string(),
  form_Name: z.string(),
  subject: z.string(),
  urgent: z.boolean(),
  task_View_Status: z.string(),
  applicant_Date: z.string(),
  fields: z.array(z.object({ field_Name: z.string(), code: z.string(), value: z.unknown() })),
  grids: z.array(Grid),
});
