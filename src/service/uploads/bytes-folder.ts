/**
 * The folder with the bytes of all uploaded files. All names in it are generated here; no input of a caller becomes part of a
 * path. At the start, a file to which no row refers is one that an earlier process left behind. Bytes are read and written as
 * streams, so that even a large file needs little memory.
 */
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { constants, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "../kernel/refusal.ts";

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type StoredBytes = {
  /** Generated name of the file in the folder. */
  readonly stored: string;
  readonly length: number;
};

export type BytesFolder = ReturnType<typeof openBytesFolder>;

const ending = ".bytes";
const ownName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.bytes$/;

/**
 * The folder is created when the first file is written, accessible to its owner only. A full or missing disk is not the
 * caller's fault: the refusal is `OPA-STORE-FAILED`, and `onFailure` is called with the cause.
 */
export const openBytesFolder = (folder: string, onFailure: (cause: unknown) => void) => {
  const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      onFailure(cause);
      throw Object.assign(new Refusal("OPA-STORE-FAILED"), { cause });
    }
  };
  const pathOf = (stored: string): string => join(folder, `${stored}${ending}`);

  return {
    /** Writes all bytes of `source` to a new file. `admit` gets the length before each write, and may refuse it. */
    write: async (stored: string, source: Bytes, admit: (length: number) => void): Promise<StoredBytes> => {
      await onDisk(() => mkdir(folder, { recursive: true, mode: 0o700 }));
      await using handle = await onDisk(() => open(pathOf(stored), "wx", 0o600));
      let length = 0;
      for await (const bytes of source) {
        length += bytes.length;
        admit(length);
        await onDisk(() => handle.appendFile(bytes));
      }
      return { stored, length };
    },
    /**
     * Writes the bytes of the file `piece` after the first `from` bytes of the file `stored`; any later bytes of `stored` are
     * lost.
     */
    append: (stored: string, from: number, piece: string): Promise<void> =>
      onDisk(async () => {
        await using target = await open(pathOf(stored), constants.O_RDWR | constants.O_APPEND);
        if ((await target.stat()).size < from) throw new Error("a file is shorter than its row says");
        await target.truncate(from);
        await target.appendFile(createReadStream(pathOf(piece)));
        await target.datasync();
      }),
    /** Makes earlier writes survive a power cut. */
    sync: (stored: string): Promise<void> =>
      onDisk(async () => {
        for (const path of [pathOf(stored), folder]) {
          await using handle = await open(path, "r");
          await handle.sync();
        }
      }),
    /** SHA-256 in hex of `length` bytes, starting at `from`. */
    digest: async (stored: string, from: number, length: number): Promise<string> => {
      const digest = createHash("sha256");
      // A stream cannot end before it starts.
      const read = length === 0 ? [] : createReadStream(pathOf(stored), { start: from, end: from + length - 1 });
      for await (const bytes of read) digest.update(bytes);
      return digest.digest("hex");
    },
    read: (stored: string): NodeJS.ReadableStream => createReadStream(pathOf(stored)),
    /** In bytes; -1 if there is no such file. */
    size: async (stored: string): Promise<number> => (await stat(pathOf(stored)).catch(() => undefined))?.size ?? -1,
    /** Never rejects: what cannot be removed now is removed at the next start. */
    remove: (stored: string): Promise<void> => rm(pathOf(stored), { force: true }).catch(onFailure),
    /** Names of all files. */
    list: async (): Promise<readonly string[]> => {
      const names = existsSync(folder) ? await readdir(folder) : [];
      return names.filter((name) => ownName.test(name)).map((name) => name.slice(0, -ending.length));
    },
  };
};
