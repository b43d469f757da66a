/**
 * Version 2 of the store: data kept under different spellings of a target's address moves to the target's identity. Where two
 * spellings have the same entry, the one with the later run wins; a refresh is owed if it was owed under any spelling.
 */
import type { DatabaseSync } from "node:sqlite";
import { identityOf } from "../../model/target-identity.ts";

/** The tables of version 1 with a target column. `feed` is left out, because it is a cache; the feeds are read again. */
const tables = ["run", "wish", "ledger", "link", "source_profile", "refresh", "lease"] as const;

/** A placeholder that is never the name of a target. */
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
      // In order of use, so that later rows replace earlier ones, whichever spelling is the identity.
      for (const spelling of same) rename.run(meanwhile, spelling);
      rename.run(identity, meanwhile);
    }
  }
  const feeds = sqlite.prepare("SELECT id, target FROM feed").all();
  const forget = sqlite.prepare("DELETE FROM feed WHERE id = ?");
  for (const { id, target } of feeds) if (identityOf(String(target)) !== target) forget.run(Number(id));
};
