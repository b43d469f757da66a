/** Cases of F8b, F9–F11, U3 and U4, with the data of signing-company.ts. */
import { expect } from "vitest";
import type { OperationId } from "../../../src/contract/contract.ts";
import type { Calls, CasesOf, Refusal } from "../forms/operation-cases.ts";
import { approved, change, type Documents, notNeeded, now, rejected } from "./signing-case.ts";
import { account, node } from "./signing-company.ts";

const leave = (number: number): string => `LEAVE-20260301-000${number}`;
const expense = "EXPENSE-20260301-0001";

/** Fay and hal sign: then both branches of the route are done. */
const branchesSigned: Calls = [
  ["F10", { body: { user: account("fay"), nodeId: node(7) } }],
  ["F10", { body: { user: account("hal"), nodeId: node(9) } }],
];

/** Refusals that F10 and F11 share. */
const nodeRefusals = (body: object): readonly Refusal[] => [
  { fact: "an unknown user", body: { ...body, user: account("nobody") }, code: "OPA-USER-UNKNOWN" },
  {
    fact: "a user who is not active",
    body: { ...body, user: account("joe") },
    code: "OPA-USER-INACTIVE",
    where: "user",
  },
  { fact: "an unknown node", body: { ...body, nodeId: node(99) }, code: "OPA-TASK-UNKNOWN", where: "nodeId" },
  { fact: "a node that is not an id", body: { ...body, nodeId: "first" }, code: "OPA-REQUEST-INVALID" },
  {
    fact: "the manager above the signer",
    body: { ...body, user: account("bea") },
    code: "OPA-TASK-FOREIGN",
    where: "user",
  },
  { fact: "the applicant", body: { ...body, user: account("dan") }, code: "OPA-TASK-FOREIGN" },
  {
    fact: "a decided node",
    body: { ...body, user: account("bea"), nodeId: node(3) },
    code: "OPA-TASK-DECIDED",
    where: "nodeId",
  },
  {
    fact: "a node of a voided document",
    body: { ...body, nodeId: node(4) },
    code: "OPA-TASK-DECIDED",
  },
  {
    fact: "a node made unnecessary by another signer of the step",
    first: [["F10", { body: { user: account("fay"), nodeId: node(7) } }]],
    body: { ...body, user: account("gil"), nodeId: node(8) },
    code: "OPA-TASK-DECIDED",
  },
  {
    fact: "another company",
    body: { ...body, user: { ...account("cal"), corpCode: "OTHER" } },
    code: "OPA-CORP-UNKNOWN",
  },
];

const calsTask = { user: account("cal"), nodeId: node(1) };
const calsRejection = { ...calsTask, opinion: "No" };
const danVoids = { user: account("dan"), formNo: leave(1), reason: "Changed my mind" };

/** U3 does not tell a document of other people from one that does not exist. */
const unknownSn = { code: "OPA-FORM-SN-UNKNOWN", status: 404 };
const taken: unknown = { errorCode: "", traceId: expect.stringMatching(/^[\da-f-]{36}$/) };

export type SigningId = Extract<OperationId, "F8b" | "F9" | "F10" | "F11" | "U3" | "U4">;

