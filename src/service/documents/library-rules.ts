/** L1–L11: libraries of ordinary documents, for callers with a key. */
import type { Handlers } from "../kernel/feature.ts";
import { showItems, toStoredItems } from "../organisation/org-items.ts";
import { readersOf } from "./folder-tree.ts";
import { createFolders, listFolders, renameFolder, requireNotRoot, showFolders, showLibrary } from "./folders.ts";
import { addDocuments, isAnyNameTaken, removeDocument, showDocuments } from "./stored-documents.ts";
import type { Company } from "./tables.ts";
import { trashFolder } from "./trash.ts";
import { findPlace, keyViewer, visibleLibraries } from "./visibility.ts";

type Ids = "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7" | "L8" | "L9" | "L10" | "L11";

export const libraryRules: Handlers<Ids, Company> = {
  L1: (company, { caller }) => visibleLibraries(company, keyViewer(caller, "ordinary")).map(showLibrary),

  L2: (company, { params, caller }) => listFolders(company, keyViewer(caller, "ordinary"), params.rootCode),

  L3: (company, { body, caller }) => {
    const viewer = keyViewer(caller, "ordinary");
    return showFolders(company, viewer, createFolders(company, viewer, body).library);
  },

  L4: (company, { body, caller }) => {
    const viewer = keyViewer(caller, "ordinary");
    const place = findPlace(company, viewer, body, "edit");
    requireNotRoot(place.folder);
    trashFolder(company, viewer, place);
    return showFolders(company, viewer, place.library);
  },

  L5: (company, { body, caller }) => {
    const viewer = keyViewer(caller, "ordinary");
    const place = findPlace(company, viewer, body, "edit");
    renameFolder(company, place, body.newName);
    return showFolders(company, viewer, place.library);
  },

  L6: (company, { body, caller }) => {
    const { folder } = findPlace(company, keyViewer(caller, "ordinary"), body, "read", 404);
    return { readers: showItems(company, readersOf(company, folder)) };
  },

  L7: (company, { body, caller }) => {
    const { folder } = findPlace(company, keyViewer(caller, "ordinary"), body, "edit");
    company.folders.put({ ...folder, readers: toStoredItems(company, body.readers, "readers") });
  },

  L8: (company, { body, caller }) => {
    const viewer = keyViewer(caller, "ordinary");
    return showDocuments(company, viewer, findPlace(company, viewer, body, "read", 404), body.pageOptions);
  },

  L9: (company, { body, caller }) => {
    const viewer = keyViewer(caller, "ordinary");
    return isAnyNameTaken(company, viewer, findPlace(company, viewer, body, "read", 404), body.documentNames);
  },

  L10: (company, { body, caller }) => {
    const viewer = keyViewer(caller, "ordinary");
    addDocuments(company, viewer, findPlace(company, viewer, body, "edit"), body);
    return true;
  },

  L11: (company, { body, caller }) => {
    const viewer = keyViewer(caller, "ordinary");
    removeDocument(company, viewer, findPlace(company, viewer, body, "edit"), body.fileName);
  },
};
