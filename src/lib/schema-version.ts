/**
 * Versions of a database schema, the same for SQLite and PostgreSQL. A schema is a list of migrations; its version is the
 * length of that list. Append to the list, and never edit an entry that has been released.
 */
import { MusterdError } from "./errors.ts";

/** What is known of a database before anything in it is touched. */
export type FoundSchema = {
  /** The version written in the database; 0 where none is. */
  readonly version: number;
  readonly hasTables: boolean;
  /** The database in words, for errors. */
  readonly name: string;
};

/** The first release wrote no number into its databases. Its migration can be repeated, so that it counts as done. */
export const effectiveVersion = ({ version, hasTables }: FoundSchema): number =>
  version === 0 && hasTables ? 1 : version;

/** The migrations that a database still needs, oldest first. MusterdError `store-newer` where it is ahead of the list. */
export const pendingMigrations = <Migration>(
  migrations: readonly Migration[],
  found: FoundSchema,
): readonly Migration[] => {
  const version = effectiveVersion(found);
  if (version > migrations.length) {
    throw new MusterdError(
      "store-newer",
      `${found.name} has schema version ${version}; this musterd knows versions up to ${migrations.length}`,
      { hint: "start the newer musterd that wrote it, or put back a copy made before its upgrade (FILE.vN.bak)" },
    );
  }
  return version === migrations.length ? [] : migrations.slice(found.version);
};
