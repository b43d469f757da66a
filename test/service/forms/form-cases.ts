/** Cases of the form operations F1–F8, with the data of baseline.ts. */
import { expect } from "vitest";
import { account, number } from "../cases/baseline.ts";
import { ids } from "./baseline.ts";
import { anyId, type CasesOf, type Refusal, type TestService } from "./operation-cases.ts";

const byPerson = (userCode: string, userType = "0") => ({ userType, userCode });
const inCompany = (userCode: string, corpCode = "ACME") => ({ ...byPerson(userCode), corpCode });

const ofNobody: Refusal = {
  fact: "an unknown person",
  params: { ...byPerson("zoe"), corpCode: "ACME" },
  code: "OPA-USER-UNKNOWN",
  status: 404,
  where: "userCode",
};
const ofOddType: Refusal = {
  fact: "an unknown kind of code",
  params: { ...byPerson("amy", "2"), corpCode: "ACME" },
  code: "OPA-REQUEST-INVALID",
};
const ofOtherCompany: Refusal = {
  fact: "another company",
  params: inCompany("amy", "OTHER"),
  code: "OPA-CORP-UNKNOWN",
  where: "corpCode",
};

const connection = (connId: string, code: string, name: string, connectionType: number, hasUsed: boolean) => ({
  connId,
  code,
  name,
  connectionType,
  editor: { itemType: 1, employee: account("amy") },
  modifiedDate: "2026-01-02T03:04:05.000Z",
  hasUsed,
});
const connections = [
  connection("88888888-8888-4888-8888-888888888888", "ERP", "Ledger", 1, true),
  connection("99999999-9999-4999-8999-999999999999", "MAIL", "Mail", 0, false),
];

const money = { id: ids.money, category: "Money" };
const people = { id: ids.people, category: "People" };
const expense = {
  categoryId: ids.money,
  category: "Money",
  name: "Expense report",
  formCode: "EXPENSE",
  url: "/bpm/apply/EXPENSE",
};
const leave = { categoryId: ids.people, category: "People", name: "Leave", formCode: "LEAVE", url: "/bpm/apply/LEAVE" };
const ofResearch = { categoryList: [people, money], formList: [expense, leave] };
const ofOthers = { categoryList: [money], formList: [expense] };

const shown = (code: string, typeId: string, rest: object = {}) => ({
  id: anyId,
  name: `Name of ${code}`,
  code,
  typeId,
  fieldHelper: null,
  isRequired: false,
  notSupport: false,
  fields: [],
  isExternalSource: false,
  externalSourceName: null,
  options: [],
  ...rest,
});
const option = (name: string, rest: object = {}) => ({
  id: anyId,
  name,
  fillText: null,
  enableFillText: false,
  isOther: false,
  ...rest,
});
const expenseFields = [
  shown("title", "text", { isRequired: true, fieldHelper: "what for" }),
  shown("remark", "textArea"),
  shown("amount", "number", { isRequired: true }),
  shown("day", "date"),
  shown("moment", "dateTime"),
  shown("way", "select", {
    options: [
      option("car", { id: ids.car }),
      option("other", { fillText: "which", enableFillText: true, isOther: true }),
    ],
  }),
  shown("extras", "checkbox", { options: [option("hotel"), option("meals", { enableFillText: true })] }),
  shown("with", "user"),
  shown("to", "department"),
  shown("papers", "file"),
  shown("lines", "grid", {
    fields: [
      shown("item", "text", { isRequired: true }),
      shown("price", "number"),
      shown("kind", "select", { options: [option("A")] }),
    ],
  }),
  shown("stay", "group", { fields: [shown("from", "date", { isRequired: true }), shown("nights", "number")] }),
  shown("stamp", "text", { notSupport: true, isRequired: true }),
  shown("project", "select", { isExternalSource: true, externalSourceName: "projects" }),
];

const form = (formCodeOrId: string) => ({ formCodeOrId });

