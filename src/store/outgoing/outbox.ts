/**
 * What is told to people, and the messages that carry it. A decision about what to tell is one transaction: the mark that it has
 * been told, the troubles that last, and the messages, one row for each channel. So a killed process loses no message and makes
 * none twice. Two processes on one store never decide at once, and never send the same row at once.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { dayMs, isoInstant } from "../../lib/clock.ts";
import type { RunSummary } from "../../model/runs/run.ts";
import type { Details, EndedRun, Message, Occurred, Phase, Trouble } from "../../model/runs/told.ts";
import { newestHeld } from "../plans/plan-headers.ts";
import { endedRun, endedRuns, type RunCounts, runsOf } from "../runs/ended-runs.ts";
import type { StoreDatabase, Tables, TargetStore } from "../schema/schema.ts";

/** When the daemon was seen alive first and last, and the days of the last digests; undefined at the very first time. */
export type Watch = {
  readonly firstMs: number;
  readonly aliveMs: number;
  readonly daily: string;
  readonly weekly: string;
};

/** What a decision is made from, read in its transaction. */
export type Known = {
  readonly ended: readonly EndedRun[];
  readonly troubles: readonly Trouble[];
  readonly watch: Watch | undefined;
  /** The number of runs by their ends in the last 24 hours and 7 days. */
  readonly lastDay: RunCounts;
  readonly lastWeek: RunCounts;
};

/** `to`: names of channels. */
export type Draft = Occurred & { readonly phase: Phase; readonly to: readonly string[] };

export type Decision = { readonly drafts: readonly Draft[]; readonly watch: Watch };

type ListedMessage = Pick<Message, "id" | "channel" | "code" | "phase" | "tries"> & {
  readonly at: string;
  readonly state: "waiting" | "sent" | "given-up";
  readonly problem?: string;
};

export type Outbox = {
  /** Decides what to tell from what is known, and stores it, all or nothing. Returns the runs that it was made from. */
  readonly decide: (decide: (known: Known) => Decision) => Promise<readonly EndedRun[]>;
  /** The next message of a channel that is due; it is due again after a wait (the first, second … of `waitsMs`), whatever becomes of this process. */
  readonly claim: (channel: string, waitsMs: readonly number[]) => Promise<Message | undefined>;
  readonly delivered: (seq: number) => Promise<void>;
  readonly failed: (
    seq: number,
    problem: string,
    rest: readonly string[] | undefined,
    giveUp: boolean,
  ) => Promise<void>;
  /** Does the trouble last that a message tells? Not of its end, or of an event. */
  readonly lasts: (message: Pick<Message, "thread" | "phase">) => Promise<boolean>;
  /** A run with what messages about it say. */
  readonly describe: (run: RunSummary) => Promise<EndedRun>;
  readonly troubles: () => Promise<readonly Trouble[]>;
  /** The channels whose messages have failed `tries` times or more, with none delivered since: name and last problem. */
  readonly failing: (tries: number) => Promise<ReadonlyMap<string, string>>;
  /** The number of messages by channel that wait for delivery. */
  readonly waiting: () => Promise<ReadonlyMap<string, number>>;
  /** Newest first. */
  readonly list: (limit: number) => Promise<readonly ListedMessage[]>;
  /** Numbers of held changes of the newest whole plan by their reasons. */
  readonly heldByReason: () => Promise<ReadonlyMap<string, number>>;
  /** Display names of the people whom the plan of a run disables, in their order. */
  readonly disabledPeople: (runId: string) => Promise<readonly string[]>;
  /** When the newest whole run that did everything ended. */
  readonly lastGoodMs: (statuses: readonly string[]) => Promise<number | undefined>;
};

/** For how long delivered messages are kept. */
const keptMs = 30 * dayMs;

export const createOutbox = (store: TargetStore): Outbox => ({
  decide: createDecide(store),
  ...createDeliveries(store),
  ...createViews(store),
});

