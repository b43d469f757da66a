/**
 * Finds the files and sheets of a part. A pattern that matches nothing is an error: a missing file must never look like
 * people who have left.
 */
import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { basename, join } from "node:path";
import { MusterdError } from "../../lib/errors.ts";
import type { FilePlace } from "../record.ts";
import { limits } from "./limits.ts";
import { type ReadingOptions, readBytes } from "./read-bytes.ts";
import type { PartFiles } from "./settings.ts";
import { sheetNames } from "./workbook.ts";

/**
 * Returns the files in the order of the settings, and the files of one pattern sorted by name. The sheets of each file are
 * in the order of the settings or, with `sheets: all`, of the workbook. Fails with `source-file-missing`, or as
 * `readBytes` and `sheetNames` do.
 */
export const filePlaces = async (
  folder: string,
  { files, sheets }: PartFiles,
  options: ReadingOptions,
): Promise<readonly FilePlace[]> => {
  const found: string[] = [];
  for (const name of files) found.push(...(await filesOf(folder, name)));
  const places: FilePlace[] = [];
  for (const file of new Set(found)) {
    for (const sheet of await sheetsOf(folder, file, sheets, options)) {
      const label = sheet === undefined || sheets?.length === 1 ? file : `${file} sheet ${sheet}`;
      places.push({ file, sheet, label });
    }
  }
  return places;
};

/** The name of an existing file is not treated as a pattern, so that `export[1].csv` can be named. */
const filesOf = async (folder: string, name: string): Promise<readonly string[]> => {
  if (!/[*?[{]/.test(name) || existsSync(join(folder, name))) return [name];
  const matches: string[] = [];
  for await (const match of glob(name, { cwd: folder })) if (!isTemporary(match)) matches.push(match);
  if (matches.length === 0) throw nothingMatches(folder, name);
  return matches.sort();
};

/** Whether a file is hidden (`.name`), or is the file `~$name.xlsx` that a spreadsheet program writes beside an open workbook. */
const isTemporary = (path: string): boolean => /^(?:~\$|\.)/.test(basename(path));

const sheetsOf = async (
  folder: string,
  file: string,
  sheets: PartFiles["sheets"],
  options: ReadingOptions,
): Promise<readonly (string | undefined)[]> => {
  if (!file.toLowerCase().endsWith(".xlsx") || sheets === undefined) return [undefined];
  return sheets === "all"
    ? sheetNames((await readBytes(folder, file, limits.workbookBytes, options)).bytes, file)
    : sheets;
};

const nothingMatches = (folder: string, pattern: string): MusterdError =>
  new MusterdError("source-file-missing", `no file in ${folder} matches ${pattern}`, {
    place: { file: pattern },
    hint: "check the folder of the feed, and that the export has run; nothing was read, so nothing is changed",
  });
