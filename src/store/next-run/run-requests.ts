/**
 * Runs that were asked for and have not begun. Each has the id of the run to come, so whoever asks can follow it. At most one
 * request for an ordinary whole run waits; further ones get the same id. A request is stored before the caller gets an answer, and
 * deleted in the transaction in which its run begins (`runs.begin`).
 */

import { hash } from "node:crypto";
import type { Selectable } from "kysely";
import { dayMs } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { Actor } from "../../model/runs/actor.ts";
import type { Trigger } from "../../model/runs/run.ts";
import type { AuditedStore } from "../audit/audit.ts";
import { actorColumns, actorOf } from "../schema/actor-columns.ts";
import type { StoreDatabase, Tables } from "../schema/schema.ts";
import { newRunId } from "./run-id.ts";

/** A run that somebody wants. */
type Wanted = {
  readonly trigger: Trigger;
  readonly by?: Actor | undefined;
  /** It only plans. */
  readonly dry?: boolean;
  /** The people and departments to which it is restricted. */
  readonly only?: readonly string[];
};

type RunRequested = Required<Omit<Wanted, "by">> & Pick<Wanted, "by"> & { readonly runId: string };

export type RunRequests = {
  /**
   * Returns the id of the run to come. `key`: a text of the caller; the same key means the same run for 24 hours, and rejects with
   * `key-used-otherwise` for another request.
   */
  readonly add: (wanted: Wanted, more?: { readonly key?: string; readonly reason?: string }) => Promise<string>;
  readonly next: () => Promise<RunRequested | undefined>;
  /** The one for an ordinary whole run. */
  readonly ordinary: () => Promise<RunRequested | undefined>;
  readonly find: (runId: string) => Promise<RunRequested | undefined>;
  /** When one of those that wait was asked for last, also if it waited already. */
  readonly lastAskedMs: () => Promise<number | undefined>;
  /** False if no request with this id waits any more. */
  readonly withdraw: (runId: string, by: Actor) => Promise<boolean>;
};

const keyKeptMs = dayMs;

export const createRunRequests = ({ database, target, clock, audit }: AuditedStore): RunRequests => ({
  add: ({ trigger, by, dry = false, only = [] }, { key, reason } = {}) =>
    audit.transaction(async (transaction, append) => {
      const nowMs = clock.nowMs();
      const same = JSON.stringify([dry, only]);
      const digest = key === undefined ? undefined : hash("sha256", `${by?.kind} ${by?.name}\n${key}`, "hex");
      const known = digest === undefined ? undefined : await runOfKey(transaction, { target, digest, same, nowMs });
      if (known !== undefined) return known;
      const isOrdinary = !dry && only.length === 0;
      const waiting = isOrdinary ? await ordinaryOf(transaction, target).executeTakeFirst() : undefined;
      const runId = waiting?.run ?? newRunId(nowMs);
      if (!waiting) {
        const row = {
          target,
          trigger,
          asked_at: nowMs,
          run: runId,
          ...(by ? actorColumns(by) : { by_kind: null, by_name: null }),
          dry: dry ? 1 : 0,
          only: JSON.stringify(only),
        };
        await transaction.insertInto("run_request").values(row).execute();
      } else {
        const again = transaction.updateTable("run_request").set({ asked_at: nowMs });
        await again.where("run", "=", runId).execute();
      }
      if (digest !== undefined) {
        const row = { target, digest, same, run: runId, at: nowMs };
        await transaction.replaceInto("request_key").values(row).execute();
      }
      if (by) await append({ event: "run-requested", by, reason, facts: { run: runId, dry, only: only.length } });
      return runId;
    }),

  next: () => firstOf(waitingOf(database, target).orderBy("id")),
  ordinary: () => firstOf(ordinaryOf(database, target)),
  find: (runId) => firstOf(waitingOf(database, target).where("run", "=", runId)),

  lastAskedMs: async () => {
    const rows = waitingOf(database, target).orderBy("asked_at", "desc");
    return (await rows.executeTakeFirst())?.asked_at;
  },

  withdraw: (runId, by) =>
    audit.transaction(async (transaction, append) => {
      const rows = transaction.deleteFrom("run_request").where("target", "=", target).where("run", "=", runId);
      const { numDeletedRows } = await rows.executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await append({ event: "run-cancelled", by, facts: { run: runId } });
      return true;
    }),
});

const waitingOf = (database: StoreDatabase, target: string) =>
  database.selectFrom("run_request").selectAll().where("target", "=", target);

const ordinaryOf = (database: StoreDatabase, target: string) =>
  waitingOf(database, target).where("dry", "=", 0).where("only", "=", "[]");

const runOfKey = async (
  transaction: StoreDatabase,
  {
    target,
    digest,
    same,
    nowMs,
  }: { readonly target: string; readonly digest: string; readonly same: string; readonly nowMs: number },
): Promise<string | undefined> => {
  await transaction
    .deleteFrom("request_key")
    .where("at", "<", nowMs - keyKeptMs)
    .execute();
  const rows = transaction.selectFrom("request_key").selectAll().where("target", "=", target);
  const row = await rows.where("digest", "=", digest).executeTakeFirst();
  if (row === undefined || row.same === same) return row?.run;
  throw new MusterdError("key-used-otherwise", "this idempotency key was sent with another request before", {
    hint: "send a new key with each new request, and the same key only to repeat a request",
  });
};

/**
 * Takes the request that a run answers: the one with the id `taken`, or, for a whole run that nobody asked the daemon for, the
 * ordinary one that waits. Returns the id of the run. Rejects with `cancelled` if the request was withdrawn.
 */
export const takeRequest = async (
  transaction: StoreDatabase,
  target: string,
  taken: string,
  nowMs: number,
): Promise<string> => {
  const rows =
    taken === "ordinary" ? ordinaryOf(transaction, target) : waitingOf(transaction, target).where("run", "=", taken);
  const row = await rows.executeTakeFirst();
  if (row) await transaction.deleteFrom("run_request").where("id", "=", row.id).execute();
  else if (taken !== "ordinary") {
    throw new MusterdError("cancelled", "the request was withdrawn before its run began", {
      hint: "ask again if need be",
    });
  }
  return row?.run ?? newRunId(nowMs);
};

const firstOf = async (rows: ReturnType<typeof waitingOf>): Promise<RunRequested | undefined> => {
  const row = await rows.executeTakeFirst();
  return row && requestOf(row);
};

const requestOf = (row: Selectable<Tables["run_request"]>): RunRequested => ({
  runId: row.run,
  trigger: row.trigger as Trigger,
  ...(row.by_kind !== null && { by: actorOf({ by_kind: row.by_kind, by_name: row.by_name }) }),
  dry: row.dry === 1,
  only: JSON.parse(row.only) as string[],
});
