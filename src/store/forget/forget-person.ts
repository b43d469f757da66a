/**
 * Removes one person from the store: history and plans keep a pseudonym in the place of account, number and names, and masks in
 * the place of values; what is remembered of the person is deleted. Afterwards the file is written anew, so that neither its free
 * pages nor the write-ahead log hold anything of it. Other files (reports, saved plans, backups) are not musterd's to find.
 */
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sql } from "kysely";
import { lockForWriting } from "../../lib/database/database.ts";
import { MusterdError } from "../../lib/errors.ts";
import { postSubject, writeTestEntry } from "../../model/memory/memory.ts";
import type { Change } from "../../model/plan/plan.ts";
import type { Release } from "../../model/plan/release.ts";
import type { AuditedStore } from "../audit/audit.ts";
import { forgetTexts } from "../audit/audit-texts.ts";
import type { Leases } from "../next-run/lease.ts";
import { packed, unpacked } from "../schema/packed.ts";
import type { StoreDatabase } from "../schema/schema.ts";
import type { Vault } from "../vault/vault.ts";
import { cleanDecisions, cleanRows, cleanTold } from "./forget-decisions.ts";
import { findPerson, isAbout, type Person, withoutPerson } from "./person-traces.ts";

/** What the store holds of a person: the number of rows of each table that change or go. */
type PersonTraces = { readonly accounts: readonly string[]; readonly rows: Readonly<Record<string, number>> };

export type ForgetPerson = {
  /** Changes nothing. Rejects with `subject-unknown` or `subject-ambiguous`. */
  readonly look: (word: string) => Promise<PersonTraces>;
  /** Rejects as `look`, and with `run-in-progress` or, while another process reads the file, `store-unavailable`. */
  readonly forget: (word: string) => Promise<PersonTraces & { readonly pseudonym: string }>;
};

/** `path` is the file of the store. */
export const createForgetPerson = (
  { database, target, audit }: AuditedStore,
  path: string,
  leases: Leases,
  vault: Vault,
): ForgetPerson => ({
  look: async (word) => {
    const person = await findPerson(database, target, word);
    const undone = new Error("only looked");
    let rows: PersonTraces["rows"] = {};
    await database
      .transaction()
      .execute(async (transaction) => {
        await lockForWriting(transaction);
        rows = (await removeFrom(transaction, target, vault, person, "forgotten")).rows;
        throw undone;
      })
      .catch((thrown: unknown) => {
        if (thrown !== undone) throw thrown;
      });
    return { accounts: person.accounts, rows };
  },

  forget: async (word) => {
    const lease = await leases.take();
    try {
      const person = await findPerson(database, target, word);
      const pseudonym = `forgotten-${randomBytes(4).toString("hex")}`;
      const rows = await audit.transaction(async (transaction, append) => {
        const removed = await removeFrom(transaction, target, vault, person, pseudonym);
        await append({ event: "forgot-person", facts: { pseudonym, forgotten: removed.texts } });
        return removed.rows;
      });
      await writeAnew(database, path);
      return { accounts: person.accounts, rows, pseudonym };
    } finally {
      await lease.release();
    }
  },
});

const removeFrom = async (
  transaction: StoreDatabase,
  target: string,
  vault: Vault,
  person: Person,
  pseudonym: string,
): Promise<{ readonly rows: PersonTraces["rows"]; readonly texts: readonly string[] }> => {
  const clean = withoutPerson(person, pseudonym);
  const runs = runsOf(transaction, target);
  const own = new Set<string>();
  const rows: Record<string, number> = {};
  const count = (table: string) => {
    rows[table] = (rows[table] ?? 0) + 1;
  };
  for (const { rowid, body, id } of await transaction
    .selectFrom("change")
    .select([sql<number>`rowid`.as("rowid"), "body", "id", "run_id"])
    .where("run_id", "in", runs)
    .execute()) {
    const change = JSON.parse(body) as Change;
    if (isAbout(person, change)) own.add(id);
    const text = JSON.stringify(clean(change));
    if (text === body) continue;
    await sql`UPDATE change SET body = ${text}, id = ${clean(id)} WHERE rowid = ${rowid}`.execute(transaction);
    count("change");
  }
  for (const row of await transaction.selectFrom("outcome").selectAll().where("run_id", "in", runs).execute()) {
    const isOwn = own.has(row.change_id);
    const changed = { change_id: clean(row.change_id), message: isOwn ? null : clean(row.message) };
    if (changed.change_id === row.change_id && changed.message === row.message) continue;
    await transaction
      .updateTable("outcome")
      .set(changed)
      .where("run_id", "=", row.run_id)
      .where("change_id", "=", row.change_id)
      .execute();
    count("outcome");
  }
  const cleaning = { transaction, target, clean, count };
  await cleanRows(cleaning, "run", ["id"], (row) => ({
    plan: row.plan && JSON.stringify(clean(JSON.parse(row.plan))),
    error_message: clean(row.error_message),
    error_details: row.error_details && JSON.stringify(clean(JSON.parse(row.error_details))),
    release: row.release && JSON.stringify(cleanRelease(clean, JSON.parse(row.release) as Release)),
    asked_by: clean(row.asked_by),
  }));
  await cleanUndo(transaction, runs, vault, own, () => count("undo"));
  await cleanDecisions(cleaning);
  await cleanTold(cleaning);
  const texts = await forgetTexts(transaction, clean);
  for (const _text of texts) count("audit_text");
  return { rows: { ...rows, ...(await removeMemory(transaction, target, vault, person, clean)) }, texts };
};

