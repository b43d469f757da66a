/**
 * Looks for signs that a file is still being written: the lock file of a spreadsheet program, a copy in progress, or a
 * marker file that is missing or older than the file.
 */
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, matchesGlob } from "node:path";
import { MusterdError } from "../../lib/errors.ts";

/**
 * `ready`: name or pattern of a marker file in the folder of the feed. Fails with `source-file-locked` or
 * `source-not-ready`.
 */
export const refuseUnfinished = async (
  folder: string,
  file: string,
  modifiedMs: number,
  ready: string | undefined,
): Promise<void> => {
  const own = basename(file);
  const beside = dirname(join(folder, file));
  const names = new Set(await namesIn(beside));
  const lock = locksOf(own).find((name) => names.has(name));
  if (lock !== undefined) throw locked(file, `${lock} lies beside it: somebody has the file open`, lock);
  for (const part of partEndings.map((ending) => `${own}${ending}`).filter((name) => names.has(name))) {
    // A partial copy (such as `name.part`) that is older than the file was left behind when the copying failed.
    if ((await modifiedAt(join(beside, part))) < modifiedMs) continue;
    throw locked(file, `${part} lies beside it: a copy of the file is under way`, part);
  }
  if (ready === undefined) return;
  const markers = (await namesIn(folder)).filter((name) => name === ready || matchesGlob(name, ready));
  const times = await Promise.all(markers.map((name) => modifiedAt(join(folder, name))));
  const newest = Math.max(Number.NEGATIVE_INFINITY, ...times);
  if (newest < modifiedMs) throw notReady(file, ready, markers.length, modifiedMs - newest);
};

const partEndings = [".part", ".tmp", ".filepart", ".crdownload", ".partial", ".download"];

/**
 * Returns the names that the lock file of Excel (`~$…`) or LibreOffice (`.~lock.…#`) may have. For a long name, Excel
 * drops its first two characters.
 */
const locksOf = (name: string): readonly string[] => [`~$${name}`, `~$${name.slice(2)}`, `.~lock.${name}#`];

/** The list is empty for a folder that cannot be listed. The file in it may be readable all the same. */
const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);

const modifiedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.NEGATIVE_INFINITY,
  );

const locked = (file: string, why: string, sign: string): MusterdError =>
  new MusterdError("source-file-locked", why, {
    place: { file },
    hint: `close the file or wait for the copy to end; if nobody is using it, delete ${sign}`,
  });

const notReady = (file: string, ready: string, markers: number, olderMs: number): MusterdError =>
  new MusterdError(
    "source-not-ready",
    markers === 0
      ? `the marker file ${ready} is missing, so the export may not have ended`
      : `the file is ${Math.ceil(olderMs / 1000)} seconds newer than the marker file ${ready}`,
    { place: { file }, hint: "let the export write its marker file after all others; the next run reads them" },
  );
