/**
 * Sends the example of every operation to the sample company, and compares the examples in the interface descriptions with what
 * was sent and answered. `npm run operations` writes them.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type OperationId, operationIds, specOf } from "../../src/contract/contract.ts";
import { sampleCompany, sampleName } from "../../src/sample/sample-company.ts";
import { sampleSections } from "../../src/sample/sections.ts";
import { organisationReads, organisationWrites } from "./examples/organisation-requests.ts";
import {
  initiation,
  leaveNumber,
  otherReads,
  otherWrites,
  sampleAddresses,
  uploadRequests,
} from "./examples/other-requests.ts";
import { createNumbering, sampleIds } from "./examples/sample-ids.ts";
import { keyOf, pathOf, startTestService } from "./running-service.ts";
import { startFileHost } from "./uploads/file-host.ts";

type Request = { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown };
type Example = Request & { readonly answer?: unknown };

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const day = "2026-11-20";
const numbering = createNumbering();
const examples: Partial<Record<OperationId, Example>> = {};
let host: Awaited<ReturnType<typeof startFileHost>>;
let service: Awaited<ReturnType<typeof startTestService>>;
let token: string;

/** Returns the value with each text, and each file, replaced. */
const replaced = (value: unknown, replace: (text: string) => string, ofFile: (file: File) => unknown): unknown => {
  if (typeof value === "string") return replace(value);
  if (value instanceof File) return ofFile(value);
  if (Array.isArray(value)) return value.map((one) => replaced(one, replace, ofFile));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, replace, ofFile)]));
};

/** What is sent for a text of an example: the id that the service made, the address of this test's server. */
const real = (text: string): string => {
  const isAddress = Object.values<string>(sampleAddresses).includes(text);
  return isAddress ? `http://127.0.0.1:${host.port}${new URL(text).pathname}` : numbering.real(text);
};
const fixed: readonly string[] = Object.values(sampleIds);
const shown = (text: string): string =>
  text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, (id) =>
    fixed.includes(id) || id.startsWith("6f1a4c30-0d5e-") ? id : numbering.shown(id),
  );

/** Lists in shown answers have at most two entries. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
};

const send = async (id: OperationId, { params, body }: Request): Promise<unknown> => {
  const { group, method, bodyType } = specOf(id);
  const headers: Record<string, string> =
    group === "user" ? { Authorization: `Bearer ${token}` } : { ...keyOf, CorpCode: "DEMO" };
  const sent = replaced(body, real, (one) => one);
  const form = new FormData();
  if (bodyType) for (const [name, value] of Object.entries(sent as object)) form.set(name, value);
  const isJson = sent !== undefined && !bodyType;
  const answer = await fetch(`${service.url}${pathOf(id, params)}`, {
    method,
    headers: { ...headers, ...(isJson ? { "Content-Type": "application/json" } : {}) },
    ...(sent === undefined ? {} : { body: isJson ? JSON.stringify(sent) : form }),
  });
  const text = await answer.text();
  expect([id, answer.status, answer.status === 200 ? "" : text]).toEqual([id, 200, ""]);
  return text === "" ? undefined : JSON.parse(text);
};

/** The example id of the file that an upload makes. */
const madeBy: { readonly [Id in OperationId]?: string } = {
  UP1: sampleIds.chunked,
  UP2: sampleIds.linked,
  UP3: sampleIds.fromBase64,
  U14: sampleIds.ownChunked,
};

const sendExamples = async (requests: { readonly [Id in OperationId]?: object }): Promise<void> => {
  for (const [id, request] of Object.entries(requests) as [OperationId, Request][]) {
    const answer = await send(id, request);
    const uploaded = madeBy[id];
    if (uploaded) numbering.say((answer as { id: string }).id, uploaded);
    if (id === "F1") numbering.say(answer as string, sampleIds.trace);
    if (id === "A4") sayForm(answer as { formItems: { formId: string; name: string }[] }[]);
    const text = await (request.body as { ChunkFile?: File } | undefined)?.ChunkFile?.text();
    examples[id] = {
      ...(replaced(request, String, () => text) as Request),
      ...(answer === undefined ? {} : { answer: replaced(shortened(answer), shown, String) }),
    };
  }
};

const sayForm = (categories: { formItems: { formId: string; name: string }[] }[]): void => {
  const leave = categories.flatMap(({ formItems }) => formItems).find(({ name }) => name === "請假單");
  numbering.say(leave?.formId ?? "", sampleIds.leaveForm);
};

/** Waits until F8d lists so many documents for the manager. */
const pending = async (count: number): Promise<{ formSn: string; nodeId: string }[]> => {
  const found = () => send("F8d", { body: { ...otherReads.F8d.body, pageOptions: { page: 0, size: 10 } } });
  return vi.waitUntil(async () => {
    const { items } = (await found()) as { items: { formSn: string; nodeId: string }[] };
    return items.length === count && items;
  });
};

beforeAll(async () => {
  const take = (_request: unknown, response: { end: (text: string) => void }) => response.end("Audit\n");
  host = await startFileHost({ "/supplier-audit.txt": take, "/callbacks/forms": take });
  const { before: organisation } = sampleCompany({ today: day });
  service = await startTestService({
    corpCode: "DEMO",
    corpName: sampleName,
    quirks: {},
    clock: { nowMs: () => Date.parse(`${day}T10:00:00+08:00`) },
    outbound: { allowedHosts: ["127.0.0.1"], allowPrivateNetworks: true },
    load: { organisation, ...sampleSections(organisation, day) },
  });
  token = await service.token("yachen.chang");
});
afterAll(async () => {
  await service.close();
  await host.close();
});

describe("the examples of the interface descriptions", () => {
  it("succeed at the sample company, every one", async () => {
    await sendExamples({ ...uploadRequests, ...initiation });
    for (let count = 1; count < 4; count += 1) {
      await pending(count);
      await send("F1", initiation.F1);
    }
    const nodes = new Map((await pending(4)).map(({ formSn, nodeId }) => [formSn, nodeId]));
    numbering.say(nodes.get(leaveNumber(1)) ?? "", sampleIds.approved);
    numbering.say(nodes.get(leaveNumber(3)) ?? "", sampleIds.rejected);
    await sendExamples({ ...organisationReads, ...otherReads, ...otherWrites, ...organisationWrites });
    expect(operationIds.filter((id) => !examples[id])).toEqual([]);
  });

  it("are what was sent and answered; `npm run operations` writes them", async () => {
    const text = `${JSON.stringify(Object.fromEntries(operationIds.map((id) => [id, examples[id]])), null, 1)}\n`;
    await mkdir(file(".cache"), { recursive: true });
    await writeFile(file(".cache/examples.json"), text);
    expect(JSON.parse(await readFile(file("src/contract/examples.json"), "utf8"))).toEqual(JSON.parse(text));
  });
});
