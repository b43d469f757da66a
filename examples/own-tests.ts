/**
 * Tests of a program of your own against the reference service, in memory and on a free port:
 *
 *     node --test examples/own-tests.ts
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openClient, type SystemClient } from "musterd/client";
import { type RunningService, startService } from "musterd/service";

let service: RunningService;
let client: SystemClient;

before(async () => {
  service = await startService();
  client = openClient(service);
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
