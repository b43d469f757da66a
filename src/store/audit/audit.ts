/**
 * The audit trail in the store. What is done and the entry about it are one transaction, which survives a power cut. Several
 * processes append to one trail; the update of its head comes first in each transaction, so they come one after the other.
 */
import { hostname } from "node:os";
import { sql } from "kysely";
import { type Clock, isoInstant } from "../../lib/clock.ts";
import { durably } from "../../lib/database/database.ts";
import { ownVersion } from "../../lib/own-version.ts";
import { processActor } from "../../lib/process-user.ts";
import { type Actor, program } from "../../model/runs/actor.ts";
import type { AuditEntry, AuditEvent, AuditFacts, AuditHead, AuditVerification } from "../../model/runs/audit.ts";
import type { StoreDatabase, TargetStore } from "../schema/schema.ts";
import { type AuditBody, chainDigest, isBeforeFirst } from "./audit-chain.ts";
import { createHeadFile, type HeadFile } from "./audit-head-file.ts";
import { keepText } from "./audit-texts.ts";
import { verifyTrail } from "./audit-verify.ts";

/** The store of one target, with the trail for what its parts do. */
export type AuditedStore = TargetStore & { readonly audit: Audit };

/** What to record. `by`: by default the user of this process; `target`: by default the store's. */
type AuditNote = {
  readonly event: AuditEvent;
  readonly by?: Actor | undefined;
  readonly reason?: string | undefined;
  readonly about?: string | undefined;
  readonly facts?: AuditFacts;
};

/** Appends an entry in the transaction to which it belongs. */
type Append = (note: AuditNote) => Promise<void>;

export type Audit = {
  /** Does `work` in one durable transaction; `append` adds what it has done to the trail. */
  readonly transaction: <T>(work: (transaction: StoreDatabase, append: Append) => Promise<T>) => Promise<T>;
  readonly append: Append;
  readonly head: () => Promise<AuditHead>;
  /** Reads the whole trail and compares it with its digests, its head, and the file beside the store. */
  readonly verify: () => Promise<AuditVerification>;
  readonly digestOf: (number: number) => Promise<string | undefined>;
  /** Oldest first. `after`: the number of the last entry that the caller has. `newest` takes them from the end. */
  readonly list: (query: AuditQuery) => Promise<readonly AuditEntry[]>;
  /** All entries between two times, oldest first, some at a time, because the trail may be long. */
  readonly pages: (between?: Pick<AuditQuery, "from" | "to">) => AsyncIterable<readonly AuditEntry[]>;
};

/** `from` and `to` are ISO 8601 instants; both belong to what is listed. */
type AuditQuery = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: number | undefined;
  readonly run?: string | undefined;
  readonly events?: readonly AuditEvent[] | undefined;
  readonly limit: number;
  readonly newest?: boolean;
};

const pageSize = 1_000;

/** `path` is the file of the store. */
export const createAudit = (database: StoreDatabase, path: string, target: string, clock: Clock): Audit => {
  const file = createHeadFile(path);
  const transaction = async <T>(work: (inside: StoreDatabase, append: Append) => Promise<T>): Promise<T> => {
    let done!: T;
    await durably(database, async (connection) => {
      done = await connection
        .transaction()
        .execute(async (inside) => work(inside, await begin(inside, { target, clock, file })));
    });
    file.write(await readHead(database));
    return done;
  };
  return {
    transaction,
    append: (note) => transaction((_, append) => append(note)),
    head: () => readHead(database),
    verify: () => verifyTrail(database, file),
    digestOf: async (number) => {
      const row = await database.selectFrom("audit").select("digest").where("number", "=", number).executeTakeFirst();
      return row?.digest;
    },
    list: (query) => list(database, query),
    pages: async function* (between = {}) {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const page = await list(database, { ...between, after, limit: pageSize });
        if (page.length > 0) yield page;
        after = page.at(-1)?.number;
      }
    },
  };
};

