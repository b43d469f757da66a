/**
 * The folder with the bytes of all uploaded files. All names in it are generated here; no input of a caller becomes part of a
 * path. At the start, a file to which no row refers is one that an earlier process left behind. Bytes are read and written as
 * streams, so that even a large file needs little memory.
 */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { constants, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Refusal, refuse } from "../kernel/refusal.ts";

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type StoredBytes = {
  /** Generated name of the file in the folder. */
  readonly stored: string;
  readonly length: number;
  /** SHA-256 in hex. */
  readonly digest: string;
};

export type BytesFolder = {
  /**
   * Writes all bytes of `source` to a new file. If they exceed `limitBytes`, removes the file and refuses with
   * `OPA-FILE-TOO-LARGE`.
   */
  readonly write: (source: Bytes, limitBytes: number) => Promise<StoredBytes>;
  /**
   * Writes the bytes of the file `piece` after the first `from` bytes of the file `stored`; any later bytes of `stored` are
   * lost.
   */
  readonly append: (stored: string, from: number, piece: string) => Promise<void>;
  /** Makes earlier writes survive a power cut. */
  readonly sync: (stored: string) => Promise<void>;
  /** SHA-256 in hex of `length` bytes, starting at `from`. */
  readonly digest: (stored: string, from: number, length: number) => Promise<string>;
  readonly read: (stored: string) => NodeJS.ReadableStream;
  /** In bytes; -1 if there is no such file. */
  readonly size: (stored: string) => Promise<number>;
  readonly remove: (stored: string) => Promise<void>;
  /** Names of all files. */
  readonly list: () => Promise<readonly string[]>;
};

const ending = ".bytes";
const ownName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.bytes$/;

/**
 * The folder is created when the first file is written, accessible to its owner only. A full or missing disk is not the
 * caller's fault: the refusal is `OPA-STORE-FAILED`, and `onFailure` is called with the cause.
 */
export const openBytesFolder = (folder: string, onFailure: (cause: unknown) => void): BytesFolder => {
  const onDisk: OnDisk = async (work) => {
    try {
      return await work();
    } catch (cause) {
      onFailure(cause);
      throw Object.assign(new Refusal("OPA-STORE-FAILED"), { cause });
    }
  };
  const pathOf = (stored: string): string => join(folder, `${stored}${ending}`);
  const remove = (stored: string): Promise<void> => rm(pathOf(stored), { force: true });

  return {
    write: async (source, limitBytes) => {
      const stored = randomUUID();
      await onDisk(() => mkdir(folder, { recursive: true, mode: 0o700 }));
      try {
        return { stored, ...(await writeNew(pathOf(stored), source, limitBytes, onDisk)) };
      } catch (thrown) {
        await remove(stored);
        throw thrown;
      }
    },
    append: (stored, from, piece) =>
      onDisk(async () => {
        await using target = await open(pathOf(stored), constants.O_RDWR | constants.O_APPEND);
        if ((await target.stat()).size < from) throw new Error("a file is shorter than its row says");
        await target.truncate(from);
        await target.appendFile(createReadStream(pathOf(piece)));
        await target.datasync();
      }),
    sync: (stored) =>
      onDisk(async () => {
        for (const path of [pathOf(stored), folder]) {
          await using handle = await open(path, "r");
          await handle.sync();
        }
      }),
    digest: async (stored, from, length) => {
      const digest = createHash("sha256");
      if (length === 0) return digest.digest("hex");
      const read = createReadStream(pathOf(stored), { start: from, end: from + length - 1 });
      for await (const bytes of read) digest.update(bytes);
      return digest.digest("hex");
    },
    read: (stored) => createReadStream(pathOf(stored)),
    size: async (stored) => (await stat(pathOf(stored)).catch(() => undefined))?.size ?? -1,
    remove,
    list: async () => {
      const names = existsSync(folder) ? await readdir(folder) : [];
      return names.filter((name) => ownName.test(name)).map((name) => name.slice(0, -ending.length));
    },
  };
};

type OnDisk = <T>(work: () => Promise<T>) => Promise<T>;

const writeNew = async (
  path: string,
  source: Bytes,
  limitBytes: number,
  onDisk: OnDisk,
): Promise<Omit<StoredBytes, "stored">> => {
  await using handle = await onDisk(() => open(path, "wx", 0o600));
  const digest = createHash("sha256");
  let length = 0;
  for await (const bytes of source) {
    length += bytes.length;
    if (length > limitBytes) return refuse("OPA-FILE-TOO-LARGE");
    digest.update(bytes);
    await onDisk(() => handle.appendFile(bytes));
  }
  return { length, digest: digest.digest("hex") };
};
