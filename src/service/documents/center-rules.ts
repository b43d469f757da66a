/**
 * U5–U13: the document center for a user, who sees ordinary and controlled libraries as far as permitted. Controlled libraries
 * are read-only here, because changes to them need properties that only the requests L14–L22 have (R92).
 */
import { folderRole } from "../../contract/personal.ts";
import type { Handlers } from "../kernel/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { namesTo, settingsOf } from "./folder-tree.ts";
import { createFolders, listFolders, requireNotRoot, showFolders, showLibrary } from "./folders.ts";
import { addDocuments, isAnyNameTaken, removeDocument, showDocuments } from "./stored-documents.ts";
import type { Company } from "./tables.ts";
import { trashFolder } from "./trash.ts";
import { findPlace, type Place, personViewer, roleIn, visibleLibraries } from "./visibility.ts";

type Ids = "U5" | "U6" | "U7" | "U8" | "U9" | "U10" | "U11" | "U12" | "U13";

export const centerRules: Handlers<Ids, Company> = {
  U5: (company, { body, caller }) => {
    const viewer = personViewer(company, caller);
    return showDocuments(company, viewer, findPlace(company, viewer, body, "read", 404), body.pageOptions);
  },

  U6: (company, { body, caller }) => {
    const viewer = personViewer(company, caller);
    return isAnyNameTaken(company, viewer, findPlace(company, viewer, body, "read", 404), body.documentNames);
  },

  U7: (company, { body, caller }) => {
    const viewer = personViewer(company, caller);
    addDocuments(company, viewer, requireOrdinary(findPlace(company, viewer, body, "edit")), body);
    return true;
  },

  U8: (company, { body, caller }) => {
    const viewer = personViewer(company, caller);
    removeDocument(company, viewer, requireOrdinary(findPlace(company, viewer, body, "edit")), body.fileName);
  },

  U9: (company, { caller }) => visibleLibraries(company, personViewer(company, caller)).map(showLibrary),

  U10: (company, { params, caller }) => listFolders(company, personViewer(company, caller), params.rootCode),

  U11: (company, { body, caller }) => {
    const viewer = personViewer(company, caller);
    const { library } = requireOrdinary(createFolders(company, viewer, body));
    return showFolders(company, viewer, library);
  },

  U12: (company, { body, caller }) => {
    const viewer = personViewer(company, caller);
    const place = requireOrdinary(findPlace(company, viewer, body, "edit"));
    requireNotRoot(place.folder);
    trashFolder(company, viewer, place);
    return showFolders(company, viewer, place.library);
  },

  U13: (company, { body, caller }) => {
    const viewer = personViewer(company, caller);
    const place = findPlace(company, viewer, body, "read", 404);
    return [showFolderInfo(company, place, roleIn(company, viewer, place))];
  },
};

const requireOrdinary = (place: Place): Place =>
  place.library.rules === null ? place : refuse("OPA-LIBRARY-CONTROLLED", "rootFolderCode");

/** Editors may always download; the folder's download settings apply to readers only (R83). */
const showFolderInfo = (company: Company, { library, folder }: Place, role: number) => {
  const { allowDownloadFile, allowDownloadPdf, enableWatermark } = settingsOf(company, folder);
  const isEditor = role === folderRole.editor;
  const isControlled = library.rules !== null;
  return {
    role,
    allowDownloadFile: isEditor || allowDownloadFile,
    allowDownloadPdf: isEditor || allowDownloadPdf,
    enableWatermark,
    fullPath: [...namesTo(company, folder)],
    allowDelete: isEditor && !isControlled && folder.parentId !== null,
    allowCancel: isEditor && isControlled,
    allowDestroy: isEditor && isControlled,
  };
};
