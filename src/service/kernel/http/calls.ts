/**
 * The call log: one line per request to the published interface, without bodies and path values. Lines are collected in memory
 * and stored in batches, at the latest before the log is read and when the service closes. Strangers can add lines as fast as
 * they can send requests, so the log keeps a number of lines of limited length and drops the oldest.
 */
import { oneAfterAnother } from "../one-after-another.ts";
import type { Call, CallLine, RecordStore } from "../records/record-store.ts";

export type CallLog = {
  readonly record: (call: CallLine) => void;
  /** Calls with a number above `seq`, in order; `missing` is the number of such calls that were dropped or cleared. */
  readonly since: (seq: number) => Promise<{ readonly calls: readonly Call[]; readonly missing: number }>;
  readonly clear: () => Promise<void>;
  /** Stores the lines that are still in memory. Never rejects. */
  readonly close: () => Promise<void>;
};

const flushAfterMs = 200;
const flushAtLines = 8_192;
const defaultKept = 100_000;
/** A key's name is cut at this length; all other texts of a line are short. */
const longestName = 200;

/** `kept` is the number of lines that are kept, in the store and also in memory while they cannot be stored. */
export const openCallLog = async (
  store: RecordStore,
  onError: (error: unknown) => void,
  kept = defaultKept,
): Promise<CallLog> => {
  let lastSeq = await store.lastCall();
  let waiting: CallLine[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** If lines come faster than batches are stored, the oldest of those that wait are dropped. */
  const flush = oneAfterAnother(async () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting.slice(-kept);
    waiting = [];
    if (batch.length === 0) return;
    try {
      await store.addCalls(batch, lastSeq, kept);
    } catch (error) {
      waiting = [...batch, ...waiting].slice(-kept);
      throw error;
    }
  });
  return {
    record: ([atMs, operation, method, status, fault, key]) => {
      lastSeq += 1;
      waiting.push([atMs, operation, method, status, fault, key && key.slice(0, longestName)]);
      if (waiting.length > 2 * kept + flushAtLines) waiting = waiting.slice(-kept);
      if (waiting.length === flushAtLines) flush().catch(onError);
      else timer ??= setTimeout(() => void flush().catch(onError), flushAfterMs).unref();
    },
    since: async (seq) => {
      await flush();
      const last = lastSeq;
      const calls = await store.callsSince(Math.max(seq, last - kept));
      return { calls, missing: Math.max(0, last - seq - calls.length) };
    },
    clear: async () => {
      await flush();
      await store.clearCalls();
    },
    close: () => flush().catch(onError),
  };
};
