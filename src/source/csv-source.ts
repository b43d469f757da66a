/**
 * The CSV source: a folder of exported files, one per kind, read as one snapshot. A kind without a file is not managed.
 * Whatever could make a half-read file look like a smaller company ends the read with an error instead.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MusterdError } from "../lib/errors.ts";
import { assembleSnapshot } from "./assemble.ts";
import { type Table, tables } from "./fields.ts";
import { decodeFile } from "./files/decode.ts";
import { parseCsv } from "./files/parse-csv.ts";
import type { CsvSettings } from "./mapping.ts";
import { readRecords, tableReader } from "./read-table.ts";
import { compileReader, type HeaderProblem } from "./row-reader.ts";
import type { AllRows, TableRows } from "./rows.ts";
import type { Source } from "./source.ts";

/** Settings as checked by `sourceSettings`; `folder` is absolute. */
export const createCsvSource = (settings: CsvSettings, folder: string): Source => ({
  describe: () => {
    const files = tables.map((table) => settings[table]?.file).filter((file) => file !== undefined);
    return `CSV files in ${folder}: ${[...new Set(files)].join(", ")}`;
  },
  read: async () => assembleSnapshot(await readTables(settings, folder), settings),
});

const readTables = async (settings: CsvSettings, folder: string): Promise<AllRows> => {
  const read: { [table in Table]?: TableRows } = {};
  const problems: HeaderProblem[] = [];
  for (const table of tables) {
    const { file, columns, records } = settings[table] ?? {};
    if (records !== undefined) read[table] = readRecords(table, records);
    if (file === undefined || columns === undefined) continue;
    const bytes = decodeFile(await readBytes(folder, file), settings.encoding, file);
    parseCsv(bytes, settings.delimiter, file, (header) => {
      const compiled = compileReader(table, columns, file, header);
      problems.push(...compiled.problems);
      const { add, result } = tableReader(table, file, header.length, compiled.reader);
      read[table] = result;
      return compiled.problems.length === 0 ? add : () => {};
    });
    if (emptied(table, read[table]) && problems.length === 0) throw noRows(table, file);
  }
  if (problems.length > 0) throw headerError(problems);
  return read;
};

/** No company is without any of these: a file without rows is an export that failed. */
const emptied = (table: Table, rows: TableRows | undefined): boolean =>
  (table === "departments" || table === "employees") && rows?.rows.length === 0;

const readBytes = (folder: string, file: string): Promise<Buffer> =>
  readFile(join(folder, file)).catch((error: unknown) => {
    throw unreadable(folder, file, error);
  });

const unreadable = (folder: string, file: string, error: unknown): MusterdError => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return new MusterdError(
    code === "ENOENT" ? "source-file-missing" : "source-file-unreadable",
    code === "ENOENT" ? `there is no file ${file} in ${folder}` : `${file} in ${folder} cannot be read (${code})`,
    {
      place: { file },
      wayOut: "check that the export has run and `source.csv.folder`; nothing was read, so nothing is changed",
      cause: error,
    },
  );
};

const noRows = (table: Table, file: string): MusterdError =>
  new MusterdError("source-empty", `the file has a header and not one row, so it would empty all ${table}`, {
    place: { file },
    wayOut: `check that the export has run; if ${table} shall not be managed, take them out of \`source.csv\``,
  });

const headerError = (problems: readonly HeaderProblem[]): MusterdError => {
  const first = problems[0];
  const lines = problems.map(({ code, setting, name, file }) =>
    code === "source-column-unknown"
      ? `${setting}: ${file} has no column "${name}"`
      : `${setting}: ${file} has the column "${name}" more than once`,
  );
  const found = new Map(problems.map((problem) => [problem.file, problem.found]));
  const headers = [...found].map(([file, header]) => `${file} has: ${header.map((name) => name.trim()).join(", ")}`);
  return new MusterdError(first?.code ?? "source-column-unknown", [...lines, ...headers].join("\n"), {
    ...(first ? { place: { file: first.file, setting: first.setting } } : {}),
    wayOut: "give the header names exactly as the file has them; if the export has changed, change the mapping",
  });
};
