/** The store in a PostgreSQL database, in the schema `musterd_service`, which is created if it is missing. */
import { Kysely, PostgresDialect } from "kysely";
import { openPostgresSession } from "./postgres-session.ts";
import { createRecordStore, type RecordStore, type StoreTables } from "./record-store.ts";
import { migrationsWith } from "./schema.ts";

const [first, audit, calls] = migrationsWith({
  id: "bigint PRIMARY KEY",
  callSeq: "bigint PRIMARY KEY",
  callLines: `json_build_array(json_build_array((extract(epoch FROM at::timestamptz) * 1000)::bigint, operation, method,
    status, fault, key))::text`,
  lastCall: "SELECT last_value, '[]' FROM last_call WHERE is_called",
});

/** The schema is created only if it is missing, because a user may own it without the right to create one. */
const migrations: readonly string[] = [
  `DO $$ BEGIN
    IF to_regnamespace('musterd_service') IS NULL THEN
      CREATE SCHEMA musterd_service;
    END IF;
  END $$;
  ${first}
  CREATE SEQUENCE IF NOT EXISTS last_call;`,
  audit,
  `${calls}
  DROP SEQUENCE last_call;`,
];

/**
 * Opens the database at a `postgres://` address. Throws `service-database` when it cannot be used or another service owns it,
 * and `store-newer` when a newer musterd wrote it.
 */
export const openPostgresStore = async (url: string): Promise<RecordStore> => {
  const { pool, lost } = await openPostgresSession(url, migrations);
  const database = new Kysely<StoreTables>({ dialect: new PostgresDialect({ pool }) });
  return createRecordStore(database, lost);
};
