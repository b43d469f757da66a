/**
 * What the service makes of properties that a caller may leave out of the records inside a body, and of null (R9, R76, R77 and R99
 * in interface-notes.md). Which properties these are is the table of `test/contract/required-properties.test.ts`.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OperationId } from "../../../src/contract/contract.ts";
import { ErrorBody } from "../../../src/contract/records/organisation.ts";
import { account } from "../cases/baseline.ts";
import { at } from "../documents/cases/document-case.ts";
import { libraries } from "../documents/cases/libraries.ts";
import { everydayCompany } from "../everyday/everyday-baseline.ts";
import { formsBaseline } from "../forms/baseline.ts";
import { application } from "../forms/form-cases.ts";
import { type Answer, startTestService } from "../running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.admin("PUT", "/company", { ...everydayCompany(), forms: formsBaseline(), libraries: libraries() });
  await service.call("P1");
});

/** The code of the refusal and the property that it names; `taken` for a success. */
const resultOf = ({ status, json }: Answer): readonly string[] => {
  if (status === 200) return ["taken"];
  const { errorCode, errorExpando = [] } = ErrorBody.parse(json);
  return [errorCode, ...errorExpando.map(({ expandoObject }) => (expandoObject as { property: string }).property)];
};
const tell = async (id: OperationId, body: object, params?: Record<string, string>) =>
  resultOf(await service.call(id, { body, ...(params ? { params } : {}) }));

const upload = async (fileName: string): Promise<string> => {
  const { json } = await service.call("UP3", { body: { fileName, base64Content: "QQ==" } });
  return (json as { id: string }).id;
};
const rules = at("GEN", "/rules");
const page = { pageOptions: { page: 0, size: 100 } };
const namesIn = async (folder: object, id: "L8" | "U5" = "L8"): Promise<string[]> => {
  const { json } = await service.call(id, { body: { ...folder, ...page } });
  return (json as { items: { document: { fileName: string } }[] }).items.map(({ document }) => document.fileName);
};

describe("a file", () => {
  it("without a name has the name of its upload, in L10", async () => {
    const documents = [{ id: await upload("上傳.pdf") }, { id: await upload("two.txt"), fileName: "own.txt" }];
    expect(await tell("L10", { ...rules, documents, duplicateAction: 0 })).toEqual(["taken"]);
    expect(await namesIn(rules)).toEqual(expect.arrayContaining(["上傳.pdf", "own.txt"]));
  });

  it("without a name gets a number if the name of its upload is taken", async () => {
    const documents = [{ id: await upload("b.txt"), fileName: null }];
    expect(await tell("L10", { ...rules, documents, duplicateAction: 1 })).toEqual(["taken"]);
    expect(await namesIn(rules)).toContain("b (1).txt");
  });

  it("without a name has the name of its upload, in U7", async () => {
    const bob = await service.token("bob");
    const { json } = await service.callAs(bob, "U16", { body: { fileName: "mine.txt", base64Content: "QQ==" } });
    const body = { ...rules, documents: [{ id: (json as { id: string }).id }], duplicateAction: 0 };
    expect(resultOf(await service.callAs(bob, "U7", { body }))).toEqual(["taken"]);
    expect(await namesIn(rules)).toContain("mine.txt");
  });

  it("without a name has the name of its upload, in L19 and L20", async () => {
    const add = { ...at("ISO", "/blank"), isCADFile: false, docProperty: {} };
    expect(await tell("L19", { ...add, document: { id: await upload("manual.pdf") } })).toEqual(["taken"]);
    const next = { ...add, originalDocName: "manual.pdf", document: { id: await upload("manual-2.pdf") } };
    expect(await tell("L20", next)).toEqual(["taken"]);
    const [, , iso] = (await service.admin("GET", "/libraries")) as ReturnType<typeof libraries>;
    const found = iso?.controlledDocuments.find(({ name }) => name === "manual.pdf");
    expect(found?.versions.map(({ file }) => file.fileName)).toEqual(["manual.pdf", "manual-2.pdf"]);
  });

  it("without a name is attached to a form", async () => {
    const body = application({ attachFiles: [{ id: await upload("receipt.pdf") }] });
    expect(await tell("F1", body, { formCodeOrId: "EXPENSE" })).toEqual(["taken"]);
  });

  it("without an id is unknown", async () => {
    const documents = [{ fileName: "a.txt" }];
    expect(await tell("L10", { ...rules, documents, duplicateAction: 0 })).toEqual([
      "OPA-FILE-UNKNOWN",
      "documents.0.id",
    ]);
    const add = { ...at("ISO", "/blank"), isCADFile: false, docProperty: {}, document: {} };
    expect(await tell("L19", add)).toEqual(["OPA-FILE-UNKNOWN", "document.id"]);
    const form = application({ attachFiles: [{}] });
    expect(await tell("F1", form, { formCodeOrId: "EXPENSE" })).toEqual(["OPA-FILE-UNKNOWN", "attachFiles.0.id"]);
  });
});

