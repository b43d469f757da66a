/**
 * `node scripts/bench-source.ts [people] [rounds]`: what reading HR's data costs. A file of employees with 20 columns, all
 * of them mapped, is read by csv-parse alone with the same separators, by the reading of files, and by the whole source
 * (mapping, conversion, the model). Prints rows/s, peak memory and the ratio to csv-parse alone; asserts nothing. Every
 * measurement is a process of its own and takes turns with the others, so that a busy moment hits all of them.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

type Measured = { readonly seconds: number; readonly rows: number; readonly peakMiB: number };

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

/** One row as an export writes it: some cells blank, a name in quotes here and there. */
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

/** What is timed, once everything it needs has been loaded; gives the number of people it has read. */
type Prepare = (folder: string) => Promise<() => number | Promise<number>>;

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
  return async () => (await source.read([])).snapshot.directory.employees?.length ?? 0;
};

/** By the name under which a process is asked for it. */
const roles: Readonly<Record<string, Prepare>> = { bareCsvParse, filesAlone, wholeSource };

const measureHere = async (role: string, folder: string): Promise<void> => {
  const read = await roles[role]?.(folder);
  const startedMs = performance.now();
  const rows = await read?.();
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(JSON.stringify({ seconds, rows, peakMiB: Math.round(process.resourceUsage().maxRSS / 1024) }));
};

const measure = (role: string, folder: string): Promise<Measured> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), role, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once("exit", (code) => {
      if (code === 0) resolve(JSON.parse(output) as Measured);
      else reject(new Error(`${role} ended with ${code}`));
    });
  });

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const measureAll = async (people: number, rounds: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "musterd-bench-"));
  try {
    const lines = [columns.join(","), ...Array.from({ length: people }, (_, index) => row(index))];
    writeFileSync(join(folder, file), `${lines.join("\r\n")}\r\n`);
    const measured = new Map<string, Measured[]>(Object.keys(roles).map((role) => [role, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [role, results] of measured) results.push(await measure(role, folder));
    }
    const bare = median(measured.get("bareCsvParse")?.map(({ seconds }) => seconds) ?? []);
    console.log(`node ${process.version}; ${people} people × ${columns.length} columns, median of ${rounds}`);
    for (const [role, results] of measured) {
      const seconds = median(results.map((result) => result.seconds));
      const peakMiB = Math.max(...results.map((result) => result.peakMiB));
      const speed = `${Math.round(people / seconds)} rows/s`;
      const rows = results[0]?.rows === people ? "" : `   only ${results[0]?.rows} rows!`;
      console.log(
        `  ${role.padEnd(13)} ${seconds.toFixed(2)} s   ${speed.padStart(14)}   ${peakMiB} MiB   ratio ${(bare / seconds).toFixed(2)}${rows}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const [first = "100000", second] = process.argv.slice(2);
if (roles[first] && second !== undefined) await measureHere(first, second);
else await measureAll(Number(first), Number(second ?? 5));