const createDecide =
  ({ database, target, clock }: TargetStore): Outbox["decide"] =>
  (decide) =>
    database.transaction().execute(async (transaction) => {
      const watch = await takeWatch(transaction, target, clock.nowMs());
      const ended = await endedRuns(transaction, target);
      const troubles = await troublesOf(transaction, target);
      const runs = (days: number) => runsOf(transaction, target, clock.nowMs() - days * dayMs);
      const known = { ended, troubles, watch, lastDay: await runs(1), lastWeek: await runs(7) };
      const { drafts, watch: next } = decide(known);
      const threads = new Map(troubles.map((trouble) => [nameOf(trouble), trouble.thread]));
      for (const draft of drafts) await keep(transaction, target, clock.nowMs(), draft, threads);
      const { firstMs: first_at, aliveMs: alive_at, daily, weekly } = next;
      await transaction
        .updateTable("watch")
        .set({ first_at, alive_at, daily, weekly })
        .where("target", "=", target)
        .execute();
      const told = ended.map(({ run }) => run.id);
      if (told.length > 0) await transaction.updateTable("run").set({ told: 1 }).where("id", "in", told).execute();
      await transaction
        .deleteFrom("message")
        .where("target", "=", target)
        .where("ended_at", "<", clock.nowMs() - keptMs)
        .execute();
      return ended;
    });

const createDeliveries = ({
  database,
  target,
  clock,
}: TargetStore): Pick<Outbox, "claim" | "delivered" | "failed"> => ({
  claim: async (channel, waitsMs) => {
    const now = clock.nowMs();
    // Of a thread only the oldest message is sent, so that no end overtakes its beginning. What is due later than after the longest
    // wait was stored before the clock was set back, and would keep its thread waiting until then. SQLite gets numbers as reals, and `1.0` is no index.
    const { rows } = await sql<Tables["message"] & { seq: number; tries: number }>`
      UPDATE message SET tries = tries + 1, tried_at = ${now}, due_at = ${now}
        + json_extract(${JSON.stringify(waitsMs)}, '$[' || min(tries, CAST(${waitsMs.length - 1} AS INTEGER)) || ']')
      WHERE seq = (SELECT seq FROM message WHERE target = ${target} AND channel = ${channel} AND ended_at IS NULL
        AND (due_at <= ${now} OR due_at > ${now + Math.max(...waitsMs)}) AND NOT EXISTS (SELECT 1 FROM message AS earlier WHERE earlier.target = ${target}
          AND earlier.channel = ${channel} AND earlier.ended_at IS NULL AND earlier.thread = message.thread
          AND earlier.seq < message.seq)
        ORDER BY seq LIMIT 1) RETURNING *`.execute(database);
    return rows[0] && messageOf(rows[0]);
  },

  delivered: async (seq) => {
    const now = clock.nowMs();
    await database.updateTable("message").set({ ended_at: now, problem: null }).where("seq", "=", seq).execute();
  },

  failed: async (seq, problem, rest, giveUp) => {
    await database
      .updateTable("message")
      .set({
        problem,
        ...(rest && { rest: JSON.stringify(rest) }),
        ...(giveUp && { ended_at: clock.nowMs(), given_up: 1 }),
      })
      .where("seq", "=", seq)
      .execute();
  },
});

