/** Opens the store at an address: a SQLite file by its path, or a PostgreSQL database by its URL. */
import { MusterdError } from "../../../lib/errors.ts";
import { openPostgresStore } from "./postgres-store.ts";
import type { RecordStore } from "./record-store.ts";
import { openSqliteStore } from "./sqlite-store.ts";

/** Throws `service-file` or `service-database` when the store cannot be opened. */
export const openStore = async (address: string): Promise<RecordStore> => {
  const [, scheme] = /^(\w+):\/\//.exec(address) ?? [];
  if (scheme === undefined) return openSqliteStore(address);
  if (/^postgres(ql)?$/.test(scheme)) return openPostgresStore(address);
  throw new MusterdError("service-database", `the service cannot use a ${scheme} database`, {
    hint: "name a PostgreSQL database (postgres://user:password@host/database) or a file",
  });
};
