/**
 * The storage of the service's rows and call log: a SQLite file or a PostgreSQL database behind one interface. Both use the
 * same statements. Each statement is for a number of rows that is a power of two, so a batch of any size needs only a few
 * prepared statements.
 */
import { type CompiledQuery, type Kysely, sql } from "kysely";
import type { AuditLine } from "../../../contract/audit.ts";
import { type AuditStore, createAuditStore } from "./audit-store.ts";

/** One row of the company; `body` is its JSON. */
export type StoredRecord = { readonly id: number; readonly kind: string; readonly body: string };

/** The changes of one transaction; each id occurs only once in both lists together. */
export type RecordBatch = { readonly put: readonly StoredRecord[]; readonly removed: readonly number[] };

/** One line of the call log. */
type StoredCall = {
  readonly seq: number;
  readonly at: string;
  readonly operation: string | null;
  readonly method: string;
  readonly path: string | null;
  readonly status: number | null;
  readonly fault: string | null;
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
  readonly addCalls: (calls: readonly StoredCall[], kept: number) => Promise<void>;
  /** Calls with a number above `seq`, in order. */
  readonly callsSince: (seq: number) => Promise<readonly StoredCall[]>;
  /** The highest call number ever used; 0 if there was none. */
  readonly lastCall: () => Promise<number>;
  readonly clearCalls: () => Promise<void>;
  readonly audit: AuditStore;
  /** Aborted with a MusterdError when this service no longer owns the store. Nothing can be stored from then on. */
  readonly lost: AbortSignal;
  readonly close: () => Promise<void>;
};

export type StoreTables = { record: StoredRecord; call: StoredCall; audit: AuditLine };

/** The parts that differ between the databases. */
export type StoreDialect = Pick<RecordStore, "lastCall" | "lost"> & {
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
 * For each number of items, compiles the statement of `build` only once; later calls with as many items only exchange the
 * values.
 */
const statementOf = <T>(
  build: (items: readonly T[]) => { compile: () => CompiledQuery },
  valuesOf: (item: T) => readonly unknown[],
): ((items: readonly T[]) => CompiledQuery) => {
  const bySize = new Map<number, CompiledQuery>();
  return (items) => {
    const known = bySize.get(items.length) ?? build(items).compile();
    bySize.set(items.length, known);
    return { ...known, parameters: items.flatMap(valuesOf) };
  };
};

export const createRecordStore = (database: Kysely<StoreTables>, dialect: StoreDialect): RecordStore => {
  const putRecords = statementOf<StoredRecord>(
    (rows) =>
      database
        .insertInto("record")
        .values(rows.map(({ id, kind, body }) => ({ id, kind, body })))
        .onConflict((conflict) =>
          conflict
            .column("id")
            .doUpdateSet((row) => ({ kind: row.ref("excluded.kind"), body: row.ref("excluded.body") })),
        ),
    ({ id, kind, body }) => [id, kind, body],
  );
  const removeRecords = statementOf<number>(
    (ids) => database.deleteFrom("record").where("id", "in", ids),
    (id) => [id],
  );
  const insertCalls = statementOf<StoredCall>(
    (calls) => database.insertInto("call").values(calls.map(inOrder)),
    (call) => Object.values(inOrder(call)),
  );

  /** Runs the statements in one transaction; a single statement already is one. */
  const run = async (statements: readonly CompiledQuery[]): Promise<void> => {
    const [first, ...more] = statements;
    if (first && more.length === 0) await database.executeQuery(first);
    if (more.length === 0) return;
    await database.transaction().execute(async (transaction) => {
      for (const statement of statements) await transaction.executeQuery(statement);
    });
  };
  return {
    load: async function* () {
      let from = 0;
      for (;;) {
        const part = await database
          .selectFrom("record")
          .selectAll()
          .where("id", ">", from)
          .orderBy("id")
          .limit(recordsPerRead)
          .execute();
        yield part;
        const last = part[recordsPerRead - 1];
        if (!last) return;
        from = last.id;
      }
    },
    store: ({ put, removed }) => run([...inParts(removed).map(removeRecords), ...inParts(put).map(putRecords)]),
    addCalls: (calls, kept) => {
      const oldest = (calls.at(-1)?.seq ?? 0) - kept;
      return run([
        ...inParts(calls).map(insertCalls),
        database.deleteFrom("call").where("seq", "<=", oldest).compile(),
      ]);
    },
    callsSince: (seq) => database.selectFrom("call").selectAll().where("seq", ">", seq).orderBy("seq").execute(),
    lastCall: dialect.lastCall,
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

/** The columns of a call in a fixed order, whatever the order of its properties. */
const inOrder = ({ seq, at, operation, method, path, status, fault, key }: StoredCall): StoredCall => ({
  seq,
  at,
  operation,
  method,
  path,
  status,
  fault,
  key,
});