const createViews = ({ database, target }: TargetStore): Omit<Outbox, "decide" | "claim" | "delivered" | "failed"> => ({
  lasts: async ({ thread, phase }) =>
    phase !== "ended" && (await troublesOf(database, target)).some((trouble) => trouble.thread === thread),
  describe: (run) => endedRun(database, run),
  troubles: () => troublesOf(database, target),

  failing: async (tries) => {
    const { rows } = await sql<{ channel: string; problem: string }>`
      SELECT channel, problem FROM message AS bad WHERE target = ${target} AND tries >= ${tries}
        AND problem IS NOT NULL AND (ended_at IS NULL OR given_up = 1)
        AND NOT EXISTS (SELECT 1 FROM message AS good WHERE good.target = bad.target AND good.channel = bad.channel
          AND good.given_up = 0 AND good.ended_at > bad.tried_at)
      ORDER BY tried_at`.execute(database);
    return new Map(rows.map(({ channel, problem }) => [channel, problem]));
  },

  waiting: async () => {
    const rows = await database
      .selectFrom("message")
      .select(["channel", sql<number>`count(*)`.as("count")])
      .where("target", "=", target)
      .where("ended_at", "is", null)
      .groupBy("channel")
      .execute();
    return new Map(rows.map(({ channel, count }) => [channel, count]));
  },

  list: async (limit) => {
    const rows = await database
      .selectFrom("message")
      .selectAll()
      .where("target", "=", target)
      .orderBy("seq", "desc")
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      channel: row.channel,
      code: row.code,
      phase: row.phase as Phase,
      tries: row.tries,
      at: isoInstant(row.created_at),
      state: row.ended_at === null ? "waiting" : row.given_up === 1 ? "given-up" : "sent",
      ...(row.problem === null ? {} : { problem: row.problem }),
    }));
  },

  heldByReason: async () => {
    const { rows } = await sql<{ reason: string; count: number }>`
      SELECT json_extract(held.value, '$.reason') AS reason, count(*) AS count ${newestHeld(target)} GROUP BY 1`.execute(
      database,
    );
    return new Map(rows.map(({ reason, count }) => [reason, count]));
  },

  disabledPeople: async (runId) => {
    const { rows } = await sql<{ label: string }>`SELECT json_extract(body, '$.label') AS label FROM change
      WHERE run_id = ${runId} AND id LIKE 'employee/%/deactivate' ORDER BY wave, place`.execute(database);
    return rows.map(({ label }) => label);
  },

  lastGoodMs: async (statuses) => {
    // Runs of one target do not overlap, so the newest is the last one that ended, and the plans of the others are not read.
    const { rows } = await sql<{ at: number | null }>`SELECT ended_at AS at FROM run WHERE target = ${target}
      AND status IN (${sql.join(statuses)}) AND NOT (status = 'planned' AND trigger = 'command')
      AND undoes IS NULL AND json_extract(plan, '$.only') IS NULL ORDER BY started_at DESC LIMIT 1`.execute(database);
    return rows[0]?.at ?? undefined;
  },
});

/** The first statement of the transaction writes, so that the decisions of two processes come one after the other. */
const takeWatch = async (database: StoreDatabase, target: string, nowMs: number): Promise<Watch | undefined> => {
  const { rows } = await sql<Tables["watch"]>`INSERT INTO watch (target, first_at, alive_at, daily, weekly)
    VALUES (${target}, ${nowMs}, 0, '', '') ON CONFLICT DO UPDATE SET target = excluded.target RETURNING *`.execute(
    database,
  );
  const [row] = rows;
  if (!row || row.alive_at === 0) return undefined;
  return { firstMs: row.first_at, aliveMs: row.alive_at, daily: row.daily, weekly: row.weekly };
};

const troublesOf = async (database: StoreDatabase, target: string): Promise<readonly Trouble[]> => {
  const rows = await database
    .selectFrom("trouble")
    .selectAll()
    .where("target", "=", target)
    .orderBy("since")
    .orderBy("code")
    .execute();
  return rows.map(({ code, about, thread, since: sinceMs, details }) => {
    return { code, about, thread, sinceMs, details: JSON.parse(details) as Details };
  });
};

const nameOf = ({ code, about }: Pick<Occurred, "code" | "about">): string => `${code} ${about}`;

const keep = async (
  database: StoreDatabase,
  target: string,
  nowMs: number,
  { code, about, details, phase, to }: Draft,
  threads: Map<string, string>,
): Promise<void> => {
  const id = `msg_${randomUUID()}`;
  const thread = (phase === "began" ? undefined : threads.get(nameOf({ code, about }))) ?? id;
  threads.set(nameOf({ code, about }), thread);
  const text = JSON.stringify(details);
  const row = { target, code, about, thread, since: nowMs, details: text };
  if (phase === "began") await database.replaceInto("trouble").values(row).execute();
  if (phase === "again")
    await sql`UPDATE trouble SET details = ${text} WHERE target = ${target} AND code = ${code} AND about = ${about}`.execute(
      database,
    );
  if (phase === "ended")
    await sql`DELETE FROM trouble WHERE target = ${target} AND code = ${code} AND about = ${about}`.execute(database);
  for (const channel of to) {
    const message = { target, id, channel, code, phase, thread, details: text, created_at: nowMs, due_at: nowMs };
    await database.insertInto("message").values(message).execute();
  }
};

const messageOf = (row: Tables["message"] & { seq: number; tries: number }): Message => ({
  seq: row.seq,
  id: row.id,
  channel: row.channel,
  code: row.code,
  phase: row.phase as Phase,
  thread: row.thread,
  details: JSON.parse(row.details) as Details,
  createdMs: row.created_at,
  tries: row.tries,
  ...(row.rest === null ? {} : { rest: JSON.parse(row.rest) as string[] }),
});
