/**
 * Looks at the state folder, or at the service's database, before anything in it is opened: what another user could have put
 * there, or could change, is not trusted. Where the system has no users (Windows), nothing is found.
 */
import { existsSync, lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { MusterdError } from "../errors.ts";

/** A file or folder that more people can use than necessary, with its mode as `chmod` takes it. */
export type WideAccess = { readonly file: string; readonly mode: string };

/**
 * Returns what the group can use, as on a Kubernetes volume with `fsGroup`, and a folder that others can list. Throws
 * `state-untrusted` for a link, another owner, a folder that others can write to, and a file that others can use.
 */
export const inspectStateFolder = (folder: string): readonly WideAccess[] =>
  inspectFiles(folder, (name) => ours.test(name), false);

/**
 * The same for the database file `path` with its log, its copies and how it is lent, in any folder: it may also be one in which
 * everybody can put files but nobody can replace those of others, such as /tmp.
 */
export const inspectDatabase = (path: string): readonly WideAccess[] =>
  inspectFiles(dirname(path), (name) => [".", "-"].some((next) => `${name}-`.startsWith(basename(path) + next)), true);

/** The files among these that everybody can write to. */
export const everybodyCanChange = (files: readonly string[]): readonly WideAccess[] =>
  files.flatMap((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    const isOpen = process.getuid && stats && (stats.mode & othersCanWrite) !== 0;
    return isOpen ? [{ file, mode: modeOf(stats) }] : [];
  });

const inspectFiles = (folder: string, isOurs: (name: string) => boolean, maySticky: boolean): readonly WideAccess[] => {
  const user = process.getuid?.();
  if (user === undefined || !existsSync(folder)) return [];
  const wide: WideAccess[] = [];
  const inspect = (file: string, stats: Stats, forbidden: number) => {
    if (stats.uid !== user && stats.uid !== 0) {
      throw untrusted(file, `belongs to another user (uid ${stats.uid})`, "run musterd as the user who owns it");
    }
    if (stats.isSymbolicLink()) return;
    const mode = modeOf(stats);
    if ((stats.mode & forbidden) !== 0) {
      const effect = forbidden === othersCanWrite ? "can be changed by everybody" : "can be used by everybody";
      const hint = `look at what it contains, then \`chmod ${stats.isDirectory() ? "700" : "600"}\` it; a key that others could read is no secret any more`;
      throw untrusted(file, `${effect} (mode ${mode})`, hint);
    }
    if ((stats.mode & 0o077) !== 0) wide.push({ file, mode });
  };
  const inspectFolder = (stats: Stats) =>
    maySticky && (stats.mode & sticky) !== 0 ? undefined : inspect(folder, stats, othersCanWrite);
  // The folder itself may be reached by a link, as with DynamicUser= of systemd; then its target is looked at, too.
  inspectFolder(lstatSync(folder));
  if (lstatSync(folder).isSymbolicLink()) inspectFolder(statSync(folder));
  for (const name of readdirSync(folder).filter(isOurs)) {
    const file = join(folder, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    // SQLite removes its log when the last process closes the database.
    if (!stats) continue;
    if (stats.isDirectory()) {
      inspect(file, stats, othersCanWrite);
      continue;
    }
    if (!stats.isFile()) throw untrusted(file, "is a link or no file", "remove it, and put the real file in its place");
    if (stats.nlink > 1) {
      throw untrusted(
        file,
        `has ${stats.nlink} names`,
        "copy the file and put the copy in its place: a hard link is shared",
      );
    }
    inspect(file, stats, othersCanUse);
  }
  return wide;
};

const sticky = 0o1000;
const othersCanWrite = 0o002;
const othersCanUse = 0o007;

/** The database, its log and copies, the key, and the embedded service. A state folder may contain other things. */
const ours = /^(musterd\.(db|key)|service\.db)/;

const modeOf = ({ mode }: Stats): string => (mode & 0o7777).toString(8).padStart(4, "0");

const untrusted = (file: string, what: string, hint: string): MusterdError =>
  new MusterdError("state-untrusted", `what musterd trusts here ${what}`, { place: { file }, hint });
