/**
 * The call log: one line for every request below the API prefix, without bodies and without values from paths. Lines are
 * collected in memory and stored in batches; they are in the store before anybody reads them, and at close.
 */
import type { OperationId } from "../contract/contract.ts";
import type { FaultKind } from "./faults.ts";
import type { RecordStore } from "./records/record-store.ts";

/** One request. Writes are in the order in which they were stored; everything else in the order of its answer. */
export type Call = {
  /** Grows by one; never used twice, also after the log was cleared. */
  readonly seq: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Null: no such route. */
  readonly operation: OperationId | null;
  /** As it was sent. */
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
const flushAtLines = 4_096;
/** Lines kept while they cannot be stored; the oldest go first. */
const keptLines = 100_000;

export const openCallLog = async (store: RecordStore, onError: (error: unknown) => void): Promise<CallLog> => {
  let lastSeq = await store.lastCall();
  let waiting: Call[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      await store.addCalls(batch);
    } catch (error) {
      waiting = [...batch, ...waiting].slice(-keptLines);
      throw error;
    }
  };
  return {
    record: (call) => {
      lastSeq += 1;
      const { at, operation, method, path, status, fault, key } = call;
      waiting.push({ seq: lastSeq, at, operation, method, path, status, fault, key });
      if (waiting.length === flushAtLines) flush().catch(onError);
      else timer ??= setTimeout(() => void flush().catch(onError), flushAfterMs).unref();
    },
    since: async (seq) => {
      await flush();
      return (await store.callsSince(seq)) as readonly Call[];
    },
    clear: async () => {
      await flush();
      await store.clearCalls();
    },
    flush,
  };
};
