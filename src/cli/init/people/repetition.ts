/** Recognises files that state a person in several rows, for further posts or for periods, and columns of further posts. */
import { canonicalKey } from "../../../model/directory/canonical.ts";
import type { FoundDepartments } from "../departments/department-shapes.ts";
import type { FieldLine, Making, PartDraft, Setting } from "../draft.ts";
import { columnsOf, plainColumnsOf } from "../roles/meanings.ts";
import type { Group, Seen } from "../roles/roles.ts";
import { type Column, overlap } from "../tables/columns.ts";
import { firstYearOf, hasShortYear } from "../tables/dates.ts";
import { postOf, statusOfList } from "../tables/known-words.ts";
import { decidedFormats } from "./details.ts";
import type { FoundNumber } from "./keys.ts";

/** `settings`: which rows of a person count. `main`: the column that marks the row of the main post, with its word; `posts`: which posts count. */
export type Repetition = {
  readonly settings: PartDraft["settings"];
  readonly main?: { readonly column: Column; readonly word: string; readonly posts: PartDraft["settings"] };
};

/** Undefined if each person has one row that always holds, or nothing says why there are several. */
export const repetitionOf = (making: Making, seen: Seen): Repetition | undefined => {
  const { meanings } = seen;
  const [number] = plainColumnsOf(meanings, "number");
  if (!number) return undefined;
  if (number.counts.size === number.filled) return byFirstDay(making, seen);
  return byMain(making, seen, number) ?? byPeriod(making, seen, number) ?? bySheet(making, seen, number);
};

const rowsByKey = ({ cells }: Column): readonly (readonly number[])[] => {
  const groups = Map.groupBy(cells.keys(), (at) => canonicalKey(cells[at] ?? ""));
  groups.delete("");
  return [...groups.values()];
};

const isMainPost = (text: string): boolean => postOf(text) === "main";

/** A column in which exactly one row of each person has a certain word. Its header or all its words say that it marks posts. */
const byMain = (making: Making, seen: Seen, number: Column): Repetition | undefined => {
  const { meanings, table } = seen;
  const people = rowsByKey(number);
  const named = columnsOf(meanings, "main");
  const told = table.columns.filter(({ texts }) => texts.every((text) => postOf(text)) && texts.some(isMainPost));
  for (const column of [...named, ...told]) {
    const word = column.texts
      .toSorted((a, b) => Number(isMainPost(b)) - Number(isMainPost(a)))
      .find((text) => people.every((rows) => rows.filter((at) => column.cells[at] === text).length === 1));
    if (word === undefined) continue;
    making.used.add(column);
    const why = making.words.why.mainPost(word);
    const posts = meanings.all("validUntil").length > 0 ? periodsOf(making, seen, making.words.why.postPeriods) : [];
    const main = { column, word, posts };
    return { settings: [{ name: "only", value: [{ column: column.name, is: word }], why }], main };
  }
  return undefined;
};

/** Whoever came back stands on the sheet of leavers, too: no sheet has a person twice. */
const bySheet = ({ words }: Making, { table }: Seen, number: Column): Repetition | undefined => {
  const sheet = table.columns.find(({ name }) => name === "@sheet" || name === "@file");
  if (!sheet || !sheet.texts.every((text) => statusOfList(text))) return undefined;
  const isOnceEach = rowsByKey(number).every((rows) => new Set(rows.map((at) => sheet.cells[at])).size === rows.length);
  return isOnceEach ? { settings: [{ name: "wins", value: "last", why: words.why.cameBack }] } : undefined;
};

/** One row for each person, which may lie ahead: until its day it says nothing of today. A last day of such a row is none of the person. */
const byFirstDay = (making: Making, seen: Seen): Repetition | undefined => {
  const { meanings, table } = seen;
  const [from] = plainColumnsOf(meanings, "validFrom");
  if (!from || table.search || !meanings.dates(from)) return undefined;
  return { settings: newestOf(making, seen, from, making.words.why.firstDay) };
};

const byPeriod = (making: Making, seen: Seen, number: Column): Repetition | undefined => {
  const from = seen.meanings.all("validFrom")[0]?.column;
  if (!from) return undefined;
  const starts = rowsByKey(number).every((rows) => new Set(rows.map((at) => from.cells[at])).size === rows.length);
  return starts ? { settings: periodsOf(making, seen, making.words.why.periods) } : undefined;
};

/** The setting for columns that say from when until when a row holds; nothing if no column says from when. */
const periodsOf = (making: Making, seen: Seen, why: string): PartDraft["settings"] => {
  const { meanings } = seen;
  const [from, until] = (["validFrom", "validUntil"] as const).map((meaning) => meanings.all(meaning)[0]?.column);
  if (!from) return [];
  if (!until) return newestOf(making, seen, from, why);
  making.used.add(from);
  making.used.add(until);
  const format = formatOf(making, meanings, from);
  return format ? [{ name: "validOn", value: { from: from.name, until: until.name, ...format }, why }] : [];
};

