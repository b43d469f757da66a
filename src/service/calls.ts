/**
 * The call log: one line for every request below the API prefix, without bodies and without values from paths. Lines are
 * collected in memory and stored in batches; they are in the file before anybody reads them, and at close.
 */
import type { OperationId } from "../contract/contract.ts";
import type { FaultKind } from "./faults.ts";
import type { ServiceDatabase } from "./service-database.ts";

/** One request. Writes are in the order in which they were stored; everything else in the order of its answer. */
export type Call = {
  /** Grows by one; never used twice, also after the log was cleared. */
  readonly seq: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Null: no such route. */
  readonly operation: OperationId | null;
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string | null;
  /** Status decided on; a write is done when it is 200. Null: the connection was cut before anything was done. */
  readonly status: number | null;
  /** The fault that changed the call or its answer. */
  readonly fault: FaultKind | null;
  /** Name of the key; null: none that is known. */
  readonly key: string | null;
};

export type CallLog = {
  readonly record: (call: Omit<Call, "seq">) => void;
  /** Calls with a number above `seq`, in order. */
  readonly since: (seq: number) => Promise<readonly Call[]>;
  readonly clear: () => Promise<void>;
  /** Stores what is still in memory. */
  readonly flush: () => Promise<void>;
};

const flushAfterMs = 200;
/** Eight values each; SQLite takes at most 32,766 in one statement. */
const flushAtLines = 2_000;

export const openCallLog = async (database: ServiceDatabase, onError: (error: unknown) => void): Promise<CallLog> => {
  const used = await database.selectFrom("sqlite_sequence").select("seq").where("name", "=", "call").execute();
  let lastSeq = used[0]?.seq ?? 0;
  let waiting: Call[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) await database.insertInto("call").values(batch).execute();
  };
  return {
    record: (call) => {
      lastSeq += 1;
      waiting.push({ seq: lastSeq, ...call });
      if (waiting.length >= flushAtLines) flush().catch(onError);
      else timer ??= setTimeout(() => void flush().catch(onError), flushAfterMs).unref();
    },
    since: async (seq) => {
      await flush();
      return (await database.selectFrom("call").selectAll().where("seq", ">", seq).orderBy("seq").execute()) as Call[];
    },
    clear: async () => {
      await flush();
      await database.deleteFrom("call").execute();
    },
    flush,
  };
};
