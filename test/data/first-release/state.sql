PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE run (
  id TEXT PRIMARY KEY, target TEXT NOT NULL, status TEXT NOT NULL, trigger TEXT NOT NULL, started_at INTEGER NOT NULL,
  ended_at INTEGER, fingerprint TEXT, plan TEXT, held INTEGER NOT NULL, refresh TEXT NOT NULL,
  error_code TEXT, error_message TEXT) STRICT;
INSERT INTO run VALUES('20261101T020001-f9029fda','https://HR.example.com:443/ (company ACME)','succeeded','schedule',1793498401000,1793498403000,'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','{"version":1,"today":"2026-11-01","held":[],"notices":[],"rejected":[],"breaches":[],"sourceCounts":{"employee":3},"targetCounts":{"employee":2},"departmentNames":{},"fingerprint":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}',0,'owed',NULL,NULL);
INSERT INTO run VALUES('20261101T020005-89689b24','https://hr.example.com (company ACME)','partial','schedule',1793498405000,1793498407000,'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','{"version":1,"today":"2026-11-01","held":[],"notices":[],"rejected":[],"breaches":[],"sourceCounts":{"employee":3},"targetCounts":{"employee":2},"departmentNames":{},"fingerprint":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}',0,'done',NULL,NULL);
INSERT INTO run VALUES('20261101T020008-e796193c','embedded service (company DEMO)','running','schedule',1793498408000,NULL,'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','{"version":1,"today":"2026-11-01","held":[],"notices":[],"rejected":[],"breaches":[],"sourceCounts":{"employee":3},"targetCounts":{"employee":2},"departmentNames":{},"fingerprint":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}',0,'not-needed',NULL,NULL);
INSERT INTO run VALUES('20261101T020010-933adc75','https://planned.example.com (company ACME)','planned','command',1793498410000,1793498411000,'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','{"version":1,"today":"2026-11-01","held":[],"notices":[],"rejected":[],"breaches":[],"sourceCounts":{"employee":3},"targetCounts":{"employee":2},"departmentNames":{},"fingerprint":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"}',0,'not-needed',NULL,NULL);
CREATE TABLE change (
  run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, wave INTEGER NOT NULL, place INTEGER NOT NULL,
  id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (run_id, wave, place)) STRICT;
INSERT INTO change VALUES('20261101T020001-f9029fda',1,0,'employee/e1/update','{"id":"employee/e1/update","kind":"employee","key":"e1","label":"員工1","action":"update","reason":"differs","fields":[{"field":"name","before":"甲","after":"乙"}],"step":5,"wave":1,"operations":[],"needs":[]}');
INSERT INTO change VALUES('20261101T020001-f9029fda',1,1,'employee/e2/update','{"id":"employee/e2/update","kind":"employee","key":"e2","label":"員工2","action":"update","reason":"differs","fields":[{"field":"name","before":"甲","after":"乙"}],"step":5,"wave":1,"operations":[],"needs":[]}');
INSERT INTO change VALUES('20261101T020005-89689b24',1,0,'employee/e1/update','{"id":"employee/e1/update","kind":"employee","key":"e1","label":"員工1","action":"update","reason":"differs","fields":[{"field":"name","before":"甲","after":"乙"}],"step":5,"wave":1,"operations":[],"needs":[]}');
INSERT INTO change VALUES('20261101T020005-89689b24',1,1,'employee/e2/update','{"id":"employee/e2/update","kind":"employee","key":"e2","label":"員工2","action":"update","reason":"differs","fields":[{"field":"name","before":"甲","after":"乙"}],"step":5,"wave":1,"operations":[],"needs":[]}');
INSERT INTO change VALUES('20261101T020008-e796193c',1,0,'employee/e1/update','{"id":"employee/e1/update","kind":"employee","key":"e1","label":"員工1","action":"update","reason":"differs","fields":[{"field":"name","before":"甲","after":"乙"}],"step":5,"wave":1,"operations":[],"needs":[]}');
INSERT INTO change VALUES('20261101T020008-e796193c',1,1,'employee/e2/update','{"id":"employee/e2/update","kind":"employee","key":"e2","label":"員工2","action":"update","reason":"differs","fields":[{"field":"name","before":"甲","after":"乙"}],"step":5,"wave":1,"operations":[],"needs":[]}');
INSERT INTO change VALUES('20261101T020010-933adc75',1,0,'employee/e1/update','{"id":"employee/e1/update","kind":"employee","key":"e1","label":"員工1","action":"update","reason":"differs","fields":[{"field":"name","before":"甲","after":"乙"}],"step":5,"wave":1,"operations":[],"needs":[]}');
CREATE TABLE work (
  run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, wave INTEGER NOT NULL, place INTEGER NOT NULL,
  id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (run_id, wave, place)) STRICT;
