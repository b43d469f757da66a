/** Tests the trace of single records in readings of many: each is packed with others, and found by any of its keys. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { sourceSettings } from "../../src/source/settings.ts";
import { csvText, freshMemory, plainTable } from "./csv-folder.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-watched-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("finds the records of each of many people and departments by account and number, in the order of the reading", async () => {
  const numbers = Array.from({ length: 61 }, (_, index) => String(index + 1).padStart(2, "0"));
  const files = {
    "people.csv": csvText(
      ["account", "number", "name"],
      numbers.map((n) => [`User${n}`, `E${n}`, `員工${n}`]),
    ),
    "more.csv": csvText(
      ["number", "email"],
      numbers.map((n) => [`E${n}`, `user${n}@example.com`]),
    ),
    "posts.csv": csvText(
      ["employee", "department", "main"],
      numbers.flatMap((n) => [
        [`E${n}`, "D1", "true"],
        [`E${n}`, `D${n}`, "false"],
      ]),
    ),
    "departments.csv": csvText(
      ["code", "name"],
      [["D1", "一部"], ...numbers.slice(1).map((n) => [`D${n}`, `部門${n}`])],
    ),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const settings = sourceSettings.parse({
    feeds: { hr: { files: { settleSeconds: 0, folder } } },
    departments: plainTable("departments.csv", "code", "name"),
    employees: [plainTable("people.csv", "account", "number", "name"), plainTable("more.csv", "number", "email")],
    posts: plainTable("posts.csv", "employee", "department", "main"),
  });
  const { traceOf } = await createHrSource(settings, freshMemory, systemClock).trace([]);
  for (const [index, n] of numbers.entries()) {
    const line = index + 2;
    const places = [
      `people.csv:${line}`,
      `more.csv:${line}`,
      `posts.csv:${2 * index + 2}`,
      `posts.csv:${2 * index + 3}`,
    ];
    for (const key of [`user${n}`, `e${n}`]) {
      const { records } = traceOf("employee", key);
      expect(records.map((record) => `${record.file}:${record.line}`)).toEqual(places);
      expect(records[0]?.fields.find(({ field }) => field === "name")).toEqual({
        field: "name",
        cells: { name: `員工${n}` },
        value: `員工${n}`,
      });
    }
  }
  const departments = numbers.slice(1).map((n) => traceOf("department", `d${n}`).records[0]?.line);
  expect(departments).toEqual(numbers.slice(1).map((_, index) => index + 3));
});
