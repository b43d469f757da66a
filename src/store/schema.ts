/**
 * The tables of the store as they are now; `migrations.ts` makes them. Times are epoch milliseconds; JSON is text; a
 * `target` is the identity of model/target-identity.ts.
 */
import type { Generated } from "kysely";

export type Tables = {
  run: {
    id: string;
    target: string;
    status: string;
    trigger: string;
    started_at: number;
    ended_at: number | null;
    fingerprint: string | null;
    /** The plan without its changes, masked. */
    plan: string | null;
    held: number;
    refresh: string;
    error_code: string | null;
    error_message: string | null;
    /** JSON. */
    release: string | null;
  };
  change: {
    run_id: string;
    id: string;
    wave: number;
    /** 0-based place inside the wave. */
    place: number;
    /** The change as it may be shown: masked, without operations. */
    body: string;
  };
  /** The changes of a run that goes on as they are carried out; gone when it has ended. */
  work: { run_id: string; wave: number; place: number; id: string; body: string };
  outcome: { run_id: string; change_id: string; result: string; code: string | null; message: string | null };
  ledger: { target: string; subject: string; field: string; value: string | null };
  /**
   * Writes are numbered from 1: `written` is the last, `paid` the last that a P1 began after. A target without a row is
   * not known. `owed_since` and `run_id` are those of the oldest write that is not paid, or of the last that was.
   */
  refresh: { target: string; written: number; paid: number; owed_since: number; run_id: string };
  lease: { target: string; holder: string; expires_at: number };
  run_request: { id: Generated<number>; target: string; trigger: string; asked_at: number };
  link: { target: string; kind: string; id: string; key: string };
  /** JSON, deflated. */
  source_profile: { target: string; profile: Uint8Array };
  /** What is kept of feeds that are read by their changes; `entries` counts the rows of `feed_entry`. */
  feed: {
    id: Generated<number>;
    target: string;
    key: string;
    cookie: string;
    identity: string;
    readings: number;
    parents: string;
    revision: number;
    entries: number;
  };
  /** The failure that runs of the target repeat at the moment; `codes` is JSON. */
  retry: { target: string; status: string; codes: string; times: number; since: number; next_try: number };
  /** The plan that began to be applied last and is not done; `digests` and `empty_kinds` are JSON. */
  approval: { target: string; given_at: number; digests: string; empty_kinds: string };
  /** Canonical keys of a record of the source and an object of the target that are one (`same` 1), or are not (0). */
  decision: { target: string; kind: string; source: string; object: string; same: number; decided_at: number };
  /** One row: the random name of this file. */
  installation: { id: string };
  feed_entry: { feed: number; id: string; dn: string; cells: string };
};