/** Of exports that pile up, the newest row of the newest file. */
const newestOf = (making: Making, { meanings, table }: Seen, from: Column, why: string): PartDraft["settings"] => {
  making.used.add(from);
  const files = table.pattern === undefined ? {} : { files: 1 };
  const format = formatOf(making, meanings, from);
  return format ? [{ name: "newest", value: { column: from.name, ...format, ...files }, why }] : [];
};

/** Undefined while it has to be asked which of two formats is meant. */
const formatOf = (
  making: Making,
  meanings: Seen["meanings"],
  from: Column,
): Readonly<Record<string, Setting>> | undefined => {
  const fit = meanings.dates(from);
  const decided = fit ? decidedFormats(making, meanings, fit) : { formats: [] };
  if (!decided) return undefined;
  const { formats } = decided;
  const [only = "iso"] = formats;
  if (formats.length < 2 && only === "iso") return {};
  const twoDigitYears = firstYearOf("other", making.today);
  return { date: formats.length > 1 ? formats : only, ...(hasShortYear(formats) && { twoDigitYears }) };
};

/** `isOfRows`: each row is a post, so the department, title and superior stand there and not in `employees`. */
type FoundPosts = { readonly parts: readonly PartDraft[]; readonly isOfRows: boolean };

/** `ofPosts`: the title and the superior. */
export const findPosts = (
  making: Making,
  people: Group,
  number: FoundNumber,
  departments: FoundDepartments,
  ofPosts: readonly (FieldLine | undefined)[],
  repetition: Repetition | undefined,
): FoundPosts => {
  const { words } = making;
  if (!number.column || !departments.line) return { parts: [], isOfRows: false };
  const employee: FieldLine = { field: "employee", mapping: number.column.name, why: "" };
  if (repetition?.main) {
    const { column, word, posts: settings } = repetition.main;
    const main = { column: column.name, values: { [word]: true }, default: false };
    const others = column.texts.filter((text) => text !== word);
    const values = { ...main.values, ...Object.fromEntries(others.map((text) => [text, false])) };
    const lines = [
      employee,
      departments.line,
      ...ofPosts.flatMap((line) => line ?? []),
      { field: "main", mapping: { ...main, values }, why: words.why.mainPost(word) },
    ];
    return { parts: [{ table: "posts", from: people.table, also: people.also, settings, lines }], isOfRows: true };
  }
  return { parts: furtherPosts(making, people, departments, employee), isOfRows: false };
};

/** 兼任1, 兼任單位1, 兼職部門代碼, 兼任1部門 … */
const furtherHeader =
  /^(?:(?:兼任|兼職|兼務|兼职|兼务)\d*(?:部門|單位|部署|部门|单位)?(?:代號|代碼|編號|名稱|代号|代码|编号|名称)?|第二部門|(?:secondary|second|other) ?department)\d*$/iu;

/** The column with the title of a further post: 兼任1職稱 for 兼任1, 兼任職務1 for 兼任單位1. */
const titleOf = (columns: readonly Column[], { name: further }: Column): Column | undefined => {
  const without = (name: string, words: RegExp): string => name.replace(words, "");
  const known = without(further, /部門|單位|部署|部门|单位/u);
  return columns.find(({ name, filled }) => {
    const other = without(name, /職稱|職務|職位|职称|职务|职位/u);
    return filled > 0 && other !== name && (other === known || other === further);
  });
};

/** Columns of further posts whose cells are departments of the others; another one is told. */
const furtherPosts = (
  making: Making,
  people: Group,
  { column: known, line }: FoundDepartments,
  employee: FieldLine,
): readonly PartDraft[] => {
  const { columns } = people.table;
  return columns.flatMap((column): PartDraft[] => {
    if (!line || !furtherHeader.test(column.name) || column.filled === 0 || making.used.has(column)) return [];
    if (!known || overlap(column, known) < 0.5) {
      making.notes.push(making.words.note.unreadPosts(column.name, column.filled));
      return [];
    }
    making.used.add(column);
    const title = titleOf(columns, column);
    if (title) making.used.add(title);
    const department =
      typeof line.mapping === "string"
        ? column.name
        : { ...(line.mapping as { readonly [name: string]: Setting }), column: column.name };
    return [
      {
        table: "posts",
        from: people.table,
        also: people.also,
        settings: [
          {
            name: "except",
            value: [{ column: column.name, blank: true }, ...column.fillers.map((is) => ({ column: column.name, is }))],
            why: "",
          },
        ],
        lines: [
          employee,
          { field: "department", mapping: department, why: making.words.why.furtherPost(column.filled) },
          ...(title ? [{ field: "title", mapping: title.name, why: "" }] : []),
          { field: "main", mapping: { value: false }, why: "" },
        ],
      },
    ];
  });
};
