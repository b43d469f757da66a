/** Recognises columns that have more of a department than its name: a path, one of several levels, a code with a name. */
import { canonicalKey } from "../../../model/directory/canonical.ts";
import type { FieldLine, Making, PartDraft } from "../draft.ts";
import { otherSubjects } from "../knowledge/headers.ts";
import { scores } from "../knowledge/scores.ts";
import { columnsOf, plainColumnsOf } from "../roles/meanings.ts";
import type { Seen } from "../roles/roles.ts";
import { type Column, determines, isEmail, isMostly, shareOf } from "../tables/columns.ts";
import { genderOf, isEmploymentType, meaningsOf, plainWord, statusOf, yesNoOf } from "../tables/known-words.ts";

export type FoundDepartments = {
  readonly parts: readonly PartDraft[];
  /** The line `department` of people. */
  readonly line: FieldLine | undefined;
  /** The column of people that names their department, and the way its text becomes a code; for further posts. */
  readonly column: Column | undefined;
};

export const nothing: FoundDepartments = { parts: [], line: undefined, column: undefined };

/** Columns of people whose headers name a department. */
export const departmentColumns = ({ meanings }: Seen): readonly Column[] => [
  ...new Set(columnsOf(meanings, "departmentCode", "departmentName", "departmentPath", "unit")),
];

/** Of two columns that name the same departments, such as `Dept` and `Dept Name`, the one with the shorter header: it has the codes. */
export const codeBesideName = ({ meanings }: Seen, columns: readonly Column[]): Column | undefined => {
  const named = plainColumnsOf(meanings, "departmentName");
  const isNameOf = (name: Column, code: Column): boolean => {
    const [longer, shorter] = [plainWord(name.name), plainWord(code.name)];
    const isLonger = longer.startsWith(shorter) && nameEnding.test(longer.slice(shorter.length));
    return isLonger && determines(code, name) && determines(name, code);
  };
  return columns.find((code) => named.includes(code) && named.some((name) => isNameOf(name, code)));
};

const nameEnding = /^(?:s?name|descr|s?bezeichnung|名[稱称]?|명)$/i;

/** Columns that may say the department although no header does: their texts stand in several rows, and mean nothing else that is known. */
export const possibleDepartments = ({ used }: Making, { table, meanings }: Seen): readonly Column[] =>
  table.columns.filter(
    (column) =>
      !used.has(column) &&
      !column.name.startsWith("@") &&
      column.filled * 2 > column.cells.length &&
      column.counts.size > 1 &&
      column.counts.size * 2 <= column.filled &&
      !isMostly(column, isEmail) &&
      !meanings.dates(column) &&
      !otherSubjects.test(column.name) &&
      !column.texts.some((text) => statusOf(text) ?? yesNoOf(text)) &&
      !column.texts.every((text) => isEmploymentType(text) || genderOf(text) !== undefined) &&
      [...meaningsOf(column.name).keys()].every((meaning) => departmentMeanings.has(meaning)),
  );

const departmentMeanings: ReadonlySet<string> = new Set([
  "departmentCode",
  "departmentName",
  "departmentPath",
  "unit",
  "company",
  "description",
]);

/** What people are called, and their superiors, without blanks. */
export const namesOfPeople = ({ meanings }: Seen): ReadonlySet<string> => {
  const columns = columnsOf(meanings, "name", "englishName", "supervisor", "departmentManager");
  const [given, family] = [meanings.best("givenName"), meanings.best("familyName")];
  const both = (given?.cells ?? []).map((cell, at) => `${cell}${family?.cells[at] ?? ""}`);
  return new Set(
    [...columns.flatMap(({ texts }) => texts), ...both].map((text) => canonicalKey(text.replaceAll(/\s+/g, ""))),
  );
};

const separators = ["/", "／", "\\", " > ", ">", "＞", "→", "|", "»", "::", "\u3000"];

/** The separator of a column of paths: it stands in half of the cells, and no part of a path is blank. */
export const separatorOf = (column: Column): string | undefined => {
  const [first = ""] = column.texts;
  const found = separators.find(
    (separator) =>
      column.texts.length > 0 &&
      (column.texts.every((text) => text.startsWith(separator)) ||
        shareOf(column, (cell) => trimmed(cell, separator).includes(separator)) >= scores.path),
  );
  if (found === undefined) return joinerOf(column);
  if (first.startsWith(found)) return found.trim();
  const tops = new Set(column.texts.map((text) => text.split(found)[0]?.trim()));
  return tops.size * 2 <= Math.max(2, column.texts.length) ? found.trim() || found : undefined;
};

