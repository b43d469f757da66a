/** Writes files with personal data: nobody else may read them, whatever was there before. */
import { randomUUID } from "node:crypto";
import { lstat, rename, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";

/**
 * Writes a file that only its owner can read. It replaces an existing file as a whole, because that would keep its permissions,
 * and a reader would see half of the new content. `content` can be text in parts. Rejects with the error of the file system, which
 * always names a file: Node leaves the path out where a write fails (a full disk), and the error would look like a defect.
 */
export const writePrivateFile = async (
  file: string,
  content: string | Uint8Array | Iterable<string>,
): Promise<void> => {
  const isReplaced = !(await isWrittenInto(file));
  const draft = `${file}.${randomUUID()}`;
  try {
    if (!isReplaced) return await writeFile(file, content);
    await writeFile(draft, content, { mode: 0o600, flag: "wx" });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw Object.assign(error as NodeJS.ErrnoException, { path: (error as NodeJS.ErrnoException).path ?? file });
  }
};

/** A pipe or a device, such as /dev/stdout, which is a link. Not a pipe of somebody else, who would read what is in it. */
const isWrittenInto = async (file: string): Promise<boolean> => {
  if (/^\/dev\/(?!shm\/)/.test(resolve(file))) return true;
  const existing = await lstat(file).catch(() => undefined);
  if (!existing || existing.isFile() || existing.isSymbolicLink()) return false;
  return !existing.isFIFO() || existing.uid === process.getuid?.();
};
