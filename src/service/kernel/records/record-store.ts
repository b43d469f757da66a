/**
 * The storage of the service's rows and call log: a SQLite file or a PostgreSQL database behind one interface. Both use the
 * same statements. Each statement is for a number of rows that is a power of two, so a batch of any size needs only a few
 * prepared statements.
 */
import type { CompiledQuery, Kysely } from "kysely";
import type { AuditLine } from "../../../contract/audit.ts";
import { type OperationId, specOf } from "../../../contract/contract.ts";
import { isoInstant } from "../../../lib/clock.ts";
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

/** What is stored of a call. A list is half as long as an object, and reads spend a noticeable part of their time on it. */
export type CallLine = readonly [
  atMs: number,
  operation: Call["operation"],
  method: string,
  status: Call["status"],
  fault: Call["fault"],
  key: Call["key"],
];

export type RecordStore = {
  /** All records in order of id, in parts. */
  readonly load: () => AsyncIterable<readonly StoredRecord[]>;
  /**
   * Resolves when everything is committed. When it rejects, nothing is committed, unless the store is lost; then the result is
   * unknown.
   */
  readonly store: (batch: RecordBatch) => Promise<void>;
  /** Adds a batch of calls, in order; `last` is the number of the last one. Removes batches older than the last `kept` calls. */
  readonly addCalls: (lines: readonly CallLine[], last: number, kept: number) => Promise<void>;
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

/** A batch of the call log: the number of its last call, and the lines as a JSON array. */
type CallBatch = { last: number; lines: string };

export type StoreTables = { record: StoredRecord; calls: CallBatch; audit: AuditLine };

const callsIn = ({ last, lines }: CallBatch): Call[] => {
  const parsed = JSON.parse(lines) as CallLine[];
  return parsed.map(([atMs, operation, method, status, fault, key], index) => {
    const seq = last - parsed.length + 1 + index;
    const path = operation && specOf(operation).path;
    return { seq, at: isoInstant(atMs), operation, method, path, status, fault, key };
  });
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

const neverLost = new AbortController().signal;

type Connection = Kysely<StoreTables>;

/** `lost`: see `RecordStore`. `unsynced` runs writes that need not survive a power cut. */
export const createRecordStore = (
  database: Connection,
  lost: AbortSignal = neverLost,
  unsynced: (write: (connection: Connection) => Promise<void>) => Promise<void> = (write) => write(database),
): RecordStore => {
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

  const lastCall = database.selectFrom("calls").select("last").orderBy("last", "desc").limit(1);

  /** Runs the statements in one transaction; a single statement already is one. */
  const run = async (statements: readonly CompiledQuery[], connection: Connection = database): Promise<void> => {
    const execute = async (executor: Pick<Connection, "executeQuery">): Promise<void> => {
      for (const statement of statements) await executor.executeQuery(statement);
    };
    await (statements.length > 1 ? connection.transaction().execute(execute) : execute(connection));
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
    store: ({ put, removed }) => run([...inParts(removed).map(removeRecords), ...inParts(put).map(putRecords)]),
    addCalls: (lines, last, kept) => {
      const add = database.insertInto("calls").values({ last, lines: JSON.stringify(lines) });
      const drop = database.deleteFrom("calls").where("last", "<=", last - kept);
      return unsynced((connection) => run([add.compile(), drop.compile()], connection));
    },
    callsSince: async (seq) => {
      const batches = await database
        .selectFrom("calls")
        .select(["last", "lines"])
        .where("last", ">", seq)
        .orderBy("last")
        .execute();
      return batches.flatMap(callsIn).filter((call) => call.seq > seq);
    },
    lastCall: async () => (await lastCall.executeTakeFirst())?.last ?? 0,
    clearCalls: () =>
      run([
        database.deleteFrom("calls").where("last", "<", lastCall).compile(),
        database.updateTable("calls").set({ lines: "[]" }).compile(),
      ]),
    // The audit trail needs only its own table.
    audit: createAuditStore(database.withTables<{ audit: AuditLine }>()),
    lost,
    close: () => database.destroy(),
  };
};
