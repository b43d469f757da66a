/**
 * The tables of the store in their present version; `migrations.ts` creates them. Times are epoch milliseconds, JSON is stored
 * as text, and a `target` is an identity from model/target-identity.ts.
 */
import type { Generated } from "kysely";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../lib/database/database.ts";

/** What the tables of tokens and of accounts have in common. */
export type AccessColumns = {
  name: string;
  roles: string;
  added_at: number;
  expires_at: number | null;
  used_at: number | null;
};

/** Who has done something. */
export type ActorColumns = { by_kind: string; by_name: string | null };

export type Tables = {
  run: {
    id: string;
    target: string;
    status: string;
    trigger: string;
    started_at: number;
    ended_at: number | null;
    fingerprint: string | null;
    /** The masked plan without its changes. */
    plan: string | null;
    held: number;
    refresh: string;
    error_code: string | null;
    error_message: string | null;
    /** The place and the hint of the error, in JSON. */
    error_details: string | null;
    /** The release of the plan, in JSON. */
    release: string | null;
    /** The id of the run that this run undoes. */
    undoes: string | null;
    /** `user@host` of a command. */
    asked_by: string | null;
    /** The times of its phases, in JSON. */
    phases: string | null;
    /** The numbers of entries of a run that has ended, in JSON. */
    entries: string | null;
    /** The numbers of changes of a run that has ended, in JSON. */
    counts: string | null;
    /** 1: somebody asked for a plan only. */
    dry: Generated<number>;
    /** 0: its end is still to be told (`outbox.ts`). */
    told: Generated<number>;
  };
  /** The people and departments that plans have named, for searching; `seen_at`: when a plan did so last, within a month. */
  name: { target: string; kind: string; key: string; label: string; seen_at: number };
  /** Pages made of a stored plan, deflated, by the version of musterd that made them. */
  made_page: { run_id: string; name: string; version: string; body: Uint8Array };
  change: {
    run_id: string;
    id: string;
    wave: number;
    /** 0-based position within the wave. */
    place: number;
    /** The masked change without operations. */
    body: string;
  };
  /** Personal values of the changes of a run, encrypted by the vault in parts of many changes; kept for `state.undoDays`. */
  undo: { run_id: string; part: number; sealed: string };
  outcome: {
    run_id: string;
    change_id: string;
    result: string;
    code: string | null;
    message: string | null;
    /** How often the change was written. */
    tries: Generated<number>;
  };
  ledger: { target: string; subject: string; field: string; value: string | null };
  /**
   * Writes are numbered from 1: `written` is the number of the last write, and `paid` the number of the last write before a
   * successful P1. A target without a row counts as new (`isNew` of the store). `owed_since` and `run_id` belong to the oldest
   * unpaid write, and stay when it is paid.
   */
  refresh: {
    target: string;
    written: number;
    paid: number;
    owed_since: number;
    run_id: string;
    late_until: number | null;
  };
  lease: { target: string; holder: string; expires_at: number };
  /** `run`: the id of the run to come; `only` is JSON. */
  run_request: {
    id: Generated<number>;
    target: string;
    trigger: string;
    asked_at: number;
    run: string;
    by_kind: string | null;
    by_name: string | null;
    dry: number;
    only: string;
  };
  /** Idempotency keys: a digest of each with its caller, what was asked, and the run. */
  request_key: { target: string; digest: string; same: string; run: string; at: number };
  /** What people have decided about plans; `accepted` is JSON. */
  verdict: ActorColumns & {
    target: string;
    fingerprint: string;
    verdict: string;
    run_id: string;
    at: number;
    reason: string;
    accepted: string;
    expires_at: number | null;
    used_by: string | null;
  };
  /** No run begins before then. */
  pause: ActorColumns & { target: string; until: number; reason: string };
  link: { target: string; kind: string; id: string; key: string };
  /** Deflated JSON. */
  source_profile: { target: string; profile: Uint8Array };
  /** Deflated JSON; `share` -1 is what belongs to no share. */
  known_details: { target: string; share: number; details: Uint8Array };
  /**
   * What the last run has read, as a digest, and the run whose plan for it was empty; null until that run has ended well. Any change
   * of what the plan remembers deletes the row.
   */
  unchanged: { target: string; digest: string; run_id: string | null };
  /** The cache of feeds that are read incrementally, by their changes; `entries` is the number of rows in `feed_entry`. */
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
  /** The failure with which the target's runs keep ending; `codes` is JSON. */
  retry: { target: string; status: string; codes: string; times: number; since: number; next_try: number };
  /** The approval of a plan that is not completely applied yet; `digests` and `empty_kinds` are JSON. */
  approval: { target: string; given_at: number; digests: string; empty_kinds: string };
  /** A person's decision that a source record and a target object are the same (`same` 1) or not (0), by their canonical keys. */
  decision: { target: string; kind: string; source: string; object: string; same: number; decided_at: number };
  /** What is wrong now and has been told; `details` is JSON, `thread` the id of the message that began it. */
  trouble: { target: string; code: string; about: string; thread: string; since: number; details: string };
  /** A message to one channel. `ended_at` is set when it was delivered, or (`given_up` 1) will not be; `rest` lists recipients that are left. */
  message: {
    seq: Generated<number>;
    target: string;
    id: string;
    channel: string;
    code: string;
    phase: string;
    thread: string;
    details: string;
    created_at: number;
    due_at: number;
    tries: Generated<number>;
    tried_at: number | null;
    ended_at: number | null;
    given_up: Generated<number>;
    problem: string | null;
    rest: string | null;
  };
  /** When the daemon was seen alive last, and the days of the digests that were told last. */
  watch: { target: string; first_at: number; alive_at: number; daily: string; weekly: string };
  /** What each feed gave in the last reading of the source; `modified_at` of a directory is null. */
  reading: { target: string; feed: string; kind: string; rows: number; modified_at: number | null; read_at: number };
  /** What is submitted to the service's workflow (model/runs/submission.ts); `asked` is JSON. */
  submission: {
    target: string;
    kind: string;
    about: string;
    run_id: string;
    state: string;
    at: number;
    due_at: number;
    tries: Generated<number>;
    trace: string | null;
    document: string | null;
    asked: Generated<string>;
    problem: string | null;
  };
  /** A single row with this file's random identifier. */
  installation: { id: string };
  /** The audit trail: JSON of audit-chain.ts, and the digest that covers it and all entries before. */
  audit: { number: number; body: string; digest: string };
  /** A name or a reason of the trail; without a salt, it has been forgotten. */
  audit_text: { id: string; salt: string | null; text: string };
  /** A single row with the last entry of the trail. */
  audit_head: { number: number; digest: string };
  /** The tokens of the control interface: SHA-256 of each, and its roles in JSON. */
  token: AccessColumns & { digest: string };
  /** Local accounts of people; `password` is a hash of password-hash.ts, `roles` JSON. */
  user: AccessColumns & { password: string };
  /**
   * Who is signed in; `plan` is the fingerprint of the only plan that the session is about, `roles` (JSON) those of somebody who has no
   * local account.
   */
  session: {
    digest: string;
    person: string;
    plan: string | null;
    began_at: number;
    seen_at: number;
    roles: string | null;
  };
  /** The masked settings of the daemon, and since when they were in force. */
  kept_settings: { target: string; since: number; text: string };
  /** Links that sign somebody in once. */
  sign_in_link: { digest: string; person: string; plan: string; made_at: number };
  feed_entry: { feed: number; id: string; dn: string; cells: string };
};

export type StoreDatabase = Database<Tables>;

/** The store as the memory of one target; the parts of the store are made with it. */
export type TargetStore = { readonly database: StoreDatabase; readonly target: string; readonly clock: Clock };