describe("a field of a form", () => {
  const messageOf = async (fields: readonly object[]): Promise<string | null> => {
    const body = application({ fields });
    const { json: traceId } = await service.call("F1", { params: { formCodeOrId: "EXPENSE" }, body });
    let result: { process?: number; resultMessage?: string | null } = {};
    const ask = async () => {
      result = (await service.call("F2", { body: { traceId } })).json as typeof result;
      return result.process;
    };
    await expect.poll(ask).toBe(2);
    return result.resultMessage ?? null;
  };
  const title = { code: "title", value: "Trip" };
  const amount = { code: "amount", value: 1 };

  it("is empty without a value, as with null", async () => {
    expect(await messageOf([title, amount, { code: "remark" }, { code: "day", value: null }])).toBeNull();
    expect(await messageOf([title, { code: "amount" }])).toBe("OPA-FIELDS-INVALID: amount is required");
  });

  it("without a code is a problem of the initiation, like every value that does not fit", async () => {
    expect(await messageOf([title, amount, { value: 1 }, { code: null }])).toBe(
      "OPA-FIELDS-INVALID: fields.2 has no code; fields.3 has no code",
    );
  });
});

describe("page options", () => {
  const user = account("amy");
  it.each([
    ["L8", rules],
    ["F8c", { user, taskStatus: 0 }],
    ["F8d", { user }],
  ] as const)("are the first page of 20 in %s", async (id, body) => {
    const { json } = await service.call(id, { body: { ...body, pageOptions: {} } });
    expect(json).toMatchObject({ pageInfo: { pageNumber: 0, pageSize: 20 } });
    const nulls = { page: null, size: null, order: null, by: null };
    expect((await service.call(id, { body: { ...body, pageOptions: nulls } })).json).toEqual(json);
  });

  it("are the first page of 20 in U5", async () => {
    const answer = await service.callAs(await service.token("bob"), "U5", { body: { ...rules, pageOptions: {} } });
    expect(answer.json).toMatchObject({ pageInfo: { pageNumber: 0, pageSize: 20 } });
  });

  it("keep what is given", async () => {
    const pageOptions = { page: 1, size: 1, order: 1 };
    const { json } = await service.call("L8", { body: { ...rules, pageOptions } });
    expect(json).toMatchObject({
      pageInfo: { pageNumber: 1, pageSize: 1 },
      items: [{ document: { fileName: "A.pdf" } }],
    });
  });
});

describe("a department reference", () => {
  const agent = (from: readonly object[], to: object = { employee: account("bob") }) => ({
    user: account("amy"),
    from,
    to,
    priority: 1,
  });

  it("without a code is the company, if it says so", async () => {
    expect(await tell("A5", agent([{ isCompany: true }]))).toEqual(["taken"]);
    const { json } = await service.call("A1", { body: account("amy") });
    expect(json).toMatchObject({ agentUsers: [{ from: [{ dept: { code: "ACME", isCompany: true } }] }] });
  });

  it("without a code is refused otherwise", async () => {
    expect(await tell("A5", agent([{}]))).toEqual(["OPA-ITEM-INCOMPLETE", "from.0.code"]);
    expect(await tell("A5", agent([{ code: "RD" }, { containsChildren: true }]))).toEqual([
      "OPA-ITEM-INCOMPLETE",
      "from.1.code",
    ]);
  });

  it("is refused by its own place if it is unknown", async () => {
    expect(await tell("A5", agent([{ code: "RD" }, { code: "NO" }]))).toEqual(["OPA-DEPT-UNKNOWN", "from.1.code"]);
    expect(await tell("A5", agent([{ code: "RD", isCompany: true }]))).toEqual(["OPA-DEPT-UNKNOWN", "from.0.code"]);
  });

  it("needs an agent beside it", async () => {
    expect(await tell("A5", agent([], {}))).toEqual(["OPA-ITEM-INCOMPLETE", "to.employee"]);
  });
});

