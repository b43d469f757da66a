/**
 * Finds the files and sheets of a part. A pattern that matches nothing is an error, and so is a folder on the way that cannot be
 * read: a missing file must never look like people who have left.
 */
import { basename, join, relative } from "node:path";
import { MusterdError } from "../../lib/errors.ts";
import type { FilePlace } from "../feeds/record.ts";
import { isWorkbookName } from "./foreign-format.ts";
import { limits } from "./limits.ts";
import { answeredInTime } from "./places/answered-in-time.ts";
import { isThere, matchingFiles } from "./places/matching-files.ts";
import { byNumbers, newestFile } from "./places/newest-file.ts";
import { type ReadingOptions, readBytes, unreadable } from "./places/read-bytes.ts";
import { isPattern, type PartFiles } from "./settings.ts";
import { sheetNames } from "./workbook.ts";

/**
 * Returns the files in the order of the settings, and the files of one pattern sorted by name (emp_9 before emp_10), or only the
 * newest of them. The sheets of each file are in the order of the settings or, with `sheets: all`, of the workbook. Fails with
 * `source-file-missing` or `source-newest-unclear`, or as `readBytes` and `sheetNames` do.
 */
export const filePlaces = async (
  folder: string,
  { files, sheets, onlyNewestFile }: PartFiles,
  options: ReadingOptions,
): Promise<readonly FilePlace[]> => {
  /** File → the pattern or name that found it first. */
  const found = new Map<string, string>();
  for (const name of files) {
    const matches = await filesOf(folder, name);
    for (const file of onlyNewestFile ? [newestFile(name, matches)] : matches) {
      if (!found.has(file)) found.set(file, name);
    }
  }
  const places: FilePlace[] = [];
  for (const [file, pattern] of found) {
    for (const sheet of await sheetsOf(folder, file, sheets, options)) {
      const label = sheet === undefined ? file : `${file} sheet ${sheet}`;
      const isOneOfMany = pattern !== file || sheets === "all" || (sheets?.length ?? 0) > 1;
      places.push({ file, sheet, label, pattern, isOneOfMany });
    }
  }
  return places;
};

/** The name of an existing file is not treated as a pattern, so that `export[1].csv` can be named. */
const filesOf = async (folder: string, name: string): Promise<readonly [string, ...string[]]> => {
  if (!isPattern(name)) return [name];
  const matches = await answeredInTime(folder, name, () =>
    matchesOf(folder, name).catch((error: NodeJS.ErrnoException) =>
      unreadable(folder, relative(folder, error.path ?? folder) || name, error),
    ),
  );
  const [first, ...others] = matches.sort(byNumbers);
  if (first === undefined) throw nothingMatches(folder, name);
  return [first, ...others];
};

const matchesOf = async (folder: string, name: string): Promise<string[]> =>
  (await isThere(join(folder, name)))
    ? [name]
    : (await matchingFiles(folder, name)).filter((match) => !isTemporary(match));

/** Whether a file is hidden (`.name`), or is the file `~$name.xlsx` that a spreadsheet program writes beside an open workbook. */
const isTemporary = (path: string): boolean => /^(?:~\$|\.)/.test(basename(path));

const sheetsOf = async (
  folder: string,
  file: string,
  sheets: PartFiles["sheets"],
  options: ReadingOptions,
): Promise<readonly (string | undefined)[]> => {
  if (!isWorkbookName(file) || sheets === undefined) return [undefined];
  return sheets === "all"
    ? sheetNames((await readBytes(folder, file, limits.workbookBytes, options)).bytes, file)
    : sheets;
};

const nothingMatches = (folder: string, pattern: string): MusterdError =>
  new MusterdError("source-file-missing", `no file in ${folder} matches ${pattern}`, {
    place: { file: pattern },
    hint: "check the folder of the feed, and that the export has run; nothing was read, so nothing is changed",
  });
