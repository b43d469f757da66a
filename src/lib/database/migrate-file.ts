/**
 * Brings a SQLite file to the newest schema version. It copies the file, then runs all pending migrations in one transaction.
 * `PRAGMA user_version` holds the version. A newer file is refused before anything in it is changed. Copies that a killed upgrade
 * has left are deleted.
 */
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { effectiveVersion, type FoundSchema, pendingMigrations } from "./schema-version.ts";

/** SQL, or a function for migrations that SQL alone cannot express. */
export type SqliteMigration = string | ((sqlite: DatabaseSync) => void);

/** Keeps a copy of an old file at `<path>.v<old>.bak`, which only its owner can read. Throws `store-newer`. */
export const migrateFile = (sqlite: DatabaseSync, path: string, migrations: readonly SqliteMigration[]): void => {
  const found = inspect(sqlite, path);
  const isPending = pendingMigrations(migrations, found).length > 0;
  sqlite.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  if (isPending) migrate(sqlite, path, migrations, found);
  sweepCopies(path);
};

/** A file at the newest version needs no copy, so a process that still makes one finds that it needs none either. */
const sweepCopies = (path: string): void => {
  const folder = dirname(path);
  if (!existsSync(path)) return;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    if (copyName.test(name.slice(basename(path).length))) rmSync(join(folder, name), { force: true });
  }
};

/** What the name of a copy adds to the name of the file; `-journal` is SQLite's own file beside a copy. */
const copyName = /^\.[0-9a-f]{12}\.tmp(?:-journal)?$/;

const migrate = (
  sqlite: DatabaseSync,
  path: string,
  migrations: readonly SqliteMigration[],
  seen: FoundSchema,
): void => {
  const copy = seen.hasTables ? copyOf(sqlite, path, seen) : undefined;
  try {
    sqlite.exec("BEGIN IMMEDIATE");
    // Another process may have migrated the file already; a copy made after that would have the new version.
    const found = inspect(sqlite, path);
    if (copy !== undefined && found.version === seen.version) {
      renameSync(copy, `${path}.v${effectiveVersion(seen)}.bak`);
    }
    for (const step of pendingMigrations(migrations, found)) {
      if (typeof step === "string") sqlite.exec(step);
      else step(sqlite);
    }
    sqlite.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
  } catch (thrown) {
    if (sqlite.isTransaction) sqlite.exec("ROLLBACK");
    throw thrown;
  } finally {
    if (copy !== undefined) rmSync(copy, { force: true });
  }
};

const inspect = (sqlite: DatabaseSync, path: string): FoundSchema => ({
  version: Number(sqlite.prepare("PRAGMA user_version").get()?.["user_version"]),
  hasTables: sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table'").get() !== undefined,
  name: path,
});

/**
 * Makes a copy under a unique name, and returns when it is on the disk. Returns undefined if another process has upgraded the
 * file meanwhile: it has swept the copy away, which SQLite reports as a broken disk, and none is needed any more.
 */
const copyOf = (sqlite: DatabaseSync, path: string, seen: FoundSchema): string | undefined => {
  const copy = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    // VACUUM fills an empty file, and keeps its permissions.
    closeSync(openSync(copy, "wx", 0o600));
    sqlite.prepare("VACUUM INTO ?").run(copy);
    const file = openSync(copy, "r+");
    fsyncSync(file);
    closeSync(file);
    return copy;
  } catch (error) {
    rmSync(copy, { force: true });
    if (inspect(sqlite, path).version === seen.version) throw error;
    return undefined;
  }
};
