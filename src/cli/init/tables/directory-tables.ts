/** Makes tables of a directory: people, and units, with the attributes that they have, so that they are judged like files. */

import type { ErrorCode } from "../../../lib/error-codes.ts";
import { MusterdError } from "../../../lib/errors.ts";
import {
  type DirectoryAccess,
  openDirectory,
  type UnmappedDirectory,
} from "../../../source/ldap/unmapped-directory.ts";
import { compact } from "../../../source/values/texts.ts";
import { directoryAttributes, peopleFilters, unitFilter } from "../knowledge/directories.ts";
import { type Column, columnOf, isMostly, isUnique, overlap } from "./columns.ts";
import type { Table } from "./tables.ts";

/** Reads the people and units below `base`, or below what the server says. Its errors name options, as no configuration exists yet. */
export const directoryTables = async (access: DirectoryAccess, base: string | undefined): Promise<readonly Table[]> => {
  const directory = await openDirectory(access, base).catch((error: unknown) => {
    throw inOptions(error, access, []);
  });
  try {
    return await tablesOf(directory);
  } catch (error) {
    throw inOptions(error, access, await directory.units().catch(() => []));
  } finally {
    await directory.close();
  }
};

const tablesOf = async (directory: UnmappedDirectory): Promise<readonly Table[]> => {
  const filters = directory.isActiveDirectory ? peopleFilters.slice(0, 1) : peopleFilters.slice(1);
  for (const filter of filters) {
    const people = await directory.read(filter, directoryAttributes.people);
    if (people.length === 0) continue;
    const units = await directory.read(unitFilter, directoryAttributes.units);
    const place = { base: directory.base, access: directory.access() };
    const tables = [tableOf("people", { ...place, filter }, people)];
    if (units.length > 0) tables.push(tableOf("departments", { ...place, filter: unitFilter }, units));
    return tables;
  }
  const others = directory.contexts.filter((context) => context !== directory.base);
  throw new MusterdError("option-invalid", `the directory shows nobody below "${directory.base}"`, {
    hint: `name the entry above the people with --base${examples(others)}, or an account that may see them with --bind`,
  });
};

/** The error with what to do at the command line: the settings that it names are in no file. `units`: those below the base. */
const inOptions = (error: unknown, { bindDn }: DirectoryAccess, units: readonly string[]): unknown => {
  if (!(error instanceof MusterdError) || error.place.setting === undefined) return error;
  const below = `name the unit in which people are with --base${examples(units)}`;
  const account =
    bindDn === undefined
      ? "name an account with --bind, and put its password into MUSTERD_LDAP_PASSWORD"
      : "check --bind and the password in MUSTERD_LDAP_PASSWORD";
  const hints: Readonly<Partial<Record<ErrorCode, string>>> = {
    "source-ldap-referral": below,
    "source-ldap-limit": `raise the limits of the account on the server, or ${below}`,
    "source-ldap-base": "check --base, and that the account may see it",
    ...(!error.hint.startsWith("check the bind account") && { "source-ldap-bind": account }),
  };
  return new MusterdError(error.code, error.message, { hint: hints[error.code] ?? error.hint, cause: error });
};

const examples = (names: readonly string[]): string =>
  names.length === 0
    ? ""
    : `, such as ${names
        .slice(0, 5)
        .map((name) => `"${name}"`)
        .join(" or ")}`;

type Entries = readonly Readonly<Record<string, readonly string[]>>[];

/** Attributes that no entry has are left out. Of several values the first is looked at, and `multiple` names the attribute. */
const tableOf = (label: string, search: NonNullable<Table["search"]>, entries: Entries): Table => {
  const names = Object.keys(entries[0] ?? {}).filter((name) => entries.some((entry) => (entry[name]?.length ?? 0) > 0));
  const multiple = names.filter((name) => entries.some((entry) => (entry[name]?.length ?? 0) > 1));
  return {
    folder: ".",
    file: label,
    sheet: undefined,
    label,
    form: undefined,
    skipTopRows: 0,
    headerLine: 0,
    fillDown: [],
    unnameable: [],
    columns: names.map((name) =>
      columnOf(
        name,
        entries.map((entry) => compact(entry[name]?.[0] ?? "")),
      ),
    ),
    lines: entries.map(() => 0),
    total: undefined,
    footers: [],
    labels: undefined,
    search: { ...search, multiple },
  };
};

/**
 * Attributes of units that could be their code: no two have the same, and every unit in which people lie (`inside`) has one. A unit without
 * one is no department, so it must not stand between two that are.
 */
export const unitCodes = (table: Table, inside: Column): readonly Column[] =>
  table.columns.filter(
    (column) =>
      isUnique(column) &&
      !/^(?:dn|parentDn)$/.test(column.name) &&
      isMostly(column, (cell) => cell.length <= 40) &&
      (column.filled === column.cells.length || isCodeOfDepartments(table, inside, column)),
  );

const isCodeOfDepartments = ({ columns }: Table, inside: Column, { cells }: Column): boolean => {
  const [dn, above] = ["dn", "parentDn"].map((name) => columns.find((column) => column.name === name));
  if (!dn || !above) return false;
  const coded = columnOf(
    dn.name,
    dn.cells.map((cell, at) => (cells[at] ? cell : "")),
  );
  const rows = new Map(dn.cells.map((cell, at) => [cell, at]));
  const parentOf = (at: number): number | undefined => rows.get(above.cells[at] ?? "");
  const isBelowCode = (at: number): boolean => {
    const parent = parentOf(at);
    return parent !== undefined && (Boolean(cells[parent]) || isBelowCode(parent));
  };
  const isBelowGap = (at: number): boolean => {
    const parent = parentOf(at);
    return parent !== undefined && !cells[parent] && isBelowCode(parent);
  };
  return overlap(inside, coded) === overlap(inside, dn) && !cells.some((code, at) => code !== "" && isBelowGap(at));
};
