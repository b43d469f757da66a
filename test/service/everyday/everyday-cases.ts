/** Cases of the operations on punches (K1, K2), surveys (S1, S2) and notices (N1), with the data of everyday-baseline.ts. */
import { expect } from "vitest";
import type { OperationId } from "../../../src/contract/contract.ts";
import type { CompanyDocument } from "../../../src/contract/sections/company-document.ts";
import { account, number } from "../cases/baseline.ts";
import type { Input } from "../running-service.ts";
import { questionId } from "./everyday-baseline.ts";

export type EverydayId = Extract<OperationId, "K1" | "K2" | "S1" | "S2" | "N1">;
type Calls = readonly (readonly [OperationId, Input])[];

type Success = Input & {
  readonly fact: string;
  readonly first?: Calls;
  readonly answers?: unknown;
  /** Checks the whole company after the call; undefined if nothing changes. */
  readonly leaves?: (after: CompanyDocument) => void;
};
type Refusal = Input & {
  readonly fact: string;
  readonly first?: Calls;
  readonly code: string;
  readonly status?: number;
  /** The property named in the refusal. */
  readonly where?: string;
};
type Cases = { readonly succeeds: readonly [Success, ...Success[]]; readonly refuses: readonly Refusal[] };

const day = { since: "2026-11-20T00:00:00", until: "2026-11-20T23:59:59" };
const query = { dateRange: day, timeZoneId: "Taipei Standard Time", queryPunchHistoryType: 0 };

const record = (who: string, punchDate: string, punchType: number, more: object = {}) => ({
  corpCode: "ACME",
  account: who,
  employeeNo: { amy: "001", bob: "002", cat: "003", dan: "004" }[who],
  punchDate,
  punchType,
  location: null,
  remark: null,
  ...more,
});

const catIn = record("cat", "2026-11-20T08:58:00+08:00", 1, { location: "Lobby" });
const catOut = record("cat", "2026-11-20T18:05:00+08:00", 2);
const catMidnight = record("cat", "2026-11-21T00:00:00+08:00", 3, { location: "Harbour", remark: "night shift" });
const catDecember = record("cat", "2026-12-01T08:00:00+08:00", 4, { location: "Harbour" });

