/** The free space of the state folder: a run needs some, and an upgrade copies the database first. */
import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Check, PartWords } from "./check.ts";

const mebibyte = 2 ** 20;

/** What a run of a large company adds: its plan, its outcomes, and the log of SQLite. */
const leastBytes = 256 * mebibyte;

/** The free space, and what a run or an upgrade may need, in MiB. */
export const freeSpace = async (stateFolder: string): Promise<{ readonly free: number; readonly needed: number }> => {
  const { bavail, bsize } = await statfs(stateFolder);
  const databases = (await readdir(stateFolder)).filter((name) => name.endsWith(".db"));
  const sizes = await Promise.all(databases.map(async (name) => (await stat(join(stateFolder, name))).size));
  const needed = Math.max(leastBytes, ...sizes.map((size) => 2 * size));
  return { free: Math.floor((bavail * bsize) / mebibyte), needed: Math.ceil(needed / mebibyte) };
};

export const checkFreeSpace = async (stateFolder: string, words: PartWords): Promise<readonly Check[]> => {
  const { free, needed } = await freeSpace(stateFolder);
  if (free >= needed) return [{ part: "space", found: words.free(free, stateFolder) }];
  return [{ part: "space", warning: words.littleSpace(free, stateFolder, needed) }];
};
