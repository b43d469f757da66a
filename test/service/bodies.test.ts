/** Bodies of requests: what is too large is answered, not cut off, and only UTF-8 is accepted. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openClient } from "../../src/client/client.ts";
import { type RunningService, startService } from "../../src/service/service.ts";
import { pathOf } from "./running-service.ts";

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** An answer that comes before all is read breaks every second request of fetch. */
const attempts = 8;
const large = "x".repeat(4 * 1024 * 1024);

const post = (body: string | Buffer<ArrayBuffer>, type = "application/json") =>
  fetch(service.url + pathOf("V2"), {
    method: "POST",
    headers: { "Api-Key": service.apiKey, CorpCode: service.corpCode, "Content-Type": type },
    body,
  });

it("answers every oversized body with 413 and the error body, to fetch and to the typed client", async () => {
  const sender = fileURLToPath(new URL("oversized-sender.ts", import.meta.url));
  const { url, apiKey, corpCode } = service;
  const { stdout } = await promisify(execFile)(process.execPath, [sender, url, apiKey, corpCode, String(attempts)]);
  expect(JSON.parse(stdout)).toEqual({
    byFetch: Array.from({ length: attempts }, () => "413 OPA-BODY-TOO-LARGE"),
    byClient: Array.from({ length: attempts }, () => 413),
  });
});

it("answers an oversized body of unknown length", async () => {
  const chunks = Array.from({ length: 4 }, () => Buffer.from(large.slice(0, 1024 * 1024)));
  const body = new ReadableStream({
    pull: (controller) => {
      const chunk = chunks.pop();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const headers = { "Api-Key": service.apiKey, CorpCode: service.corpCode, "Content-Type": "application/json" };
  const request = { method: "POST", headers, body, duplex: "half" };
  const answer = await fetch(service.url + pathOf("V2"), request);
  expect(answer.status).toBe(413);
});

const level = (name: string) => JSON.stringify({ code: "L", name });

it("refuses a body that is not UTF-8, and stores nothing", async () => {
  const big5 = Buffer.concat([
    Buffer.from('{"code":"L","name":"'),
    Buffer.from([0xb3, 0xa1, 0xaa, 0xf9]),
    Buffer.from('"}'),
  ]);
  const answer = await post(big5);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errorCode: "OPA-JSON-INVALID" });
  await using client = openClient(service);
  expect(await client.listDepartmentLevels()).toEqual([]);
});

it.each([
  "application/json; charset=big5",
  'application/json;charset="utf-16"',
  "application/json; charset=iso-8859-1",
])("refuses %s", async (type) => {
  const answer = await post(level("Name"), type);
  expect(answer.status).toBe(415);
  expect(await answer.json()).toMatchObject({ errorCode: "OPA-MEDIA-TYPE" });
});

it.each([
  "application/json",
  "application/json; charset=utf-8",
  'application/json; charset="UTF-8"',
  "application/json;charset=utf8",
])("accepts %s", async (type) => {
  await using client = openClient(service);
  expect((await post(level("部門 é"), type)).status).toBe(200);
  expect(await client.listDepartmentLevels()).toMatchObject([{ name: "部門 é" }]);
  await client.deleteDepartmentLevel({ params: { code: "L" } });
});

/** A body whose property `extra`, which the operation does not know, lies this deep within the body. */
const nested = (depth: number) => {
  const extra = `${'{"0":'.repeat(depth - 1)}1${"}".repeat(depth - 1)}`;
  return `{"code":"DEEP","name":"Deep","extra":${extra}}`;
};

it("accepts a body of 100 lists and objects within each other, and refuses one of more", async () => {
  expect((await post(nested(100))).status).toBe(200);
  for (const depth of [101, 2_000, 100_000]) {
    const answer = await post(nested(depth));
    expect(answer.status).toBe(400);
    const errorExpando = [{ error: expect.stringContaining("100"), expandoObject: { property: "body" } }];
    expect(await answer.json()).toMatchObject({ errorCode: "OPA-REQUEST-INVALID", errorExpando });
  }
  await using client = openClient(service);
  await client.deleteDepartmentLevel({ params: { code: "DEEP" } });
});

it("answers a body with as many wrong items as it can have, without minutes of work", { timeout: 60_000 }, async () => {
  const readers = Array.from({ length: 45_000 }, () => ({ dept: { code: 1 } }));
  const answer = await fetch(service.url + pathOf("L7"), {
    method: "PUT",
    headers: { "Api-Key": service.apiKey, CorpCode: service.corpCode, "Content-Type": "application/json" },
    body: JSON.stringify({ rootFolderCode: "L", folderPath: "/", readers }),
  });
  expect(answer.status).toBe(400);
  const named = Array.from({ length: 20 }, (_, at) => ({ expandoObject: { property: `readers.${at}.dept.code` } }));
  expect(await answer.json()).toMatchObject({ errorCode: "OPA-REQUEST-INVALID", errorExpando: named });
});