const personal = (more: object = {}) => ({ ...query, user: account("cat"), ...more });
const ofDepartment = (deptCode: string, more: object = {}) => ({ ...query, deptCode, ...more });
const without = (body: object, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

/** Refusals of a query for punches, which K1 and K2 share. */
const punchRefusals = (body: object): readonly Refusal[] => [
  {
    fact: "a range that ends before it begins",
    body: { ...body, dateRange: { since: day.until, until: day.since } },
    code: "OPA-DATE-RANGE",
    where: "dateRange.until",
  },
  {
    fact: "an unknown time zone",
    body: { ...body, timeZoneId: "Mars/Olympus" },
    code: "OPA-TIME-ZONE-UNKNOWN",
    where: "timeZoneId",
  },
  { fact: "a query type above 2", body: { ...body, queryPunchHistoryType: 3 }, code: "OPA-REQUEST-INVALID" },
  { fact: "a query type below 0", body: { ...body, queryPunchHistoryType: -1 }, code: "OPA-REQUEST-INVALID" },
  { fact: "a query type as text", body: { ...body, queryPunchHistoryType: "0" }, code: "OPA-REQUEST-INVALID" },
  {
    fact: "a range whose ends are not dates",
    body: { ...body, dateRange: { since: "yesterday" } },
    code: "OPA-REQUEST-INVALID",
  },
  ...["dateRange", "timeZoneId", "queryPunchHistoryType"].map((name) => ({
    fact: `a body without ${name}`,
    body: without(body, name),
    code: "OPA-REQUEST-INVALID",
  })),
  { fact: "a blank time zone", body: { ...body, timeZoneId: " " }, code: "OPA-REQUEST-INVALID" },
  { fact: "a time zone of null", body: { ...body, timeZoneId: null }, code: "OPA-REQUEST-INVALID" },
];

const item = (code: string, startTime: string, endTime: string) => ({
  code,
  topic: `Topic of ${code}`,
  startTime,
  endTime,
});
const running = item("RUNNING", "2020-01-01T00:00:00.000Z", "2099-01-01T00:00:00.000Z");
const everyone = item("EVERYONE", "2021-01-01T00:00:00.000Z", "2098-06-01T00:00:00.000Z");
const coming = item("COMING", "2098-01-01T00:00:00.000Z", "2099-01-01T00:00:00.000Z");
const over = item("OVER", "2020-01-01T00:00:00.000Z", "2020-01-31T16:00:00.000Z");
const before = item("BEFORE", "2019-01-01T00:00:00.000Z", "2019-02-01T00:00:00.000Z");

const copy = (sourceQueCode: string, more: object = {}) => ({
  sourceQueCode,
  startTime: "2090-01-01T00:00:00",
  endTime: "2090-02-01T00:00:00Z",
  ...more,
});
const fine = {
  hasSettingError: false,
  hasContentError: false,
  settingErrors: [],
  questionErrors: { errors: [], items: [] },
};
const settings = (...settingErrors: string[]) => ({ ...fine, hasSettingError: true, settingErrors });
const department = (code: string, containsChildren = false) => ({ itemType: 0, dept: { code, containsChildren } });

/** Expects a copy of the survey with this topic and these targets; everything else is as in the original. */
const copied =
  (original: string, topic: string, targets?: unknown) =>
  ({ surveys }: CompanyDocument): void => {
    const source = surveys?.surveys.find(({ code }) => code === original);
    const made = surveys?.surveys.at(-1);
    const anyId = (questions: unknown[] | undefined) =>
      questions?.map((question) => ({ ...(question as object), id: expect.any(String) }));
    expect(surveys?.surveys).toHaveLength(7);
    expect(made).toEqual({
      ...source,
      code: `${original}-2`,
      topic,
      startTime: "2089-12-31T16:00:00.000Z",
      endTime: "2090-02-01T00:00:00.000Z",
      targets: targets ?? source?.targets,
      questions: anyId(source?.questions),
    });
    expect(made?.questions.map(({ id }) => id)).not.toContain(source?.questions[0]?.id);
  };

export const everydayCases: Readonly<Record<EverydayId, Cases>> = {
  K1: {
    succeeds: [
      { fact: "lists a day of a person in order of time", body: personal(), answers: [catIn, catOut] },
      {
        fact: "includes both ends of the range",
        body: personal({ dateRange: { since: "2026-11-20T18:05:00+08:00", until: "2026-11-21T00:00:00" } }),
        answers: [catOut, catMidnight],
      },
      {
        fact: "leaves an end open if none is given",
        body: personal({ dateRange: { since: "2026-11-20T19:00:00" } }),
        answers: [catMidnight, catDecember],
      },
      {
        fact: "lists everything when the range has no ends",
        body: personal({ dateRange: { since: null, until: null } }),
        answers: [catIn, catOut, catMidnight, catDecember],
      },
      {
        fact: "lists only attendance",
        body: personal({ dateRange: {}, queryPunchHistoryType: 1 }),
        answers: [catIn, catOut],
      },
      {
        fact: "lists only out-of-office punches",
        body: personal({ dateRange: {}, queryPunchHistoryType: 2 }),
        answers: [catMidnight, catDecember],
      },
      {
        fact: "accepts an employee number and an IANA name, and shows the offset of that zone",
        body: personal({
          user: number("003"),
          timeZoneId: "America/New_York",
          dateRange: { until: "2026-11-20T00:00:00" },
        }),
        answers: [{ ...catIn, punchDate: "2026-11-19T19:58:00-05:00" }],
      },
      {
        fact: "returns an empty list for a person without punches",
        body: personal({ user: account("eve"), dateRange: {} }),
        answers: [],
      },
      {
        fact: "accepts a range of a single moment",
        body: personal({ dateRange: { since: "2026-11-21T00:00:00", until: "2026-11-20T16:00:00Z" } }),
        answers: [catMidnight],
      },
    ],
    refuses: [
      {
        fact: "an unknown person",
        body: personal({ user: account("zoe") }),
        code: "OPA-USER-UNKNOWN",
        status: 404,
        where: "user.userCode",
      },
      {
        fact: "a person of another company",
        body: personal({ user: { ...account("cat"), corpCode: "OTHER" } }),
        code: "OPA-CORP-UNKNOWN",
      },
      { fact: "a body without user", body: without(personal(), "user"), code: "OPA-REQUEST-INVALID" },
      ...punchRefusals(personal()),
    ],
  },
  K2: {
    succeeds: [
      {
        fact: "lists the members of one department by any post, in order of time",
        body: ofDepartment("hq"),
        answers: [
          record("amy", "2026-11-20T08:58:00+08:00", 1, { deptCode: "HQ" }),
          record("bob", "2026-11-20T09:00:00+08:00", 1, { deptCode: "HQ" }),
        ],
      },
      {
        fact: "lists subdepartments on request, each punch once under the main post",
        body: ofDepartment("HQ", { includeSubDept: true }),
        answers: [
          record("dan", "2026-11-20T08:30:00+08:00", 1, { location: "Lobby", deptCode: "FIN" }),
          record("amy", "2026-11-20T08:58:00+08:00", 1, { deptCode: "HQ" }),
          { ...catIn, deptCode: "RD1" },
          record("bob", "2026-11-20T09:00:00+08:00", 1, { deptCode: "RD" }),
          { ...catOut, deptCode: "RD1" },
        ],
      },
      {
        fact: "lists a part-time member under the requested department",
        body: ofDepartment("FIN", { queryPunchHistoryType: 2, dateRange: {}, includeSubDept: null }),
        answers: [
          { ...catMidnight, deptCode: "FIN" },
          { ...catDecember, deptCode: "FIN" },
        ],
      },
      { fact: "returns an empty list for a department without people", body: ofDepartment("LAB"), answers: [] },
    ],
    refuses: [
      {
        fact: "an unknown department",
        body: ofDepartment("NONE"),
        code: "OPA-DEPT-UNKNOWN",
        status: 404,
        where: "deptCode",
      },
      { fact: "a blank department", body: ofDepartment(" "), code: "OPA-REQUEST-INVALID" },
      { fact: "a department of null", body: { ...query, deptCode: null }, code: "OPA-REQUEST-INVALID" },
      { fact: "a body without a department", body: query, code: "OPA-REQUEST-INVALID" },
      {
        fact: "subdepartments as text",
        body: ofDepartment("HQ", { includeSubDept: "true" }),
        code: "OPA-REQUEST-INVALID",
      },
      ...punchRefusals(ofDepartment("HQ")),
    ],
  },
  S1: {
    succeeds: [
      { fact: "lists current surveys by start", body: { status: 0 }, answers: [running, everyone] },
      { fact: "lists future surveys", body: { status: 1 }, answers: [coming] },
      { fact: "lists past surveys", body: { status: 2 }, answers: [before, over] },
      {
        fact: "lists drafts, which may have no times",
        body: { status: 3, dateRange: { since: "2026-01-01T00:00:00", until: "2026-02-01T00:00:00" } },
        answers: [{ code: "DRAFT", topic: "Not yet", startTime: null, endTime: null }],
      },
      { fact: "lists one survey", body: { status: 0, code: " everyone" }, answers: [everyone] },
      { fact: "lists nothing if that survey has another status", body: { status: 1, code: "RUNNING" }, answers: [] },
      { fact: "treats a blank code as none", body: { status: 1, code: "" }, answers: [coming] },
      {
        fact: "lists only surveys whose period overlaps the range",
        body: { status: 0, dateRange: { until: "2020-12-31T23:59:59" } },
        answers: [running],
      },
      {
        fact: "does not count the end as part of a period",
        body: { status: 2, dateRange: { since: "2020-02-01T00:00:00" } },
        answers: [],
      },
      {
        fact: "counts the last moment before the end",
        body: { status: 2, dateRange: { since: "2020-01-31T23:59:59", until: null } },
        answers: [over],
      },
    ],
    refuses: [
      {
        fact: "an unknown survey",
        body: { status: 0, code: "NONE" },
        code: "OPA-SURVEY-UNKNOWN",
        status: 404,
        where: "code",
      },
      { fact: "a status above 3", body: { status: 4 }, code: "OPA-REQUEST-INVALID" },
      { fact: "a status below 0", body: { status: -1 }, code: "OPA-REQUEST-INVALID" },
      { fact: "no status", body: {}, code: "OPA-REQUEST-INVALID" },
      { fact: "a status of null", body: { status: null }, code: "OPA-REQUEST-INVALID" },
      {
        fact: "a range that ends before it begins",
        body: { status: 0, dateRange: { since: "2020-01-01T00:00:00Z", until: "2020-01-01T00:00:00" } },
        code: "OPA-DATE-RANGE",
      },
    ],
  },
  S2: {
    succeeds: [
      { fact: "publishes a copy", body: copy("RUNNING"), answers: fine, leaves: copied("RUNNING", "Topic of RUNNING") },
      {
        fact: "ignores the topic mode without a new topic",
        body: copy("OVER", { topicMode: 1, newTopic: " " }),
        answers: fine,
        leaves: copied("OVER", "Topic of OVER"),
      },
      {
        fact: "replaces the topic",
        body: copy("over", { newTopic: "Again" }),
        answers: fine,
        leaves: copied("OVER", "Again"),
      },
      {
        fact: "puts the new topic before the original",
        body: copy("OVER", { newTopic: "2090: ", topicMode: 1 }),
        answers: fine,
        leaves: copied("OVER", "2090: Topic of OVER"),
      },
      {
        fact: "puts the new topic after the original",
        body: copy("OVER", { newTopic: " (2090)", topicMode: 2 }),
        answers: fine,
        leaves: copied("OVER", "Topic of OVER (2090)"),
      },
      {
        fact: "asks other people if they are given",
        body: copy("OVER", { surveyUsers: [department("FIN", true), { itemType: 1, employee: number("001") }] }),
        answers: fine,
        leaves: copied("OVER", "Topic of OVER", [
          { itemType: 0, dept: { code: "FIN", containsChildren: true, isCompany: false } },
          { itemType: 1, employee: { userType: 0, userCode: "amy" } },
        ]),
      },
      {
        fact: "gives each copy its own code",
        first: [["S2", { body: copy("OVER") }]],
        body: copy("OVER"),
        answers: fine,
        leaves: ({ surveys }) =>
          expect(surveys?.surveys.slice(-2).map(({ code }) => code)).toEqual(["OVER-2", "OVER-3"]),
      },
      {
        fact: "publishes nothing if questions are invalid, and names all of them",
        body: copy("DRAFT", { surveyUsers: [department("FIN")] }),
        answers: {
          ...fine,
          hasContentError: true,
          questionErrors: {
            errors: [],
            items: [
              { id: questionId(4), seq: 1, errorCode: "OPA-QUESTION-BLANK" },
              { id: questionId(5), seq: 2, errorCode: "OPA-QUESTION-NO-OPTIONS" },
              { id: questionId(6), seq: 3, errorCode: "OPA-QUESTION-BRANCH-UNKNOWN" },
              { id: questionId(6), seq: 3, errorCode: "OPA-QUESTION-BRANCH-BACK" },
            ],
          },
        },
      },
      {
        fact: "reports settings and content together",
        body: copy("DRAFT"),
        answers: {
          hasSettingError: true,
          hasContentError: true,
          settingErrors: ["OPA-SURVEY-TARGETS-EMPTY targets"],
          questionErrors: { errors: [], items: expect.any(Array) },
        },
      },
      {
        fact: "publishes nothing for targets that were deleted or disabled",
        first: [
          ["T6", { params: { code: "DEP" } }],
          ["J9", { params: { code: "AUDIT" } }],
          ["D4", { body: { code: "LAB", active: false } }],
        ],
        body: copy("EVERYONE"),
        answers: settings(
          "OPA-SURVEY-TARGET-INACTIVE targets.0",
          "OPA-SURVEY-TARGET-GONE targets.2",
          "OPA-SURVEY-TARGET-INACTIVE targets.3",
        ),
      },
      {
        fact: "publishes nothing without targets",
        body: copy("OVER", { surveyUsers: [] }),
        answers: settings("OPA-SURVEY-TARGETS-EMPTY surveyUsers"),
      },
      {
        fact: "publishes nothing if the topic becomes too long",
        body: copy("OVER", { newTopic: "x".repeat(190), topicMode: 1 }),
        answers: settings("OPA-SURVEY-TOPIC-LONG newTopic"),
      },
    ],
    refuses: [
      {
        fact: "an unknown original",
        body: copy("NONE"),
        code: "OPA-SURVEY-UNKNOWN",
        where: "sourceQueCode",
      },
      {
        fact: "a period that ends when it begins",
        body: copy("OVER", { startTime: "2090-02-01T08:00:00", endTime: "2090-02-01T00:00:00Z" }),
        code: "OPA-SURVEY-PERIOD",
        where: "endTime",
      },
      {
        fact: "a past period",
        body: copy("OVER", { startTime: "2020-01-01T00:00:00Z", endTime: "2020-02-01T00:00:00Z" }),
        code: "OPA-SURVEY-PAST",
        where: "endTime",
      },
      {
        fact: "an unknown target",
        body: copy("OVER", { surveyUsers: [department("HQ"), department("NONE")] }),
        code: "OPA-DEPT-UNKNOWN",
        where: "surveyUsers.1.dept.code",
      },
      {
        fact: "a target without the part that its type needs",
        body: copy("OVER", { surveyUsers: [{ itemType: 1 }] }),
        code: "OPA-ITEM-INCOMPLETE",
      },
      {
        fact: "a topic mode above 2",
        body: copy("OVER", { newTopic: "x", topicMode: 3 }),
        code: "OPA-REQUEST-INVALID",
      },
      ...["sourceQueCode", "startTime", "endTime"].flatMap((name) =>
        [undefined, null, " "].map((value) => ({
          fact: `${name} as ${value === " " ? "blank" : value}`,
          body: copy("OVER", { [name]: value }),
          code: "OPA-REQUEST-INVALID",
        })),
      ),
    ],
  },
  N1: {
    succeeds: [
      {
        fact: "puts a notice into a person's inbox, also if the person is inactive",
        body: { to: account("eve"), title: "Run failed", message: "Line 1\nLine 2" },
        leaves: ({ notices }) =>
          expect(notices?.slice(1)).toEqual([
            {
              id: expect.any(String),
              account: "eve",
              title: "Run failed",
              message: "Line 1\nLine 2",
              at: expect.any(String),
              read: false,
            },
          ]),
      },
      {
        fact: "accepts the longest title and message",
        body: { to: number("001"), title: "t".repeat(200), message: "m".repeat(4_000) },
        leaves: ({ notices }) => expect(notices?.map(({ account: to }) => to)).toEqual(["amy", "amy"]),
      },
    ],
    refuses: [
      {
        fact: "an unknown person",
        body: { to: account("zoe"), title: "t", message: "m" },
        code: "OPA-USER-UNKNOWN",
        where: "to.userCode",
      },
      {
        fact: "a title that is too long",
        body: { to: account("amy"), title: "t".repeat(201), message: "m" },
        code: "OPA-REQUEST-INVALID",
      },
      {
        fact: "a message that is too long",
        body: { to: account("amy"), title: "t", message: "m".repeat(4_001) },
        code: "OPA-REQUEST-INVALID",
      },
      ...["to", "title", "message"].flatMap((name) =>
        [undefined, null, " "].map((value) => ({
          fact: `${name} as ${value === " " ? "blank" : value}`,
          body: { to: account("amy"), title: "t", message: "m", [name]: value },
          code: "OPA-REQUEST-INVALID",
        })),
      ),
    ],
  },
};
