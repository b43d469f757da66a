/**
 * The schema migrations of the store: each entry takes a file to the next version. Append an entry to change a table; never
 * edit a released entry. `Tables` in schema.ts describes the result.
 */
import type { SqliteMigration } from "../../lib/database/migrate-file.ts";
import { unifyTargets } from "./unify-targets.ts";

/** Version 1. It uses `IF NOT EXISTS`, because the first release wrote no version into its files. */
const firstRelease = `
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

/** Version 3: writes are counted to know whether a refresh is owed. A target to which something was applied counts as known. */
const numberedRefresh = `
ALTER TABLE refresh RENAME TO refresh_before;
CREATE TABLE refresh (
  target TEXT PRIMARY KEY, written INTEGER NOT NULL, paid INTEGER NOT NULL, owed_since INTEGER NOT NULL,
  run_id TEXT NOT NULL) STRICT;
INSERT INTO refresh SELECT target, 1, 0, owed_since, run_id FROM refresh_before;
INSERT OR IGNORE INTO refresh SELECT target, 0, 0, started_at, id FROM run WHERE status IN ('succeeded', 'partial');
DROP TABLE refresh_before;
`;

/** Version 4: tables for repeated failures and for approvals. */
const repetition = `
CREATE TABLE retry (
  target TEXT PRIMARY KEY, status TEXT NOT NULL, codes TEXT NOT NULL, times INTEGER NOT NULL, since INTEGER NOT NULL,
  next_try INTEGER NOT NULL) STRICT;
CREATE TABLE approval (
  target TEXT PRIMARY KEY, given_at INTEGER NOT NULL, digests TEXT NOT NULL, empty_kinds TEXT NOT NULL) STRICT;
`;

/** Version 5: the file gets a random identifier inside it; a copy of the file has the same identifier. */
const installation = `
CREATE TABLE installation (id TEXT NOT NULL) STRICT;
INSERT INTO installation VALUES (lower(hex(randomblob(8))));
`;

/**
 * Version 6: the subjects of the ledger become lower-case, so that an entry is found however the service writes accounts and
 * codes.
 */
const canonicalSubjects = `
UPDATE OR REPLACE ledger SET subject = lower(subject) WHERE subject GLOB 'employee/*' OR subject GLOB 'post/*';
`;

/** Version 7: people's decisions about matching records. */
const decisions = `
CREATE TABLE decision (
  target TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL, object TEXT NOT NULL, same INTEGER NOT NULL,
  decided_at INTEGER NOT NULL, PRIMARY KEY (target, kind, source, object)) STRICT, WITHOUT ROWID;
`;

/** Version 8: the table of run requests gets its present name. */
const runRequests = "ALTER TABLE wish RENAME TO run_request";

/** Version 9: a run can have a release, with which a person permits a plan that exceeds limits. */
const releases = "ALTER TABLE run ADD COLUMN release TEXT";

/** Version 10: stored plans name objects of every kind, and describe the organisation. */
const namesOfEveryKind = `
UPDATE run SET plan = json_remove(json_set(plan,
  '$.names', json_object('level', json('{}'), 'title', json('{}'), 'function', json('{}'),
    'department', json(coalesce(json_extract(plan, '$.departmentNames'), '{}')), 'employee', json('{}')),
  '$.organisation', json('{"departments":[],"flows":[]}')), '$.departmentNames')
WHERE plan IS NOT NULL;
`;

/** Version 11: the changes to one record are found without reading all runs. Ids of changes are `kind/key/action`. */
const changesByRecord = `
CREATE INDEX change_by_id ON change (id COLLATE NOCASE);
CREATE INDEX change_rename ON change (run_id) WHERE id LIKE '%/rename%';
`;

/** Version 12: runs that undo another run, and the personal data with which a run can be undone, encrypted. */
const undo = `
ALTER TABLE run ADD COLUMN undoes TEXT;
CREATE TABLE undo (
  run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, part INTEGER NOT NULL, sealed TEXT NOT NULL,
  PRIMARY KEY (run_id, part)) STRICT;
