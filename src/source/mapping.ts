/**
 * What the part `source` of the configuration says once its shape has been checked: feeds, and for every table the parts
 * it is put together from. A column of a file and an attribute of a directory are one thing here: a column.
 */
import type { QualitySettings } from "../model/quality.ts";
import type { Rename } from "../model/snapshot.ts";
import type { DateFormat } from "./dates.ts";
import type { Table } from "./fields.ts";
import type { LdapFeedSettings } from "./ldap/settings.ts";

/** A value given in the configuration itself. */
export type Constant = string | number | boolean | readonly string[] | null;

/** How a reference names what it is about: by employee number, by account, or by distinguished name. */
export type ReferenceBy = "number" | "account" | "dn";

/** Where a field comes from and how its text becomes a value: first `capture`, then `values`, then the field's own type. */
export type FieldMapping = {
  /** Column or attribute name, or a template that holds names in braces. */
  readonly column?: string | undefined;
  readonly value?: Constant | undefined;
  /** Name of a function of the user's own file, which is given the columns of `reads`. */
  readonly function?: string | undefined;
  readonly reads?: readonly string[] | undefined;
  /** Taken where the cell is blank. */
  readonly default?: Constant | undefined;
  readonly blank?: "keep" | "clear" | undefined;
  readonly values?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Regular expression; its first group (or the whole match) takes the place of the text. */
  readonly capture?: string | undefined;
  /** Separator of a list in one cell. */
  readonly split?: string | undefined;
  /** Puts the values of an attribute into one text. */
  readonly join?: string | undefined;
  readonly date?: DateFormat | undefined;
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

/** One part of a table: a file, a search in a directory, or records written out. */
export type Part = {
  /** Name of the feed; absent for records. */
  readonly from?: string | undefined;
  readonly file?: string | undefined;
  readonly sheet?: string | undefined;
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

/** The word of the configuration for the columns of a part. */
export const columnsWord = (part: Part): "columns" | "attributes" =>
  part.base === undefined ? "columns" : "attributes";

/** All names of columns a part speaks of, each once. */
export const columnNames = (part: Part): readonly string[] => {
  const mapped = Object.values(part.columns ?? {}).flatMap(({ column, reads }) => [
    ...(column === undefined ? [] : templateNames(column)),
    ...(reads ?? []),
  ]);
  const asked = [...(part.only ?? []), ...(part.except ?? []), ...(part.protect ?? [])].map(({ column }) => column);
  return [...new Set([...mapped, ...asked, ...(part.each === undefined ? [] : [part.each])])];
};

/** Does a record of this part stand for departments along a path? */
export const isPathPart = (part: Part): boolean => part.columns?.["code"]?.path !== undefined;

/** May several records of this part be about one object? Then a record without the key is about none. */
export const mayRepeat = (part: Part): boolean => part.distinct === true || isPathPart(part);

/** The names in a template, or the one name that a plain column is. */
export const templateNames = (column: string): readonly string[] => {
  const names = [...column.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
  return names.length > 0 ? names : [column];
};
