/**
 * Joins the list of people who have left with the list of those who are there, although one of them has columns of its own, such as the
 * last day. Both are read as one table, and what only one list states is read from it by a further part.
 */
import { canonicalKey } from "../../../model/directory/canonical.ts";
import type { FieldLine, PartDraft, Setting } from "../draft.ts";
import { scores } from "../knowledge/scores.ts";
import { type Column, columnIn, columnOf, isKey, overlap } from "../tables/columns.ts";
import { statusOfList } from "../tables/known-words.ts";
import type { Table } from "../tables/tables.ts";
import { columnsOf, plainColumnsOf, readMeanings } from "./meanings.ts";

/** Whether the name of a list says that its people have left: the sheet of a workbook, or a file with or without a date in its name. */
export const isOfLeavers = ({ sheet, file }: Table): boolean =>
  statusOfList(sheet ?? file.replaceAll(/\d+/g, "")) === "inactive";

/** Whether every row has a last day, and so somebody who has left, or leaves. */
export const haveLastDays = (table: Table): boolean =>
  plainColumnsOf(readMeanings(table), "resignationDate").some(({ filled, cells }) => filled === cells.length);

/** Lists of people as `rolesOf` has them, each with the same columns; a list of leavers is put together with its counterpart. */
export const withLeavers = (lists: readonly (readonly Table[])[]): readonly (readonly Table[])[] => {
  const left = [...lists];
  const areLeavers = (same: readonly Table[]): boolean =>
    same.every((table) => isOfLeavers(table) || haveLastDays(table));
  for (const leavers of lists.filter(areLeavers)) {
    const others = left.find((same) => same !== leavers && !same.some(isOfLeavers) && areOneList(leavers, same));
    if (!others) continue;
    left.splice(left.indexOf(leavers), 1);
    left.splice(left.indexOf(others), 1, [...leavers, ...others]);
  }
  return left;
};

/** What a list of those who are there says beside numbers and names; one of those on leave does not. */
const saysMore = ["account", "email", "departmentCode", "departmentName", "departmentPath", "hireDate"] as const;

/** Whether a list has what the accounts of another may be made of; rows without an account are read as nobody. */
const hasAccounts = (one: Table, other: Table): boolean => {
  const meanings = readMeanings(other);
  if (columnsOf(meanings, ...saysMore).length === 0) return false;
  const [account = meanings.email] = plainColumnsOf(meanings, "account");
  return account === undefined || columnIn(one, account.name) !== undefined;
};

const areOneList = (leavers: readonly Table[], others: readonly Table[]): boolean => {
  const [one, other] = [leavers[0], others[0]];
  if (!one || !other) return false;
  const isTogether = one.sheet === undefined ? other.sheet === undefined : one.file === other.file;
  if (!isTogether || !hasAccounts(one, other)) return false;
  const number = plainColumnsOf(readMeanings(one), "number").find(isKey);
  const its = number && columnIn(other, number.name);
  return number !== undefined && its !== undefined && isKey(its) && overlap(number, its) < scores.reference;
};

/** One table with the rows of all. A column that a list does not have is blank there. `@sheet` and `@file` say where each row stands. */
export const united = (same: readonly [Table, ...Table[]]): Table => {
  const [first] = same;
  const names = new Map(same.flatMap(({ columns }) => columns.map(({ name }) => [canonicalKey(name), name] as const)));
  const cellsOf = (name: string) => same.flatMap((table) => columnIn(table, name)?.cells ?? table.lines.map(() => ""));
  const fillersOf = (name: string) => same.flatMap((table) => columnIn(table, name)?.fillers ?? []);
  const places = (name: string, of: (table: Table) => string): readonly Column[] =>
    new Set(same.map(of)).size > 1
      ? [
          columnOf(
            name,
            same.flatMap((table) => table.lines.map(() => of(table))),
          ),
        ]
      : [];
  return {
    ...first,
    columns: [
      ...[...names.values()].map((name) => ({
        ...columnOf(name, cellsOf(name)),
        fillers: [...new Set(fillersOf(name))],
      })),
      ...places("@sheet", ({ sheet = "" }) => sheet),
      ...places("@file", ({ file }) => file),
    ],
    lines: same.flatMap(({ lines }) => lines),
  };
};

/**
 * A part that reads several lists, and a further part for each set of lists that alone has some of its columns. `why`: the evidence of
 * the further parts. Departments and titles are read only where their columns are.
 */
export const dividedParts = (part: PartDraft, tables: readonly Table[], why: string): readonly PartDraft[] => {
  const lists = (part.also ?? []).length > 0 ? tablesOf(part, tables) : [];
  if (lists.length < 2) return [part];
  const having = ({ mapping }: FieldLine): readonly Table[] =>
    lists.filter((list) => columnsIn(mapping, part.from).every((name) => hasColumn(list, name)));
  const placed = (some: readonly Table[]): Pick<PartDraft, "from" | "also"> => ({
    from: some.length === lists.length ? part.from : (some[0] ?? part.from),
    also: some.length === lists.length ? (part.also ?? []) : some.slice(1),
  });
  const common = part.lines.filter((line) => having(line).length === lists.length);
  if (common.length === part.lines.length) return [part];
  if (part.table !== "employees") {
    const everywhere = lists.filter((list) => part.lines.every((line) => having(line).includes(list)));
    return everywhere.length === 0 ? [] : [{ ...part, ...placed(everywhere) }];
  }
  const key = common.find(({ field }) => field === "number");
  const own = Map.groupBy(
    part.lines.filter((line) => !common.includes(line)),
    (line) => lists.indexOf(having(line)[0] as Table),
  );
  const further = [...own].flatMap(([at, lines]): readonly PartDraft[] => {
    const list = lists[at];
    const settings = [{ name: "required", value: false, why }];
    return key && list ? [{ table: "employees", from: list, also: [], settings, lines: [key, ...lines] }] : [];
  });
  return [{ ...part, lines: common }, ...further];
};

/** The lists that a part reads, each with its own columns; `from` has those of all. */
const tablesOf = ({ from, also = [] }: PartDraft, tables: readonly Table[]): readonly Table[] => {
  const first = tables.find(({ label }) => label === from.label);
  return first ? [first, ...also] : [];
};

const hasColumn = (table: Table, name: string): boolean => name.startsWith("@") || columnIn(table, name) !== undefined;

/** The columns that a mapping reads: what it names, alone or in braces. */
const columnsIn = (mapping: Setting, { columns }: Table): readonly string[] => {
  const texts = textsIn(mapping);
  return columns.flatMap(({ name }) =>
    texts.some((text) => text === name || text.includes(`{${name}}`)) ? [name] : [],
  );
};

/** The texts of a mapping that may name columns: those of `column`, `concat`, `generate` and `reads`. */
const textsIn = (mapping: Setting): readonly string[] => {
  if (typeof mapping === "string") return [mapping];
  if (typeof mapping !== "object" || mapping === null || Array.isArray(mapping)) return [];
  const { column, concat, generate, reads } = mapping as { readonly [name: string]: Setting | undefined };
  return [column, concat, generate, reads].flat().filter((text) => typeof text === "string");
};