`;

/** Version 13: operations are no longer stored; a run takes them from memory. */
const noOperations = "DROP TABLE work";

/** Version 14: how often a change was written. */
const tries = "ALTER TABLE outcome ADD COLUMN tries INTEGER NOT NULL DEFAULT 1";

/** Version 15: who asked for a run, its phases, and numbers of entries beside those of changes. */
const askedAndPhases = `
ALTER TABLE run ADD COLUMN asked_by TEXT;
ALTER TABLE run ADD COLUMN phases TEXT;
ALTER TABLE run ADD COLUMN entries TEXT;
UPDATE run SET plan = json_set(plan, '$.only.leftOutEntries', json_extract(plan, '$.only.leftOut'))
WHERE json_extract(plan, '$.only') IS NOT NULL;
UPDATE run SET plan = json_set(plan, '$.approval.coveredEntries', json_extract(plan, '$.approval.covered'))
WHERE json_extract(plan, '$.approval') IS NOT NULL;
`;

/** Version 16: the place and the hint of the error that ended a run, in JSON. */
const errorDetails = "ALTER TABLE run ADD COLUMN error_details TEXT";

/** Version 17: what is to be told, to whom, and what was read. Runs that ended before are not told. */
const outbox = `
ALTER TABLE run ADD COLUMN told INTEGER NOT NULL DEFAULT 1;
CREATE INDEX run_untold ON run (target) WHERE told = 0;
CREATE TABLE trouble (
  target TEXT NOT NULL, code TEXT NOT NULL, about TEXT NOT NULL, thread TEXT NOT NULL, since INTEGER NOT NULL,
  details TEXT NOT NULL, PRIMARY KEY (target, code, about)) STRICT, WITHOUT ROWID;
CREATE TABLE message (
  seq INTEGER PRIMARY KEY, target TEXT NOT NULL, id TEXT NOT NULL, channel TEXT NOT NULL, code TEXT NOT NULL,
  phase TEXT NOT NULL, thread TEXT NOT NULL, details TEXT NOT NULL, created_at INTEGER NOT NULL, due_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0, tried_at INTEGER, ended_at INTEGER, given_up INTEGER NOT NULL DEFAULT 0, problem TEXT,
  rest TEXT, UNIQUE (id, channel)) STRICT;
CREATE INDEX message_waiting ON message (target, channel, seq) WHERE ended_at IS NULL;
CREATE TABLE watch (
  target TEXT PRIMARY KEY, first_at INTEGER NOT NULL, alive_at INTEGER NOT NULL, daily TEXT NOT NULL, weekly TEXT NOT NULL)
  STRICT;
CREATE TABLE reading (
  target TEXT NOT NULL, feed TEXT NOT NULL, kind TEXT NOT NULL, rows INTEGER NOT NULL, modified_at INTEGER,
  read_at INTEGER NOT NULL, PRIMARY KEY (target, feed, kind)) STRICT, WITHOUT ROWID;
