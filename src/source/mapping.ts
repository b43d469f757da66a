/**
 * What the part `source` of the configuration says once its shape has been checked: feeds, and for every table the parts
 * it is put together from. A column of a file and an attribute of a directory are one thing here: a column.
 */
import type { QualitySettings } from "../model/quality.ts";
import type { Rename } from "../model/snapshot.ts";
import type { Table } from "./fields.ts";
import type { LdapFeedSettings } from "./ldap/settings.ts";
import type { TextSteps } from "./text-steps.ts";

/** A value given in the configuration itself. */
export type Constant = string | number | boolean | readonly string[] | null;

/** How a reference names what it is about: by employee number, account, distinguished name, or the name of a person. */
export type ReferenceBy = "number" | "account" | "dn" | "name";

/** Looks a text up in a table of `source.lookups`: in the row where `key` is the text, what stands in `take`. */
export type Lookup = { readonly table: string; readonly key: string; readonly take: string };

/**
 * Where a field comes from, and how its text becomes a value: `empty`, `take`, `capture`, `replace`, `normalize`, `pad`,
 * `lookup`, `values`, then the field's own type.
 */
export type FieldMapping = TextSteps & {
  /** Column or attribute name, or a template that holds names in braces. */
  readonly column?: string | undefined;
  /** Columns or templates, one after the other; blank ones are left out. */
  readonly concat?: readonly string[] | undefined;
  readonly value?: Constant | undefined;
  /** Name of a function of the user's own file, which is given the columns of `reads`. */
  readonly function?: string | undefined;
  readonly reads?: readonly string[] | undefined;
  /** Taken where the cell is blank. */
  readonly default?: Constant | undefined;
  readonly blank?: "keep" | "clear" | undefined;
  /** Texts that stand for a blank cell here, in the place of those of the part or the source. */
  readonly empty?: readonly string[] | undefined;
  /** Word → value; null says that there is none. */
  readonly values?: Readonly<Record<string, string | number | boolean | null>> | undefined;
  /** The value of every word that `values` does not list. */
  readonly otherwise?: string | number | boolean | null | undefined;
  /** Which of several values is meant; `unique`: they must be one. */
  readonly take?: "first" | "last" | "unique" | undefined;
  readonly lookup?: Lookup | undefined;
  /** Of an account: patterns of which the first that nobody else has is taken. */
  readonly generate?: readonly string[] | undefined;
  /** Regular expression; its first group (or the whole match) takes the place of the text. */
  readonly capture?: string | undefined;
  /** Separator of a list in one cell. */
  readonly split?: string | undefined;
  /** Puts the values of an attribute, or the parts of `concat`, into one text. */
  readonly join?: string | undefined;
  /** Named formats or patterns; of several the whole column decides. */
  readonly date?: readonly string[] | undefined;
  /** The first of the hundred years that a year of two digits can mean. */
  readonly twoDigitYears?: number | undefined;
  readonly flag?: "userAccountControl" | "pwdAccountLockedTime" | undefined;
  readonly case?: "lower" | "upper" | undefined;
  /** Digits of a number that has leading zeros. */
  readonly width?: number | undefined;
  readonly by?: ReferenceBy | undefined;
  /** Separator of a path of department names; the code is the path. */
  readonly path?: string | undefined;
  /** The value of this part wins over those of earlier parts. */
  readonly prefer?: boolean | undefined;
};

/** A statement about one column of a record; all that it says must hold. */
export type Condition = {
  readonly column: string;
  readonly is?: readonly string[] | undefined;
  readonly matches?: string | undefined;
  readonly blank?: boolean | undefined;
};

