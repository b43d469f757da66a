/** Reads a whole file, or fails: a file that is still being written is not read. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import { figure, tooLarge } from "./limits.ts";
import type { FileFeedSettings } from "./settings.ts";
import { refuseUnfinished } from "./unfinished.ts";

export type FileBytes = { readonly bytes: Buffer; readonly modifiedMs: number };

/**
 * Fails with `source-file-missing`, `source-file-unreadable`, `source-file-changing`, `source-file-locked`,
 * `source-not-ready`, or with `source-too-large` if the file has more than `mostBytes`.
 */
export const readBytes = async (
  folder: string,
  file: string,
  mostBytes: number,
  { settleSeconds = 0, ready }: Partial<Pick<FileFeedSettings, "settleSeconds" | "ready">>,
): Promise<FileBytes> => {
  try {
    await using handle = await open(join(folder, file));
    const { size, mtimeMs } = await settled(handle, file, settleSeconds * 1000);
    if (size > mostBytes) throw tooLarge(file, `the file has ${figure(size)} bytes`, mostBytes);
    await refuseUnfinished(folder, file, mtimeMs, ready);
    return await readSettled(handle, file);
  } catch (error) {
    throw error instanceof MusterdError ? error : unreadable(folder, file, error);
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
  new MusterdError(
    "source-file-changing",
    `${file} ${what}: ${before.size} bytes before, ${after.size} after; nothing of it was used`,
    {
      place: { file },
      hint: "let the export end before the run begins, or let it write under another name and rename at the end",
    },
  );

const unreadable = (folder: string, file: string, error: unknown): MusterdError => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return new MusterdError(
    code === "ENOENT" ? "source-file-missing" : "source-file-unreadable",
    code === "ENOENT" ? `there is no file ${file} in ${folder}` : `${file} in ${folder} cannot be read (${code})`,
    {
      place: { file },
      hint: "check the folder of the feed, and that the export has run; nothing was read, so nothing is changed",
      cause: error,
    },
  );
};