`;

/** Version 18: the audit trail. */
const auditTrail = `
CREATE TABLE audit (number INTEGER PRIMARY KEY, body TEXT NOT NULL, digest TEXT NOT NULL) STRICT;
CREATE TABLE audit_text (id TEXT PRIMARY KEY, salt TEXT, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE audit_head (number INTEGER NOT NULL, digest TEXT NOT NULL) STRICT;
INSERT INTO audit_head VALUES (0, '');
`;

/** Version 19: managers and posts as the last good run knew them. */
const knownDetails = "CREATE TABLE known_details (target TEXT PRIMARY KEY, details BLOB NOT NULL) STRICT";

/** Version 20: the tokens of the control interface. */
const tokens = `
CREATE TABLE token (
  name TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, roles TEXT NOT NULL, added_at INTEGER NOT NULL, expires_at INTEGER,
  used_at INTEGER) STRICT;
`;

/** Version 21: local accounts of people. */
const users = `
CREATE TABLE user (
  name TEXT PRIMARY KEY COLLATE NOCASE, password TEXT NOT NULL, roles TEXT NOT NULL, added_at INTEGER NOT NULL,
  expires_at INTEGER, used_at INTEGER) STRICT;
`;

/** Version 22: who is signed in at the console, and links that sign somebody in once. */
const sessions = `
CREATE TABLE session (
  digest TEXT PRIMARY KEY, person TEXT NOT NULL COLLATE NOCASE, plan TEXT, began_at INTEGER NOT NULL, seen_at INTEGER NOT NULL)
  STRICT;
CREATE TABLE sign_in_link (
  digest TEXT PRIMARY KEY, person TEXT NOT NULL COLLATE NOCASE, plan TEXT NOT NULL, made_at INTEGER NOT NULL) STRICT;
`;

/** Version 23: runs that were asked for with an id of their own, verdicts about plans, and pauses. */
const decided = `
CREATE TABLE asked (
  id INTEGER PRIMARY KEY, target TEXT NOT NULL, trigger TEXT NOT NULL, asked_at INTEGER NOT NULL, run TEXT NOT NULL UNIQUE,
  by_kind TEXT, by_name TEXT, dry INTEGER NOT NULL DEFAULT 0, only TEXT NOT NULL DEFAULT '[]') STRICT;
INSERT INTO asked (target, trigger, asked_at, run)
SELECT target, trigger, asked_at, strftime('%Y%m%dT%H%M%S', asked_at / 1000, 'unixepoch') || '-' || lower(hex(randomblob(4)))
FROM run_request WHERE id IN (SELECT min(id) FROM run_request GROUP BY target);
DROP TABLE run_request;
ALTER TABLE asked RENAME TO run_request;
CREATE TABLE request_key (
  target TEXT NOT NULL, digest TEXT NOT NULL, same TEXT NOT NULL, run TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (target, digest)) STRICT, WITHOUT ROWID;
CREATE TABLE verdict (
  target TEXT NOT NULL, fingerprint TEXT NOT NULL, verdict TEXT NOT NULL, run_id TEXT NOT NULL, by_kind TEXT NOT NULL,
  by_name TEXT, at INTEGER NOT NULL, reason TEXT NOT NULL, accepted TEXT NOT NULL, expires_at INTEGER, used_by TEXT,
  PRIMARY KEY (target, fingerprint)) STRICT, WITHOUT ROWID;
CREATE TABLE pause (
  target TEXT PRIMARY KEY, until INTEGER NOT NULL, by_kind TEXT NOT NULL, by_name TEXT, reason TEXT NOT NULL) STRICT;
ALTER TABLE run ADD COLUMN dry INTEGER NOT NULL DEFAULT 0;
`;

/**
 * Version 24: known details in shares, and what was read when there was nothing to do. The triggers hold whoever writes: a run, a
 * decision, `forget`.
 */
const unchanged = `
DROP TABLE known_details;
CREATE TABLE known_details (
  target TEXT NOT NULL, share INTEGER NOT NULL, details BLOB NOT NULL, PRIMARY KEY (target, share)) STRICT;
CREATE TABLE unchanged (target TEXT PRIMARY KEY, digest TEXT NOT NULL, run_id TEXT) STRICT;
${["ledger", "link", "decision", "approval"]
  .map(
    (table) => `
CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN DELETE FROM unchanged WHERE target = NEW.target; END;
CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table} BEGIN DELETE FROM unchanged WHERE target = OLD.target; END;
CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table} BEGIN DELETE FROM unchanged WHERE target = NEW.target; END;`,
  )
  .join("")}
`;

/** Version 25: until when a write without an answer may still be carried out. */
const lateWrites = "ALTER TABLE refresh ADD COLUMN late_until INTEGER";

/**
 * Version 26: what pages show of runs is found without reading plans: runs by their time, numbers of changes of runs that have ended,
 * names of people and departments, and pages that were made of a plan. Sessions of people without a local account have their roles,
 * and settings are kept to tell what has changed.
 */
const pages = `
CREATE INDEX run_by_time ON run (target, started_at);
ALTER TABLE run ADD COLUMN counts TEXT;
CREATE TABLE name (
  target TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL, seen_at INTEGER NOT NULL,
  PRIMARY KEY (target, kind, key)) STRICT, WITHOUT ROWID;
INSERT OR REPLACE INTO name SELECT target, value ->> '$.kind', value ->> '$.key', value ->> '$.label', started_at
FROM (SELECT * FROM run WHERE plan IS NOT NULL ORDER BY started_at), json_each(plan, '$.held')
WHERE value ->> '$.kind' IN ('employee', 'department');
INSERT OR REPLACE INTO name SELECT target, substr(change.id, 1, instr(change.id, '/') - 1), body ->> '$.key', body ->> '$.label', started_at
FROM (SELECT id AS run, target, started_at FROM run ORDER BY started_at) JOIN change ON run_id = run
WHERE change.id LIKE 'employee/%' OR change.id LIKE 'department/%';
CREATE TABLE made_page (
  run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, name TEXT NOT NULL, version TEXT NOT NULL, body BLOB NOT NULL,
  PRIMARY KEY (run_id, name)) STRICT, WITHOUT ROWID;
ALTER TABLE session ADD COLUMN roles TEXT;
CREATE TABLE kept_settings (
  target TEXT NOT NULL, since INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (target, since)) STRICT, WITHOUT ROWID;
`;

/** Version 27: what is submitted to the service's workflow. */
const submissions = `
CREATE TABLE submission (
  target TEXT NOT NULL, kind TEXT NOT NULL, about TEXT NOT NULL, run_id TEXT NOT NULL, state TEXT NOT NULL,
  at INTEGER NOT NULL, due_at INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0, trace TEXT, document TEXT,
  asked TEXT NOT NULL DEFAULT '[]', problem TEXT,
  PRIMARY KEY (target, kind, about)) STRICT;
CREATE INDEX submission_due ON submission (target, due_at) WHERE state != 'done';
`;

export const migrations: readonly SqliteMigration[] = [
  firstRelease,
  unifyTargets,
  numberedRefresh,
  repetition,
  installation,
  canonicalSubjects,
  decisions,
  runRequests,
  releases,
  namesOfEveryKind,
  changesByRecord,
  undo,
  noOperations,
  tries,
  askedAndPhases,
  errorDetails,
  outbox,
  auditTrail,
  knownDetails,
  tokens,
  users,
  sessions,
  decided,
  unchanged,
  lateWrites,
  pages,
  submissions,
];
