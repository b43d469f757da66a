/** Tests what a reading tells of its progress. */
import { expect, it } from "vitest";
import { openReader } from "../../src/site/open-target.ts";
import { silent, startScriptedServer } from "./scripted-server.ts";

it("tells how many details of all have been read, refused ones too", async () => {
  const server = await startScriptedServer();
  const told: unknown[] = [];
  const reader = openReader(server.settings, silent, ({ what, count, total }) => void told.push([what, count, total]));
  server.script.set("GET /department/manager/HQ", { json: { account: "" } });
  server.script.set("GET /department/manager/RD", { status: 400, json: {} });
  const empty = { levels: [], titles: [], functions: [], departments: [], employees: [] };
  await reader.readDetails(empty, { managersOf: ["HQ", "RD"], postsOf: [], membersOf: [] });
  expect(told).toEqual([
    ["details", 1, 2],
    ["details", 2, 2],
  ]);
  await reader.close();
  await server.close();
});