INSERT INTO work VALUES('20261101T020008-e796193c',1,0,'employee/e1/update','{"id":"employee/e1/update","kind":"employee","key":"e1","label":"員工1","action":"update","reason":"differs","fields":[{"field":"name","before":"甲","after":"乙"}],"step":5,"wave":1,"operations":[{"id":"E11","account":"e1","newAccount":"e1","set":{"name":"乙"}}],"needs":[]}');
INSERT INTO work VALUES('20261101T020008-e796193c',1,1,'employee/e2/update','{"id":"employee/e2/update","kind":"employee","key":"e2","label":"員工2","action":"update","reason":"differs","fields":[{"field":"name","before":"甲","after":"乙"}],"step":5,"wave":1,"operations":[{"id":"E11","account":"e2","newAccount":"e2","set":{"name":"乙"}}],"needs":[]}');
CREATE TABLE outcome (
  run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, change_id TEXT NOT NULL, result TEXT NOT NULL,
  code TEXT, message TEXT, PRIMARY KEY (run_id, change_id)) STRICT, WITHOUT ROWID;
INSERT INTO outcome VALUES('20261101T020001-f9029fda','employee/e1/update','applied',NULL,NULL);
INSERT INTO outcome VALUES('20261101T020001-f9029fda','employee/e2/update','applied',NULL,NULL);
INSERT INTO outcome VALUES('20261101T020005-89689b24','employee/e1/update','applied',NULL,NULL);
INSERT INTO outcome VALUES('20261101T020005-89689b24','employee/e2/update','not-tried','cancelled',NULL);
INSERT INTO outcome VALUES('20261101T020008-e796193c','employee/e1/update','applied',NULL,NULL);
CREATE TABLE ledger (
  target TEXT NOT NULL, subject TEXT NOT NULL, field TEXT NOT NULL, value TEXT,
  PRIMARY KEY (target, subject, field)) STRICT, WITHOUT ROWID;
INSERT INTO ledger VALUES('embedded service (company DEMO)','employee/e1','resignationDate','2026-11-01');
INSERT INTO ledger VALUES('https://HR.example.com:443/ (company ACME)','employee/e1','resignationDate','2026-10-31');
INSERT INTO ledger VALUES('https://HR.example.com:443/ (company ACME)','employee/e2','resignationDate','2026-10-30');
INSERT INTO ledger VALUES('https://hr.example.com (company ACME)','employee/e1','resignationDate','2026-11-30');
CREATE TABLE refresh (target TEXT PRIMARY KEY, owed_since INTEGER NOT NULL, run_id TEXT NOT NULL) STRICT;
INSERT INTO refresh VALUES('https://HR.example.com:443/ (company ACME)',1793498402000,'20261101T020001-f9029fda');
INSERT INTO refresh VALUES('embedded service (company DEMO)',1793498409000,'20261101T020008-e796193c');
CREATE TABLE lease (target TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE wish (
  id INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT NOT NULL, trigger TEXT NOT NULL, asked_at INTEGER NOT NULL) STRICT;
INSERT INTO wish VALUES(1,'https://HR.example.com:443/ (company ACME)','request',1793498404000);
CREATE TABLE link (
  target TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, key TEXT NOT NULL,
  PRIMARY KEY (target, kind, id)) STRICT, WITHOUT ROWID;
INSERT INTO link VALUES('https://HR.example.com:443/ (company ACME)','department','id-3','RD');
INSERT INTO link VALUES('https://HR.example.com:443/ (company ACME)','employee','id-1','e1');
INSERT INTO link VALUES('https://HR.example.com:443/ (company ACME)','employee','id-2','old');
INSERT INTO link VALUES('https://hr.example.com (company ACME)','employee','id-2','new');
CREATE TABLE source_profile (target TEXT PRIMARY KEY, profile BLOB NOT NULL) STRICT;
INSERT INTO source_profile VALUES('https://HR.example.com:443/ (company ACME)',X'789cab562a4b2d2acecccf53b232d451cacecc4b2956b2aaaead050068910869');
CREATE TABLE feed (
  id INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT NOT NULL, key TEXT NOT NULL, cookie TEXT NOT NULL,
  identity TEXT NOT NULL, readings INTEGER NOT NULL, parents TEXT NOT NULL, revision INTEGER NOT NULL,
  entries INTEGER NOT NULL, UNIQUE (target, key)) STRICT;
INSERT INTO feed VALUES(1,'https://HR.example.com:443/ (company ACME)','hr','c','i',1,'{}',1,1);
INSERT INTO feed VALUES(2,'https://hr.example.com (company ACME)','hr','c2','i',2,'{}',1,1);
CREATE TABLE feed_entry (
  feed INTEGER NOT NULL REFERENCES feed(id) ON DELETE CASCADE, id TEXT NOT NULL, dn TEXT NOT NULL, cells TEXT NOT NULL,
  PRIMARY KEY (feed, id)) STRICT, WITHOUT ROWID;
INSERT INTO feed_entry VALUES(1,'1','cn=one','["x"]');
INSERT INTO feed_entry VALUES(2,'1','cn=one','["y"]');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('wish',1);
INSERT INTO sqlite_sequence VALUES('feed',2);
COMMIT;
