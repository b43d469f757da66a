/** A person whom a company document no longer has is gone from the files of the service when it has stopped. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService } from "../../src/service/service.ts";
import { baseline } from "./cases/baseline.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "musterd-removed-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Values that nobody else has. */
const values = {
  account: "zz.unmistakable",
  name: "獨一無二",
  employeeNumber: "UNIQ-77001",
  idCardNumber: "Q198765432",
  phoneNumber: "+886-955-000-111",
  email: "only.one@nowhere.example",
};
const filesIn = (place: string): readonly string[] =>
  readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const found = (): readonly string[] =>
  filesIn(folder).flatMap((file) => {
    const bytes = readFileSync(file);
    return Object.values(values).filter((value) => bytes.includes(value));
  });

it("is gone with every value", async () => {
  const start = () => startService({ database: join(folder, "service.db"), port: 0, adminKey: "admin-of-the-test" });
  const put = async (url: string, employees: readonly object[]): Promise<void> => {
    const answer = await fetch(`${url}/sandbox/company`, {
      method: "PUT",
      headers: { "Admin-Key": "admin-of-the-test", "Content-Type": "application/json" },
      body: JSON.stringify({ organisation: { ...baseline(), employees } }),
    });
    expect(await answer.text()).toBe("");
  };
  const { employees } = baseline();
  const [first] = employees;
  const service = await start();
  await put(service.url, [...employees, { ...first, ...values, depts: [] }]);
  await service.close();
  expect(new Set(found())).toEqual(new Set(Object.values(values)));
  const again = await start();
  await put(again.url, employees);
  await again.close();
  expect(found()).toEqual([]);
});
