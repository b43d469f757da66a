/** The worker that creates documents from initiations, on a real store: order, failures, and a store that fails temporarily. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Agent } from "undici";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CompanyDocument } from "../../../src/contract/sections/company-document.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { createLog, type Log } from "../../../src/lib/log.ts";
import { loadCompany } from "../../../src/service/company-document.ts";
import { type Company, createCompany, rules } from "../../../src/service/features.ts";
import type { CallbackOptions } from "../../../src/service/initiations/callbacks.ts";
import { startInitiations } from "../../../src/service/initiations/initiation-worker.ts";
import type { InitiationRow } from "../../../src/service/initiations/tables.ts";
import { type CompanyFile, openCompanyFile } from "../../../src/service/kernel/company/company-file.ts";
import { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import { openStore } from "../../../src/service/kernel/records/open-store.ts";
import type { RecordStore } from "../../../src/service/kernel/records/record-store.ts";
import { refuse } from "../../../src/service/kernel/refusal.ts";
import { baseline } from "../cases/baseline.ts";
import { caller } from "../everyday/company-in-memory.ts";
import { corpCode, temporaryDirectory } from "../running-service.ts";
import { formsBaseline, ids } from "./baseline.ts";
import { application } from "./form-cases.ts";

const fileId = "f0000000-0000-4000-8000-000000000001";
let directory: string;
let store: RecordStore;
let file: CompanyFile<Company>;
/** How many of the next transactions fail. */
let failing: number;
const workers: ReturnType<typeof startInitiations>[] = [];

const open = async (): Promise<void> => {
  store = await openStore(join(directory, "service.db"));
  const unreliable: RecordStore = {
    ...store,
    store: async (batch) => {
      failing -= 1;
      if (failing >= 0) throw new Error("disk full");
      await store.store(batch);
    },
  };
  failing = 0;
  file = await openCompanyFile(unreliable, createCompany(corpCode, Quirks.parse({}), systemClock));
};

beforeEach(async () => {
  directory = await temporaryDirectory();
  await open();
  const document = CompanyDocument.parse({ organisation: baseline(), forms: formsBaseline() });
  await file.write(() => {
    loadCompany(file.company, document);
    (rules.P1 as (...given: unknown[]) => unknown)(file.company, { params: {}, body: {}, caller });
    const upload = { uuid: fileId, fileName: "a.pdf", length: 1, digest: "", stored: "", chunks: null };
    file.company.files.put({ id: file.company.newId(), ...upload, references: 0, expiresAt: "9999" });
  });
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
  await store.close();
  await rm(directory, { recursive: true });
});

const work = (options: Partial<CallbackOptions> = {}) => {
  const worker = startInitiations({ file, dispatcher: new Agent(), pauseMs: 1, ...options });
  workers.push(worker);
  return worker;
};
const apply = (more: object = {}): Promise<string> => {
  const request = { params: { formCodeOrId: "EXPENSE" }, body: application(more), caller };
  return file.write(() => (rules.F1 as (...given: unknown[]) => string)(file.company, request));
};
const rows = (): readonly InitiationRow[] => file.company.initiations.all();
const results = () => rows().map(({ result, resultMessage }) => [result, resultMessage]);
const allDone = async (): Promise<void> => {
  await expect.poll(() => rows().every((row) => row.process === 2)).toBe(true);
};
const titled = (title: string) => ({
  fields: [
    { code: "title", value: title },
    { code: "amount", value: 1 },
  ],
});
const references = () => file.company.files.by("uuid", fileId)[0]?.references;

it("creates documents in the order of the calls, whatever fails in between", async () => {
  for (let n = 0; n < 120; n += 1) await apply(n % 5 === 0 ? { fields: [] } : titled(`T${n}`));
  work();
  await allDone();
  const subjects = file.company.documents.all().map(({ subject }) => subject);
  const wanted = Array.from({ length: 120 }, (_, n) => n).filter((n) => n % 5 !== 0);
  expect(subjects).toEqual(wanted.map((n) => `T${n} for 1`));
  const numbers = file.company.documents.all().map(({ formSn }) => formSn);
  expect(rows().flatMap(({ formSn }) => formSn ?? [])).toEqual(numbers);
});

