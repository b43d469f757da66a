/** People whom E1 does not list are looked for with E2: whoever is there is found, and nothing else ends the reading. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openReader } from "../../../src/site/open-target.ts";
import type { TargetReader } from "../../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "../scripted-server.ts";

let server: ScriptedServer;
let reader: TargetReader;

beforeEach(async () => {
  server = await startScriptedServer();
  reader = openReader(server.settings, silent);
});
afterEach(async () => {
  await reader.close();
  await server.close();
});

describe("people whom E1 does not list", () => {
  const sought = (...codes: string[]) =>
    reader.readUnlisted(codes.map((code) => ({ by: code === "002" ? "employeeNumber" : "account", code })));

  it("are found by account or number, each once", async () => {
    for (const route of ["GET /employee/0/cid", "GET /employee/1/002"])
      server.script.set(route, { json: { account: "cid", name: "丙", employeeNumber: "002", active: true } });
    server.script.set("GET /employee/0/dan", { json: { account: "dan", name: "丁", active: false } });
    expect(await sought("cid", "002", "dan")).toEqual([
      expect.objectContaining({ account: "cid", number: "002", active: true }),
      expect.objectContaining({ account: "dan", active: false }),
    ]);
  });

  it.each<[string, Reply]>([
    ["404 without an error body", { status: 404 }],
    ["404 with one", { status: 404, json: { errorCode: "NONE" } }],
    ["null", { json: null }],
    ["a refusal", { status: 400, json: { errorCode: "NONE" } }],
    ["an error of the service", { status: 500 }],
    ["403, and the key is accepted", { status: 403 }],
  ])("are nobody if E2 answers %s", async (_, reply) => {
    server.script.set("GET /deptlevel", { json: [] });
    server.script.set("GET /employee/0/cid", reply);
    expect(await sought("cid", "a/b")).toEqual([]);
  });

  it("end the reading if the key is refused", async () => {
    server.script.set("GET /employee/0/cid", { status: 403 });
    server.script.set("GET /deptlevel", { status: 403 });
    await expect(sought("cid")).rejects.toMatchObject({ code: "target-unauthorized" });
  });
});
