/** Records of the workflow forms: categories, designs, documents, tasks, and results of initiations. */
import { z } from "zod";
import { dateTimeText, needed } from "./organisation.ts";
import { OrgItem } from "./shared.ts";
import { line, Uuid } from "./texts.ts";

const categoryId = Uuid.describe("Id of the form's category.");
const documentUrl = z.string().describe("Page that shows the document: a path from the site's root.");
const formName = z.string().describe("Name of the document's form.");
const formSn = z.string().describe("Number of the document.");
const subject = z.string().describe("Subject line, made from field values.");
const urgent = z.boolean().describe("True if the applicant marked the document as urgent.");
const applicantDate = dateTimeText.describe("When the document was applied for.");
const fieldCode = z.string().describe("Code of the field, unique in its form.");
const fieldName = z.string().describe("Display name of the field.");
const typeId = z
  .string()
  .describe(
    "Type of the field: text, textArea, number, date, dateTime, select, checkbox, user, department, file, grid or group.",
  );
const value = z.unknown().describe("Value of the field; its shape depends on the field's type. Null: none.");

export const FormCategory = z.object({
  id: Uuid.describe("The `categoryId` of forms in this category."),
  category: z.string().describe("Name of the category."),
});
export const ApplicableForm = z.object({
  categoryId,
  category: z.string().describe("Name of the form's category."),
  name: z.string().describe("Name of the form."),
  formCode: z.string().describe("Code of the form, as F1 and F8 take it."),
  url: z.string().describe("Page to fill the form in: a path from the site's root."),
});
export const CompanyForm = z.object({
  categoryId,
  code: z.string().describe("Code of the form, as F1 and F8 take it."),
  name: z.string().describe("Name of the form."),
});

export const FieldOption = z.object({
  id: Uuid.describe("Names the option in a value; its name does, too."),
  name: z.string().describe("Text of the option, unique in its field."),
  fillText: z.string().nullish().describe("Text that the option starts with where people may add one, or null."),
  enableFillText: z.boolean().describe("True if people may add a text to this option."),
  isOther: z.boolean().describe('True for the option "other".'),
});

/** A field of a form. Nested fields are columns of a grid or members of a group. This project chose the type ids (R78). */
export const FormField = z.object({
  id: Uuid.describe("Identifies the field in this design."),
  name: fieldName,
  code: fieldCode,
  typeId,
  fieldHelper: z.string().nullish().describe("Help shown beside the field, or null."),
  isRequired: z.boolean().describe("True if a document needs a value here."),
  notSupport: z.boolean().describe("True if F1 cannot set the field."),
  get fields() {
    return z.array(FormField).nullish().describe("Columns of a grid, members of a group; empty for other types.");
  },
  isExternalSource: z.boolean().describe("True if the values come from another system."),
  externalSourceName: z.string().nullish().describe("Name of that system, or null."),
  options: z.array(FieldOption).nullish().describe("Options of a select or checkbox field; empty for other types."),
});
export type FormField = z.infer<typeof FormField>;

export const FormDesign = z.object({
  formCode: z.string().describe("Code of the form."),
  allowApplyForm: z.boolean().describe("False: nobody may apply for the form."),
  fields: z.array(FormField).describe("The fields in display order."),
});

/** Status of a document, in the numbers of F8c's filter `taskStatus`. There, 2 (closed) selects 3, 4 and 5 (R79). */
export const taskViewStatus = { inProgress: 1, approved: 3, rejected: 4, voided: 5, abnormal: 6 } as const;
export type TaskViewStatus = (typeof taskViewStatus)[keyof typeof taskViewStatus];

/**
 * The code under which F8b and U3 show a document's files, because the interface has no property for them (R105). No field of a
 * form can have it: the code of a field has no slash.
 */
export const filesCode = "/attachFiles";

/** Kind of a task, in the numbers of F8d's filter `taskStatus`. */
export const taskKind = { sign: 1, inquiry: 2, handover: 3, countersign: 4 } as const;

const documentStatus = z.int32().describe("1 in progress, 3 approved, 4 rejected, 5 voided, 6 abnormal.");

const filesEntry = `A document with files has one more entry at the end, \`${filesCode}\`: id and name of each file.`;

