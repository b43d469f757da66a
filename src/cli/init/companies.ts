/**
 * Several companies in one table of people. Each gets a configuration of its own, because one key writes to one company: the tables are
 * reduced to its rows before anything else is found, so keys, departments and titles are judged for it alone.
 */
import { basename, dirname, extname, join } from "node:path";
import { canonicalKey } from "../../model/directory/canonical.ts";
import { ask, type Making, type OneCompany } from "./draft.ts";
import { scores } from "./knowledge/scores.ts";
import { plainColumnsOf } from "./roles/meanings.ts";
import type { Group } from "./roles/roles.ts";
import { type Column, columnIn, columnOf } from "./tables/columns.ts";
import type { Table } from "./tables/tables.ts";

/** The answer that asks for a configuration for each company, and the one that takes all rows for one company. */
const each = "each";
const all = "all";

/** The column of a company: its header says so, nearly every row has it, and it has several values. */
const companyColumn = ({ table, meanings }: Group): Column | undefined =>
  plainColumnsOf(meanings, "company").find(
    ({ counts, cells, filled }) =>
      filled >= cells.length * scores.shape &&
      counts.size > 1 &&
      counts.size <= Math.min(scores.companies, table.lines.length / 2),
  );

/** The text by which a company is named first → all texts of it, which differ in case or width. */
const companiesIn = ({ texts }: Column): ReadonlyMap<string, readonly string[]> =>
  new Map([...Map.groupBy(texts, canonicalKey).values()].map((same) => [same[0] ?? "", same]));

/** Asks for the company. Undefined if there is one, or somebody has to say it; all names if every company gets a configuration. */
export const askCompany = (making: Making, people: Group): OneCompany | readonly string[] | undefined => {
  const { words } = making;
  const column = companyColumn(people);
  if (!column) return undefined;
  const companies = companiesIn(column);
  const answer = ask(making, {
    id: "company",
    text: words.ask.company(column.name),
    options: [
      { value: each, label: words.ask.eachCompany(companies.size) },
      ...[...companies.keys()].map((name) => ({
        value: name,
        label: words.ask.oneCompany(name, column.counts.get(canonicalKey(name)) ?? 0),
      })),
      { value: all, label: words.ask.allCompanies },
    ],
  });
  const names = [...companies.keys()];
  if (answer === each) return names;
  const texts = companies.get(answer ?? "");
  const short = shortNames(names).get(answer ?? "");
  if (!texts || !short || answer === undefined) return undefined;
  const is = texts.length === 1 ? answer : texts;
  return { name: answer, short, column: column.name, only: [{ column: column.name, is }] };
};

/** The rows of one company, without the column that says so; a table without the column stays whole. */
export const rowsOf = (table: Table, company: OneCompany): Table => {
  const column = columnIn(table, company.column);
  if (!column) return table;
  const isIts = column.cells.map((cell) => canonicalKey(cell) === canonicalKey(company.name));
  const its = <T>(list: readonly T[]): readonly T[] => list.filter((_, row) => isIts[row]);
  return {
    ...table,
    columns: table.columns
      .filter((one) => one !== column)
      .map((one) => ({ ...columnOf(one.name, its(one.cells)), fillers: one.fillers })),
    lines: its(table.lines),
  };
};

/** Whether the rows of a table are told apart by the column of the company. */
export const hasCompany = (table: Table, company: OneCompany): boolean => columnIn(table, company.column) !== undefined;

/** The configuration file of a company beside the one that was named: `musterd.yaml` → `musterd-NORTH.yaml`. */
export const fileOf = (config: string, { short }: OneCompany): string => {
  const suffix = extname(config);
  return join(dirname(config), `${basename(config, suffix)}-${short}${suffix}`);
};

/** Company → letters and digits for names of files, different also where case does not count. */
const shortNames = (companies: readonly string[]): ReadonlyMap<string, string> => {
  const taken = new Set<string>();
  return new Map(
    companies.map((company) => {
      const plain = company.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "") || "company";
      let name = plain;
      for (let at = 2; taken.has(name.toLowerCase()); at++) name = `${plain}-${at}`;
      taken.add(name.toLowerCase());
      return [company, name];
    }),
  );
};
