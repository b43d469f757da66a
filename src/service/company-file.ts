/**
 * The company and its file. All work is done in turns, one at a time; a piece of work that changes something is stored
 * in one transaction before the next turn and before its caller learns of it, so nobody is ever answered from a state
 * that a killed process would lose.
 */
import { type Company, undo } from "./company.ts";
import type { ServiceDatabase, ServiceTables } from "./service-database.ts";

export type CompanyFile = {
  readonly company: Company;
  /** Runs `work` (which changes nothing) when all writes asked for before are stored. */
  readonly read: <T>(work: () => T) => Promise<T>;
  /**
   * Runs `work` and stores what it changed; whatever it throws leaves everything as it was. `stored` is called in the
   * same turn, so its calls are in the order of the transactions.
   */
  readonly write: <T>(work: () => T, stored?: () => void) => Promise<T>;
};

/** SQLite takes at most 32,766 values in one statement. */
const rowsPerStatement = 5_000;

/** Takes a company without rows and fills it from the file. */
export const openCompanyFile = async (database: ServiceDatabase, company: Company): Promise<CompanyFile> => {
  for (const record of await database.selectFrom("record").selectAll().orderBy("id").execute()) {
    company.adopt(record.kind, JSON.parse(record.body));
  }
  let lastTurn: Promise<unknown> = Promise.resolve();

  const takeTurn = async <T>(work: () => T, stored: (() => void) | undefined): Promise<T> => {
    let result: T;
    try {
      result = work();
      await storeJournal(database, company);
    } catch (thrown) {
      undo(company);
      throw thrown;
    }
    company.journal.clear();
    stored?.();
    return result;
  };
  return {
    company,
    read: async (work) => {
      await lastTurn;
      return work();
    },
    write: (work, stored) => {
      const turn = lastTurn.then(() => takeTurn(work, stored));
      lastTurn = turn.catch(() => undefined);
      return turn;
    },
  };
};

/** Everything in one transaction; the usual write of a few rows is one statement, which SQLite makes atomic by itself. */
const storeJournal = async (database: ServiceDatabase, company: Company): Promise<void> => {
  const put: ServiceTables["record"][] = [];
  const removed: number[] = [];
  for (const [id, { table, before }] of company.journal) {
    const row = table.get(id);
    if (row) put.push({ id, kind: table.kind, body: JSON.stringify(row) });
    else if (before) removed.push(id);
  }
  if (removed.length === 0 && put.length <= rowsPerStatement) {
    if (put.length > 0) await putRows(database, put);
    return;
  }
  await database.transaction().execute(async (transaction) => {
    for (let from = 0; from < removed.length; from += rowsPerStatement) {
      const ids = removed.slice(from, from + rowsPerStatement);
      await transaction.deleteFrom("record").where("id", "in", ids).execute();
    }
    for (let from = 0; from < put.length; from += rowsPerStatement) {
      await putRows(transaction, put.slice(from, from + rowsPerStatement));
    }
  });
};

const putRows = async (database: ServiceDatabase, rows: readonly ServiceTables["record"][]): Promise<void> => {
  await database
    .insertInto("record")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doUpdateSet((row) => ({ body: row.ref("excluded.body") })))
    .execute();
};