export const FormDocument = z.object({
  formSn,
  formName,
  subject,
  urgent,
  taskViewStatus: documentStatus,
  applicantDate,
  fields: z
    .array(z.object({ fieldName, code: fieldCode, typeId, value }))
    .describe(`All fields with their values, grids included. ${filesEntry}`),
});

export const AppliedItem = z.object({
  formName,
  subject,
  formSn,
  applicantDate,
  endDate: dateTimeText.nullish().describe("When the document was closed; null while it is in progress."),
  taskViewStatus: documentStatus,
  allowedToRetrieve: z.boolean().describe("True until a signer has decided."),
  allowedToCancel: z.boolean().describe("True while the applicant may void it (F9)."),
  url: documentUrl,
});
export type AppliedItem = z.infer<typeof AppliedItem>;

export const PendingTaskItem = z.object({
  formName,
  subject,
  formSn,
  urgent,
  nodeId: Uuid.describe("The signing step, as F10 and F11 take it."),
  applicantDate,
  createdDate: dateTimeText.describe("When this person was asked to sign."),
  isBranch: z.boolean().describe("True if other branches are signed at the same time."),
  isAgent: z.boolean().describe("True if the person signs for somebody who is absent."),
  isHandover: z.boolean().describe("True if another signer handed the task over."),
  url: documentUrl,
});
export type PendingTaskItem = z.infer<typeof PendingTaskItem>;

/** Progress and result of an initiation (R80). */
export const initiationProcess = { queued: 0, running: 1, done: 2 } as const;
export const initiationResult = { none: 0, success: 1, failure: 2 } as const;

export const InitiationResult = z.object({
  traceId: z.string().describe("The id that F1 returned."),
  formName: z.string().nullish().describe("Name of the form."),
  formSn: z.string().nullish().describe("Number of the new document; null until there is one."),
  process: z.int32().describe("0 queued, 1 running, 2 ended."),
  result: z.int32().describe("0 none yet, 1 success, 2 failure."),
  retryCount: z.int32().describe("How often storing the result had to be repeated."),
  resultMessage: z.string().nullish().describe("Code of the failure, with the fields concerned; else null."),
});

export const ExternalConnection = z.object({
  connId: Uuid.describe("Identifies the connection."),
  code: z.string().describe("Short name of the connection, chosen by its owner."),
  name: z.string().describe("Display name of the connection."),
  connectionType: z.int32().describe("0 web service, 1 database."),
  editor: OrgItem.describe("The owner, who alone sees the connection."),
  modifiedDate: dateTimeText.describe("When the settings were last changed."),
  hasUsed: z.boolean().describe("True if a form uses the connection."),
});

export const FieldValue = z.object({ code: needed(line).describe("Code of the field."), value: value.optional() });
export type FieldValue = z.infer<typeof FieldValue>;

/** From here on: records of the user group. Their property names are spelled differently from those of the system group. */
export const PendingItem = z.object({
  formName,
  subject,
  formSn,
  urgent,
  applicantDate: z.string().describe("When the document was applied for, as ISO 8601."),
  url: documentUrl,
});
export type PendingItem = z.infer<typeof PendingItem>;

export const Grid = z.object({
  code: z.string().describe("Code of the grid; within a group `<group>.<grid>`."),
  name: z.string().describe("Display name of the grid."),
  columns: z
    .array(z.object({ code: z.string().describe("Key of the column's values in `rows`."), name: fieldName }))
    .describe("The columns in display order."),
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .describe("One object per row: the value of each column, by its code."),
  sumByCode: z.record(z.string(), z.unknown()).describe("Sum of each number column, by its code; 0 without numbers."),
  avgByCode: z
    .record(z.string(), z.unknown())
    .describe("Average of each number column, by its code; null without numbers."),
});
export type Grid = z.infer<typeof Grid>;

export const FormDetail = z.object({
  form_Sn: formSn,
  form_Name: formName,
  subject,
  urgent,
  task_View_Status: z.string().describe("As text: 1 in progress, 3 approved, 4 rejected, 5 voided, 6 abnormal."),
  applicant_Date: z.string().describe("When the document was applied for, as ISO 8601."),
  fields: z
    .array(z.object({ field_Name: fieldName, code: fieldCode, value }))
    .describe(`All fields except grids, with their values. ${filesEntry}`),
  grids: z.array(Grid).describe("The grids, those within groups included."),
});
