/** The ledger: the last values written to fields that the service does not return (R60, R61). */
import { sql } from "kysely";
import { employeeSubject, ledgerKey, type Memory, postSubject } from "../../model/memory/memory.ts";
import type { LedgerEntry } from "../../model/plan/plan.ts";
import type { StoreDatabase, TargetStore } from "../schema/schema.ts";

export type Ledger = {
  readonly read: () => Promise<Memory>;
  /** Writes all entries or none. */
  readonly write: (entries: readonly LedgerEntry[]) => Promise<void>;
  /** Forgets every entry whose subject starts with `prefix` and is not in `kept`. */
  readonly forget: (prefix: string, kept: ReadonlySet<string>) => Promise<void>;
};

export const createLedger = ({ database, target }: TargetStore): Ledger => ({
  read: async () => {
    const rows = await database.selectFrom("ledger").selectAll().where("target", "=", target).execute();
    return { written: new Map(rows.map(({ subject, field, value }) => [ledgerKey(subject, field), value])) };
  },

  write: (entries) => remember(database, target, entries),

  forget: async (prefix, kept) => {
    const rows = await database
      .selectFrom("ledger")
      .select("subject")
      .where("target", "=", target)
      .where(sql<boolean>`substr(subject, 1, ${prefix.length}) = ${prefix}`)
      .execute();
    await database.transaction().execute(async (transaction) => {
      for (const { subject } of rows) {
        if (kept.has(subject)) continue;
        await transaction.deleteFrom("ledger").where("target", "=", target).where("subject", "=", subject).execute();
      }
    });
  },
});

/** A condition for `subject` itself or, if it ends in a slash, for everything below it. */
const isAbout = (subject: string) =>
  subject.endsWith("/")
    ? sql<boolean>`substr(subject, 1, ${subject.length}) = ${subject}`
    : sql<boolean>`subject = ${subject}`;

/** Writes entries in one statement, all or none; a new value replaces the earlier one for the same subject and field. */
export const remember = async (
  database: StoreDatabase,
  target: string,
  entries: readonly LedgerEntry[],
): Promise<void> => {
  const values = entries.map(({ subject, field, value }) => [subject, field, value]);
  if (values.length === 0) return;
  await sql`INSERT INTO ledger (target, subject, field, value)
    SELECT ${target}, value->>0, value->>1, value->>2 FROM json_each(${JSON.stringify(values)}) WHERE true
    ON CONFLICT DO UPDATE SET value = excluded.value`.execute(database);
};

/**
 * Moves the entries of a renamed account: `employee/FROM` and `post/FROM/…` become entries about `to`. Existing entries under
 * `to` belonged to a person who no longer has that account, and are deleted.
 */
export const carryOver = async (database: StoreDatabase, target: string, from: string, to: string): Promise<void> => {
  for (const [old, next] of [
    [employeeSubject(from), employeeSubject(to)],
    [postSubject(from, ""), postSubject(to, "")],
  ] as const) {
    if (old === next) continue;
    await database.deleteFrom("ledger").where("target", "=", target).where(isAbout(next)).execute();
    await database
      .updateTable("ledger")
      .set({ subject: sql<string>`${next} || substr(subject, ${old.length + 1})` })
      .where("target", "=", target)
      .where(isAbout(old))
      .execute();
  }
};
