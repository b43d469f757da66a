/**
 * The disk of a machine: the files of a store, a copy of what was durable the last time that somebody waited for the disk, and
 * backups. SQLite writes real files.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";

export type Disk = {
  /** The file of the store. */
  readonly file: string;
  /** Puts back what was durable, as after a power cut. All stores of the disk must be closed. */
  readonly losePower: () => void;
  readonly backUp: (name: string) => void;
  readonly restore: (name: string) => void;
  readonly wipe: () => void;
  /** Closes all databases that are open in the folder, as the end of their process does. */
  readonly closeAll: () => void;
  readonly remove: () => void;
};

/** Every open database with its path: a process that is killed does not close its own. */
const open = new Map<DatabaseSync, string>();
const watchers = new Set<(path: string) => void>();

/** `keepsDurable`: whether a power may be cut, which costs a copy for each durable commit. */
export const createDisk = (name: string, keepsDurable: boolean): Disk => {
  const folder = mkdtempSync(join(tmpdir(), `musterd-${name}-`));
  const live = join(folder, "live");
  mkdirSync(live, { mode: 0o700 });
  const copy = (from: string, to: string): void => {
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to, { mode: 0o700 });
    for (const file of readdirSync(from)) if (!file.endsWith("-shm")) copyFileSync(join(from, file), join(to, file));
  };
  const closeAll = (): void => {
    for (const [database, path] of open)
      if (path.startsWith(live)) {
        open.delete(database);
        database.close();
      }
  };
  const keep = (path: string): void => {
    if (path.startsWith(live)) copy(live, join(folder, "durable"));
  };
  if (keepsDurable) watchers.add(keep);
  const restore = (kept: string): void => {
    closeAll();
    if (existsSync(join(folder, kept))) copy(join(folder, kept), live);
  };
  return {
    file: join(live, "musterd.db"),
    losePower: () => restore("durable"),
    backUp: (kept) => copy(live, join(folder, kept)),
    restore,
    wipe: () => {
      closeAll();
      rmSync(live, { recursive: true });
      mkdirSync(live, { mode: 0o700 });
    },
    closeAll,
    remove: () => {
      closeAll();
      watchers.delete(keep);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The statement with which `durably` of lib/database/database.ts ends: from here on everything before it survives a power cut. */
const endOfDurable = "PRAGMA synchronous = NORMAL";

/** Notes which databases are open, and when one of them has waited for the disk. Returns the function that ends it. */
export const watchDatabases = (): (() => void) => {
  const { prototype } = DatabaseSync;
  // oxlint-disable-next-line typescript/unbound-method -- both are called with the database that is `this`
  const { prepare, close } = prototype;
  prototype.prepare = function (this: DatabaseSync, text: string): StatementSync {
    if (!open.has(this)) open.set(this, this.location() ?? "");
    const statement = prepare.call(this, text);
    if (text !== endOfDurable) return statement;
    const path = open.get(this) ?? "";
    const run = statement.run.bind(statement);
    statement.run = (...given: never[]) => {
      const result = run(...given);
      for (const watcher of watchers) watcher(path);
      return result;
    };
    return statement;
  };
  prototype.close = function (this: DatabaseSync): void {
    open.delete(this);
    close.call(this);
  };
  return () => Object.assign(prototype, { prepare, close });
};