export const signingCases: CasesOf<SigningId, Documents> = {
  F8b: {
    succeeds: [
      {
        fact: "shows a document with its fields, and null for those without a value",
        params: { formSn: "leave-20260301-0002 " },
        answers: {
          formSn: leave(2),
          formName: "Leave",
          subject: "Leave 2",
          urgent: false,
          taskViewStatus: 3,
          applicantDate: "2026-03-02T01:00:00.000Z",
          fields: [
            { fieldName: "Name of days", code: "days", typeId: "number", value: 5 },
            { fieldName: "Name of reason", code: "reason", typeId: "text", value: "Rest by the Sea" },
            { fieldName: "Name of start", code: "start", typeId: "dateTime", value: null },
          ],
        },
      },
    ],
    refuses: [
      {
        fact: "an unknown number",
        params: { formSn: leave(9) },
        code: "OPA-FORM-SN-UNKNOWN",
        status: 404,
        where: "formSn",
      },
    ],
  },
  F9: {
    succeeds: [
      {
        fact: "voids a document in progress and ends its tasks",
        body: danVoids,
        leaves: change(leave(1), { status: 5, endDate: now, voidReason: "Changed my mind" }, { 0: notNeeded }),
      },
      {
        fact: "voids a document that was signed in part",
        body: { ...danVoids, formNo: leave(4).toLowerCase() },
        leaves: change(leave(4), { status: 5, endDate: now, voidReason: "Changed my mind" }, { 1: notNeeded }),
      },
    ],
    refuses: [
      { fact: "an unknown user", body: { ...danVoids, user: account("nobody") }, code: "OPA-USER-UNKNOWN" },
      {
        fact: "an unknown number",
        body: { ...danVoids, formNo: leave(9) },
        code: "OPA-FORM-SN-UNKNOWN",
        where: "formNo",
      },
      { fact: "its signer", body: { ...danVoids, user: account("cal") }, code: "OPA-NOT-APPLICANT", where: "user" },
      {
        fact: "an approved document",
        body: { ...danVoids, formNo: leave(2) },
        code: "OPA-FORM-SN-CLOSED",
        where: "formNo",
      },
      { fact: "a voided document", body: { ...danVoids, formNo: leave(3) }, code: "OPA-FORM-SN-CLOSED" },
      {
        fact: "an applicant who is not active",
        first: [["E7", { body: { user: account("dan"), active: false } }]],
        body: danVoids,
        code: "OPA-USER-INACTIVE",
      },
    ],
  },
  F10: {
    succeeds: [
      {
        fact: "asks the next signer",
        body: calsTask,
        leaves: change(leave(1), {}, { 0: approved("cal") }, [{ place: [1], signer: "bea" }]),
      },
      {
        fact: "accepts an agent's signature while the signer is absent",
        body: { ...calsTask, user: account("ida") },
        leaves: change(leave(1), {}, { 0: approved("ida") }, [{ place: [1], signer: "bea" }]),
      },
      {
        fact: "approves the document with the last signature",
        body: { user: account("bea"), nodeId: node(6).toUpperCase() },
        leaves: change(leave(4), { status: 3, endDate: now }, { 1: approved("bea") }),
      },
      {
        fact: "needs only one of several signers, and waits for the other branch",
        body: { user: { userType: 1, userCode: "N-fay" }, nodeId: node(7) },
        leaves: change(expense, {}, { 0: approved("fay"), 1: notNeeded }),
      },
      {
        fact: "continues when all branches are complete",
        first: [branchesSigned[0] as Calls[number]],
        body: { user: account("hal"), nodeId: node(9) },
        leaves: change(expense, {}, { 2: approved("hal") }, [{ place: [1], signer: "ann" }]),
      },
    ],
    refuses: nodeRefusals(calsTask),
  },
  F11: {
    succeeds: [
      {
        fact: "rejects the whole document",
        body: { user: account("hal"), nodeId: node(9), opinion: "Not lawful" },
        leaves: change(
          expense,
          { status: 4, endDate: now },
          { 0: notNeeded, 1: notNeeded, 2: rejected("hal", "Not lawful") },
        ),
      },
      {
        fact: "accepts an agent's rejection",
        body: { ...calsRejection, user: account("ida") },
        leaves: change(leave(1), { status: 4, endDate: now }, { 0: rejected("ida", "No") }),
      },
    ],
    refuses: nodeRefusals(calsRejection),
  },
  U3: {
    succeeds: [
      {
        fact: "shows the applicant a document with the sums and averages of its grids",
        as: "dan",
        params: { formSn: expense },
        answers: {
          form_Sn: expense,
          form_Name: "Expense",
          subject: "1500 for the fair",
          urgent: true,
          task_View_Status: "1",
          applicant_Date: "2026-03-05T01:00:00.000Z",
          fields: [
            { field_Name: "Name of amount", code: "amount", value: 1500 },
            { field_Name: "Name of place", code: "place", value: "Paris" },
            { field_Name: "Name of papers", code: "papers", value: null },
          ],
          grids: [
            {
              code: "items",
              name: "Name of items",
              columns: ["name", "price", "kind"].map((code) => ({ code, name: `Name of ${code}` })),
              rows: [
                { name: "flight", price: 0.1, kind: "far" },
                { name: "hotel", price: 0.2 },
              ],
              sumByCode: { price: 0.3 },
              avgByCode: { price: 0.15 },
            },
          ],
        },
      },
      ...["gil", "hal"].map((as) => ({
        fact: `shows ${as}, who is asked, the document`,
        as,
        params: { formSn: expense },
        answers: expect.objectContaining({ form_Sn: expense }) as unknown,
      })),
      ...["cal", "bea"].map((as) => ({
        fact: `shows ${as}, who has signed, the document`,
        as,
        params: { formSn: leave(2) },
        answers: expect.objectContaining({ form_Sn: leave(2), task_View_Status: "3", grids: [] }) as unknown,
      })),
      {
        fact: "shows an agent what waits for the absent signer",
        as: "ida",
        params: { formSn: leave(1) },
        answers: expect.objectContaining({ form_Sn: leave(1) }) as unknown,
      },
    ],
    refuses: [
      { fact: "a person who is not involved", as: "eve", params: { formSn: expense }, ...unknownSn },
      {
        fact: "an agent after the signer has signed",
        as: "ida",
        params: { formSn: leave(2) },
        ...unknownSn,
      },
      { fact: "a signer who is not asked yet", as: "ann", params: { formSn: expense }, ...unknownSn },
      { fact: "an unknown number", as: "dan", params: { formSn: leave(9) }, ...unknownSn },
    ],
  },
  U4: {
    succeeds: [
      {
        fact: "approves as the user, with a remark",
        as: "cal",
        body: { formSn: leave(1), status: 0, reason: "Enjoy" },
        answers: taken,
        leaves: change(leave(1), {}, { 0: approved("cal", "Enjoy") }, [{ place: [1], signer: "bea" }]),
      },
      {
        fact: "approves as an agent, without a remark",
        as: "ida",
        body: { formSn: leave(1), status: 0, reason: " " },
        answers: taken,
        leaves: change(leave(1), {}, { 0: approved("ida") }, [{ place: [1], signer: "bea" }]),
      },
      {
        fact: "rejects with a reason",
        as: "bea",
        body: { formSn: leave(4), status: 1, reason: "Too long" },
        answers: taken,
        leaves: change(leave(4), { status: 4, endDate: now }, { 1: rejected("bea", "Too long") }),
      },
      {
        fact: "signs the last step when all branches are complete",
        first: branchesSigned,
        as: "ann",
        body: { formSn: expense, status: 0 },
        answers: taken,
        leaves: change(expense, { status: 3, endDate: now }, { 3: approved("ann") }),
      },
    ],
    refuses: [
      {
        fact: "a rejection without a reason",
        as: "cal",
        body: { formSn: leave(1), status: 1 },
        code: "OPA-REASON-MISSING",
        where: "reason",
      },
      {
        fact: "a rejection with a blank reason",
        as: "cal",
        body: { formSn: leave(1), status: 1, reason: " " },
        code: "OPA-REASON-MISSING",
      },
      {
        fact: "an unknown number",
        as: "cal",
        body: { formSn: leave(9), status: 0 },
        code: "OPA-FORM-SN-UNKNOWN",
        where: "formSn",
      },
      {
        fact: "a person who has no part in the document, as if it did not exist",
        as: "bea",
        body: { formSn: leave(1), status: 0 },
        code: "OPA-FORM-SN-UNKNOWN",
        where: "formSn",
      },
      { fact: "the applicant", as: "dan", body: { formSn: leave(1), status: 0 }, code: "OPA-TASK-NONE" },
      { fact: "a second signature", as: "cal", body: { formSn: leave(4), status: 0 }, code: "OPA-TASK-NONE" },
      { fact: "a closed document", as: "cal", body: { formSn: leave(3), status: 0 }, code: "OPA-TASK-NONE" },
      { fact: "an empty number", as: "cal", body: { formSn: "", status: 0 }, code: "OPA-REQUEST-INVALID" },
      { fact: "a status above 1", as: "cal", body: { formSn: leave(1), status: 2 }, code: "OPA-REQUEST-INVALID" },
      { fact: "a status below 0", as: "cal", body: { formSn: leave(1), status: -1 }, code: "OPA-REQUEST-INVALID" },
    ],
  },
};