it("continues what an earlier process left, and what arrives while it works", async () => {
  await apply(titled("left"));
  await store.close();
  await open();
  const worker = work();
  await apply(titled("new"));
  worker.wake();
  await allDone();
  expect(file.company.documents.all().map(({ subject }) => subject)).toEqual(["left for 1", "new for 1"]);
});

it("does not create a document twice", async () => {
  await apply();
  const [one, other] = [work(), work()];
  await allDone();
  one.wake();
  other.wake();
  await Promise.all([one.close(), other.close()]);
  expect(file.company.documents.all()).toHaveLength(1);
  expect(results()).toEqual([[1, null]]);
});

it("leaves nothing of a document that could not be started, and reports why", async () => {
  await apply({ attachFiles: [{ id: fileId, fileName: "x" }] });
  await apply();
  const { tasks } = file.company;
  const { put } = tasks;
  vi.spyOn(tasks, "put")
    .mockImplementationOnce((row) => {
      put(row);
      refuse("OPA-ROUTE-EMPTY", "route.Manager");
    })
    .mockImplementationOnce((row) => {
      put(row);
      throw new Error("a defect with personal data");
    });
  expect(references()).toBe(1);
  work();
  await allDone();
  expect(results()).toEqual([
    [2, "OPA-ROUTE-EMPTY: route.Manager"],
    [2, "OPA-INITIATION-FAILED"],
  ]);
  expect(file.company.documents.all()).toEqual([]);
  expect(file.company.tasks.all()).toEqual([]);
  expect(references()).toBe(0);
});

it("references attached files and files in fields for the document, each once", async () => {
  const papers = [{ id: fileId, fileName: "x" }];
  await apply({
    attachFiles: [...papers, ...papers],
    fields: [...application().fields, { code: "papers", value: papers }],
  });
  await apply({ fields: [...application().fields, { code: "papers", value: papers }] });
  expect(references()).toBe(2);
  work();
  await allDone();
  expect(references()).toBe(2);
  expect(file.company.documents.all().map(({ fileIds }) => fileIds.length)).toEqual([1, 1]);
  expect(rows().map(({ fields, fileIds }) => [fields, fileIds])).toEqual([
    [[], []],
    [[], []],
  ]);
});

it("tries again while the store cannot be written, and counts the attempts", async () => {
  await apply(titled("kept"));
  failing = 3;
  work();
  await allDone();
  expect(rows()).toMatchObject([{ result: 1, retryCount: 3 }]);
  expect(file.company.documents.all()).toHaveLength(1);
});

it("creates documents while callbacks cannot be signed", async () => {
  const id = file.company.newId();
  await file.write(() => file.company.callbackKeys.put({ id, keyId: "k", privateKey: "no key" }));
  await apply({ callBackUrl: "http://receiver.example/" });
  const warnings: unknown[] = [];
  const log = { ...createLog("silent"), warn: (_: object, what: string) => void warnings.push(what) } as Log;
  const worker = work({ log });
  await expect.poll(() => warnings).toContain("callbacks could not be read yet");
  await apply();
  worker.wake();
  await allDone();
  expect(results()).toEqual([
    [1, null],
    [1, null],
  ]);
});

it("closes while the store cannot be written", async () => {
  await apply();
  failing = Number.POSITIVE_INFINITY;
  await work({ pauseMs: 3_600_000 }).close();
  failing = 0;
  expect(rows()).toMatchObject([{ process: 0, result: 0 }]);
});

it.each([
  [
    "the form",
    () => file.company.forms.remove(file.company.forms.by("uuid", ids.expense)[0]?.id ?? 0),
    "OPA-FORM-UNKNOWN",
  ],
  ["the applicant", () => file.company.employees.remove(rows()[0]?.applicantId ?? 0), "OPA-USER-UNKNOWN"],
  ["the department", () => file.company.departments.remove(rows()[0]?.departmentId ?? 0), "OPA-DEPT-UNKNOWN"],
])("fails when %s was deleted meanwhile", async (_, remove, code) => {
  await apply();
  await file.write(remove);
  work();
  await allDone();
  expect(results()).toEqual([[2, code]]);
});
