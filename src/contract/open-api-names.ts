/** The contract's schemas that have a name in the interface descriptions; all other schemas are written inline (R12). */
import { z } from "zod";
import { AgentTime, AgentUser } from "./agents.ts";
import { CallbackBody } from "./callback.ts";
import { DocPropertyAdd, DocPropertyUpdate, VersionRuleNew, VersionRuleUpdate } from "./controlled-documents.ts";
import { BatchMoveResult } from "./departments.ts";
import { CopySurveyResult, PunchRecord, SurveyItem } from "./everyday.ts";
import * as forms from "./form-records.ts";
import { FolderInfo, Profile } from "./personal.ts";
import * as records from "./records.ts";
import * as shared from "./shared-records.ts";

const named: Readonly<Record<string, z.ZodType>> = {
  UserRef: records.UserRef,
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
  FolderAddress: shared.FolderAddress,
  Library: shared.Library,
  Folder: shared.Folder,
  DocumentListItem: shared.DocumentListItem,
  FileRef: shared.FileRef,
  UploadResult: shared.UploadResult,
  PageOptions: shared.PageOptions,
  PageInfo: shared.PageInfo,
  DateRange: shared.DateRange,
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

type Named = { readonly id?: string; readonly format?: string; readonly description?: string };

/**
 * The registry from which zod's conversion takes the names of schemas. It also gives `dateTime` its format, because JSON Schema
 * cannot express a date-time with an optional offset.
 */
export const openApiNames = z.registry<Named>();
for (const [id, schema] of Object.entries(named)) openApiNames.add(schema, { id });
openApiNames.add(records.dateTime, {
  format: "date-time",
  description: "ISO 8601. Without an offset the time is at +08:00.",
});
openApiNames.add(records.dateTimeText, {
  format: "date-time",
  description: "ISO 8601. Without an offset the time is at +08:00.",
});
