/** The first create of a kind goes alone: what it shows decides whether others are sent. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let writer: TargetWriter;
beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
  for (const list of ["GET /deptlevel", "GET /jobtitle", "GET /jobfunc", "GET /department/employee", "GET /department"])
    server.script.set(list, { json: [] });
  server.script.set("POST /deptlevel", {});
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const create = (code: string) =>
  writer
    .perform({ id: "V2", code, name: code, active: true }, () => undefined)
    .catch((error: { code: string }) => error.code);
const writes = () => server.routes().filter((route) => route === "POST /deptlevel").length;

it("sends the others once the first can be read", async () => {
  expect(await Promise.all(["A", "B", "C"].map(create))).toEqual(["applied", "applied", "applied"]);
  expect(server.routes().slice(0, 2)).toEqual(["POST /deptlevel", "GET /deptlevel"]);
});

it("sends no other if the first cannot be read, until the lists can be", async () => {
  server.script.set("GET /deptlevel", { json: [{ code: 1, name: "A" }] });
  expect(await Promise.all(["A", "B", "C"].map(create))).toEqual(Array(3).fill("response-unexpected"));
  expect(writes()).toBe(1);
  server.script.set("GET /deptlevel", { json: [{ code: "A", name: "A" }] });
  await writer.readLists();
  expect(await create("B")).toBe("applied");
  expect(writes()).toBe(2);
});

it("tells that the first cannot be read also where it may have failed", async () => {
  server.script.set("POST /deptlevel", { status: 500 });
  server.script.set("GET /deptlevel", { json: [{ code: 1, name: "A" }] });
  expect(await Promise.all(["A", "B"].map(create))).toEqual(Array(2).fill("response-unexpected"));
  expect(writes()).toBe(1);
});
