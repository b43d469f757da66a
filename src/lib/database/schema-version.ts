/**
 * Schema versions, for SQLite and PostgreSQL alike. A schema is a list of migrations, and its version is the length of that
 * list. Append to the list; never edit a released entry.
 */
import { MusterdError } from "../errors.ts";

/** Facts about a database, found before anything in it is changed. */
export type FoundSchema = {
  /** The version recorded in the database; 0 when there is none. */
  readonly version: number;
  readonly hasTables: boolean;
  /** Display name of the database, for error messages. */
  readonly name: string;
};

/** The first release recorded no version, so a database with tables but without a version has version 1. */
export const effectiveVersion = ({ version, hasTables }: FoundSchema): number =>
  version === 0 && hasTables ? 1 : version;

/**
 * The migrations that a database still needs, oldest first. Throws `store-newer` when its version is higher than the number of
 * migrations. A database of the first release gets the first migration again, which can be repeated.
 */
export const pendingMigrations = <Migration>(
  migrations: readonly Migration[],
  found: FoundSchema,
): readonly Migration[] => {
  const version = effectiveVersion(found);
  if (version > migrations.length) {
    throw new MusterdError(
      "store-newer",
      `${found.name} has schema version ${version}; this musterd supports versions up to ${migrations.length}`,
      { hint: "start the newer musterd that wrote it, or restore a copy made before its upgrade (FILE.vN.bak)" },
    );
  }
  return version === migrations.length ? [] : migrations.slice(found.version);
};
