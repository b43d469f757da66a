/** The lines that `init` prints about files, findings and columns that nobody reads. */
import { errorText } from "../../lib/errors.ts";
import type { Language } from "../../model/words/language.ts";
import type { InitWords } from "../words/en/init.ts";
import { errorWordsOf } from "../words/words.ts";
import { encodingText, inline } from "./configuration-text.ts";
import type { Draft, Setting } from "./draft.ts";
import type { Opened, Table } from "./tables/tables.ts";

export const fileLines = ({ tables, skipped }: Opened, words: InitWords, language: Language): readonly string[] => [
  ...tables.map((table) =>
    table.search
      ? words.screen.search(table.search.base, table.search.filter, table.lines.length)
      : `${words.screen.file(table.label, formText(table, words), table.headerLine, table.lines.length)}${totalText(table, words)}`,
  ),
  ...tables.flatMap(({ label, footers }) =>
    footers.length > 0 ? [`! ${words.note.footer(label, footers.join(words.and))}`] : [],
  ),
  ...tables.flatMap(({ label, above = [] }) =>
    above.length > 0 ? [`! ${words.note.tableAbove(label, above.join(words.and))}`] : [],
  ),
  ...tables.flatMap(({ label, form, fillDown }) =>
    form && fillDown.length > 0 ? [`! ${words.note.blankBelow(label, fillDown.join(words.and))}`] : [],
  ),
  ...skipped.map(({ file, error }) => {
    const told = errorText(error, errorWordsOf(language)).slice(`${error.code}: `.length);
    return `! ${words.note.skipped(file, told)}`;
  }),
];

const formText = ({ form }: Table, words: InitWords): string => {
  if (!form) return "";
  const encoding =
    form.encoding === undefined
      ? "ASCII"
      : form.encoding.startsWith("utf-")
        ? form.encoding.toUpperCase()
        : encodingText(form, words);
  return `${encoding} · ${form.delimiter === "\t" ? "Tab" : `"${form.delimiter}"`} · `;
};

/** A number that does not agree may be another sum, unless its words say that it is of the rows. */
const totalText = ({ total, lines }: Table, { note }: InitWords): string => {
  const agrees = total?.count === lines.length;
  return total && (agrees || total.isOfRows) ? ` · ${note.total(total.text, lines.length, agrees)}` : "";
};

/** One line for each setting that reads a column, and notes. */
export const findingLines = ({ parts, notes }: Draft): readonly string[] => [
  ...parts.flatMap(({ table, from, lines }) =>
    lines.flatMap(({ field, mapping, why }) => {
      const columns = columnText(mapping);
      return columns === undefined
        ? []
        : [`✓ ${table}.${field} = ${columns}   (${from.label}${why === "" ? "" : `; ${why}`})`];
    }),
  ),
  ...notes.map((note) => `! ${note}`),
];

/** What a line reads; undefined for a constant. */
const columnText = (mapping: Setting): string | undefined => {
  if (typeof mapping === "string") return mapping;
  if (typeof mapping !== "object" || mapping === null || "value" in mapping) return undefined;
  const { column, concat, ...rest } = mapping as { readonly [name: string]: Setting };
  const name = concat === undefined ? column : concat;
  const more = Object.keys(rest).length === 0 ? "" : ` ${inline(rest)}`;
  return `${name === undefined ? "" : [name].flat().map(inline).join(" + ")}${more}`;
};

export const unreadLines = ({ unread }: Draft, { screen }: InitWords): readonly string[] =>
  unread.length === 0 ? [screen.allRead] : unread.map(({ label, columns }) => screen.unread(label, columns.join(", ")));
