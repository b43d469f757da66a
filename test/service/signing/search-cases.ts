/** Cases of the searches F8c, F8d and U2, with the data of signing-company.ts. */
import { expect } from "vitest";
import type { OperationId } from "../../../src/contract/contract.ts";
import type { CasesOf, Refusal, Success } from "../forms/operation-cases.ts";
import { account, node } from "./signing-company.ts";

const leave = (number: number): string => `LEAVE-20260301-000${number}`;
const expense = "EXPENSE-20260301-0001";
const all = [1, 2, 3, 4].map(leave).concat(expense);

const page = (size: number, rest: object = {}) => ({ page: 0, size, ...rest });

/** An answer that lists exactly these documents, in this order. */
const listing = (numbers: readonly string[]): unknown => ({
  pageInfo: expect.objectContaining({ itemsCount: numbers.length }),
  items: numbers.map((formSn) => expect.objectContaining({ formSn })),
});

const applied = { user: account("dan"), taskStatus: 0, pageOptions: page(10) };
const findsApplied = (fact: string, rest: object, ...numbers: string[]): Success => ({
  fact,
  body: { ...applied, ...rest },
  answers: listing(numbers),
});

const pending = { user: account("gil"), pageOptions: page(10) };
const findsPending = (fact: string, rest: object, ...numbers: string[]): Success => ({
  fact,
  body: { ...pending, ...rest },
  answers: listing(numbers),
});

const listsFor = (fact: string, as: string, body: object, ...numbers: string[]): Success => ({
  fact,
  as,
  body,
  answers: { items: numbers.map((formSn) => expect.objectContaining({ formSn }) as unknown) },
});

const days = (since: string | null, until?: string) => ({ dateRange: { since, ...(until ? { until } : {}) } });

const pageRefusals = (body: object): readonly Refusal[] =>
  [
    ["a page below 0", page(10, { page: -1 })],
    ["a size of 0", page(0)],
    ["a size above 1000", page(1001)],
    ["an unknown order", page(10, { order: 2 })],
    ["an unknown sort key", page(10, { by: 4 })],
    ["half a page", page(10, { page: 0.5 })],
  ].map(([fact, pageOptions]) => ({
    fact: fact as string,
    body: { ...body, pageOptions },
    code: "OPA-REQUEST-INVALID",
  }));

/** Refusals that F8c and F8d share. */
const searchRefusals = (body: object): readonly Refusal[] => [
  ...pageRefusals(body),
  { fact: "an unknown person", body: { ...body, user: account("nobody") }, code: "OPA-USER-UNKNOWN" },
  { fact: "an unknown form", body: { ...body, formCode: "NO" }, code: "OPA-FORM-UNKNOWN", where: "formCode" },
  { fact: "an invalid date", body: { ...body, ...days("yesterday") }, code: "OPA-REQUEST-INVALID" },
  {
    fact: "a range that ends before it begins",
    body: { ...body, ...days("2026-03-02T00:00:00Z", "2026-03-01T00:00:00Z") },
    code: "OPA-DATE-RANGE",
    where: "dateRange.until",
  },
];

export type SearchId = Extract<OperationId, "F8c" | "F8d" | "U2">;

