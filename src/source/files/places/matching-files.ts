/**
 * Finds the files of a pattern (`*`, `?`, `[ab]`, `{a,b}`, and `**` for folders of any depth). Node's own `glob` passes over folders
 * that it cannot list and over links to folders, so what lies in them would look as if it were gone. Here links are followed, and
 * what cannot be read is an error.
 */
import type { Dirent } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join, matchesGlob } from "node:path";
import { isPattern } from "../settings.ts";

/** Returns paths below `folder`, in no order. Rejects with an error of the system if a folder or a link cannot be read. */
export const matchingFiles = async (folder: string, pattern: string): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (const one of alternatives(pattern)) {
    const steps = one.split("/").filter((step) => step !== "");
    for (const file of await below(folder, "", steps, new Set())) found.add(file);
  }
  return eachOnce(folder, [...found].toSorted());
};

/**
 * Leaves out links to files that are found besides, such as `latest.csv` beside the export of today: the same people would stand there
 * twice. Inodes would also tell hard links, but on a network drive two files may have the same one. A link that leads nowhere stays.
 */
const eachOnce = async (folder: string, files: readonly string[]): Promise<readonly string[]> => {
  const top = await realpath(folder);
  const byPlace = new Map<string, string>();
  for (const file of files) {
    const place = await realpath(join(folder, file)).catch(() => join(top, file));
    if (!byPlace.has(place) || place === join(top, file)) byPlace.set(place, file);
  }
  return [...byPlace.values()];
};

/** The patterns for which `{a,b}` stands; the innermost braces first. */
const alternatives = (pattern: string): readonly string[] => {
  const [braces, inside = ""] = /\{([^{},]*,[^{}]*)\}/.exec(pattern) ?? [];
  if (braces === undefined) return [pattern];
  return inside.split(",").flatMap((one) => alternatives(pattern.replace(braces, () => one)));
};

/** `at`: a path below `folder`. `seen`: the folders that were looked through, because links may lead to them again. */
const below = async (
  folder: string,
  at: string,
  steps: readonly string[],
  seen: Set<string>,
): Promise<readonly string[]> => {
  const [step = "", ...further] = steps;
  const place = `${steps.length} ${await realpath(join(folder, at))}`;
  if (seen.has(place)) return [];
  seen.add(place);
  const paths = step === "**" ? [...(await below(folder, at, further, seen))] : [];
  for (const name of await namesOf(join(folder, at), step)) {
    const path = join(at, name);
    if (further.length === 0) paths.push(path);
    else if ((await stat(join(folder, path))).isDirectory())
      paths.push(...(await below(folder, path, step === "**" ? steps : further, seen)));
  }
  return paths;
};

/** The names that fit one step of a pattern; those of links last, so that a folder is rather found by its own name. */
const namesOf = async (folder: string, step: string): Promise<readonly string[]> => {
  if (!isPattern(step)) return (await isThere(join(folder, step))) ? [step] : [];
  const entries = await readdir(folder, { withFileTypes: true });
  const byKind = (a: Dirent, b: Dirent): number => Number(a.isSymbolicLink()) - Number(b.isSymbolicLink());
  return entries
    .toSorted(byKind)
    .map(({ name }) => name)
    .filter((name) => matchesGlob(name, step));
};

/** False only if there is nothing of this name, not even a link that leads nowhere. */
export const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return false;
      throw error;
    },
  );