const runsOf = (transaction: StoreDatabase, target: string) =>
  transaction.selectFrom("run").select("id").where("target", "=", target);

type Clean = ReturnType<typeof withoutPerson>;

const cleanUndo = async (
  transaction: StoreDatabase,
  runs: ReturnType<typeof runsOf>,
  vault: Vault,
  own: ReadonlySet<string>,
  count: () => void,
): Promise<void> => {
  for (const { run_id, part, sealed } of await transaction
    .selectFrom("undo")
    .selectAll()
    .where("run_id", "in", runs)
    .execute()) {
    // What cannot be opened may hold anything, and is of no use.
    const values = JSON.parse(vault.open(sealed) ?? "[]") as readonly { readonly id: string }[];
    const kept = values.filter(({ id }) => !own.has(id));
    if (kept.length === values.length && values.length > 0) continue;
    const row = transaction.updateTable("undo").where("run_id", "=", run_id).where("part", "=", part);
    await row.set({ sealed: vault.seal(JSON.stringify(kept)) }).execute();
    count();
  }
};

/** Elsewhere a `reason` is a word of the program; the one of a release is a person's text. */
const cleanRelease = (clean: Clean, release: Release): Release => ({
  ...clean(release),
  reason: clean(release.reason),
});

/** The keys in a subject of the ledger: the last part; of an attempt, whose subject is `applied/KIND/KEY/ACTION`, those before the action. */
const keysIn = (subject: string): readonly string[] => {
  const parts = subject.split("/");
  return parts[0] === "applied" ? parts.slice(2, -1) : parts.slice(-1);
};

/** Deletes what the next plans would use; the caches of directories go as a whole and are read anew. */
const removeMemory = async (
  transaction: StoreDatabase,
  target: string,
  vault: Vault,
  { accounts, words }: Person,
  clean: Clean,
): Promise<PersonTraces["rows"]> => {
  const rows: Record<string, number> = {};
  const posts = accounts.map((account) => postSubject(account, ""));
  for (const { subject, field, value } of await transaction
    .selectFrom("ledger")
    .selectAll()
    .where("target", "=", target)
    .execute()) {
    const isOwn = posts.some((post) => subject.startsWith(post));
    // What cannot be opened may hold anything, and is of no use.
    const said = subject === writeTestEntry.subject && value !== null ? (vault.open(value) ?? accounts.join()) : value;
    if (!isOwn && [said, ...keysIn(subject)].every((text) => clean(text) === text)) continue;
    const row = transaction.deleteFrom("ledger").where("target", "=", target).where("subject", "=", subject);
    await row.where("field", "=", field).execute();
    rows["ledger"] = (rows["ledger"] ?? 0) + 1;
  }
  const links = transaction.deleteFrom("link").where("target", "=", target).where("kind", "=", "employee");
  const decisions = transaction.deleteFrom("decision").where("target", "=", target).where("kind", "=", "employee");
  const names = await transaction.selectFrom("name").selectAll().where("target", "=", target).execute();
  const own = names.filter((name) => accounts.includes(name.key) || clean(name.label) !== name.label);
  const deleted = {
    name: transaction
      .deleteFrom("name")
      .where("target", "=", target)
      .where("kind", "=", "employee")
      .where(
        "key",
        "in",
        own.map(({ key }) => key),
      ),
    made_page: transaction.deleteFrom("made_page"),
    link: links.where((where) => where.or([where("key", "in", accounts), where("id", "in", words)])),
    decision: decisions.where((where) => where.or([where("source", "in", words), where("object", "in", words)])),
    feed: transaction.deleteFrom("feed").where("target", "=", target),
    known_details: transaction.deleteFrom("known_details").where("target", "=", target),
  };
  for (const [table, deletion] of Object.entries(deleted)) {
    const { numAffectedRows = 0n } = await sql`${deletion}`.execute(transaction);
    if (numAffectedRows > 0n) rows[table] = Number(numAffectedRows);
  }
  const kept = await transaction
    .selectFrom("source_profile")
    .select("profile")
    .where("target", "=", target)
    .executeTakeFirst();
  const before = kept && String(await unpacked(kept.profile));
  const after = before && JSON.stringify(clean(JSON.parse(before)));
  if (after && after !== before) {
    const profile = await packed(after);
    await transaction.updateTable("source_profile").set({ profile }).where("target", "=", target).execute();
    rows["source_profile"] = 1;
  }
  return rows;
};

/** Deletes free pages, the write-ahead log, and the copies that upgrades have left beside the file. */
const writeAnew = async (database: StoreDatabase, path: string): Promise<void> => {
  await sql`PRAGMA temp_store = MEMORY`.execute(database);
  await sql`VACUUM`.execute(database);
  const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
  const folder = dirname(path);
  const copies = path === ":memory:" ? [] : readdirSync(folder);
  for (const name of copies) if (isCopy(basename(path), name)) rmSync(join(folder, name));
  if (rows[0]?.busy === 0) return;
  throw new MusterdError("store-unavailable", "another process reads the store, so its log still holds the person", {
    place: { file: path },
    hint: "stop the daemon and every command, then start and end any musterd command: the log is emptied with the last one",
    retryable: true,
  });
};

const isCopy = (file: string, name: string): boolean =>
  name.startsWith(`${file}.`) && (name.endsWith(".bak") || name.endsWith(".tmp"));
