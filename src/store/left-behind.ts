/**
 * What a process has left behind that died or gave up: a run that is still marked as running, or a refresh that is owed,
 * while nobody holds the lease. Whoever finds it asks for a run.
 */
import { sql } from "kysely";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../lib/database.ts";
import { isFree } from "./lease.ts";
import type { Tables } from "./schema.ts";

/** Undefined: nothing, or somebody holds the lease, whose run will see to it. */
export type LeftBehind = () => Promise<"run" | "refresh" | undefined>;

export const createLeftBehind =
  (database: Database<Tables>, target: string, clock: Clock): LeftBehind =>
  async () => {
    // One statement: a run that begins or ends between two questions would look like one that was left.
    const { rows } = await sql<{
      holder: string | null;
      expires_at: number | null;
      run: number;
      refresh: number;
    }>`SELECT lease.holder, lease.expires_at,
      EXISTS (SELECT 1 FROM run WHERE run.target = asked.target AND status = 'running') AS run,
      EXISTS (SELECT 1 FROM refresh WHERE refresh.target = asked.target AND written > paid) AS refresh
      FROM (SELECT ${target} AS target) AS asked LEFT JOIN lease ON lease.target = asked.target`.execute(database);
    const [found] = rows;
    if (!found) return undefined;
    const { holder, expires_at } = found;
    if (holder !== null && expires_at !== null && !isFree({ holder, expires_at }, clock.nowMs())) return undefined;
    if (found.run) return "run";
    return found.refresh ? "refresh" : undefined;
  };
