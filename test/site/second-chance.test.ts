/**
 * A key that was accepted and an address that has answered are not wrong because of one answer: a session has ended, or a gateway has
 * answered. Such a call is repeated once; before, one of them ended every run, and leavers could sign in for days.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let writer: TargetWriter;
const codeOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error as MusterdError).code,
  );
const enable = () => codeOf(writer.perform({ id: "E7", account: "amy", active: true }, () => undefined));
const callsOf = (route: string) => server.routes().filter((one) => one === route).length;

beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
  for (const list of ["deptlevel", "department", "jobtitle", "jobfunc", "employee"])
    server.script.set(`GET /${list}`, { json: [] });
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const unauthorized: Reply = { status: 401 };
const forbidden: Reply = { status: 403 };
const redirect: Reply = { status: 307, headers: { location: "/login" } };
const page: Reply = { text: "<html>", headers: { "content-type": "text/html" } };

describe("a reading", () => {
  it.each([
    ["401", unauthorized],
    ["307", redirect],
    ["a page", page],
  ])("is repeated once after %s, where the operation has answered", async (_, reply) => {
    await writer.check();
    server.script.set("GET /deptlevel", [{ json: [] }, reply, { json: [] }, reply, reply]);
    await writer.check();
    expect(await codeOf(writer.check())).toBe("done");
    expect(await codeOf(writer.check())).toBe(reply.status === 401 ? "target-unauthorized" : "target-misconfigured");
    expect(callsOf("GET /deptlevel")).toBe(6);
  });

  it.each([unauthorized, redirect, page])("is not repeated where nothing has answered: %j", async (reply) => {
    server.script.set("GET /deptlevel", reply);
    expect(await codeOf(writer.check())).not.toBe("done");
    expect(callsOf("GET /deptlevel")).toBe(1);
  });

  it("is not repeated without the permission", async () => {
    await writer.check();
    server.script.set("GET /deptlevel", forbidden);
    expect(await codeOf(writer.check())).toBe("target-unauthorized");
    expect(callsOf("GET /deptlevel")).toBe(2);
  });
});

it("no write follows an answer that the key is not permitted", async () => {
  await writer.check();
  server.script.set("PUT /employee/status", [{ status: 401 }, {}]);
  expect(await enable()).toBe("target-unauthorized");
  expect(callsOf("PUT /employee/status")).toBe(1);
});