const joiners = ["-", "–", ".", "_"];

/** A sign that names contain, too, separates a path only where all that stands before one is a department of its own. */
const joinerOf = ({ texts }: Column): string | undefined => {
  const all = new Set(texts);
  return joiners.find((joiner) => {
    const below = texts.filter((text) => text.includes(joiner));
    const areNames = below.some((text) => /[\p{Ll}\p{Lo}]/u.test(text));
    const areBelow = below.every((text) => all.has(text.slice(0, text.lastIndexOf(joiner))));
    return below.length >= 2 && below.length * 2 >= texts.length && areNames && areBelow;
  });
};

const trimmed = (text: string, separator: string): string =>
  text.startsWith(separator) ? text.slice(separator.length) : text;

/** Columns for the levels of the organisation, the highest first, if nearly all departments lie in one of the level above. */
export const levelColumns = (seen: Seen): readonly Column[] => {
  const all = possibleLevels(seen);
  return all.every((column, at) => isBelow(column, all[at - 1])) ? all : [];
};

const isBelow = (column: Column, above: Column | undefined): boolean =>
  above === undefined || followsMostly(column, above);

/** Columns of levels whose names repeat in several departments of the level above, so that a name alone is none of them; or none. */
export const repeatedNames = (seen: Seen): readonly Column[] => {
  const all = possibleLevels(seen);
  return all.some((column, at) => !isBelow(column, all[at - 1])) ? all : [];
};

/** Columns that may be levels, the highest first: the fewer departments a level has, the higher it is. */
const possibleLevels = ({ meanings, table }: Seen): readonly Column[] => {
  const units = plainColumnsOf(meanings, "unit");
  const names = plainColumnsOf(meanings, "departmentName");
  const all = [...new Set([...units, ...names])].filter(
    (column) => separatorOf(column) === undefined && column.filled > 0,
  );
  if (units.length === 0 || all.length < 2) return units.length === 1 ? units : [];
  const places = new Map(table.columns.map((column, at) => [column, at]));
  return all.toSorted(
    (a, b) => b.filled - a.filled || a.texts.length - b.texts.length || (places.get(a) ?? 0) - (places.get(b) ?? 0),
  );
};

/** Whether nearly all departments of a level lie in one department of the level above. */
const followsMostly = (column: Column, above: Column): boolean => {
  const parents = Map.groupBy(column.cells.keys(), (at) => column.cells[at] ?? "");
  parents.delete("");
  const single = [...parents.values()].filter((rows) => new Set(rows.map((at) => above.cells[at])).size === 1).length;
  return single * 10 >= parents.size * 6;
};

/** Names of units with the name of their head in brackets, which changes with the head: `Sales (Ann Lee)`. `names`: those of people. */
export const withHead = ({ texts }: Column, names: ReadonlySet<string>): { readonly name: string } | undefined => {
  const form = /^(.+?) ?[(（]([^()（）]+)[)）]$/;
  const parts = texts.map((text) => form.exec(text));
  const isHead = parts.every((part) => part && names.has(canonicalKey((part[2] ?? "").replaceAll(/\s+/g, ""))));
  const units = new Set(parts.map((part) => canonicalKey(part?.[1] ?? "")));
  return isHead && units.size === texts.length && texts.length > 0 ? { name: "^(.+?) ?[(（]" } : undefined;
};

/** A cell that has the code and the name: `Sales (50000210)`, `CC1001 Finance`. */
export const composite = ({ texts }: Column): { readonly code: string; readonly name: string } | undefined => {
  const forms = [
    { test: /^.+ ?[(（][A-Z]*\d+[)）]$/i, code: "[(（]([A-Za-z]*[0-9]+)[)）]$", name: "^(.+?) ?[(（]" },
    { test: /^[A-Z]{0,4}\d{2,}[ :_-]+\D.*$/i, code: "^([A-Za-z]*[0-9]+)", name: "^[A-Za-z]*[0-9]+[ :_-]+(.+)$" },
  ];
  const found = forms.find(({ test }) => texts.length > 0 && texts.every((text) => test.test(text)));
  return found && { code: found.code, name: found.name };
};
