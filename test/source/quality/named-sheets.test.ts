/** Several parts of one kind that each name a sheet of the same workbook: each sheet is compared with itself. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import type { SourceProfile } from "../../../src/model/plan/quality.ts";
import { createHrSource } from "../../../src/source/hr-source.ts";
import { sourceSettings } from "../../../src/source/settings.ts";
import { freshMemory } from "../csv-folder.ts";
import { textRow, workbookFile } from "../files/workbook-file.ts";

let folder: string;
let last: SourceProfile | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-sheets-"));
  last = undefined;
});

afterEach(() => rm(folder, { recursive: true }));

type Cells = readonly (readonly string[])[];

const people = [
  ["number", "account"],
  ["1", "amy"],
  ["2", "bob"],
  ["3", "eve"],
] as const;
const total = ["合計", "3"];
const phones = [
  ["number", "phone"],
  ["1", "0912345678"],
  ["2", "0912345679"],
] as const;

const read = async (sheets: Readonly<Record<string, Cells>>) => {
  const all = Object.entries(sheets).map(([name, rows]) => ({
    name,
    rows: rows.map((cells, at) => textRow(at + 1, ...cells)).join(""),
  }));
  await writeFile(join(folder, "hr.xlsx"), workbookFile({ sheets: all }));
  const employees = [
    { file: "hr.xlsx", sheet: "在職", columns: { number: "number", account: "account" } },
    { file: "hr.xlsx", sheet: "電話", required: false, columns: { number: "number", phoneNumber: "phone" } },
  ];
  const feeds = { hr: { files: { folder, settleSeconds: 0 } } };
  const settings = sourceSettings.parse({ feeds, employees });
  const source = createHrSource(settings, { ...freshMemory, lastProfile: async () => last }, systemClock);
  const { findings, profile, snapshot } = await source.read([]);
  last = JSON.parse(JSON.stringify(profile)) as SourceProfile;
  const rejected = snapshot.rejected.map((row) => `${row.file}:${row.line}`);
  return {
    found: findings.map(({ severity, message }) => `${severity}: ${message}`),
    files: profile.ends?.map(({ file, rows }) => [file, rows]),
    rejected,
  };
};

it.each([
  ["the first", { 在職: [...people, total], 電話: phones }],
  ["the second", { 在職: people, 電話: [...phones, ["合計", "2"]] }],
])("a total row that only %s sheet has is missed in none", async (_, sheets) => {
  expect((await read(sheets)).found).toEqual([]);
  expect((await read(sheets)).found).toEqual([]);
});

it("the total row of one sheet is missed where it was", async () => {
  await read({ 在職: people, 電話: [...phones, ["合計", "2"]] });
  const cut = read({ 在職: people, 電話: phones });
  await expect(cut).rejects.toThrow("hr.xlsx sheet 電話 (employee) lacks its total row, which it had last time");
});

it("a sheet that has always been empty has not become so", async () => {
  const sheets = { 在職: people, 電話: phones.slice(0, 1) };
  await read(sheets);
  expect((await read(sheets)).found).toEqual([]);
});

it("a sheet with nothing but its header any more is told by its name", async () => {
  await read({ 在職: people, 電話: phones });
  expect((await read({ 在職: people, 電話: phones.slice(0, 1) })).found).toContain(
    "hold: hr.xlsx sheet 電話 (employee) has no rows any more; last time it had 2",
  );
});

it("files and rows are named with their sheet", async () => {
  const { files, rejected } = await read({ 在職: [...people, ["", "x"]], 電話: phones });
  expect(files).toEqual([
    ["hr.xlsx sheet 在職", 4],
    ["hr.xlsx sheet 電話", 2],
  ]);
  expect(rejected).toContain("hr.xlsx sheet 在職:5");
});
