/** The documents section of the company document, and the files that documents use. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { z } from "zod";
import type { FormDetail as Detail, FormDocument as Document } from "../../../src/contract/records/forms.ts";
import { ErrorBody } from "../../../src/contract/records/organisation.ts";
import type { DocumentsSection, SectionDocument } from "../../../src/contract/sections/documents.ts";
import { adminKey, startTestService } from "../running-service.ts";
import { account, node, signingCompany, task } from "./signing-company.ts";
import { type Signing, signingOn } from "./signing-service.ts";

type FormDetail = z.infer<typeof Detail>;
type FormDocument = z.infer<typeof Document>;

let service: Awaited<ReturnType<typeof startTestService>>;
let company: Signing;

beforeAll(async () => {
  service = await startTestService();
  company = signingOn(service);
});
afterAll(() => service.close());
beforeEach(() => service.admin("PUT", "/company", signingCompany()));

const documents = () => signingCompany().documents as DocumentsSection;
const dump = async () => ((await service.admin("GET", "/company")) as { documents: DocumentsSection }).documents;

it("is dumped as it was loaded", async () => {
  expect(await dump()).toEqual(documents());
  const [first] = documents().documents;
  expect(await company.document("leave-20260301-0001")).toEqual(first);
});

it("keeps its people when the organisation and the forms are loaded again", async () => {
  const { organisation, forms } = signingCompany();
  await service.admin("PUT", "/company", { organisation, forms });
  expect(await dump()).toEqual(documents());
  await company.approve("LEAVE-20260301-0004", "bea");
  expect(await company.document("LEAVE-20260301-0004")).toMatchObject({ status: 3 });
});

const first = (fields: Partial<SectionDocument>): DocumentsSection => ({
  documents: documents().documents.map((document, at) => (at === 0 ? { ...document, ...fields } : document)),
});
const endDate = "2026-03-02T00:00:00Z";

const unsound: readonly (readonly [string, DocumentsSection, string, string])[] = [
  ["a number twice", first({ formSn: "expense-20260301-0001" }), "OPA-ID-TAKEN", "documents.documents.4.formSn"],
  ["an unknown form", first({ formCode: "NO" }), "OPA-FORM-UNKNOWN", "documents.documents.0.formCode"],
  ["an unknown applicant", first({ applicant: "zoe" }), "OPA-USER-UNKNOWN", "documents.documents.0.applicant"],
  ["an unknown department", first({ department: "NO" }), "OPA-DEPT-UNKNOWN", "documents.documents.0.department"],
  ["an unknown file", first({ files: [node(1)] }), "OPA-FILE-UNKNOWN", "documents.documents.0.files.0.id"],
  [
    "a task twice",
    first({ tasks: [task(1, "cal"), task(1, "cal")] }),
    "OPA-ID-TAKEN",
    "documents.documents.0.tasks.1.nodeId",
  ],
  ["an unknown signer", first({ tasks: [task(1, "zoe")] }), "OPA-USER-UNKNOWN", "documents.documents.0.tasks.0.signer"],
  [
    "a task outside the route",
    first({ tasks: [task(1, "cal", { place: [2] })] }),
    "OPA-REQUEST-INVALID",
    "documents.documents.0.tasks.0.place",
  ],
  [
    "a task that follows from another document",
    first({ tasks: [task(1, "cal", { from: node(6) })] }),
    "OPA-REQUEST-INVALID",
    "documents.documents.0.tasks.0.from",
  ],
  [
    "a decision without a date",
    first({ tasks: [task(1, "cal"), task(10, "cal", { decision: "approved" })] }),
    "OPA-REQUEST-INVALID",
    "documents.documents.0.tasks.1.decidedAt",
  ],
  [
    "a closed document with a pending task",
    first({ status: 3, endDate }),
    "OPA-REQUEST-INVALID",
    "documents.documents.0.status",
  ],
  [
    "an open document without a pending task",
    first({ tasks: [task(1, "cal", { decision: "approved", decidedAt: endDate })] }),
    "OPA-REQUEST-INVALID",
    "documents.documents.0.status",
  ],
  ["an open document with an end", first({ endDate }), "OPA-REQUEST-INVALID", "documents.documents.0.endDate"],
];

it.each(unsound)("refuses %s and changes nothing", async (_, section, code, place) => {
  const answer = await service.raw(
    "PUT",
    "/sandbox/company",
    { "Admin-Key": "admin-secret-of-tests" },
    { documents: section },
  );
  expect(answer.status).toBe(400);
  const { errorCode, errorExpando } = ErrorBody.parse(answer.json);
  expect([errorCode, errorExpando?.[0]?.expandoObject]).toEqual([code, { property: place }]);
  expect(await dump()).toEqual(documents());
});

it("keeps the files of a document, and finds the document by their names", async () => {
  const content = Buffer.from("receipt").toString("base64");
  const upload = await service.raw(
    "POST",
    "/openapi/file/v1/upload/base64",
    { "Api-Key": "sync-secret-of-tests", CorpCode: "ACME" },
    { fileName: "Receipt of the taxi.txt", base64Content: content },
  );
  expect(upload.status).toBe(200);
  const file = upload.json as { id: string; fileName: string };
  const fields = [
    { code: "amount", value: 1 },
    { code: "papers", value: [file] },
  ];
  const body = { applyAccount: account("dan"), deptCode: "RD1", fields, attachFiles: [file] };
  const traceId = (await company.call("F1", { params: { formCodeOrId: "EXPENSE" }, body })).json as string;
  let formSn: string | null = null;
  while (formSn === null)
    ({ formSn } = (await company.call("F2", { body: { traceId } })).json as { formSn: string | null });

  const whole = await dump();
  expect(whole.documents.find((document) => document.formSn === formSn)?.files).toEqual([file.id]);
  const search = { user: account("gil"), keyword: "THE TAXI", pageOptions: { page: 0, size: 10 } };
  expect((await company.call("F8d", { body: search })).json).toMatchObject({ items: [{ formSn }] });
  const detail = await service.callAs(await service.token("gil"), "U3", { params: { formSn } });
  expect(detail.json).toMatchObject({
    fields: expect.arrayContaining([{ field_Name: "Name of papers", code: "papers", value: [file] }]) as unknown,
  });
  const shown = { code: "/attachFiles", value: [file] };
  expect((detail.json as FormDetail).fields.at(-1)).toEqual({ field_Name: "附件", ...shown });
  const { fields: all } = (await company.call("F8b", { params: { formSn } })).json as FormDocument;
  expect(all.at(-1)).toEqual({ fieldName: "附件", typeId: "file", ...shown });
  expect(await service.admin("GET", `/documents/${formSn}`)).toMatchObject({ files: [file] });
  const bytes = await service.raw("GET", `/sandbox/files/${file.id}`, { "Admin-Key": adminKey });
  expect(bytes.text).toBe("receipt");

  await service.admin("PUT", "/company", { documents: whole });
  expect(await dump()).toEqual(whole);
});

it("shows no entry for the files of a document without files", async () => {
  const { json } = await company.call("F8b", { params: { formSn: "LEAVE-20260301-0001" } });
  expect((json as FormDocument).fields.map(({ code }) => code)).not.toContain("/attachFiles");
});

it("accepts no form with a field of the code under which files are shown", async () => {
  const { forms } = signingCompany();
  const [form] = forms?.forms ?? [];
  const fields = [{ name: "Files", code: "/attachFiles", typeId: "file" }];
  const answer = await service.raw(
    "PUT",
    "/sandbox/company",
    { "Admin-Key": adminKey },
    { forms: { ...forms, forms: [{ ...form, fields }] } },
  );
  expect(answer.status).toBe(400);
});
