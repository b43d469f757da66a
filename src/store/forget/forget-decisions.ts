/**
 * Removes a person from what people have decided and asked for (verdicts, requests for runs, a pause, forms that ask for a decision),
 * and from what they were told.
 */
import { type Selectable, sql } from "kysely";
import type { Details } from "../../model/runs/told.ts";
import type { StoreDatabase, Tables } from "../schema/schema.ts";
import type { withoutPerson } from "./person-traces.ts";

type Clean = ReturnType<typeof withoutPerson>;

export type Cleaning = {
  readonly transaction: StoreDatabase;
  readonly target: string;
  readonly clean: Clean;
  /** Counts a row of the table that was changed. */
  readonly count: (table: string) => void;
};

/** What people were told, and the settings that they were shown. */
export const cleanTold = async (cleaning: Cleaning): Promise<void> => {
  const { clean } = cleaning;
  const told = ({ details }: { readonly details: string }) => {
    const said = JSON.parse(details) as Details;
    // Elsewhere a `reason` is a word of the program.
    return { details: JSON.stringify({ ...clean(said), ...(said.reason && { reason: clean(said.reason) }) }) };
  };
  await cleanRows(cleaning, "message", ["seq"], told);
  await cleanRows(cleaning, "trouble", ["target", "code", "about"], told);
  await cleanRows(cleaning, "kept_settings", ["target", "since"], ({ text }) => {
    return { text: JSON.stringify(clean(JSON.parse(text))) };
  });
};

export const cleanDecisions = async (cleaning: Cleaning): Promise<void> => {
  const { clean } = cleaning;
  const listOf = (text: string): string => JSON.stringify((JSON.parse(text) as string[]).map(clean));
  const reasoned = ({ reason, by_name }: { readonly reason: string; readonly by_name: string | null }) => {
    return { reason: clean(reason), by_name: clean(by_name) };
  };
  await cleanRows(cleaning, "verdict", ["target", "fingerprint"], reasoned);
  await cleanRows(cleaning, "run_request", ["id"], ({ only, by_name }) => {
    return { only: listOf(only), by_name: clean(by_name) };
  });
  await cleanRows(cleaning, "request_key", ["target", "digest"], ({ same }) => {
    const [dry, only] = JSON.parse(same) as readonly [boolean, readonly string[]];
    return { same: JSON.stringify([dry, only.map(clean)]) };
  });
  await cleanRows(cleaning, "pause", ["target"], reasoned);
  await cleanRows(cleaning, "submission", ["target", "kind", "about"], ({ asked }) => ({ asked: listOf(asked) }));
};

/** Updates the rows of the target of which `cleaned` changes a column; the columns `key` tell rows apart. */
export const cleanRows = async <Table extends keyof Tables>(
  { transaction, target, count }: Omit<Cleaning, "clean">,
  table: Table,
  key: readonly (keyof Tables[Table] & string)[],
  cleaned: (row: Selectable<Tables[Table]>) => Partial<Selectable<Tables[Table]>>,
): Promise<void> => {
  type Row = Selectable<Tables[Table]> & Readonly<Record<string, unknown>>;
  const { rows } = await sql<Row>`SELECT * FROM ${sql.table(table)} WHERE target = ${target}`.execute(transaction);
  for (const row of rows) {
    const changed = Object.entries(cleaned(row)).filter(([column, value]) => value !== row[column]);
    if (changed.length === 0) continue;
    const values = changed.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    const own = key.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
    const where = sql.join(own, sql` AND `);
    await sql`UPDATE ${sql.table(table)} SET ${sql.join(values)} WHERE ${where}`.execute(transaction);
    count(table);
  }
};
