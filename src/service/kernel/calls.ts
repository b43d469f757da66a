/**
 * The call log: one line per request to the published interface, without bodies and path values. Lines are collected in memory
 * and stored in batches, at the latest before the log is read and when the service closes.
 */
import type { OperationId } from "../../contract/contract.ts";
import type { FaultKind } from "./faults.ts";
import type { RecordStore } from "./records/record-store.ts";

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

export type CallLog = {
  readonly record: (call: Omit<Call, "seq">) => void;
  /** Calls with a number above `seq`, in order. */
  readonly since: (seq: number) => Promise<readonly Call[]>;
  readonly clear: () => Promise<void>;
  /** Stores the lines that are still in memory. */
  readonly flush: () => Promise<void>;
};

const flushAfterMs = 200;
const flushAtLines = 4_096;
/** Maximum number of lines kept while they cannot be stored; the oldest are dropped first. */
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
