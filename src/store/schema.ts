/** The tables of the store. Times are epoch milliseconds; JSON is text; a `target` is `describe()` of the target. */

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
  refresh: { target: string; owed_since: number; run_id: string };
  lease: { target: string; holder: string; expires_at: number };
  wish: { id: Generated<number>; target: string; trigger: string; asked_at: number };
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
  feed_entry: { feed: number; id: string; dn: string; cells: string };
};

/** What is deleted or replaced is overwritten with zeros, because some of it is personal data. */
export const schema = `
PRAGMA secure_delete = ON;
CREATE TABLE IF NOT EXISTS run (
  id TEXT PRIMARY KEY, target TEXT NOT NULL, status TEXT NOT NULL, trigger TEXT NOT NULL, started_at INTEGER NOT NULL,
  ended_at INTEGER, fingerprint TEXT, plan TEXT, held INTEGER NOT NULL, refresh TEXT NOT NULL,
  error_code TEXT, error_message TEXT) STRICT;
CREATE TABLE IF NOT EXISTS change (
  run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, wave INTEGER NOT NULL, place INTEGER NOT NULL,
  id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (run_id, wave, place)) STRICT;
CREATE TABLE IF NOT EXISTS work (
  run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, wave INTEGER NOT NULL, place INTEGER NOT NULL,
  id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (run_id, wave, place)) STRICT;
CREATE TABLE IF NOT EXISTS outcome (
  run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, change_id TEXT NOT NULL, result TEXT NOT NULL,
  code TEXT, message TEXT, PRIMARY KEY (run_id, change_id)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ledger (
  target TEXT NOT NULL, subject TEXT NOT NULL, field TEXT NOT NULL, value TEXT,
  PRIMARY KEY (target, subject, field)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS refresh (target TEXT PRIMARY KEY, owed_since INTEGER NOT NULL, run_id TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS lease (target TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS wish (
  id INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT NOT NULL, trigger TEXT NOT NULL, asked_at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS link (
  target TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, key TEXT NOT NULL,
  PRIMARY KEY (target, kind, id)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS source_profile (target TEXT PRIMARY KEY, profile BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS feed (
  id INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT NOT NULL, key TEXT NOT NULL, cookie TEXT NOT NULL,
  identity TEXT NOT NULL, readings INTEGER NOT NULL, parents TEXT NOT NULL, revision INTEGER NOT NULL,
  entries INTEGER NOT NULL, UNIQUE (target, key)) STRICT;
CREATE TABLE IF NOT EXISTS feed_entry (
  feed INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE, id TEXT NOT NULL, dn TEXT NOT NULL, cells TEXT NOT NULL,
  PRIMARY KEY (feed, id)) STRICT, WITHOUT ROWID;
`;
