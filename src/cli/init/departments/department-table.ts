/** Departments that have a table of their own: their code, name, parent and order, and which column of people names them. */
import { canonicalKey } from "../../../model/directory/canonical.ts";
import {
  ask,
  askColumn,
  columnOption,
  countsText,
  type FieldLine,
  type Making,
  mappingOf,
  withoutLabels,
} from "../draft.ts";
import { otherSubjects } from "../knowledge/headers.ts";
import { scores } from "../knowledge/scores.ts";
import { columnsOf, plainColumnsOf } from "../roles/meanings.ts";
import type { Group, Seen } from "../roles/roles.ts";
import {
  type Column,
  isKey,
  isMostly,
  isRowNumber,
  isUnique,
  looksLikeCode,
  overlap,
  paddedTo,
  zeroWidth,
} from "../tables/columns.ts";
import { departmentFieldOf, meaningsOf, statusOf, yesNoOf } from "../tables/known-words.ts";
import { type Above, levelLineOf } from "./department-levels.ts";
import { listChoice } from "./department-lists.ts";
import { departmentColumns, type FoundDepartments, namesOfPeople, nothing } from "./department-shapes.ts";

/** Undefined if no column of people has codes or names of the table. */
export const fromTable = (making: Making, people: Group, own: Group): FoundDepartments | undefined => {
  const { words } = making;
  const keys = own.table.columns.filter(isKey);
  const named = departmentColumns(people).filter((column) => !making.used.has(column));
  const possible =
    named.length > 0 ? named : people.table.columns.filter((column) => !making.used.has(column) && !isKey(column));
  const pairs = possible
    .flatMap((column) => keys.map((key) => ({ column, key, ...shareWith(column, key) })))
    .filter(({ share }) => share > 0.5)
    .toSorted((a, b) => b.share - a.share);
  const [best] = pairs;
  if (!best) return undefined;
  const others = new Set(columnsOf(own.meanings, "parent", "departmentManager", "order"));
  const codes = keys.filter((key) => key === best.key || !(others.has(key) || isLevel(key)));
  const code = codeOf(making, own, codes, best.key);
  if (!code) return nothing;
  const list = listChoice(making, best.column, undefined, best.key.texts);
  if (!list.reads) return nothing;
  const name = nameOf(making, people, own, code);
  if (!name) return nothing;
  const isByName = best.key !== code;
  const found = (share: number, column: Column) =>
    words.why.found(Math.round(share * column.filled), column.filled, own.table.label, best.key.name);
  if (best.share < scores.reference && !list.more["split"])
    making.notes.push(words.note.unknownDepartments(best.column.name, unknownOf(best.column, best.share)));
  for (const column of [best.column, code, best.key, name]) making.used.add(column);
  if (isByName) making.lookups.set("departments", own.table);
  const lookup = { table: "departments", key: best.key.name, take: code.name };
  const parent = findParent(making, own, code, name);
  const lines: FieldLine[] = [
    { field: "code", mapping: code.name, why: words.why.unique(code.filled) },
    { field: "name", mapping: name.name, why: words.why.filled(name.filled, name.cells.length) },
    levelLineOf(making, own, parent.above),
    ...parent.lines,
    ...activeLine(making, own),
  ];
  const order = own.meanings.best("order");
  if (order) {
    making.used.add(order);
    lines.push({ field: "order", mapping: order.name, why: words.why.filled(order.filled, order.cells.length) });
  }
  return {
    parts: [{ table: "departments", from: own.table, also: own.also, settings: withoutLabels(own.table), lines }],
    line: {
      field: "department",
      mapping: mappingOf(best.column, { ...list.more, pad: best.pad, lookup: isByName ? lookup : undefined }),
      why: found(best.share, best.column),
    },
    column: best.column,
  };
};

const isLevel = ({ name }: Column): boolean => departmentFieldOf(name)?.startsWith("level") === true;

/** Which departments are in use: a column whose words all say so. Another column of this name is told. */
const activeLine = (making: Making, { meanings }: Group): readonly FieldLine[] => {
  const named = (["active", "inactive", "status"] as const).flatMap((meaning) =>
    plainColumnsOf(meanings, meaning).map((column) => ({ meaning, column })),
  );
  const [first] = named;
  if (!first) return [];
  const { meaning, column } = first;
  const isUsed = (text: string): boolean | undefined => {
    const status = statusOf(text);
    if (status === "active" || status === "inactive") return status === "active";
    const flag = meaning === "status" ? undefined : yesNoOf(text);
    return flag && (flag === "yes") === (meaning === "active");
  };
  const known = column.texts.flatMap((text) => {
    const used = isUsed(text);
    return used === undefined ? [] : [[text, used] as const];
  });
  const values = Object.fromEntries(known);
  if (column.filled < column.cells.length || known.length < column.texts.length) {
    making.notes.push(making.words.note.departmentStatus(column.name));
    return [];
  }
  making.used.add(column);
  return [{ field: "active", mapping: mappingOf(column, { values }), why: countsText(making, column) }];
};

/** The share of a column's values that are keys of a table; `pad`: with the zeros that the column has lost. */
const shareWith = (column: Column, key: Column): { readonly share: number; readonly pad?: number } => {
  const share = overlap(column, key);
  const pad = zeroWidth(key);
  if (share >= scores.reference || pad === undefined) return { share };
  const padded = overlap(column, key, paddedTo(pad));
  return padded > share ? { share: padded, pad } : { share };
};

const unknownOf = ({ filled }: Column, share: number): number => filled - Math.round(share * filled);

/**
 * The code among the columns that could be it (`keys`); `used` is the one that people's rows name. Undefined if somebody has to say it:
 * no header names one, and not exactly one of them looks like codes.
 */
