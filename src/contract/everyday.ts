/** K1–K2 punches, S1–S2 surveys, N1 personal notifications. */
import { z } from "zod";
import type { OperationSpec } from "./operation-spec.ts";
import { dateTime, dateTimeText, optional, required, UserRef } from "./records.ts";
import { DateRange, nothing, OrgItem } from "./shared-records.ts";
import { line, lines, lineUpTo, Uuid } from "./texts.ts";

/** Values of `punchType`: 1 in, 2 out, 3 out-of-office in, 4 out-of-office out (R82). */
export const punchType = { in: 1, out: 2, outOfOfficeIn: 3, outOfOfficeOut: 4 } as const;

/** Values of `queryPunchHistoryType` in K1 and K2. */
export const punchQueryType = { all: 0, attendance: 1, outOfOffice: 2 } as const;

/** Longest texts, in characters. These limits are this project's own, because the specification has none (R70, R95). */
export const longestTitle = 200;
export const longestTopic = 200;

export const PunchRecord = z.object({
  corpCode: z.string(),
  account: z.string(),
  employeeNo: z.string().nullish(),
  /** The time of the punch, with the offset of the requested time zone (R94). */
  punchDate: dateTimeText,
  punchType: z.int32(),
  location: z.string().nullish(),
  remark: z.string().nullish(),
  /** Present only in answers to K2, the query by department. */
  deptCode: z.string().optional(),
});
export type PunchRecord = z.infer<typeof PunchRecord>;

export const SurveyItem = z.object({
  code: z.string(),
  topic: z.string(),
  startTime: dateTimeText.nullish(),
  endTime: dateTimeText.nullish(),
});

/** Values of `status` in S1. */
export const surveyStatus = { investigating: 0, pending: 1, ended: 2, draft: 3 } as const;
/** How S2 combines a new topic with the topic of the copied survey. */
export const topicMode = { overwrite: 0, prepend: 1, append: 2 } as const;

/** Answer to S2. If there is an error in the settings or in the content, nothing is published. */
export const CopySurveyResult = z.object({
  hasSettingError: z.boolean(),
  hasContentError: z.boolean(),
  /** Each error is `CODE place`: an error code and where the error is (R95). */
  settingErrors: z.array(z.string()),
  questionErrors: z.object({
    errors: z.array(z.string()),
    items: z.array(z.object({ id: Uuid, seq: z.int32(), errorCode: z.string() })),
  }),
});

const punches = {
  group: "system",
  tag: "Punch records",
  module: "eip",
  permission: "P-Punch",
  params: nothing,
} as const;
const surveys = { group: "system", tag: "Surveys", module: "eip", permission: "P-Survey", params: nothing } as const;

const punchQuery = {
  /** The first and the last day are included (R94). */
  dateRange: DateRange,
  /** The IANA or the Windows name of a time zone (R94). */
  timeZoneId: required(line),
  /** The punches to return: 0 all, 1 attendance, 2 out-of-office. */
  queryPunchHistoryType: required(z.int32().min(0).max(2)),
};

export const everydayOperations = {
  K1: {
    name: "listPunchRecords",
    ...punches,
    summary: "Get personal punch records",
    method: "POST",
    path: "/punch/personal/history",
    mutates: false,
    body: z.object({ ...punchQuery, user: UserRef }),
    response: z.array(PunchRecord),
  },
  K2: {
    name: "listDepartmentPunchRecords",
    ...punches,
    summary: "Get punch records of department employees",
    method: "POST",
    path: "/punch/dept/history",
    mutates: false,
    body: z.object({ ...punchQuery, deptCode: required(line), includeSubDept: optional(z.boolean()) }),
    response: z.array(PunchRecord),
  },
  S1: {
    name: "listSurveys",
    ...surveys,
    summary: "Get survey list",
    method: "POST",
    path: "/que/list",
    mutates: false,
    body: z.object({
      code: optional(line),
      status: z.int32().min(0).max(3),
      /** Selects the surveys whose period overlaps this range (R95). */
      dateRange: optional(DateRange),
    }),
    response: z.array(SurveyItem),
  },
  S2: {
    name: "copySurvey",
    ...surveys,
    summary: "Copy and publish a survey",
    method: "POST",
    path: "/que/publish/clone",
    mutates: true,
    body: z.object({
      sourceQueCode: required(line),
      newTopic: optional(line),
      /** Ignored if there is no new topic. */
      topicMode: optional(z.int32().min(0).max(2)),
      startTime: dateTime,
      endTime: dateTime,
      surveyUsers: optional(z.array(OrgItem)),
    }),
    response: CopySurveyResult,
  },
  N1: {
    name: "sendNotification",
    group: "system",
    tag: "Notifications",
    module: "notify",
    permission: "P-Notify",
    summary: "Send personal notification",
    method: "POST",
    path: "/personal",
    mutates: true,
    params: nothing,
    body: z.object({
      to: UserRef,
      title: required(lineUpTo(longestTitle)),
      message: required(lines),
    }),
  },
} as const satisfies Record<string, OperationSpec>;