/** A valid request for the form EXPENSE. */
export const application = (more: object = {}) => ({
  applyAccount: account("dan"),
  deptCode: "FIN",
  fields: [
    { code: "title", value: "Trip" },
    { code: "amount", value: 12.5 },
  ],
  ...more,
});

const start = async (service: TestService, body: object): Promise<string> => {
  const answer = await service.call("F1", { params: form("EXPENSE"), body });
  expect(answer.status).toBe(200);
  return answer.json as string;
};

/** Waits until the initiation is done, and returns its result. */
const resultOf = async (service: Pick<TestService, "call">, traceId: unknown): Promise<unknown> => {
  let result: unknown;
  await expect
    .poll(async () => {
      result = (await service.call("F2", { body: { traceId } })).json;
      return result;
    })
    .toMatchObject({ process: 2 });
  return result;
};

const traceOf = (body: object) => async (service: TestService) => {
  const traceId = await start(service, body);
  await resultOf(service, traceId);
  return { body: { traceId } };
};
const succeeded = (formName: string) => ({
  traceId: anyId,
  formName,
  formSn: expect.stringMatching(/./),
  process: 2,
  result: 1,
  retryCount: 0,
  resultMessage: null,
});

const becomesDocument = (formName: string) => async (traceId: unknown, service: TestService) =>
  expect(await resultOf(service, traceId)).toEqual(succeeded(formName));

const refused = (fact: string, more: object, code: string, where?: string): Refusal => ({
  fact,
  params: form("EXPENSE"),
  body: application(more),
  code,
  ...(where ? { where } : {}),
});

