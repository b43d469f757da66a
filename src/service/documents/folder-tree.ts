/** The folder tree of a library, regardless of permissions: paths, subfolders, documents, and what a folder inherits. */

import { type Row, requireRow, type Table } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import { byText } from "../kernel/paging.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireValidName } from "../uploads/file-name.ts";
import { type Company, type DocumentRow, type FolderRow, keyIn, type LibraryRow } from "./tables.ts";

export const librariesByCode = (company: Company): readonly LibraryRow[] =>
  company.libraries.all().toSorted(byText(({ code }) => fold(code)));

export const rootOf = (company: Company, library: LibraryRow): FolderRow => requireRow(company.folders, library.rootId);

/** The folder names from the library's root to this folder; empty for the root. */
export const namesTo = (company: Company, folder: FolderRow): readonly string[] =>
  folder.parentId === null ? [] : [...namesTo(company, parentOf(company, folder)), folder.name];

export const pathOf = (company: Company, folder: FolderRow): string => `/${namesTo(company, folder).join("/")}`;

/** Follows `names` downwards. Returns the last existing folder, and the names for which there is no folder. */
export const descend = (company: Company, from: FolderRow, names: readonly string[]) => {
  let folder = from;
  for (const [at, name] of names.entries()) {
    const next = named(company.folders, folder, name);
    if (!next) return { folder, missing: names.slice(at) };
    folder = next;
  }
  return { folder, missing: [] };
};

/** The folder and all folders below it, parents before children, siblings by name. */
export const subtreeOf = function* (company: Company, folder: FolderRow): Generator<FolderRow> {
  yield folder;
  for (const child of company.folders.by("parent", folder.id).toSorted(byName)) yield* subtreeOf(company, child);
};

/** The documents in the folder, sorted by name; voided documents are included. */
export const documentsIn = (company: Company, folder: FolderRow): readonly DocumentRow[] =>
  company.storedDocuments.by("folder", folder.id).toSorted(byName);

const byName = byText<{ readonly name: string }>(({ name }) => fold(name));

type Named<R extends Row> = Pick<Table<R, "place">, "by">;

export const named = <R extends Row>(table: Named<R>, folder: Row, name: string): R | undefined =>
  table.by("place", keyIn(folder.id, name))[0];

/** Refuses an unsafe name, and one that a folder or document in the folder other than `self` has. */
export const requireFreeName = (table: Named<Row>, folder: Row, name: string, where: string, self?: Row): void => {
  requireValidName(name, where);
  const holder = named(table, folder, name);
  if (holder && holder.id !== self?.id) refuse("OPA-NAME-TAKEN", where);
};

/** The folder's own readers or settings, or those of the nearest folder above it that has its own. */
export const inherited = <What extends "readers" | "settings">(
  company: Company,
  folder: FolderRow,
  what: What,
): NonNullable<FolderRow[What]> => folder[what] ?? inherited(company, parentOf(company, folder), what);

export const parentOf = (company: Company, { parentId }: FolderRow): FolderRow => {
  if (parentId === null) throw new Error("a library's root has no parent, but its own readers and settings");
  return requireRow(company.folders, parentId);
};
