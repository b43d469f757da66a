/** A file whole, or an error: a file that somebody is still writing is not read half. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { MusterdError } from "../../lib/errors.ts";

export type FileBytes = { readonly bytes: Buffer; readonly modifiedMs: number };

/** Fails with `source-file-missing`, `source-file-unreadable` or `source-file-changing`. */
export const readBytes = async (folder: string, file: string): Promise<FileBytes> => {
  try {
    await using handle = await open(join(folder, file));
    return await readSettled(handle, file);
  } catch (error) {
    throw error instanceof MusterdError ? error : unreadable(folder, file, error);
  }
};

/** What is asked of an open file. */
type OpenFile = {
  readonly stat: () => Promise<{ readonly size: number; readonly mtimeMs: number }>;
  readonly readFile: () => Promise<Buffer>;
};

/** The bytes of an open file that is the same before and after: size and time of the last change. */
export const readSettled = async (handle: OpenFile, file: string): Promise<FileBytes> => {
  const before = await handle.stat();
  const bytes = await handle.readFile();
  const after = await handle.stat();
  if (bytes.length === before.size && after.size === before.size && after.mtimeMs === before.mtimeMs) {
    return { bytes, modifiedMs: before.mtimeMs };
  }
  throw new MusterdError(
    "source-file-changing",
    `${file} changed while it was read: ${before.size} bytes before, ${after.size} after; nothing of it was used`,
    {
      place: { file },
      wayOut: "let the export end before the run begins, or let it write under another name and rename at the end",
    },
  );
};

const unreadable = (folder: string, file: string, error: unknown): MusterdError => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return new MusterdError(
    code === "ENOENT" ? "source-file-missing" : "source-file-unreadable",
    code === "ENOENT" ? `there is no file ${file} in ${folder}` : `${file} in ${folder} cannot be read (${code})`,
    {
      place: { file },
      wayOut: "check that the export has run and the folder of the feed; nothing was read, so nothing is changed",
      cause: error,
    },
  );
};
