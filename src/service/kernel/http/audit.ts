/**
 * The audit trail: events go to the log at once and to the store in batches. A flood cannot fill it: equal events of a minute
 * share a line, a minute has a limited number of lines about refusals of a kind, and each kind keeps its refusals and its other
 * events in rings of their own, so what a stranger causes never pushes out what was done with a credential.
 */
import { isIP } from "node:net";
import type { AuditEvent, AuditFilter, AuditLine } from "../../../contract/audit.ts";
import { type Clock, dayMs, isoInstant, minuteMs } from "../../../lib/clock.ts";
import type { Log } from "../../../lib/log.ts";
import { oneAfterAnother } from "../one-after-another.ts";
import type { AuditStore } from "../records/audit-store.ts";

export type AuditSettings = {
  /** Number of days after which a line is removed. Default: 180. */
  readonly keptDays: number;
  /** Maximum number of lines of each kind and result, exceeded by at most `pruneEvery`. Default: 10,000. */
  readonly keptLines: number;
};

/** Maximum number of lines about refusals of one kind in a minute. Further ones share a line that names nobody. */
const refusalsPerMinute = 30;
const flushAfterMs = 100;
/** The trail is pruned after so many new lines, and once a day. */
const pruneEvery = 1_000;
/** Maximum number of lines kept while they cannot be stored; the oldest are dropped first. */
const keptWaiting = 10_000;

/** `clock` is the real one, because the sandbox clock could make the trail forget. */
export const openAuditTrail = async (
  store: AuditStore,
  { keptDays = 180, keptLines = 10_000 }: Partial<AuditSettings> = {},
  clock: Clock,
  log: Log | undefined,
  onError: (error: unknown) => void,
) => {
  let lastSeq = await store.last();
  let waiting = new Map<number, AuditLine>();
  let timer: NodeJS.Timeout | undefined;
  /** The lines of the current minute by their event, and the number of refusals of each kind among them. */
  const minute = { startMs: 0, lines: new Map<string, AuditLine>(), refusals: new Map<string, number>() };
  const pruned = { atMs: Number.NEGATIVE_INFINITY, seq: lastSeq };

  const prune = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    if (lastSeq - pruned.seq < pruneEvery && nowMs - pruned.atMs < dayMs) return;
    await store.prune(isoInstant(nowMs - keptDays * dayMs), keptLines);
    Object.assign(pruned, { atMs: nowMs, seq: lastSeq });
  };
  const flush = oneAfterAnother(async () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = new Map();
    try {
      await store.put([...batch.values()]);
      await prune();
    } catch (error) {
      waiting = new Map([...batch, ...waiting].slice(-keptWaiting));
      throw error;
    }
  });
  const place = (event: AuditEvent): { readonly line: AuditLine; readonly isNew: boolean } => {
    const { kind, result, who, from, about } = event;
    const key = JSON.stringify([kind, result, who, from, about]);
    const known = minute.lines.get(key);
    const until = isoInstant(clock.nowMs());
    if (!known && result === "refused") {
      const refusals = (minute.refusals.get(kind) ?? 0) + 1;
      const isCrowd = who === null && from === null && about === null;
      if (refusals > refusalsPerMinute && !isCrowd) return place({ kind, result, who: null, from: null, about: null });
      minute.refusals.set(kind, refusals);
    }
    if (!known) lastSeq += 1;
    const started = known ?? { seq: lastSeq, at: until, kind, result, who, from, about, times: 0 };
    const line = { ...started, until, times: started.times + 1 };
    minute.lines.set(key, line);
    return { line, isNew: !known };
  };
  await prune();
  return {
    /** Adds an event, and logs it. `from` is the `ip` of the request. */
    audit: (event: AuditEvent): void => {
      const nowMs = clock.nowMs();
      if (Math.abs(nowMs - minute.startMs) >= minuteMs) {
        minute.startMs = nowMs;
        minute.lines.clear();
        minute.refusals.clear();
      }
      // Behind a proxy the address comes from a header.
      const { line, isNew } = place({ ...event, from: isIP(event.from ?? "") ? event.from : null });
      waiting.set(line.seq, line);
      const { kind, result, who, from, about } = line;
      if (isNew) log?.[result === "ok" ? "info" : "warn"]({ kind, result, who, from, about }, "audit");
      timer ??= setTimeout(() => void flush().catch(onError), flushAfterMs).unref();
    },
    find: async (filter: AuditFilter): Promise<readonly AuditLine[]> => {
      await flush();
      return store.find(filter);
    },
    /** Stores the lines that are still in memory. Never rejects. */
    close: () => flush().catch(onError),
  };
};

export type AuditTrail = Awaited<ReturnType<typeof openAuditTrail>>;
