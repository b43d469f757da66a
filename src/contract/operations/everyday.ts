/** K1–K2 punches, S1–S2 surveys, N1 personal notifications. */
import { z } from "zod";
import { dateTime, dateTimeText, optional, required, UserRef } from "../records/organisation.ts";
import { DateRange, UserSetRequestItem } from "../records/shared.ts";
import { line, lines, lineUpTo, Uuid } from "../records/texts.ts";
import { type OperationSpec, route } from "./operation-spec.ts";

/** Values of `punchType`: 1 in, 2 out, 3 out-of-office in, 4 out-of-office out (R82). */
export const punchType = { in: 1, out: 2, outOfOfficeIn: 3, outOfOfficeOut: 4 } as const;

/** Values of `queryPunchHistoryType` in K1 and K2. */
export const punchQueryType = { all: 0, attendance: 1, outOfOffice: 2 } as const;

/** Longest texts, in characters. These limits are this project's own, because the specification has none (R70, R95). */
export const longestTitle = 200;
export const longestTopic = 200;

export const PunchRecord = z.object({
  corpCode: z.string().describe("Code of the company."),
  account: z.string().describe("Account of the person."),
  employeeNo: z.string().nullish().describe("Employee number of the person; null if there is none."),
  punchDate: dateTimeText.describe("Moment of the punch, with the offset that `timeZoneId` has then."),
  punchType: z.int32().describe("1 in, 2 out, 3 out-of-office in, 4 out-of-office out."),
  location: z.string().nullish().describe("Where the person punched, or null."),
  remark: z.string().nullish().describe("Remark of the person, or null."),
  deptCode: z
    .string()
    .optional()
    .describe("Only in K2: code of the department that made the person part of the answer."),
});
export type PunchRecord = z.infer<typeof PunchRecord>;

export const SurveyItem = z.object({
  code: z.string().describe("Identifies the survey; the `sourceQueCode` of S2."),
  topic: z.string().describe("Title that participants see."),
  startTime: dateTimeText.nullish().describe("First moment of the survey; null for a draft without one."),
  endTime: dateTimeText.nullish().describe("End of the survey, not included; null for a draft without one."),
});

/** Values of `status` in S1. */
export const surveyStatus = { investigating: 0, pending: 1, ended: 2, draft: 3 } as const;
/** How S2 combines a new topic with the topic of the copied survey. */
export const topicMode = { overwrite: 0, prepend: 1, append: 2 } as const;

/** Answer to S2. If there is an error in the settings or in the content, nothing is published. */
export const CopySurveyResult = z.object({
  hasSettingError: z.boolean().describe("True if topic or participants are wrong; nothing was published."),
  hasContentError: z.boolean().describe("True if questions are wrong; nothing was published."),
  settingErrors: z.array(z.string()).describe("Each as `CODE place`: an error code and where the error is."),
  questionErrors: z
    .object({
      errors: z.array(z.string()).describe("Codes of errors of the questions as a whole."),
      items: z
        .array(
          z.object({
            id: Uuid.describe("Id of the question."),
            seq: z.int32().describe("Number of the question, from 1."),
            errorCode: z.string().describe("What is wrong with it."),
          }),
        )
        .describe("Errors of single questions."),
    })
    .describe("What is wrong with the questions."),
});
export type CopySurveyResult = z.infer<typeof CopySurveyResult>;

const punches = {
  group: "system",
  tag: "Punch records",
  module: "eip",
  permission: "P-Punch",
} as const;
const surveys = { group: "system", tag: "Surveys", module: "eip", permission: "P-Survey" } as const;

/** R94 says how zone and range work. */
const punchQuery = {
  dateRange: DateRange.describe("Punches from `since` to `until`, both included; without an offset in `timeZoneId`."),
  timeZoneId: required(line).describe(
    "IANA name (`Asia/Taipei`), Windows name (`Taipei Standard Time`) or offset (`+08:00`). Unknown zones are refused.",
  ),
  queryPunchHistoryType: required(z.int32().min(0).max(2)).describe(
    "0 or null all punches, 1 attendance (types 1 and 2), 2 out of office (types 3 and 4).",
  ),
};

export const everydayOperations = {
  K1: {
    name: "listPunchRecords",
    ...punches,
    summary: "Get personal punch records",
    summaryZhTw: "取得個人打卡紀錄",
    ...route.query("/punch/personal/history"),
    body: z.object({ ...punchQuery, user: UserRef.describe("The person whose punches are wanted.") }),
    response: z.array(PunchRecord),
  },
  K2: {
    name: "listDepartmentPunchRecords",
    ...punches,
    summary: "Get punch records of department employees",
    summaryZhTw: "取得部門人員打卡紀錄",
    ...route.query("/punch/dept/history"),
    body: z.object({
      ...punchQuery,
      deptCode: required(line).describe("Code of the department whose people are wanted."),
      includeSubDept: optional(z.boolean()).describe("True includes all departments below; default false."),
    }),
    response: z.array(PunchRecord),
  },
  S1: {
    name: "listSurveys",
    ...surveys,
    summary: "Get survey list",
    summaryZhTw: "取得問卷清單",
    ...route.query("/que/list"),
    body: z.object({
      code: optional(line).describe("Code of the only survey wanted; null or left out: all."),
      status: z.int32().min(0).max(3).describe("0 running, 1 to come, 2 ended, 3 draft."),
      dateRange: optional(DateRange).describe("Surveys whose period overlaps this range; null or left out: all."),
    }),
    response: z.array(SurveyItem),
  },
  S2: {
    name: "copySurvey",
    ...surveys,
    summary: "Copy and publish a survey",
    summaryZhTw: "複製並發布問卷",
    note: "After an error nothing is published, and the answer names it.",
    ...route.post("/que/publish/clone"),
    body: z.object({
      sourceQueCode: required(line).describe("Code of the survey to copy."),
      newTopic: optional(line).describe("Text for the copy's topic; null or left out: the original's topic."),
      topicMode: optional(z.int32().min(0).max(2)).describe(
        "The new topic replaces the original (0, default), stands before it (1) or after it (2).",
      ),
      startTime: dateTime.describe("First moment of the copy's period."),
      endTime: dateTime.describe("End of the copy's period, not included: later than the start and than now."),
      surveyUsers: optional(z.array(UserSetRequestItem)).describe(
        "The participants; null or left out: those of the original.",
      ),
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
    summaryZhTw: "發送個人通知",
    ...route.post("/personal"),
    body: z.object({
      to: UserRef.describe("The recipient; one per call."),
      title: required(lineUpTo(longestTitle)).describe("Headline of the notice."),
      message: required(lines).describe("Plain text of the notice."),
    }),
  },
} as const satisfies Record<string, OperationSpec>;
