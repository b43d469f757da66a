import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keyHeaders } from "../../src/client/transport/credentials.ts";
import { openTransport, readOnly, type Transport } from "../../src/client/transport/transport.ts";
import { operationIds, specOf } from "../../src/contract/contract.ts";
import { openReader } from "../../src/site/open-target.ts";
import { type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

const writes = operationIds.filter((id) => specOf(id).mutates);
const reads = operationIds.filter((id) => !specOf(id).mutates);
const paramsOf = (id: (typeof operationIds)[number]) =>
  Object.fromEntries(Object.keys(specOf(id).params.shape).map((name) => [name, "1"]));

describe("a transport for reading", () => {
  let server: ScriptedServer;
  let transport: Transport;
  beforeEach(async () => {
    server = await startScriptedServer();
    transport = readOnly(openTransport(server.settings, keyHeaders(server.settings)));
  });
  afterEach(async () => {
    await transport.close();
    await server.close();
  });

  it("knows reading and writing operations", () => {
    expect(writes.length).toBeGreaterThan(30);
    expect(reads.length).toBe(44);
  });

  it.each(writes)("refuses %s and sends nothing", async (operation) => {
    const call = transport.send({ operation, params: paramsOf(operation), body: {}, timeoutMs: 1000 });
    await expect(call).rejects.toMatchObject({ code: "write-refused", retryable: false });
    expect(server.seen).toEqual([]);
  });

  it.each(reads)("sends %s", async (operation) => {
    await transport.send({ operation, params: paramsOf(operation), timeoutMs: 1000 });
    expect(server.seen).toHaveLength(1);
  });

  it("recognises writes that a site binds to GET, and reads that it binds to POST", async () => {
    await transport.close();
    const paths = { P1: "GET /permission/update", D6: "GET /department/{code}/delete", D1: "POST /department/search" };
    transport = readOnly(openTransport({ ...server.settings, paths }, keyHeaders(server.settings)));
    for (const operation of ["P1", "D6"] as const) {
      const call = transport.send({ operation, params: paramsOf(operation), timeoutMs: 1000 });
      await expect(call).rejects.toMatchObject({ code: "write-refused" });
    }
    await transport.send({ operation: "D1", params: {}, timeoutMs: 1000 });
    expect(server.routes()).toEqual(["POST /department/search"]);
  });

  it("carries every call of a reader, so an operation that becomes a write is refused", async () => {
    const reader = openReader(server.settings, silent);
    const spec: { mutates: boolean } = specOf("V1");
    spec.mutates = true;
    try {
      await expect(reader.check()).rejects.toMatchObject({ code: "write-refused" });
      expect(server.seen).toEqual([]);
    } finally {
      spec.mutates = false;
      await reader.close();
    }
  });

  it("is the only transport of a reader", () => {
    const reader = openReader(server.settings, silent);
    expect(Object.keys(reader).sort()).toEqual([
      "check",
      "checkBindings",
      "close",
      "describe",
      "peek",
      "readDetails",
      "readLists",
      "readPlain",
      "readUnlisted",
      "timeMs",
    ]);
    return reader.close();
  });
});
