/**
 * Brings a SQLite file to the newest schema version. It copies the file, then runs all pending migrations in one transaction.
 * `PRAGMA user_version` holds the version. A newer file is refused before anything in it is changed.
 */
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
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
};

const migrate = (
  sqlite: DatabaseSync,
  path: string,
  migrations: readonly SqliteMigration[],
  seen: FoundSchema,
): void => {
  const copy = seen.hasTables ? copyOf(sqlite, path) : undefined;
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

/** Makes a copy under a unique name, and returns when it is on the disk. */
const copyOf = (sqlite: DatabaseSync, path: string): string => {
  const copy = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  // VACUUM fills an empty file, and keeps its permissions.
  closeSync(openSync(copy, "wx", 0o600));
  sqlite.prepare("VACUUM INTO ?").run(copy);
  const file = openSync(copy, "r+");
  fsyncSync(file);
  closeSync(file);
  return copy;
};
