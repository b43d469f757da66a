/**
 * Chooses the accounts that are made from other fields of a person, and those of leavers whom no part states any more. A person who had
 * an account in the last good reading keeps it, and nobody else gets it. New people get accounts in the order of their employee numbers,
 * not of their rows. So even if the last reading is not known, a new person with a higher number changes nobody's account.
 */

import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { KindProfile } from "../../model/plan/quality.ts";
import { counter } from "../cells/account-candidates.ts";
import { keyIn, reject, type SourceRow, type TableRows } from "../rows/rows.ts";

/**
 * Chooses an account for each row whose `account` is a list of candidates. All rows with the same employee number get
 * the same account. Changes the rows. `last`: the profile of the employees in the last good reading.
 */
export const giveAccounts = (people: TableRows, last: KindProfile | undefined): TableRows => {
  const wanting = people.rows.filter(({ values }) => Array.isArray(values["account"]));
  if (wanting.length === 0) return people;
  const known = accountsByNumber(last);
  const taken = new Set([
    ...(last?.keys ?? []),
    ...people.rows.flatMap(({ values }) => keyIn(values["account"]) ?? []),
  ]);
  const rejected: RejectedRow[] = [];
  const byNumber = Map.groupBy(wanting, ({ values }) => keyIn(values["number"]) ?? "");
  const numbers = [...byNumber.keys()].sort(inOrder);
  for (const number of [...numbers.filter((one) => known.has(one)), ...numbers.filter((one) => !known.has(one))]) {
    const rows = byNumber.get(number) ?? [];
    const account = number === "" ? undefined : (known.get(number) ?? freeOf(candidatesOf(rows), taken));
    if (account !== undefined) taken.add(account);
    for (const row of rows) {
      if (account !== undefined) {
        row.values["account"] = account;
        row.generated = true;
      } else rejected.push(...withoutAccount(row, number === "" ? numberless : allTaken));
    }
  }
  return { ...people, rejected: [...people.rejected, ...rejected] };
};

/** Employee number → account of the last good reading, both canonical. */
const accountsByNumber = (last: KindProfile | undefined): ReadonlyMap<string, string> =>
  new Map((last?.traces.number ?? []).map((number, at) => [number, last?.keys[at] ?? ""]));

/**
 * Gives whoever has left, and has no account any more, the account which the number had in the last good reading, unless another row
 * states it: a list of accounts drops leavers, who would else stay active. It is like a generated one, so it renames nobody. Whoever
 * works and has no account is in doubt, because the list may be cut off.
 */
export const keepAccounts = (rows: readonly SourceRow[], last: KindProfile | undefined): void => {
  const lacking = rows.filter(
    ({ values, rejected }) => !rejected && values["account"] === undefined && saysLeft(values),
  );
  if (lacking.length === 0) return;
  const known = accountsByNumber(last);
  const stated = new Set(rows.flatMap(({ values }) => keyIn(values["account"]) ?? []));
  for (const row of lacking) {
    const account = known.get(keyIn(row.values["number"]) ?? "");
    if (account === undefined || account === "" || stated.has(account)) continue;
    row.values["account"] = account;
    row.generated = true;
  }
};

/** Has the person left, and an account by which they can be disabled? */
export const isLeaver = ({ values }: SourceRow): boolean => values["account"] !== undefined && saysLeft(values);

const saysLeft = ({ active, resignationDate }: SourceRow["values"]): boolean =>
  active === false || typeof resignationDate === "string";

const byValue = new Intl.Collator("en", { numeric: true });

/** E9 comes before E10, and E01 before E1, whatever the locale of the machine and the order of the rows. */
const inOrder = (a: string, b: string): number => byValue.compare(a, b) || (a < b ? -1 : 1);

/** The candidates for the rows of one person. A row in scope wins over one out of scope, which may be older. */
const candidatesOf = (rows: readonly SourceRow[]): readonly string[] => {
  const row = rows.find(({ excluded }) => !excluded) ?? rows[0];
  return (row?.values["account"] ?? []) as readonly string[];
};

const freeOf = (candidates: readonly string[], taken: ReadonlySet<string>): string | undefined => {
  for (const candidate of candidates) {
    for (let n = 2; ; n++) {
      const account = candidate.replace(counter, String(n));
      if (!taken.has(account)) return account;
      if (account === candidate) break;
    }
  }
  return undefined;
};

const withoutAccount = (row: SourceRow, problem: { code: string; reason: string }): readonly RejectedRow[] => {
  delete row.values["account"];
  if (row.rejected || row.excluded) return [];
  return [reject("employees", row, "account", problem)];
};

const numberless = {
  code: "key-missing",
  reason: "expected an employee number: accounts are generated only for people who have one",
};
const allTaken = {
  code: "account-taken",
  reason: "all accounts that the patterns generate are taken by other people: add a pattern with {n}",
};
