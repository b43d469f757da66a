/** The contract's schemas that have a name in the interface descriptions; all other schemas are written inline (R12). */
import { z } from "zod";
import { AgentTime, AgentUser } from "../operations/agents.ts";
import {
  DocPropertyAdd,
  DocPropertyUpdate,
  VersionRuleNew,
  VersionRuleUpdate,
} from "../operations/controlled-documents.ts";
import { BatchMoveResult } from "../operations/departments.ts";
import { CopySurveyResult, PunchRecord, SurveyItem } from "../operations/everyday.ts";
import { FolderReaders } from "../operations/libraries.ts";
import { FolderInfo, Profile } from "../operations/personal.ts";
import { base64Content, base64Pattern } from "../operations/uploads.ts";
import { CallbackBody } from "../records/callback.ts";
import * as forms from "../records/forms.ts";
import * as records from "../records/organisation.ts";
import * as shared from "../records/shared.ts";
import { strictBody } from "../strict-body.ts";

const named: Readonly<Record<string, z.ZodType>> = {
  UserDataType: records.UserDataType,
  UserRef: records.UserRef,
  UserRefFlat: records.UserRefFlat,
  CodeAndName: records.CodeAndName,
  Dept: records.Dept,
  DeptLevel: records.DeptLevel,
  Employee: records.Employee,
  EmplDeptRead: records.EmplDeptRead,
  EmplDeptWrite: records.EmplDeptWrite,
  JobFuncCategory: records.JobFuncCategory,
  JobFunc: records.JobFunc,
  JobTitle: records.JobTitle,
  ErrorBody: records.ErrorBody,
  BatchMoveResult,
  DeptRef: shared.DeptRef,
  OrgItem: shared.OrgItem,
  UserSetRequestItem: shared.UserSetRequestItem,
  FolderAddress: strictBody("U11") ?? shared.FolderAddress,
  Library: shared.Library,
  Folder: shared.Folder,
  DocumentListItem: shared.DocumentListItem,
  FileRef: shared.FileRef,
  FileUploadRequestModel: shared.FileUploadRequestModel,
  FolderReaders,
  UploadResult: shared.UploadResult,
  PageInfo: shared.PageInfo,
  DateRange: shared.DateRange,
  SearchDateRangeRequestModel: shared.SearchDateRangeRequestModel,
  AgentTime,
  AgentUser,
  FormCategory: forms.FormCategory,
  ApplicableForm: forms.ApplicableForm,
  CompanyForm: forms.CompanyForm,
  FieldOption: forms.FieldOption,
  FormField: forms.FormField,
  FormDesign: forms.FormDesign,
  FormDocument: forms.FormDocument,
  AppliedItem: forms.AppliedItem,
  PendingTaskItem: forms.PendingTaskItem,
  InitiationResult: forms.InitiationResult,
  ExternalConnection: forms.ExternalConnection,
  FieldValue: forms.FieldValue,
  PendingItem: forms.PendingItem,
  Grid: forms.Grid,
  FormDetail: forms.FormDetail,
  VersionRuleNew,
  VersionRuleUpdate,
  DocPropertyAdd,
  DocPropertyUpdate,
  PunchRecord,
  SurveyItem,
  CopySurveyResult,
  Profile,
  FolderInfo,
  CallbackBody,
};

const names = z.registry<{ readonly id?: string } & z.core.JSONSchemaMeta>();
for (const [id, schema] of Object.entries(named)) names.add(schema, { id });
names.add(records.dateTime, { format: "date-time" });
names.add(records.dateTimeText, { format: "date-time" });
// The service refuses other texts with a code of its own.
names.add(base64Content, { pattern: base64Pattern });
names.add(records.genderText, { enum: records.Gender.options });

/** Marks a property without which no request could be carried out; `open-api-schemas.ts` replaces the mark. */
export const needsValue = "x-needs-value";

/**
 * What zod's conversion adds to a schema: the name, and what other sites may answer differently and the reference service does
 * not (R13, R55). Descriptions stand at the schemas themselves.
 */
export const openApiMetadata = {
  get: (schema: z.core.$ZodType) => ({
    ...z.globalRegistry.get(schema),
    ...names.get(schema),
    ...(records.isNeeded(schema as z.ZodType) ? { [needsValue]: true } : {}),
  }),
};
