/**
 * Tests of a program of your own against the reference service, in memory and on a free port:
 *
 *     node --test examples/own-tests.ts
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openClient, type SystemClient } from "musterd/client";
import { type RunningService, startService } from "musterd/service";

const apiKey = "a-key-of-some-length";
const corpCode = "ACME";

let service: RunningService;
let client: SystemClient;

before(async () => {
  const keys = [{ name: "own tests", secret: apiKey, permissions: ["P-Org"] }] as const;
  service = await startService({
    database: ":memory:",
    host: "127.0.0.1",
    port: 0,
    corpCode,
    keys,
    adminKey: "admin-key",
  });
  client = openClient({ url: service.url, corpCode, apiKey });
});

after(async () => {
  await client?.close();
  await service?.close();
});

/** What your program does: a department for each name. */
const openDepartments = async (names: readonly string[]): Promise<void> => {
  await client.createDepartmentLevel({ body: { code: "DEPT", name: "Department" } });
  for (const [index, name] of names.entries())
    await client.createDepartment({ body: { code: `D${index + 1}`, deptLevelCode: "DEPT", name, active: true } });
};

await test("opens a department for each name", async () => {
  await openDepartments(["Sales", "Research"]);
  const departments = await client.listDepartments();
  assert.deepEqual(
    departments.map(({ code, name }) => [code, name]),
    [
      ["D1", "Sales"],
      ["D2", "Research"],
    ],
  );
});
