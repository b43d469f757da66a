/** Lists, creates, renames and deletes folders of a library. */
import { randomUUID } from "node:crypto";
import type { Folder } from "../../contract/records/shared.ts";
import type { Request } from "../kernel/http/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { parentOf, pathOf, requireFreeName, rootOf, subtreeOf } from "./folder-tree.ts";
import type { Company, FolderRow, LibraryRow } from "./tables.ts";
import { type Address, findNearest, mayRead, type Place, requireEditor, type Viewer } from "./visibility.ts";

/**
 * Returns all folders of the library that the viewer may read, at any depth. For a folder at the top, `parentId` is the library's
 * id.
 */
export const showFolders = (company: Company, viewer: Viewer, library: LibraryRow): Folder[] =>
  [...subtreeOf(company, rootOf(company, library))].flatMap((folder) => {
    if (folder.parentId === null || !mayRead(company, { viewer, library, folder })) return [];
    const { uuid: id, name } = folder;
    return [{ id, name, parentId: parentOf(company, folder).uuid, path: pathOf(company, folder) }];
  });

/**
 * Creates every missing folder of a path, and returns the folders of the library. New folders inherit from their parents. It is
 * no error if all folders exist.
 */
export const createFolders = (company: Company, viewer: Viewer, address: Address): Folder[] => {
  const { missing, ...place } = findNearest(company, viewer, address);
  requireEditor(company, place);
  createBelow(company, place.folder, missing);
  return showFolders(company, viewer, place.library);
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

/** Renames a folder. Refuses the name of a sibling; a different spelling of the folder's own name is allowed. */
export const renameFolder = (company: Company, { folder }: Place, { newName }: Request<"L5">["body"]): void => {
  requireFreeName(company.folders, parentOf(company, folder), newName, "newName", folder);
  company.folders.put({ ...folder, name: newName });
};

/** Removes a folder (L15). Refuses a folder that is not empty. */
export const removeEmptyFolder = (company: Company, { folder: { id } }: Place): void => {
  const inside = [...company.folders.by("parent", id), ...company.storedDocuments.by("folder", id)];
  if (inside.length > 0) refuse("OPA-FOLDER-NOT-EMPTY", "folderPath");
  company.folders.remove(id);
};
