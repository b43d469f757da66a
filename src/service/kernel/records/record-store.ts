/**
 * The storage of the service's rows and call log: a SQLite file or a PostgreSQL database behind one interface. Both use the
 * same statements. Each statement is for a number of rows that is a power of two, so a batch of any size needs only a few
 * prepared statements.
 */
import { type CompiledQuery, type Kysely, sql } from "kysely";
import type { AuditLine } from "../../../contract/audit.ts";
import type { OperationId } from "../../../contract/contract.ts";
import type { FaultKind } from "../faults.ts";
import { type AuditStore, createAuditStore } from "./audit-store.ts";

/** One row of the company; `body` is its JSON. */
export type StoredRecord = { readonly id: number; readonly kind: string; readonly body: string };

/** The changes of one transaction; each id occurs only once in both lists together. */
export type RecordBatch = { readonly put: readonly StoredRecord[]; readonly removed: readonly number[] };

/** One request. Writes appear in the order in which they were stored, all other calls in the order of their answers. */
export type Call = {
  /** Increases by one with each call. A number is never reused, not even after the log was cleared. */
  readonly seq: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Null if the request matched no route. */
  readonly operation: OperationId | null;
  /** The method that the caller sent. */
  readonly method: string;
  /** Path template from the contract; null if the request matched no route. */
  readonly path: string | null;
  /**
   * The status on which the service decided, even if the caller received another one or none. A write with 200 was carried out,
   * unless a fault replaced the write. Null: the connection was cut before anything was done.
   */
  readonly status: number | null;
  /** The fault that changed the call or its answer. */
  readonly fault: FaultKind | null;
  /** Name of the key, or of the application that acted for a user; null if the caller is unknown. */
  readonly key: string | null;
};

export type RecordStore = {
  /** All records in order of id, in parts. */
  readonly load: () => AsyncIterable<readonly StoredRecord[]>;
  /**
   * Resolves when everything is committed. When it rejects, nothing is committed, unless the store is lost; then the result is
   * unknown.
   */
  readonly store: (batch: RecordBatch) => Promise<void>;
  /** Adds calls, in order; afterwards only the last `kept` calls are stored. */
  readonly addCalls: (calls: readonly Call[], kept: number) => Promise<void>;
  /** Calls with a number above `seq`, in order. */
  readonly callsSince: (seq: number) => Promise<readonly Call[]>;
  /** The highest call number ever used; 0 if there was none. */
  readonly lastCall: () => Promise<number>;
  readonly clearCalls: () => Promise<void>;
  readonly audit: AuditStore;
  /** Aborted with a MusterdError when this service no longer owns the store. Nothing can be stored from then on. */
  readonly lost: AbortSignal;
  readonly close: () => Promise<void>;
};

export type StoreTables = { record: StoredRecord; call: Call; audit: AuditLine };

/** The parts that differ between the databases. */
export type StoreDialect = Pick<RecordStore, "lost"> & {
  /** A query for the number `seq` of the last call; null or no row if there was none. */
  readonly lastCall: string;
  /** A statement that is run before the calls are removed, in the same transaction, so that the last call number is kept. */
  readonly keepLastCall?: string;
};

/** Maximum number of rows in one statement; SQLite allows 32,766 values per statement and PostgreSQL 65,535. */
const largestPart = 1_024;
const recordsPerRead = 5_000;

/** Splits a list into parts whose lengths are powers of two. */
const inParts = <T>(items: readonly T[]): (readonly T[])[] => {
  const parts: (readonly T[])[] = [];
  let from = 0;
  while (from < items.length) {
    const size = Math.min(largestPart, 2 ** Math.floor(Math.log2(items.length - from)));
    parts.push(items.slice(from, from + size));
    from += size;
  }
  return parts;
};

/**
 * Returns a function that makes the statement of `build` for these columns of some rows. For each number of rows the statement
 * is compiled only once; later calls with as many rows only exchange the values.
 */
const statementOf = <T>(
  columns: readonly (keyof T)[],
  build: (rows: readonly T[]) => { compile: () => CompiledQuery },
): ((rows: readonly T[]) => CompiledQuery) => {
  const bySize = new Map<number, CompiledQuery>();
  const inOrder = (row: T): T => Object.fromEntries(columns.map((name) => [name, row[name]])) as T;
  return (rows) => {
    const known = bySize.get(rows.length) ?? build(rows.map(inOrder)).compile();
    bySize.set(rows.length, known);
    return { ...known, parameters: rows.flatMap((row) => columns.map((name) => row[name])) };
  };
};

export const createRecordStore = (database: Kysely<StoreTables>, dialect: StoreDialect): RecordStore => {
  const putRecords = statementOf<StoredRecord>(["id", "kind", "body"], (rows) =>
    database
      .insertInto("record")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet((row) => ({ kind: row.ref("excluded.kind"), body: row.ref("excluded.body") })),
      ),
  );
  const removeRecords = statementOf<{ readonly id: number }>(["id"], (rows) => {
    const ids = rows.map(({ id }) => id);
    return database.deleteFrom("record").where("id", "in", ids);
  });
  const insertCalls = statementOf<Call>(
    ["seq", "at", "operation", "method", "path", "status", "fault", "key"],
    (calls) => database.insertInto("call").values(calls),
  );

  /** Runs the statements in one transaction; a single statement already is one. */
  const run = async (statements: readonly CompiledQuery[]): Promise<void> => {
    const execute = async (executor: Pick<typeof database, "executeQuery">): Promise<void> => {
      for (const statement of statements) await executor.executeQuery(statement);
    };
    await (statements.length > 1 ? database.transaction().execute(execute) : execute(database));
  };
  return {
    load: async function* () {
      const records = database.selectFrom("record").selectAll().orderBy("id").limit(recordsPerRead);
      let last: number | undefined = 0;
      while (last !== undefined) {
        const part: StoredRecord[] = await records.where("id", ">", last).execute();
        yield part;
        last = part[recordsPerRead - 1]?.id;
      }
    },
    store: ({ put, removed }) => {
      const gone = removed.map((id) => ({ id }));
      return run([...inParts(gone).map(removeRecords), ...inParts(put).map(putRecords)]);
    },
    addCalls: (calls, kept) => {
      const oldest = (calls.at(-1)?.seq ?? 0) - kept;
      return run([
        ...inParts(calls).map(insertCalls),
        database.deleteFrom("call").where("seq", "<=", oldest).compile(),
      ]);
    },
    callsSince: (seq) => database.selectFrom("call").selectAll().where("seq", ">", seq).orderBy("seq").execute(),
    lastCall: async () => {
      const { rows } = await sql.raw<{ seq: number | null }>(dialect.lastCall).execute(database);
      return rows[0]?.seq ?? 0;
    },
    clearCalls: () =>
      database.transaction().execute(async (transaction) => {
        if (dialect.keepLastCall) await sql.raw(dialect.keepLastCall).execute(transaction);
        await transaction.deleteFrom("call").execute();
      }),
    // The audit trail needs only its own table.
    audit: createAuditStore(database.withTables<{ audit: AuditLine }>()),
    lost: dialect.lost,
    close: () => database.destroy(),
  };
};
