/**
 * Pages made of a stored plan, kept because making one of a large plan takes seconds and hundreds of MiB. Another version of musterd
 * makes them anew, and they go with their run, or as soon as a person is forgotten.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { ownVersion } from "../../lib/own-version.ts";
import { packed, unpacked } from "../schema/packed.ts";
import type { StoreDatabase, TargetStore } from "../schema/schema.ts";

/** `name` tells the pages of one run apart. Pages are read as bytes in UTF-8, because texts would take several times the memory. */
export type MadePages = {
  readonly read: (runId: string, name: string) => Promise<Buffer | undefined>;
  /** The page of the first run that made a plan. */
  readonly readOfPlan: (fingerprint: string, name: string) => Promise<Buffer | undefined>;
  /**
   * Call it before the plan is read. Returns what keeps the page that was made of it, unless somebody has been forgotten meanwhile: the
   * page may name that person.
   */
  readonly begin: (runId: string, name: string) => Promise<KeepPage>;
};

export type KeepPage = (text: string) => Promise<void>;

const pagesOf = (database: StoreDatabase, name: string) =>
  database.selectFrom("made_page").select("body").where("name", "=", name).where("version", "=", ownVersion);

const bytesOf = async (row: { readonly body: Uint8Array } | undefined): Promise<Buffer | undefined> =>
  row && unpacked(row.body);

export const createMadePages = ({ database, target }: TargetStore): MadePages => ({
  read: async (runId, name) => {
    const rows = pagesOf(database, name).where("run_id", "=", runId);
    return bytesOf(await rows.executeTakeFirst());
  },
  readOfPlan: async (fingerprint, name) => {
    const rows = pagesOf(database, name)
      .innerJoin("run", "run.id", "made_page.run_id")
      .where("run.fingerprint", "=", fingerprint)
      .where("run.target", "=", target);
    return bytesOf(await rows.orderBy("run.started_at").executeTakeFirst());
  },
  begin: async (runId, name) => {
    // Whoever forgets a person deletes this row, too.
    const version = `being made ${randomUUID()}`;
    await sql`REPLACE INTO made_page (run_id, name, version, body)
      SELECT id, ${name}, ${version}, x'' FROM run WHERE id = ${runId}`.execute(database);
    return async (text) => {
      const made = { version: ownVersion, body: await packed(text) };
      const begun = database.updateTable("made_page").where("run_id", "=", runId).where("name", "=", name);
      await begun.where("version", "=", version).set(made).execute();
    };
  },
});