/** One part of a table: files of one shape, a search in a directory, or records written out. */
export type Part = {
  /** Name of the feed; absent for records. */
  readonly from?: string | undefined;
  /** Names of files, or patterns of which each must match one. */
  readonly files?: readonly string[] | undefined;
  /** Of a workbook; without it the first sheet that is not hidden. */
  readonly sheets?: "all" | readonly string[] | undefined;
  /** Texts that stand for a blank cell, in the place of those of the source. */
  readonly empty?: readonly string[] | undefined;
  /** Of several rows of one part about one object the first one, or the last one, counts. */
  readonly wins?: "first" | "last" | undefined;
  /** Columns of which a blank cell says what the cell above it says. */
  readonly fillDown?: readonly string[] | undefined;
  readonly base?: readonly string[] | undefined;
  readonly filter?: string | undefined;
  readonly scope?: "sub" | "one" | "base" | undefined;
  /** One row for every value of this attribute. */
  readonly each?: string | undefined;
  /** Equal rows with one key are one row; a record without the key is none. */
  readonly distinct?: boolean | undefined;
  readonly columns?: Readonly<Record<string, FieldMapping>> | undefined;
  readonly records?: readonly Readonly<Record<string, Constant | undefined>>[] | undefined;
  /** In scope is a record for which each of `only` holds and none of `except`. */
  readonly only?: readonly Condition[] | undefined;
  readonly except?: readonly Condition[] | undefined;
  /** Accounts of people for whom one of these holds are never touched. */
  readonly protect?: readonly Condition[] | undefined;
  /** Of a further part: a record of the first part that has none here is held. */
  readonly required?: boolean | undefined;
};

export type FileFeedSettings = {
  readonly folder: string;
  /** `auto`, or a name that iconv-lite knows. */
  readonly encoding: string;
  readonly delimiter: string;
  /** Rows above the header. */
  readonly skipTopRows: number;
  /** A file that was changed less than this ago is watched for the rest of it. */
  readonly settleSeconds: number;
  /** Name or pattern of a file that the export writes last. */
  readonly ready?: string | undefined;
};

/** Where records come from. */
export type FeedSettings = { readonly files: FileFeedSettings } | { readonly ldap: LdapFeedSettings };

/** All of `source`. */
export type SourceSettings = {
  readonly feeds: Readonly<Record<string, FeedSettings>>;
  readonly peopleBy: ReferenceBy;
  /** What the parts of `employees` are joined on. */
  readonly joinBy: "number" | "account" | "id";
  /** Texts that stand for a blank cell in every table. */
  readonly empty: readonly string[];
  /** Tables that make no records, by name. */
  readonly lookups: Readonly<Record<string, Part>>;
  /** The user's own file of functions: absolute once the configuration is loaded. */
  readonly mappingFile?: string | undefined;
  /** What becomes of rows that share a key: they are left alone together, or nothing is read. */
  readonly duplicates: "quarantine" | "refuse";
  readonly quality: QualitySettings;
  readonly renames: readonly Rename[];
  readonly tables: { readonly [table in Table]?: readonly Part[] };
};

/** The setting a part stands under: `source.employees`, or `source.employees.1` where there are several. */
export const partSetting = (settings: SourceSettings, table: Table, part: Part): string => {
  const parts = settings.tables[table] ?? [];
  return parts.length > 1 ? `source.${table}.${parts.indexOf(part)}` : `source.${table}`;
};

/** The files of a part as a message names them; undefined where there are none. */
export const filesText = ({ files }: Part): string | undefined => files?.join(", ");

/** The word of the configuration for the columns of a part. */
export const columnsWord = (part: Part): "columns" | "attributes" =>
  part.base === undefined ? "columns" : "attributes";

/** All names of columns a part speaks of, each once. */
export const columnNames = (part: Part): readonly string[] => {
  const mapped = Object.values(part.columns ?? {}).flatMap(fieldColumns);
  const asked = [...(part.only ?? []), ...(part.except ?? []), ...(part.protect ?? [])].map(({ column }) => column);
  return [...new Set([...mapped, ...asked, ...(part.each === undefined ? [] : [part.each])])];
};

/** The names of the columns that a field is made of. */
export const fieldColumns = ({ column, concat = [], reads = [], generate = [] }: FieldMapping): readonly string[] => [
  ...[...(column === undefined ? [] : [column]), ...concat].flatMap(templateNames),
  ...reads,
  ...generate.flatMap((pattern) => patternNames(pattern)),
];

/** The columns in a pattern of accounts; `{}` is the text of the field itself, `{n}` a number. */
const patternNames = (pattern: string): readonly string[] =>
  [...pattern.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "").filter((name) => name !== "n");

/** Does a record of this part stand for departments along a path? */
export const isPathPart = (part: Part): boolean => part.columns?.["code"]?.path !== undefined;

/** May several records of this part be about one object? Then a record without the key is about none. */
export const mayRepeat = (part: Part): boolean => part.distinct === true || isPathPart(part);

/** The names in a template, or the one name that a plain column is. */
export const templateNames = (column: string): readonly string[] => {
  const names = [...column.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
  return names.length > 0 ? names : [column];
};