export const searchCases: CasesOf<SearchId> = {
  F8c: {
    succeeds: [
      {
        fact: "shows what can still be done with a document, page by page",
        body: { ...applied, pageOptions: page(2, { page: 1 }) },
        answers: {
          pageInfo: { pageSize: 2, itemsCount: 5, pageNumber: 1, pageCount: 3 },
          items: [
            {
              formName: "Leave",
              subject: "Leave 3",
              formSn: leave(3),
              applicantDate: "2026-03-03T01:00:00.000Z",
              endDate: "2026-03-05T01:00:00.000Z",
              taskViewStatus: 5,
              allowedToRetrieve: false,
              allowedToCancel: false,
              url: `/bpm/document/${leave(3)}`,
            },
            {
              formName: "Leave",
              subject: "Leave 4",
              formSn: leave(4),
              applicantDate: "2026-03-04T01:00:00.000Z",
              endDate: null,
              taskViewStatus: 1,
              allowedToRetrieve: false,
              allowedToCancel: true,
              url: `/bpm/document/${leave(4)}`,
            },
          ],
        },
      },
      {
        fact: "lets a document without signatures be retrieved",
        body: { ...applied, keyword: leave(1) },
        answers: expect.objectContaining({
          items: [expect.objectContaining({ allowedToRetrieve: true, allowedToCancel: true })],
        }) as unknown,
      },
      findsApplied("finds nothing of other people", { user: account("cal") }),
      {
        ...findsApplied("finds nothing beyond the last page", {}),
        body: { ...applied, pageOptions: page(10, { page: 1 }) },
        answers: { pageInfo: { pageSize: 10, itemsCount: 5, pageNumber: 1, pageCount: 1 }, items: [] },
      },
      findsApplied("accepts the largest size", { pageOptions: page(1000) }, ...all),
      findsApplied("filters documents in progress", { taskStatus: 1 }, leave(1), leave(4), expense),
      findsApplied("filters closed documents, however they ended", { taskStatus: 2 }, leave(2), leave(3)),
      findsApplied("filters approved documents", { taskStatus: 3 }, leave(2)),
      findsApplied("filters rejected documents", { taskStatus: 4 }),
      findsApplied("filters voided documents", { taskStatus: 5 }, leave(3)),
      findsApplied("filters abnormal documents", { taskStatus: 6 }),
      findsApplied("filters documents of one form", { formCode: "expense" }, expense),
      findsApplied("finds a word of the number, whatever its case", { keyword: " expense-2026" }, expense),
      findsApplied("finds a word of the subject", { keyword: "THE FAIR" }, expense),
      findsApplied("finds a word of a field", { keyword: "by the sea" }, ...all.slice(0, 4)),
      findsApplied("finds an option by its name", { keyword: "paris" }, expense),
      findsApplied("finds a word inside a grid", { keyword: "hotel" }, expense),
      findsApplied("finds everything with a blank word", { keyword: " " }, ...all),
      findsApplied("finds nothing with other words", { keyword: "mountains" }),
      findsApplied(
        "filters by day of application, both ends included",
        days("2026-03-02T09:00:00", "2026-03-03T01:00:00Z"),
        leave(2),
        leave(3),
      ),
      findsApplied(
        "accepts a range that is open at one end",
        { dateRangeType: 0, ...days(null, "2026-03-01T01:00:00Z") },
        leave(1),
      ),
      findsApplied(
        "filters by day of signing",
        { dateRangeType: 1, ...days("2026-03-06T01:00:00Z", "2026-03-10T01:00:00Z") },
        leave(2),
        leave(4),
      ),
      findsApplied(
        "filters by day of closing",
        { dateRangeType: 2, ...days("2026-03-05T01:00:00Z") },
        leave(2),
        leave(3),
      ),
      findsApplied("filters by day of notification", { dateRangeType: 3, ...days("2026-03-06T01:00:00Z") }, leave(4)),
      ...[1, 2, 3].map((dateRangeType) =>
        findsApplied(`ignores the kind of date ${dateRangeType} without a range`, { dateRangeType }, ...all),
      ),
      findsApplied("sorts the newest first", { pageOptions: page(10, { order: 1 }) }, ...all.toReversed()),
      findsApplied(
        "sorts by closing date, open ones last",
        { pageOptions: page(10, { by: 1 }) },
        leave(3),
        leave(2),
        leave(1),
        leave(4),
        expense,
      ),
      findsApplied("sorts by number", { pageOptions: page(10, { by: 2 }) }, expense, ...all.slice(0, 4)),
      findsApplied(
        "sorts by subject, descending",
        { pageOptions: page(10, { by: 3, order: 1 }) },
        ...all.slice(0, 4).toReversed(),
        expense,
      ),
    ],
    refuses: [
      ...searchRefusals(applied),
      { fact: "a status above 6", body: { ...applied, taskStatus: 7 }, code: "OPA-REQUEST-INVALID" },
      { fact: "a status below 0", body: { ...applied, taskStatus: -1 }, code: "OPA-REQUEST-INVALID" },
      { fact: "a kind of date above 3", body: { ...applied, dateRangeType: 4 }, code: "OPA-REQUEST-INVALID" },
      { fact: "a kind of date below 0", body: { ...applied, dateRangeType: -1 }, code: "OPA-REQUEST-INVALID" },
    ],
  },
  F8d: {
    succeeds: [
      {
        fact: "shows the pending node, and that it is in a branch",
        body: pending,
        answers: {
          pageInfo: { pageSize: 10, itemsCount: 1, pageNumber: 0, pageCount: 1 },
          items: [
            {
              formName: "Expense",
              subject: "1500 for the fair",
              formSn: expense,
              urgent: true,
              nodeId: node(8),
              applicantDate: "2026-03-05T01:00:00.000Z",
              createdDate: "2026-03-01T01:00:00.000Z",
              isBranch: true,
              isAgent: false,
              isHandover: false,
              url: `/bpm/document/${expense}`,
            },
          ],
        },
      },
      {
        fact: "shows an agent what waits for the absent person",
        body: { ...pending, user: account("ida") },
        answers: expect.objectContaining({
          items: [expect.objectContaining({ nodeId: node(1), isAgent: true, isBranch: false })],
        }) as unknown,
      },
      findsPending("still shows the absent person", { user: account("cal") }, leave(1)),
      findsPending("shows an applicant nothing", { user: account("dan") }),
      findsPending("filters tasks to sign", { taskStatus: 1 }, expense),
      findsPending("tells inquiries", { taskStatus: 2 }),
      findsPending("tells handovers", { taskStatus: 3 }),
      findsPending("tells countersigning", { user: account("hal"), taskStatus: 4 }, expense),
      findsPending("shows all with 0", { taskStatus: 0 }, expense),
      findsPending("filters documents of one form", { formCode: "LEAVE" }),
      findsPending("finds a word of a field", { keyword: "flight" }, expense),
      findsPending("finds nothing with other words", { keyword: "sea" }),
      findsPending("filters by day of application", days("2026-03-05T09:00:00", "2026-03-05T09:00:00"), expense),
      findsPending("leaves out other days", days("2026-03-05T09:00:01")),
    ],
    refuses: [
      ...searchRefusals(pending),
      { fact: "a kind above 4", body: { ...pending, taskStatus: 5 }, code: "OPA-REQUEST-INVALID" },
      { fact: "a kind below 0", body: { ...pending, taskStatus: -1 }, code: "OPA-REQUEST-INVALID" },
    ],
  },
  U2: {
    succeeds: [
      {
        fact: "lists what waits for the user",
        as: "bea",
        body: {},
        answers: {
          items: [
            {
              formName: "Leave",
              subject: "Leave 4",
              formSn: leave(4),
              urgent: false,
              applicantDate: "2026-03-04T01:00:00.000Z",
              url: `/bpm/document/${leave(4)}`,
            },
          ],
        },
      },
      listsFor("lists for an agent what waits for the absent person", "ida", {}, leave(1)),
      listsFor("lists nothing for an applicant", "dan", {}),
      listsFor("finds a word of the subject", "fay", { keyword: "FAIR" }, expense),
      listsFor("finds nothing with other words", "fay", { keyword: "sea" }),
      listsFor(
        "reads a date as the whole day",
        "fay",
        { applicant_Date_From: "2026-03-05", applicant_Date_To: "2026-03-05" },
        expense,
      ),
      listsFor("includes the end of the day", "fay", { applicant_Date_To: "2026-03-04" }),
      listsFor("includes the start of the day", "fay", { applicant_Date_From: "2026-03-06" }),
      listsFor(
        "reads a date-time to the second, at +08:00",
        "fay",
        { applicant_Date_From: "2026-03-05T09:00:00" },
        expense,
      ),
      listsFor("leaves out an application a second earlier", "fay", {
        applicant_Date_From: "2026-03-05T09:00:01",
      }),
      listsFor("treats blank bounds as none", "fay", { applicant_Date_From: "", applicant_Date_To: null }, expense),
    ],
    refuses: [
      {
        fact: "a bound that is not a date",
        as: "fay",
        body: { applicant_Date_From: "5/3/2026" },
        code: "OPA-REQUEST-INVALID",
        where: "applicant_Date_From",
      },
      {
        fact: "a day that does not exist",
        as: "fay",
        body: { applicant_Date_To: "2026-02-30" },
        code: "OPA-REQUEST-INVALID",
        where: "applicant_Date_To",
      },
      {
        fact: "a range that ends before it begins",
        as: "fay",
        body: { applicant_Date_From: "2026-03-02", applicant_Date_To: "2026-03-01" },
        code: "OPA-DATE-RANGE",
        where: "applicant_Date_To",
      },
    ],
  },
};