describe("an organisation item without its type", () => {
  const readers = (items: readonly object[]) => tell("L7", { ...rules, readers: items });
  const shown = async () => {
    const { json } = await service.call("L6", { body: rules });
    return (json as { readers: unknown[] }).readers;
  };

  it.each([
    [{ employee: account("amy") }, { itemType: 1, employee: account("amy") }],
    [{ dept: { code: "RD" } }, { itemType: 0, dept: { code: "RD", containsChildren: false, isCompany: false } }],
    [{ dept: { isCompany: true } }, { itemType: 0, dept: { code: "ACME", containsChildren: true, isCompany: true } }],
    [{ jobTitleCode: "ENG" }, { itemType: 2, jobTitleCode: "ENG" }],
    [
      { jobFuncCode: "DEV", dept: { code: "RD", containsChildren: true } },
      { itemType: 3, jobFuncCode: "DEV", dept: { code: "RD", containsChildren: true, isCompany: false } },
    ],
  ])("is what it names: %o", async (given, kept) => {
    expect(await readers([given])).toEqual(["taken"]);
    expect(await shown()).toEqual([kept]);
  });

  it.each([
    {},
    { itemType: null },
    { employee: account("amy"), dept: { code: "RD" } },
    { employee: account("amy"), jobTitleCode: "ENG" },
    { jobTitleCode: "ENG", jobFuncCode: "DEV" },
  ])("is refused if it names nothing, or two things: %o", async (given) => {
    const before = await shown();
    expect(await readers([{ jobTitleCode: "ENG" }, given])).toEqual(["OPA-ITEM-INCOMPLETE", "readers.1.itemType"]);
    expect(await shown()).toEqual(before);
  });

  it("chooses the people of a survey", async () => {
    const copy = { sourceQueCode: "RUNNING", startTime: "2098-01-01T00:00:00Z", endTime: "2099-01-01T00:00:00Z" };
    expect(await tell("S2", { ...copy, surveyUsers: [{ dept: { code: "RD" } }] })).toEqual(["taken"]);
    expect(await tell("S2", { ...copy, surveyUsers: [{}] })).toEqual(["OPA-ITEM-INCOMPLETE", "surveyUsers.0.itemType"]);
  });
});

describe("null in an enumeration", () => {
  const dateRange = {};
  const punches = { dateRange, timeZoneId: "Asia/Taipei" };

  it.each([
    ["K1", { user: account("cat") }],
    ["K2", { deptCode: "HQ", includeSubDept: true }],
  ] as const)("asks %s for punches of all types", async (id, whose) => {
    const ask = async (queryPunchHistoryType: number | null) =>
      (await service.call(id, { body: { ...punches, ...whose, queryPunchHistoryType } })).json as unknown[];
    expect(await ask(null)).toEqual(await ask(0));
    expect((await ask(null)).length).toBeGreaterThan((await ask(1)).length);
  });

  it.each([
    ["F8c", "dateRangeType", 0, { user: account("dan"), taskStatus: 0, ...page }],
    ["F8d", "taskStatus", 0, { user: account("amy"), ...page }],
  ] as const)("is the default in %s, for %s", async (id, name, usual, body) => {
    const ask = async (value: number | null) => (await service.call(id, { body: { ...body, [name]: value } })).json;
    expect(await ask(null)).toEqual(await ask(usual));
  });

  it("means that S2 overwrites the topic", async () => {
    const period = { startTime: "2098-01-01T00:00:00Z", endTime: "2099-01-01T00:00:00Z" };
    const body = { sourceQueCode: "RUNNING", newTopic: "New", topicMode: null, ...period };
    expect(await tell("S2", body)).toEqual(["taken"]);
    const { json } = await service.call("S1", { body: { code: "RUNNING-2", status: 1 } });
    expect(json).toMatchObject([{ topic: "New" }]);
  });

  it("is refused as a kind of supervisor, which null does not name", async () => {
    const body = { user: account("cat"), deptCode: "RD1", supervisorType: null, supervisor: account("amy") };
    expect((await tell("E13", body))[0]).toBe("OPA-REQUEST-INVALID");
  });
});
