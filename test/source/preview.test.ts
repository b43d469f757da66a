/** Tests which records a preview shows, and what it says of them: what was wrong with each, and what was dropped later. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import type { RejectedRow } from "../../src/model/directory/snapshot.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { sourceSettings } from "../../src/source/settings.ts";
import { csvText, freshMemory, plainTable } from "./csv-folder.ts";

const header = ["account", "number", "phoneNumber", "active"];
const rows = [
  ["ann", "E1", "0912345678", "true"],
  ["bob", "E2", "", "true"],
  ["cyd", "E3", "", "perhaps"],
  ["dan", "E4", "", "true"],
  ["dan", "E5", "", "true"],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-preview-"));
  await writeFile(join(folder, "people.csv"), csvText(header, rows));
});
afterAll(() => rm(folder, { recursive: true }));

const preview = (choice: { readonly employee?: string; readonly limit: number }) => {
  const settings = sourceSettings.parse({
    feeds: { hr: { files: { settleSeconds: 0, folder } } },
    employees: plainTable("people.csv", ...header),
    quality: { "rejected-many": "off" },
  });
  return createHrSource(settings, freshMemory, systemClock).preview(choice);
};

const said = (all: readonly RejectedRow[]) => all.map(({ line, code }) => `${line} ${code}`);

it("shows the first records, and bad ones behind them with what is wrong", async () => {
  const { records, employee } = await preview({ limit: 1 });
  expect(records.map(({ line, rejected }) => [line, said(rejected)])).toEqual([
    [2, []],
    [4, ["4 value-unknown"]],
  ]);
  expect(employee).toBeUndefined();
});

it("says what was dropped of the shown records later, and nothing twice", async () => {
  expect(said((await preview({ limit: 3 })).dropped)).toEqual([]);
  expect(said((await preview({ limit: 5 })).dropped)).toEqual(["5 duplicate-key", "6 duplicate-key"]);
});

it("masks the cells of a personal field also where its column has wide signs in its name", async () => {
  await writeFile(join(folder, "spelled.csv"), "account,電話（公）\nann,0912345678\n");
  const settings = sourceSettings.parse({
    feeds: { hr: { files: { settleSeconds: 0, folder } } },
    employees: { file: "spelled.csv", columns: { account: "account", phoneNumber: "電話（公）" } },
  });
  const shown = await createHrSource(settings, freshMemory, systemClock).preview({ limit: 1 });
  expect(shown.records.map(({ line }) => line)).toEqual([2]);
  expect(JSON.stringify(shown)).not.toContain("345678");
});

it.each(["ANN", "e1"])("shows one person, found by %s, with masked values", async (employee) => {
  const shown = await preview({ employee, limit: 1 });
  expect(shown.records.map(({ line }) => line)).toEqual([2]);
  expect(shown.employee).toMatchObject({ account: "ann", number: "E1" });
  expect(JSON.stringify(shown)).not.toContain("345678");
});
