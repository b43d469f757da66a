/**
 * Pages made of a stored plan, kept because making one of a large plan takes seconds and hundreds of MiB. Another version of musterd
 * makes them anew, and they go with their run, or as soon as a person is forgotten.
 */
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import type { Database } from "../lib/database.ts";
import { ownVersion } from "../lib/own-version.ts";
import type { Tables } from "./schema.ts";

/** `name` tells the pages of one run apart. */
export type MadePages = {
  readonly read: (runId: string, name: string) => Promise<string | undefined>;
  /** The page of the first run that made a plan. */
  readonly readOfPlan: (fingerprint: string, name: string) => Promise<string | undefined>;
  readonly keep: (runId: string, name: string, text: string) => Promise<void>;
};

const pagesOf = (database: Database<Tables>, name: string) =>
  database.selectFrom("made_page").select("body").where("name", "=", name).where("version", "=", ownVersion);

const textOf = async (row: { readonly body: Uint8Array } | undefined): Promise<string | undefined> =>
  row && String(await promisify(inflate)(row.body));

export const createMadePages = (database: Database<Tables>, target: string): MadePages => ({
  read: async (runId, name) => {
    const rows = pagesOf(database, name).where("run_id", "=", runId);
    return textOf(await rows.executeTakeFirst());
  },
  readOfPlan: async (fingerprint, name) => {
    const rows = pagesOf(database, name)
      .innerJoin("run", "run.id", "made_page.run_id")
      .where("run.fingerprint", "=", fingerprint)
      .where("run.target", "=", target);
    return textOf(await rows.orderBy("run.started_at").executeTakeFirst());
  },
  keep: async (runId, name, text) => {
    const body = await promisify(deflate)(text);
    await database.replaceInto("made_page").values({ run_id: runId, name, version: ownVersion, body }).execute();
  },
});
