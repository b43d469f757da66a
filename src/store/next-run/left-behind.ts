/**
 * Finds what a dead process has left: a run still marked as running, or an owed refresh, while no process holds the lease. The
 * caller then requests a run.
 */
import { sql } from "kysely";
import type { TargetStore } from "../schema/schema.ts";
import { lateWritesAreOver } from "./debts.ts";
import { isFree } from "./lease.ts";

/** Undefined when nothing is left, or when the holder of the lease will handle it. */
export type LeftBehind = () => Promise<"run" | "refresh" | undefined>;

export const createLeftBehind =
  ({ database, target, clock }: TargetStore): LeftBehind =>
  async () => {
    // One statement, because between two statements a run could begin or end, which would look like a run left behind.
    const { rows } = await sql<{
      holder: string | null;
      expires_at: number | null;
      run: number;
      refresh: number;
      late_until: number | null;
    }>`SELECT lease.holder, lease.expires_at,
      EXISTS (SELECT 1 FROM run WHERE run.target = asked.target AND status = 'running') AS run,
      EXISTS (SELECT 1 FROM refresh WHERE refresh.target = asked.target AND written > paid) AS refresh,
      (SELECT late_until FROM refresh WHERE refresh.target = asked.target) AS late_until
      FROM (SELECT ${target} AS target) AS asked LEFT JOIN lease ON lease.target = asked.target`.execute(database);
    const [found] = rows;
    if (!found) return undefined;
    const { holder, expires_at, late_until } = found;
    const nowMs = clock.nowMs();
    if (holder !== null && expires_at !== null && !isFree({ holder, expires_at }, nowMs)) return undefined;
    if (found.run) return "run";
    const isDue = late_until !== null && lateWritesAreOver(late_until, nowMs);
    return found.refresh || isDue ? "refresh" : undefined;
  };
