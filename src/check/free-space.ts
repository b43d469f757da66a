/** The free space of the state folder: a run needs some, and an upgrade copies the database first. */
import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Check, PartWords } from "./check.ts";

const mebibyte = 2 ** 20;

/** What a run of a large company adds: its plan, its outcomes, and the log of SQLite. */
const leastBytes = 256 * mebibyte;

export const checkFreeSpace = async (stateFolder: string, words: PartWords): Promise<readonly Check[]> => {
  const { bavail, bsize } = await statfs(stateFolder);
  const databases = (await readdir(stateFolder)).filter((name) => name.endsWith(".db"));
  const sizes = await Promise.all(databases.map(async (name) => (await stat(join(stateFolder, name))).size));
  const needed = Math.max(leastBytes, ...sizes.map((size) => 2 * size));
  const free = bavail * bsize;
  const [freeMiB, neededMiB] = [Math.floor(free / mebibyte), Math.ceil(needed / mebibyte)];
  if (free >= needed) return [{ part: "space", found: words.free(freeMiB, stateFolder) }];
  return [{ part: "space", warning: words.littleSpace(freeMiB, stateFolder, neededMiB) }];
};
