/**
 * `node scripts/bench-source.ts [people] [rounds]`: measures the reading of HR's files. A file of employees with 20 mapped
 * columns is read by csv-parse alone with the same separators, by musterd's reader of files, and by the whole source (mapping,
 * conversion, the model, the quality gate). The script asserts nothing.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchRoles, measuredHere, type Prepare, type Roles } from "./bench-roles.ts";

const file = "employees.csv";
const columns = [
  "account",
  "number",
  "name",
  "englishName",
  "gender",
  "idCardNumber",
  "birthDate",
  "phoneNumber",
  "businessCard",
  "hireDate",
  "email",
  "emailEx",
  "loginValidation",
  "expiredTime",
  "resignationDate",
  "active",
  "department",
  "title",
  "functions",
  "supervisor",
];

const family = Array.from("王李張劉陳楊黃趙吳周徐孫朱馬胡");
const given = Array.from("小明大華志強淑芬美玲建國許功蓋育家豪怡君雅婷");

/** Returns one row like those of a real export, with some blank cells and some names in quotes. */
const row = (index: number): string => {
  const digits = String(index).padStart(6, "0");
  const pick = (from: readonly string[], step: number): string => from[(index * step) % from.length] ?? "";
  const day = `${1 + (index % 9)}`.padStart(2, "0");
  return [
    `user${digits}`,
    `E${digits}`,
    pick(family, 1) + pick(given, 3) + pick(given, 7),
    `User ${digits}`,
    index % 2 === 0 ? "男" : "女",
    `A1${digits.padStart(8, "0")}`,
    `${1960 + (index % 39)}-${day}-1${index % 10}`,
    `0912${digits}`,
    index % 10 === 0 ? '"工程師, 研發"' : "資深工程師",
    `${2010 + (index % 14)}-${day}-${day}`,
    `user${digits}@example.com`,
    "",
    "UOF",
    index % 3 === 0 ? "2027-12-31" : "",
    "",
    index % 50 === 0 ? "N" : "Y",
    `D${index % 500}`,
    `T${index % 30}`,
    `F${index % 9};F${9 + (index % 5)}`,
    `E${String(index % 1000).padStart(6, "0")}`,
  ].join(",");
};

const bareCsvParse: Prepare = async (folder) => {
  const { parse } = await import("csv-parse/sync");
  const separators = { delimiter: ",", record_delimiter: ["\r\n", "\n"] };
  return () => parse(readFileSync(join(folder, file)), separators).length - 1;
};

const filesAlone: Prepare = async (folder) => {
  const { readFileTable } = await import("../src/source/files/read-file.ts");
  const settings = { encoding: "auto", delimiter: "," } as const;
  return async () => (await readFileTable({ folder, file }, settings, () => () => undefined)).rows;
};

const wholeSource: Prepare = async (folder) => {
  const { createHrSource } = await import("../src/source/hr-source.ts");
  const { sourceSettings } = await import("../src/source/settings.ts");
  const settings = sourceSettings.parse({
    feeds: { hr: { files: { folder } } },
    employees: { file, columns: Object.fromEntries(columns.map((column) => [column, column])) },
  });
  const nothing = () => Promise.resolve(undefined);
  const memory = { lastProfile: nothing, caches: { load: nothing, save: nothing, keepOnly: nothing } };
  const source = createHrSource(settings, memory, { nowMs: () => Date.now() });
  await loadReaders();
  return async () => (await source.read([])).snapshot.directory.employees?.length ?? 0;
};

/** The source loads its readers with the first reading. The other roles load their modules before they are measured, too. */
const loadReaders = async (): Promise<void> => {
  await import("../src/source/read-source.ts");
  await import("../src/source/files/open-files.ts");
};

/** All other roles are compared with the first. */
const roles: Roles = { bareCsvParse, filesAlone, wholeSource };

const measureAll = async (people: number, rounds: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "musterd-bench-"));
  try {
    const lines = [columns.join(","), ...Array.from({ length: people }, (_, index) => row(index))];
    writeFileSync(join(folder, file), `${lines.join("\r\n")}\r\n`);
    console.log(`CSV, ${people} people × ${columns.length} columns, median of ${rounds}; node ${process.version}`);
    await benchRoles(fileURLToPath(import.meta.url), roles, folder, people, rounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

if (!(await measuredHere(roles))) {
  const [people = "100000", rounds = "5"] = process.argv.slice(2);
  await measureAll(Number(people), Number(rounds));
}