const readHead = (database: StoreDatabase): Promise<AuditHead> =>
  database.selectFrom("audit_head").selectAll().executeTakeFirstOrThrow();

type Place = { readonly target: string; readonly clock: Clock; readonly file: HeadFile };

/**
 * Takes the lock of writers, and says first if the store is older than the trail that was written. The file exists before the
 * first entry does: a process that ends between its commit and its file, or is a little slower, must not look like a restore.
 */
const begin = async (transaction: StoreDatabase, { target, clock, file }: Place): Promise<Append> => {
  await transaction.updateTable("audit_head").set({ number: sql`number` }).execute();
  const append: Append = async ({ event, by = processActor(), reason, about, facts = {} }) => {
    const head = await readHead(transaction);
    const body: AuditBody = {
      number: head.number + 1,
      at: isoInstant(clock.nowMs()),
      event,
      by: by.kind,
      ...(by.name !== undefined && { who: await keepText(transaction, by.name) }),
      ...(reason !== undefined && { why: await keepText(transaction, reason) }),
      ...(about !== undefined && { about: await keepText(transaction, about) }),
      target,
      facts,
      version: ownVersion,
      host: hostname(),
    };
    const text = JSON.stringify(body);
    const next = { number: body.number, digest: chainDigest(head.digest, text) };
    await transaction
      .insertInto("audit")
      .values({ ...next, body: text })
      .execute();
    await transaction.updateTable("audit_head").set(next).execute();
  };
  const written = file.read();
  const head = await readHead(transaction);
  if (!written && head.number === 0) file.write(head);
  else if (written ? !(await has(transaction, written)) : file.isKept) {
    const facts = { expected: written?.number, digest: written?.digest, found: head.number };
    await append({ event: "store-restored", by: program, facts });
  }
  return append;
};

const has = async (transaction: StoreDatabase, head: AuditHead): Promise<boolean> =>
  isBeforeFirst(head) ||
  (await transaction
    .selectFrom("audit")
    .select("number")
    .where("number", "=", head.number)
    .where("digest", "=", head.digest)
    .executeTakeFirst()) !== undefined;

const list = async (database: StoreDatabase, query: AuditQuery): Promise<readonly AuditEntry[]> => {
  const { from, to, after, run, events, limit, newest = false } = query;
  const fact = (path: string) => sql<string>`audit.body ->> ${path}`;
  let rows = database
    .selectFrom("audit")
    .leftJoin("audit_text as who", (join) => join.on("who.id", "=", sql<string>`audit.body ->> '$.who'`))
    .leftJoin("audit_text as why", (join) => join.on("why.id", "=", sql<string>`audit.body ->> '$.why'`))
    .leftJoin("audit_text as about", (join) => join.on("about.id", "=", sql<string>`audit.body ->> '$.about'`))
    .select([
      "audit.number",
      "audit.digest",
      "audit.body",
      "who.text as name",
      "why.text as reason",
      "about.text as about",
    ]);
  if (from !== undefined) rows = rows.where(fact("$.at"), ">=", from);
  if (to !== undefined) rows = rows.where(fact("$.at"), "<=", to);
  if (after !== undefined) rows = rows.where("audit.number", ">", after);
  if (run !== undefined) rows = rows.where(fact("$.facts.run"), "=", run);
  if (events !== undefined) rows = rows.where(fact("$.event"), "in", events);
  const found = await rows
    .orderBy("audit.number", newest ? "desc" : "asc")
    .limit(limit)
    .execute();
  const entries = found.map(({ number, digest, body, name, reason, about }): AuditEntry => {
    const { at, event, by, target, facts, version, host } = JSON.parse(body) as AuditBody;
    const actor = { kind: by, ...(name !== null && { name }) };
    const said = { ...(reason !== null && { reason }), ...(about !== null && { about }) };
    return { number, at, event, by: actor, ...said, target, facts, version, host, digest };
  });
  return newest ? entries.reverse() : entries;
};