const codeOf = (making: Making, { meanings }: Seen, keys: readonly Column[], used: Column): Column | undefined => {
  const named = plainColumnsOf(meanings, "departmentCode").find((column) => keys.includes(column));
  if (named) return named;
  const mayBeCode = (column: Column): boolean => column === used || !isRowNumber(column);
  const own = keys.find((column) => departmentFieldOf(column.name) === "code" && mayBeCode(column));
  if (own) return own;
  const weak = columnsOf(meanings, "number").find((column) => keys.includes(column) && mayBeCode(column));
  const [only, other] = keys.filter((column) => isMostly(column, looksLikeCode));
  if (weak && (!other || weak === only)) return weak;
  if (keys.length === 1) return used;
  if (only && !other) return only;
  return askColumn(making, { id: "department-code", text: making.words.ask.departmentCode }, keys);
};

/**
 * The name of a department: what a header calls so, or the code if that is a word. Other texts about a department, such as its place, its
 * head or who wrote the row, look the same, so they are asked about. Undefined if somebody has to say it.
 */
const nameOf = (making: Making, people: Seen, { meanings, table }: Seen, code: Column): Column | undefined => {
  const others = new Set(columnsOf(meanings, ...notNames));
  const persons = namesOfPeople(people);
  const isName = (column: Column): boolean =>
    column !== code &&
    column.filled > 0 &&
    !others.has(column) &&
    !otherSubjects.test(column.name) &&
    !isMostly(column, (cell) => persons.has(canonicalKey(cell.replaceAll(/\s+/g, ""))));
  const named = [...meanings.all("departmentName"), ...meanings.all("name")].filter(({ column }) => isName(column));
  const plain = named.find(({ column, fit }) => fit === "plain" || isUnique(column));
  const own = table.columns.find((column) => nameHeader.test(column.name.trim()) && isName(column));
  if (plain ?? own) return plain?.column ?? own;
  if (isWords(code) || plainColumnsOf(meanings, "departmentName").includes(code)) return code;
  const texts = table.columns.filter(
    (column) => isName(column) && isUnique(column) && isMostly(column, (cell) => /\p{L}/u.test(cell)),
  );
  if (texts.length === 0) return code;
  const answer = ask(making, {
    id: "department-name",
    text: making.words.ask.departmentName,
    options: [
      ...texts.map((column) => columnOption(making, column)),
      { value: "none", label: making.words.ask.codeIsName(code.name) },
    ],
  });
  return answer === "none" ? code : texts.find(({ name }) => name === answer);
};

/** Headers that are a name in a table of departments, whatever they are elsewhere. */
const nameHeader = /^(?:名稱|名称|全稱|全称|long ?name|langtext|bezeichnung)$/iu;

/** What a text about a department may be instead of its name. */
const notNames = ["departmentManager", "supervisor", "parent", "company", "validFrom", "validUntil", "email"] as const;

/** Whether a code says what it is, as "Legal" and 法務 do and LEG and D100 do not. */
const isWords = (column: Column): boolean =>
  isMostly(column, (cell) => !/\d/.test(cell) && /[\p{Ll}\p{Lo}]{2}/u.test(cell));

type FoundParent = { readonly lines: readonly FieldLine[]; readonly above?: Above };

/** The parent: a column whose values are codes of this table, or names of it. */
const findParent = (making: Making, own: Seen, code: Column, name: Column): FoundParent => {
  const { words } = making;
  const named = columnsOf(own.meanings, "parent");
  const unnamed = own.table.columns.filter(
    (column) => column !== code && column !== name && column.filled > 0 && meaningsOf(column.name).size === 0,
  );
  const possible = named.length > 0 ? named : unnamed.filter(({ filled, cells }) => filled < cells.length);
  for (const column of possible) {
    const { nothingTexts, filled, share } = referenceIn(column, code);
    const empty = nothingTexts.length > 0 ? { empty: nothingTexts } : {};
    if (filled > 0 && share(code) >= scores.reference) {
      making.used.add(column);
      const why = words.why.found(Math.round(share(code) * filled), filled, own.table.label, code.name);
      const mapping = mappingOf(column, { ...empty, blank: "clear" });
      return { lines: [{ field: "parent", mapping, why }], above: { column, key: code } };
    }
    if (filled > 0 && name !== code && share(name) >= scores.reference && isKey(name)) {
      making.used.add(column);
      making.lookups.set("departments", own.table);
      const lookup = { table: "departments", key: name.name, take: code.name };
      const why = words.why.found(Math.round(share(name) * filled), filled, own.table.label, name.name);
      const mapping = mappingOf(column, { ...empty, lookup, blank: "clear" });
      return { lines: [{ field: "parent", mapping, why }], above: { column, key: name } };
    }
  }
  for (const column of named) making.notes.push(words.note.parentUnknown(column.name));
  for (const column of named.length > 0 ? [] : unnamed) {
    const { nothingTexts, filled, share } = referenceIn(column, code);
    const empty = nothingTexts.length > 0 ? `empty: ${JSON.stringify(nothingTexts)}, ` : "";
    const setting = `parent: { column: ${column.name}, ${empty}blank: clear }`;
    if (filled > 0 && share(code) >= scores.reference)
      making.notes.push(words.note.parentPossible(column.name, setting));
  }
  return { lines: [] };
};

/** Zeros that are no code stand for no department; `share` is that of the other cells which name one. */
const referenceIn = (column: Column, code: Column) => {
  const nothingTexts = column.texts.filter((text) => /^0+$/.test(text) && !code.texts.includes(text));
  const cells = column.cells.map((cell) => (nothingTexts.includes(cell) ? "" : cell));
  const filled = cells.filter((cell) => cell !== "").length;
  return { nothingTexts, filled, share: (key: Column): number => overlap({ ...column, cells, filled }, key) };
};
