/**
 * Compiling its modules takes a quarter of the time in which a command starts, so the compiled code is kept in the user's cache. Whoever
 * could write there could change what a command does: a folder that is not the user's alone is not used.
 */
import { existsSync, lstatSync, mkdirSync } from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** Keeps it below `XDG_CACHE_HOME`, else in `~/.cache`. Does nothing where Node has been told (`NODE_COMPILE_CACHE=FOLDER`, `NODE_DISABLE_COMPILE_CACHE=1`). */
export const keepCompiledCode = (env: NodeJS.ProcessEnv): void => {
  const caches = env["XDG_CACHE_HOME"] || cachesAtHome();
  const folder = caches === undefined ? undefined : compiledCodeFolder(caches);
  if (folder !== undefined) module.enableCompileCache(folder);
};

/** Undefined for the user of a container, who has neither a `HOME` nor a name under which the system knows one. */
const cachesAtHome = (): string | undefined => {
  try {
    return join(homedir(), ".cache");
  } catch {
    return undefined;
  }
};

/** The folder for compiled code among the caches of the user; undefined if somebody else may write there, or if it cannot be made. */
export const compiledCodeFolder = (caches: string): string | undefined => {
  const own = join(caches, "musterd");
  try {
    if (!isOnlyOurs(dirname(caches))) return undefined;
    for (const folder of [caches, own]) {
      if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
      if (!isOnlyOurs(folder)) return undefined;
    }
    return join(own, "compiled");
  } catch {
    return undefined;
  }
};

const isOnlyOurs = (folder: string): boolean => {
  const found = lstatSync(folder);
  return found.isDirectory() && (found.mode & 0o022) === 0 && found.uid === process.getuid?.();
};
