/** Reads a whole file, or fails: a file that is still being written is not read. */
import { constants } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, matchesGlob } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "../../../lib/clock.ts";
import { MusterdError, refusalHint } from "../../../lib/errors.ts";
import { figure, tooLarge } from "../limits.ts";
import type { FileFeedSettings } from "../settings.ts";
import { answeredInTime } from "./answered-in-time.ts";

export type FileBytes = { readonly bytes: Buffer; readonly modifiedMs: number };

/** File → its modification time when it was first read. All readings of one run share it. */
export type SeenFiles = Map<string, number>;

/** The settings of the feed, and what the run has seen of its files. */
export type ReadingOptions = Partial<Pick<FileFeedSettings, "settleSeconds" | "ready">> & {
  readonly seen?: SeenFiles | undefined;
};

/**
 * Fails with `source-file-missing`, `source-file-unreadable`, `source-file-changing` (also if it is another file than the run
 * has read before), `source-file-locked`, `source-not-ready`, or with `source-too-large` if the file has more than `mostBytes`.
 */
export const readBytes = (
  folder: string,
  file: string,
  mostBytes: number,
  options: ReadingOptions,
): Promise<FileBytes> =>
  answeredInTime(
    folder,
    file,
    () => readNow(folder, file, mostBytes, options).catch((error: unknown) => unreadable(folder, file, error)),
    (options.settleSeconds ?? 0) * 1000,
  );

const readNow = async (
  folder: string,
  file: string,
  mostBytes: number,
  { settleSeconds = 0, ready, seen }: ReadingOptions,
): Promise<FileBytes> => {
  // Without O_NONBLOCK the opening of a pipe waits for a writer, perhaps for ever.
  await using handle = await open(join(folder, file), constants.O_RDONLY | constants.O_NONBLOCK);
  // A device such as /dev/zero has no size and no end.
  if (!(await handle.stat()).isFile()) throw notAFile(file);
  const { size, mtimeMs } = await settled(handle, file, settleSeconds * 1000);
  if (size > mostBytes) throw tooLarge(file, `the file has ${figure(size)} bytes`, mostBytes);
  await refuseUnfinished(folder, file, mtimeMs, ready);
  const read = await readSettled(handle, file);
  if ((seen?.get(file) ?? read.modifiedMs) !== read.modifiedMs) throw replaced(file);
  seen?.set(file, read.modifiedMs);
  return read;
};

/** Fails with `source-file-changing` if a file has changed, or has gone, since the run has read it. */
export const refuseReplaced = async (folder: string, seen: SeenFiles): Promise<void> => {
  for (const [file, modifiedMs] of seen) {
    const now = await answeredInTime(folder, file, () => modifiedAt(join(folder, file)));
    if (now !== modifiedMs) throw replaced(file);
  }
};

type FileState = { readonly size: number; readonly mtimeMs: number };

/** The methods of an open file that are needed here. */
type OpenFile = { readonly stat: () => Promise<FileState>; readonly readFile: () => Promise<Buffer> };

/** Waits until nobody has changed the file for `settleMs`, and returns its state. Fails if it changes while we wait. */
const settled = async (handle: Pick<OpenFile, "stat">, file: string, settleMs: number): Promise<FileState> => {
  const before = await handle.stat();
  const ageMs = systemClock.nowMs() - before.mtimeMs;
  if (ageMs >= settleMs) return before;
  // If our clock is behind the clock that dated the file, the age is negative.
  await delay(Math.min(settleMs, settleMs - ageMs));
  const after = await handle.stat();
  if (isSame(before, after)) return after;
  throw changing(file, "was changed while it was watched", before, after);
};

const isSame = (a: FileState, b: FileState): boolean => a.size === b.size && a.mtimeMs === b.mtimeMs;

/** Returns the bytes of an open file. Fails if its size or its modification time changes during the reading. */
export const readSettled = async (handle: OpenFile, file: string): Promise<FileBytes> => {
  const before = await handle.stat();
  const bytes = await handle.readFile();
  const after = await handle.stat();
  if (bytes.length === before.size && isSame(before, after)) return { bytes, modifiedMs: before.mtimeMs };
  throw changing(file, "changed while it was read", before, after);
};

const changing = (file: string, what: string, before: FileState, after: FileState): MusterdError =>
  inMotion(file, `${what}: ${before.size} bytes before, ${after.size} after; nothing of it was used`);

const replaced = (file: string): MusterdError =>
  inMotion(file, "was replaced, changed or removed after a part of this reading had used it; nothing was used");

const inMotion = (file: string, what: string): MusterdError =>
  new MusterdError("source-file-changing", `${file} ${what}`, {
    place: { file },
    hint: "let the export end before the run begins, or let it write under another name and rename at the end; `ready` names a marker file that the export writes last",
  });

const notAFile = (file: string): MusterdError =>
  new MusterdError("source-file-unreadable", `${file} is a folder, a pipe or a device, not a file`, {
    place: { file },
    hint: "name the file that the export writes; nothing was read, so nothing is changed",
  });

/** Rejects with what the system refuses below a folder; with an error of ours as it is. */
export const unreadable = async (folder: string, file: string, error: unknown): Promise<never> => {
  if (error instanceof MusterdError) throw error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  throw new MusterdError(
    code === "ENOENT" ? "source-file-missing" : "source-file-unreadable",
    code === "ENOENT"
      ? `there is no file ${file} in ${folder}${await contents(folder)}`
      : `${file} in ${folder} cannot be read (${code})`,
    {
      place: { file },
      hint: `${hintOf(code, error)}; nothing was read, so nothing is changed`,
      cause: error,
    },
  );
};

/** HR's files are to be read and stay somebody else's. */
const hintOf = (code: string, error: unknown): string =>
  code === "EACCES" || code === "EPERM"
    ? "let the user who runs musterd read it"
    : (refusalHint(error) ?? "check the folder of the feed, and that the export has run");

const shownNames = 10;

/** What a folder has instead of a file that is not there. */
const contents = async (folder: string): Promise<string> => {
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) return ", because there is no such folder";
  if (names.length === 0) return "; the folder is empty";
  const more = names.length > shownNames ? ` and ${names.length - shownNames} more` : "";
  return `; it has ${names.sort().slice(0, shownNames).join(", ")}${more}`;
};

/**
 * Refuses a file with signs that it is still being written: the lock file of a spreadsheet program, a copy in progress, or
 * a marker file (`ready`, a name or pattern) that is missing or older than the file.
 */
const refuseUnfinished = async (
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

/** Lock files of Excel (for a long name without its first two characters) and of LibreOffice. */
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
