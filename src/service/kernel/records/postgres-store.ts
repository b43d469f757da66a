/** The store in a PostgreSQL database, in the schema `musterd_service`, which is created if it is missing. */
import { Kysely, PostgresDialect } from "kysely";
import { openPostgresSession } from "./postgres-session.ts";
import { createRecordStore, type RecordStore, type StoreTables } from "./record-store.ts";

/**
 * The schema migrations; to change the schema, append one. `body` is text, because a row may contain characters that
 * PostgreSQL's JSON types refuse. The first migration creates only what is missing, because the first release recorded no
 * version.
 */
const migrations: readonly string[] = [
  `DO $$ BEGIN
    IF to_regnamespace('musterd_service') IS NULL THEN
      CREATE SCHEMA musterd_service;
    END IF;
    IF to_regclass('musterd_service.record') IS NULL THEN
      CREATE TABLE musterd_service.record (
        id   bigint PRIMARY KEY,
        kind text NOT NULL,
        body text NOT NULL
      );
      CREATE TABLE musterd_service.call (
        seq       bigint PRIMARY KEY,
        at        text NOT NULL,
        operation text,
        method    text NOT NULL,
        path      text,
        status    integer,
        fault     text,
        key       text
      );
      CREATE SEQUENCE musterd_service.last_call;
    END IF;
  END $$;`,
  `CREATE TABLE musterd_service.audit (
    seq    bigint PRIMARY KEY,
    at     text NOT NULL,
    until  text NOT NULL,
    times  integer NOT NULL,
    kind   text NOT NULL,
    result text NOT NULL,
    who    text,
    "from" text,
    about  text
  );
  CREATE INDEX audit_kind ON musterd_service.audit (kind, result, seq);`,
  `CREATE TABLE musterd_service.calls (
    last  bigint PRIMARY KEY,
    lines text NOT NULL
  );
  INSERT INTO musterd_service.calls
    SELECT seq, json_build_array(row_to_json(one))::text FROM musterd_service.call AS one;
  INSERT INTO musterd_service.calls
    SELECT last_value, '[]' FROM musterd_service.last_call WHERE is_called ON CONFLICT DO NOTHING;
  DROP TABLE musterd_service.call;
  DROP SEQUENCE musterd_service.last_call;`,
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
