/**
 * A reading ends with its first failure, and the connection is closed. What still waited for a repetition went on for up to ten
 * minutes: it kept the process alive, which then said that it had cut a timer.
 */
import { afterEach, beforeEach, expect, it } from "vitest";
import { openReader } from "../../src/site/open-target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;

beforeEach(async () => {
  server = await startScriptedServer();
  for (const list of ["deptlevel", "department", "jobtitle", "jobfunc", "employee"])
    server.script.set(`GET /${list}`, { json: [] });
});
afterEach(() => server.close());

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

it.each<[string, Reply]>([
  ["a back-off", { status: 503 }],
  ["the wait that the service asks for", { status: 503, headers: { "retry-after": "120" } }],
])("nothing waits for %s any more when the reader is closed", async (_, busy) => {
  const before = timers();
  server.script.set("GET /department", busy);
  const refused: Reply = { status: 403 };
  server.script.set("GET /jobtitle", refused);
  const reader = openReader({ ...server.settings, retries: 6, backoffMs: 30_000 }, silent);
  const failed = await reader.readLists().catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: "target-unauthorized" });
  await expect.poll(() => server.routes()).toContain("GET /department");
  await expect.poll(timers).toBeGreaterThan(before);
  await reader.close();
  await expect.poll(timers, { timeout: 20_000 }).toBeLessThanOrEqual(before);
});
