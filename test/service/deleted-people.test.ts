/** Data about deleted people (operation E10): whatever referred to them can still be read, dumped and loaded. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OperationId } from "../../src/contract/contract.ts";
import type { CompanyDocument } from "../../src/contract/sections/company-document.ts";
import { type Input, startTestService } from "./running-service.ts";
import { account, signingCompany } from "./signing/signing-company.ts";

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const named = (userCode: string) => ({ itemType: 1, employee: account(userCode) });
const at = "2026-03-01T01:00:00Z";
const file = { fileName: "a.txt", text: "a" };

/** A company whose sections refer to all people to be deleted (all but ida), but never as manager or supervisor. */
const company = () => {
  const { organisation, forms, documents } = signingCompany();
  if (!organisation || !forms) throw new Error("the company of signing has an organisation and forms");
  const people = organisation.employees.map((person) => person.account).filter((one) => one !== "ida");
  return {
    organisation: {
      ...organisation,
      departments: organisation.departments.map((department) => ({ ...department, manager: null })),
      employees: organisation.employees.map((person) => ({
        ...person,
        depts: person.depts.map((post) => ({ ...post, supervisor: null })),
      })),
    },
    forms: {
      ...forms,
      forms: forms.forms.map((form) => ({ ...form, applicants: ["ida", ...people].map(named) })),
      connections: people.map((editor) => ({ code: `C-${editor}`, name: editor, connectionType: 0, editor })),
    },
    documents,
    agents: {
      people: [...people, "ida"].map((one) => ({
        account: one,
        times: [{ startTime: at, endTime: "2099-01-01T00:00:00Z" }],
        agents: people.filter((agent) => agent !== one).map((agent) => ({ agent })),
      })),
    },
    libraries: [
      {
        code: "GEN",
        name: "General",
        editors: ["ida", ...people].map(named),
        readers: people.map(named),
        folders: [{ path: "/gone", readers: people.map(named) }],
        documents: people.map((editor) => ({ path: "/gone", file: { ...file, fileName: `${editor}.txt` }, editor })),
      },
      {
        code: "CON",
        name: "Controlled",
        editors: ["ida", ...people].map(named),
        versionRules: {},
        controlledDocuments: people.map((uploadBy) => ({ path: "/", name: uploadBy, versions: [{ file, uploadBy }] })),
      },
    ],
    trash: people.map((deletedBy) => ({ library: "GEN", path: "/", name: "t.txt", file, deletedBy, deletedAt: at })),
    surveys: {
      categories: [{ code: "S", name: "S" }],
      surveys: [
        {
          code: "Q",
          topic: "T",
          category: "S",
          startTime: at,
          endTime: "2099-01-01T00:00:00Z",
          questions: [{ text: "?", typeId: "text" }],
          targets: people.map(named),
        },
      ],
    },
    punches: people.map((one) => ({ account: one, punchDate: at, punchType: 1 })),
    notices: people.map((one) => ({ account: one, title: "t", message: "m", at })),
    access: { passwords: [...people, "ida"].map((one) => ({ account: one, password: `${one}-password` })) },
  };
};

const pageOptions = { page: 0, size: 100 };
const folder = { rootFolderCode: "GEN", folderPath: "/gone" };
const controlled = { rootFolderCode: "CON", folderPath: "/" };
const dateRange = { startTime: at, endTime: "2026-03-31T00:00:00Z" };

const reads: readonly (readonly [OperationId, Input])[] = [
  ["D1", {}],
  ["D9", { params: { code: "HQ", includeSubDept: "true" } }],
  ["D10", { params: { code: "HQ" } }],
  ["E1", {}],
  ["E4", { params: { userType: "0", userCode: "ida" } }],
  ["A1", { body: account("ida") }],
  ["A4", { body: account("ida") }],
  ["F3", { params: { userType: "0", userCode: "ida" } }],
  ["F8b", { params: { formSn: "LEAVE-20260301-0001" } }],
  ["F8b", { params: { formSn: "EXPENSE-20260301-0001" } }],
  ["F8c", { body: { user: account("ida"), taskStatus: 0, pageOptions } }],
  ["F8d", { body: { user: account("ida"), pageOptions } }],
  ["K2", { body: { deptCode: "HQ", includeSubDept: true, dateRange, timeZoneId: "UTC", queryPunchHistoryType: 0 } }],
  ["F5", { params: { userType: "0", userCode: "ida" } }],
  ["F7", {}],
  ["S1", { body: { status: 1 } }],
  ["L1", {}],
  ["L6", { body: folder }],
  ["L8", { body: { ...folder, pageOptions } }],
  ["L12", {}],
  ["L17", { body: controlled }],
  ["L18", { body: { ...controlled, docName: "dan" } }],
  ["P1", {}],
];

const ownReads: readonly (readonly [OperationId, Input])[] = [
  ["U1", {}],
  ["U2", { body: {} }],
  ["U5", { body: { ...folder, pageOptions } }],
  ["U9", {}],
  ["U10", { params: { rootCode: "GEN" } }],
  ["U13", { body: folder }],
];

it("everything that referred to deleted people can still be read, dumped and loaded", async () => {
  await service.admin("PUT", "/company", company());
  const token = await service.token("ida");
  const { organisation } = company();
  for (const { account: userCode } of organisation.employees) {
    if (userCode === "ida") continue;
    const { status, text } = await service.call("E10", { body: account(userCode) });
    expect([userCode, status, text]).toEqual([userCode, 200, ""]);
  }
  const dumped = (await service.admin("GET", "/company")) as CompanyDocument;
  for (const [id, input] of reads) expect([id, (await service.call(id, input)).status]).toEqual([id, 200]);
  for (const [id, input] of ownReads) expect([id, (await service.callAs(token, id, input)).status]).toEqual([id, 200]);
  for (const path of ["documents/LEAVE-20260301-0002", "libraries", "trash", "inbox/ida"]) {
    await service.admin("GET", `/${path}`);
  }
  expect(dumped.documents?.documents.map(({ applicant }) => applicant)).toEqual([null, null, null, null, null]);
  expect([dumped.libraries?.[1]?.documents.length, dumped.trash?.length]).toEqual([9, 9]);
  expect([dumped.forms?.connections, dumped.punches, dumped.notices]).toEqual([[], [], []]);
  expect(dumped.agents?.people.map(({ account: one, agents }) => [one, agents])).toEqual([["ida", []]]);
  expect(dumped.access?.passwords?.map((one) => one.account)).toEqual(["ida"]);

  await service.admin("PUT", "/company", dumped);
  expect(await service.admin("GET", "/company")).toEqual(dumped);
  await service.admin("PUT", "/organisation", dumped.organisation);
  expect(await service.admin("GET", "/company")).toEqual(dumped);
});
