/** The folder tree of a library, regardless of permissions: paths, subfolders, documents, and what a folder inherits. */
import { fold } from "../kernel/identity.ts";
import { byText } from "../kernel/paging.ts";
import { refuse } from "../kernel/refusal.ts";
import { type Row, requireRow, type Table } from "../kernel/table.ts";
import type { StoredItem } from "../organisation/tables.ts";
import { requireValidName } from "../uploads/file-name.ts";
import {
  type Company,
  type DocumentRow,
  type FolderRow,
  type FolderSettings,
  keyIn,
  type LibraryRow,
} from "./tables.ts";

export const librariesByCode = (company: Company): readonly LibraryRow[] =>
  company.libraries.all().toSorted(byText(({ code }) => fold(code)));

export const rootOf = (company: Company, library: LibraryRow): FolderRow => requireRow(company.folders, library.rootId);

/** The folder names from the library's root to this folder; empty for the root. */
export const namesTo = (company: Company, folder: FolderRow): readonly string[] =>
  folder.parentId === null ? [] : [...namesTo(company, parentOf(company, folder)), folder.name];

export const pathOf = (company: Company, folder: FolderRow): string => `/${namesTo(company, folder).join("/")}`;

/** Follows `names` from `folder` downwards. Returns the last existing folder, and the names for which there is no folder. */
export const descend = (
  company: Company,
  folder: FolderRow,
  names: readonly string[],
): { readonly folder: FolderRow; readonly missing: readonly string[] } => {
  const [name, ...below] = names;
  const next = name === undefined ? undefined : named(company.folders, folder, name);
  return next ? descend(company, next, below) : { folder, missing: names };
};

/** The subfolders, sorted by name. */
export const childrenOf = (company: Company, folder: FolderRow): readonly FolderRow[] =>
  company.folders.by("parent", folder.id).toSorted(byName);

/** The folder and all folders below it, parents before children, siblings by name. */
export const subtreeOf = (company: Company, folder: FolderRow): readonly FolderRow[] => [
  folder,
  ...childrenOf(company, folder).flatMap((child) => subtreeOf(company, child)),
];

/** The documents in the folder, sorted by name; voided documents are included. */
export const documentsIn = (company: Company, folder: FolderRow): readonly DocumentRow[] =>
  company.storedDocuments.by("folder", folder.id).toSorted(byName);

/** The folder or document with this name in the folder. */
export const named = <R extends Row>(table: Pick<Table<R, "place">, "by">, folder: Row, name: string): R | undefined =>
  table.by("place", keyIn(folder.id, name))[0];

/** Refuses an unsafe name, and one that a folder or document in the folder other than `self` has. */
export const requireFreeName = (
  table: Pick<Table<Row, "place">, "by">,
  folder: Row,
  name: string,
  where: string,
  self?: Row,
): void => {
  requireValidName(name, where);
  const holder = named(table, folder, name);
  if (holder && holder.id !== self?.id) refuse("OPA-NAME-TAKEN", where);
};

/** The folder's own readers, or those of the nearest folder above it that has its own. */
export const readersOf = (company: Company, folder: FolderRow): readonly StoredItem[] =>
  folder.readers ?? readersOf(company, parentOf(company, folder));

/** The folder's own settings, or those of the nearest folder above it that has its own. */
export const settingsOf = (company: Company, folder: FolderRow): FolderSettings =>
  folder.settings ?? settingsOf(company, parentOf(company, folder));

export const parentOf = (company: Company, { parentId }: FolderRow): FolderRow => {
  if (parentId === null) throw new Error("a library's root has its own readers and settings");
  return requireRow(company.folders, parentId);
};

const byName = byText<{ readonly name: string }>(({ name }) => fold(name));
