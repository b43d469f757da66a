/** Reads CSV files from a temporary folder, through the schema of the configuration. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type Clock, systemClock } from "../../src/lib/clock.ts";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { sourceSettings } from "../../src/source/settings.ts";
import type { Source, SourceInspection, SourceMemory } from "../../src/source/source.ts";

export type Files = Readonly<Record<string, string | Buffer>>;

/** The memory of a source that has never been read. Files need no cache. */
export const freshMemory: SourceMemory = {
  lastProfile: async () => undefined,
  caches: { load: async () => undefined, save: async () => undefined, keepOnly: async () => undefined },
};

/** Writes `files` to a temporary folder, and reads this folder as the only feed, with the settings `source`. */
export const readCsv = async (files: Files, source: Readonly<Record<string, unknown>>): Promise<SourceSnapshot> =>
  (await withCsv(files, source, systemClock, (read) => read.read([]))).snapshot;

/** Like `readCsv` at a moment; returns the findings too, and does not refuse. */
export const inspectCsv = (
  files: Files,
  source: Readonly<Record<string, unknown>>,
  nowMs: number,
): Promise<SourceInspection> => withCsv(files, source, { nowMs: () => nowMs }, (read) => read.inspect());

const withCsv = async <T>(
  files: Files,
  source: Readonly<Record<string, unknown>>,
  clock: Clock,
  use: (read: Source) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-csv-"));
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    const feeds = { hr: { files: { settleSeconds: 0, ...(source["files"] as object), folder } } };
    const { files: _, feeds: __, ...rest } = source;
    const settings = sourceSettings.parse({ ...rest, feeds });
    const { mappingFile } = settings;
    const located = mappingFile === undefined ? settings : { ...settings, mappingFile: resolve(folder, mappingFile) };
    return await use(createHrSource(located, freshMemory, clock));
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** The settings of a table whose columns are named like its fields. */
export const plainTable = (file: string, ...fields: readonly string[]) => ({
  file,
  columns: Object.fromEntries(fields.map((field) => [field, field])),
});

/** A CSV text in which every cell is quoted. */
export const csvText = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, ...rows].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\r\n");

/** A file of employees with account, number and further fields, and the settings for it. */
export const people = (fields: readonly string[], ...rows: readonly (readonly string[])[]) => ({
  files: { "employees.csv": csvText(["account", "number", ...fields], rows) },
  settings: { employees: plainTable("employees.csv", "account", "number", ...fields) },
});
