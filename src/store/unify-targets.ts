/**
 * Version 2 of the store: what was kept under other spellings of a target's address goes to its identity. Where two
 * spellings remember the same thing, the one that ran last is right; a refresh is owed if it was owed under any.
 */
import type { DatabaseSync } from "node:sqlite";
import { identityOf } from "../model/target-identity.ts";

/** The tables of version 1 with a target. Feeds are a cache, and are read afresh instead. */
const tables = ["run", "wish", "ledger", "link", "source_profile", "refresh", "lease"] as const;

/** No target is called so. */
const meanwhile = "";

export const unifyTargets = (sqlite: DatabaseSync): void => {
  const seen = tables.map((table) => `SELECT target, ${table === "run" ? "started_at" : "0"} AS at FROM ${table}`);
  const spellings = sqlite
    .prepare(`SELECT target FROM (${seen.join(" UNION ALL ")}) GROUP BY target ORDER BY max(at)`)
    .all()
    .map(({ target }) => String(target));
  for (const [identity, same] of Map.groupBy(spellings, identityOf)) {
    if (same.every((spelling) => spelling === identity)) continue;
    for (const table of tables) {
      const rename = sqlite.prepare(`UPDATE OR REPLACE ${table} SET target = ? WHERE target = ?`);
      // In order of use, so that a later row replaces an earlier one, whichever spelling is the identity.
      for (const spelling of same) rename.run(meanwhile, spelling);
      rename.run(identity, meanwhile);
    }
  }
  const feeds = sqlite.prepare("SELECT id, target FROM feed").all();
  const forget = sqlite.prepare("DELETE FROM feed WHERE id = ?");
  for (const { id, target } of feeds) if (identityOf(String(target)) !== target) forget.run(Number(id));
};
