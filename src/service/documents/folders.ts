/** Lists, creates, renames and deletes folders of a library. */
import { randomUUID } from "node:crypto";
import type { Folder } from "../../contract/shared-records.ts";
import type { Request } from "../kernel/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { childrenOf, parentOf, pathOf, requireFreeName } from "./folder-tree.ts";
import type { Company, FolderRow, LibraryRow } from "./tables.ts";
import { type Address, findNearest, type Place, requireRole, type Viewer, visibleFolders } from "./visibility.ts";

/**
 * Returns all folders of the library that the viewer may read, at any depth. For a folder at the top, `parentId` is the library's
 * id. For a person who may read no folder, the library is unknown, like in U9.
 */
export const showFolders = (company: Company, viewer: Viewer, library: LibraryRow): Folder[] => {
  const folders = visibleFolders(company, viewer, library);
  if (folders.length === 0) refuse("OPA-LIBRARY-UNKNOWN", "rootCode", 404);
  return folders.flatMap((folder) => {
    const { uuid: id, name, parentId } = folder;
    if (parentId === null) return [];
    return [{ id, name, parentId: requireRow(company.folders, parentId).uuid, path: pathOf(company, folder) }];
  });
};

/**
 * Creates every missing folder of a path, and returns the folders of the library. New folders inherit from their parents. It is
 * no error if all folders exist.
 */
export const createFolders = (company: Company, viewer: Viewer, address: Address): Folder[] => {
  const { missing, library, folder } = findNearest(company, viewer, address);
  requireRole(company, viewer, { library, folder }, "edit");
  createBelow(company, folder, missing);
  return showFolders(company, viewer, library);
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
export const renameFolder = (company: Company, { folder }: Place, { newName }: Request<"L5">["body"]): void => {
  requireNotRoot(folder);
  requireFreeName(company.folders, parentOf(company, folder), newName, "newName", folder);
  company.folders.put({ ...folder, name: newName });
};

/** Removes a folder (L15). Refuses a folder that is not empty. */
export const removeEmptyFolder = (company: Company, { folder }: Place): void => {
  requireNotRoot(folder);
  const holdsDocuments = company.storedDocuments.by("folder", folder.id).length > 0;
  if (holdsDocuments || childrenOf(company, folder).length > 0) refuse("OPA-FOLDER-NOT-EMPTY", "folderPath");
  company.folders.remove(folder.id);
};

export const requireNotRoot = ({ parentId }: FolderRow): void => {
  if (parentId === null) refuse("OPA-FOLDER-ROOT", "folderPath");
};
