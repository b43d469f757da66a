/** Lists, creates, renames and deletes folders of a library. */
import { randomUUID } from "node:crypto";
import { folderRole } from "../../contract/personal.ts";
import type { Folder, Library } from "../../contract/shared-records.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { requireValidName } from "../uploads/file-name.ts";
import { childrenOf, pathOf, rootOf } from "./folder-tree.ts";
import { type Company, type FolderRow, keyIn, type LibraryRow } from "./tables.ts";
import {
  findLibrary,
  findNearest,
  type Place,
  requireRole,
  roleIn,
  type Viewer,
  visibleFolders,
} from "./visibility.ts";

export const showLibrary = ({ uuid, name, code, isFromAI }: LibraryRow): Library => ({
  id: uuid,
  name,
  code,
  isFromAI,
});

/** Returns all folders that the viewer may read, at any depth. For a folder at the top, `parentId` is the library's id. */
export const showFolders = (company: Company, viewer: Viewer, library: LibraryRow): Folder[] =>
  visibleFolders(company, viewer, library).map((folder) => ({
    id: folder.uuid,
    name: folder.name,
    parentId: folder.parentId === null ? null : requireRow(company.folders, folder.parentId).uuid,
    path: pathOf(company, folder),
  }));

/** Returns the folders of one library that the viewer may read (L2, L13, U10). */
export const listFolders = (company: Company, viewer: Viewer, rootCode: string): Folder[] => {
  const library = findLibrary(company, viewer, rootCode, "rootCode", 404);
  const shown = showFolders(company, viewer, library);
  // Without any folder for the viewer, the library is unknown, like in U9; an empty list would tell that it exists.
  const isListed =
    shown.length > 0 || roleIn(company, viewer, { library, folder: rootOf(company, library) }) !== folderRole.none;
  return isListed ? shown : refuse("OPA-LIBRARY-UNKNOWN", "rootCode", 404);
};

/** Creates every missing folder of a path. New folders inherit from their parents. It is no error if all folders exist. */
export const createFolders = (
  company: Company,
  viewer: Viewer,
  address: { readonly rootFolderCode: string; readonly folderPath: string },
): Place => {
  const { missing, library, folder } = findNearest(company, viewer, address);
  requireRole(company, viewer, { library, folder }, "edit");
  return { library, folder: createBelow(company, folder, missing) };
};

/** Creates folders, each inside the previous one. Returns the last one. */
export const createBelow = (company: Company, folder: FolderRow, names: readonly string[]): FolderRow => {
  let last = folder;
  for (const name of names) {
    last = { id: company.newId(), uuid: randomUUID(), parentId: last.id, name, readers: null, settings: null };
    company.folders.put(last);
  }
  return last;
};

/**
 * Renames a folder. Refuses the root folder, and the name of a sibling. A different spelling of the folder's own name is
 * allowed.
 */
export const renameFolder = (company: Company, { folder }: Place, newName: string): void => {
  const { parentId } = requireNotRoot(folder);
  requireValidName(newName, "newName");
  const holder = company.folders.by("place", keyIn(parentId, newName))[0];
  if (holder && holder.id !== folder.id) refuse("OPA-NAME-TAKEN", "newName");
  company.folders.put({ ...folder, name: newName });
};

/** Removes a folder (L15). Refuses a folder that is not empty. */
export const removeEmptyFolder = (company: Company, { folder }: Place): void => {
  requireNotRoot(folder);
  const holdsDocuments = company.storedDocuments.by("folder", folder.id).length > 0;
  if (holdsDocuments || childrenOf(company, folder).length > 0) refuse("OPA-FOLDER-NOT-EMPTY", "folderPath");
  company.folders.remove(folder.id);
};

export const requireNotRoot = (folder: FolderRow): FolderRow & { readonly parentId: number } =>
  folder.parentId === null ? refuse("OPA-FOLDER-ROOT", "folderPath") : { ...folder, parentId: folder.parentId };