export const formCases: CasesOf<"F1" | "F2" | "F3" | "F4" | "F5" | "F6" | "F7" | "F8"> = {
  F1: {
    succeeds: [
      {
        fact: "returns a trace id, and a document follows",
        params: form("EXPENSE"),
        body: application(),
        answers: anyId,
        check: becomesDocument("Expense report"),
      },
      {
        fact: "accepts the form by its id and the person by number",
        params: form(ids.expense.toUpperCase()),
        body: application({
          applyAccount: number("004"),
          deptCode: "fin",
          opinion: null,
          urgent: true,
          attachFiles: [],
          customData: "c",
          callBackUrl: " ",
        }),
        answers: anyId,
        check: becomesDocument("Expense report"),
      },
      {
        fact: "lets a member of a named department apply",
        params: form("leave"),
        body: { applyAccount: account("cat"), deptCode: "RD1", fields: [{ code: "days", value: 2 }] },
        answers: anyId,
        check: becomesDocument("Leave"),
      },
    ],
    refuses: [
      {
        fact: "an unknown form",
        params: form("NO"),
        body: application(),
        code: "OPA-FORM-UNKNOWN",
        where: "formCodeOrId",
      },
      {
        fact: "a form that takes no applications",
        params: form("CLOSED"),
        body: application(),
        code: "OPA-FORM-NOT-ALLOWED",
        where: "applyAccount",
      },
      {
        fact: "a person who may not apply for the form",
        params: form("LEAVE"),
        body: application(),
        code: "OPA-FORM-NOT-ALLOWED",
      },
      refused("an unknown person", { applyAccount: account("zoe") }, "OPA-USER-UNKNOWN", "applyAccount.userCode"),
      refused(
        "a person of another company",
        { applyAccount: { ...account("dan"), corpCode: "X" } },
        "OPA-CORP-UNKNOWN",
        "applyAccount.corpCode",
      ),
      refused("an unknown department", { deptCode: "NO" }, "OPA-DEPT-UNKNOWN", "deptCode"),
      refused("a department without a post of the person", { deptCode: "RD" }, "OPA-POST-UNKNOWN", "deptCode"),
      refused(
        "a missing file",
        { attachFiles: [{ id: ids.car, fileName: "a" }] },
        "OPA-FILE-UNKNOWN",
        "attachFiles.0.id",
      ),
      refused("a callback to a file address", { callBackUrl: "file:///etc/passwd" }, "OPA-ADDRESS-FORBIDDEN"),
      refused("a callback without a scheme", { callBackUrl: "example.com/hook" }, "OPA-ADDRESS-FORBIDDEN"),
      refused("a callback with a password", { callBackUrl: "https://a:b@example.com/" }, "OPA-ADDRESS-FORBIDDEN"),
      refused(
        "a callback of more than 2048 characters",
        { callBackUrl: `https://example.com/${"a".repeat(2_048)}` },
        "OPA-REQUEST-INVALID",
      ),
      refused("a value whose code is no text", { fields: [{ code: 1, value: 1 }] }, "OPA-REQUEST-INVALID"),
      {
        fact: "an applicant who is disabled",
        first: [["E7", { body: { user: account("dan"), active: false } }]],
        params: form("EXPENSE"),
        body: application(),
        code: "OPA-FORM-NOT-ALLOWED",
      },
    ],
  },
  F2: {
    succeeds: [
      { fact: "shows the number of the document", input: traceOf(application()), answers: succeeded("Expense report") },
      {
        fact: "shows which fields were invalid, without their values",
        input: traceOf(
          application({
            fields: [
              { code: "amount", value: "secret" },
              { code: "lines", value: [{ price: 1 }] },
            ],
          }),
        ),
        answers: {
          traceId: anyId,
          formName: "Expense report",
          formSn: null,
          process: 2,
          result: 2,
          retryCount: 0,
          resultMessage: "OPA-FIELDS-INVALID: title is required; amount is not a number; lines.0.item is required",
        },
      },
    ],
    refuses: [
      {
        fact: "an unknown trace id",
        body: { traceId: ids.car },
        code: "OPA-TRACE-UNKNOWN",
        status: 404,
        where: "traceId",
      },
    ],
  },
  F3: {
    succeeds: [
      { fact: "shows a person's own connections", params: byPerson("001", "1"), answers: connections },
      { fact: "shows no connections of other people", params: byPerson("bob"), answers: [] },
    ],
    refuses: [ofNobody, ofOddType],
  },
  F4: {
    succeeds: [{ fact: "shows the same with the own company", params: inCompany("amy"), answers: connections }],
    refuses: [ofNobody, ofOddType, ofOtherCompany],
  },
  F5: {
    succeeds: [
      { fact: "shows the forms of a department to those below it", params: byPerson("003", "1"), answers: ofResearch },
      { fact: "leaves out what a person may not apply for", params: byPerson("dan"), answers: ofOthers },
    ],
    refuses: [ofNobody, ofOddType],
  },
  F6: {
    succeeds: [{ fact: "shows the same with the own company", params: inCompany("bob"), answers: ofResearch }],
    refuses: [ofNobody, ofOddType, ofOtherCompany],
  },
  F7: {
    succeeds: [
      {
        fact: "shows all categories and forms in order",
        answers: {
          categories: [people, money, { id: ids.unused, category: "Unused" }],
          forms: [
            { categoryId: ids.money, code: "EXPENSE", name: "Expense report" },
            { categoryId: ids.people, code: "LEAVE", name: "Leave" },
            { categoryId: ids.money, code: "CLOSED", name: "Closed" },
          ],
        },
      },
    ],
    refuses: [],
  },
  F8: {
    succeeds: [
      {
        fact: "shows every kind of field, nested ones and options",
        params: form("expense"),
        answers: { formCode: "EXPENSE", allowApplyForm: true, fields: expenseFields },
      },
      {
        fact: "accepts the id",
        params: form(ids.closed),
        answers: { formCode: "CLOSED", allowApplyForm: false, fields: [] },
      },
    ],
    refuses: [
      { fact: "an unknown form", params: form("NO"), code: "OPA-FORM-UNKNOWN", status: 404, where: "formCodeOrId" },
      { fact: "an unknown id", params: form(ids.car), code: "OPA-FORM-UNKNOWN", status: 404 },
    ],
  },
};
