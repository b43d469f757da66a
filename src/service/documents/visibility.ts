/**
 * Visibility in the document center. A key sees every folder of its designated libraries; a person sees folders as a reader of
 * the folder or an editor of the library (R83). Every operation of the document center finds its folder through this file.
 */
import { folderRole } from "../../contract/operations/personal.ts";
import { type Caller, isDesignated, requireDesignated } from "../kernel/callers/caller.ts";
import { requireRow } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { callingPerson } from "../organisation/lookup.ts";
import { isCoveredBy } from "../organisation/org-items.ts";
import { descend, inherited, librariesByCode, rootOf, subtreeOf } from "./folder-tree.ts";
import { namesOn } from "./names.ts";
import type { Company, FolderRow, LibraryRow } from "./tables.ts";

/** For whom something is shown or changed. A key acts as the system user. */
export type Viewer = {
  readonly caller: Caller;
  /** The libraries that exist for this viewer: ordinary ones (L1–L11), controlled ones (L12–L22), or both (U5–U13). */
  readonly libraries: "ordinary" | "controlled" | "both";
};

export type Place = { readonly viewer: Viewer; readonly library: LibraryRow; readonly folder: FolderRow };

export type Address = { readonly rootFolderCode: string; readonly folderPath: string };

/** Returns the libraries in order of code, without those that are forbidden to the viewer or that the viewer does not see. */
export const visibleLibraries = (company: Company, viewer: Viewer): readonly LibraryRow[] =>
  librariesByCode(company).filter(
    (library) =>
      isOfKind(library, viewer) &&
      isDesignated(viewer.caller, "libraries", library.code) &&
      isVisible(company, viewer, library),
  );

/**
 * Finds a library by its code. A library for which the key is not designated is refused before its existence is checked, so
 * that the key learns nothing about it (R91).
 */
export const findLibrary = (
  company: Company,
  viewer: Viewer,
  code: string,
  where: string,
  status?: number,
): LibraryRow => {
  requireDesignated(viewer.caller, "libraries", code, where);
  const library = company.libraries.by("code", fold(code))[0];
  return library && isOfKind(library, viewer) ? library : refuse("OPA-LIBRARY-UNKNOWN", where, status);
};

/** Finds the folder at an address. A reading of an unknown folder is refused with 404 (R52). */
export const findPlace = (company: Company, viewer: Viewer, address: Address, need: "read" | "edit"): Place => {
  const status = need === "read" ? 404 : undefined;
  const { missing, ...place } = findNearest(company, viewer, address, status);
  if (missing.length > 0) refuse("OPA-FOLDER-UNKNOWN", "folderPath", status);
  if (need === "edit") requireEditor(company, place);
  return place;
};

/**
 * Finds the last existing folder on the path; `missing` contains the names for which there is no folder. Refuses a folder that
 * the person may not read, so the person does not learn what exists below it, and a library without any folder for the person
 * like an unknown one.
 */
export const findNearest = (
  company: Company,
  viewer: Viewer,
  address: Address,
  status?: number,
): Place & { readonly missing: readonly string[] } => {
  // An invalid path is refused before the library is looked up, so that this refusal does not tell whether it exists.
  const names = namesOn(address.folderPath, "folderPath");
  const library = findLibrary(company, viewer, address.rootFolderCode, "rootFolderCode", status);
  const nearest = { viewer, library, ...descend(company, rootOf(company, library), names) };
  if (mayRead(company, nearest)) return nearest;
  if (!isVisible(company, viewer, library)) refuse("OPA-LIBRARY-UNKNOWN", "rootFolderCode", status);
  return refuse("OPA-FOLDER-FORBIDDEN", "folderPath");
};

/**
 * Refuses a viewer who may only read. Users only read controlled libraries, because changes to them need properties that only
 * the requests L14–L22 have (R92).
 */
export const requireEditor = (company: Company, place: Place): void => {
  if (roleIn(company, place) !== folderRole.editor) refuse("OPA-FOLDER-READ-ONLY", "folderPath");
  if (place.viewer.caller.kind === "user" && place.library.rules) refuse("OPA-LIBRARY-CONTROLLED", "rootFolderCode");
};

/** Returns the viewer's role in the folder, one of `folderRole`. */
export const roleIn = (company: Company, { viewer: { caller }, library, folder }: Place): number => {
  if (caller.kind === "key") return folderRole.editor;
  const person = callingPerson(company, caller);
  if (isCoveredBy(company, person, library.editors)) return folderRole.editor;
  return isCoveredBy(company, person, inherited(company, folder, "readers")) ? folderRole.reader : folderRole.none;
};

export const mayRead = (company: Company, place: Place): boolean => roleIn(company, place) !== folderRole.none;

const isOfKind = ({ rules }: LibraryRow, { libraries }: Viewer): boolean =>
  libraries === "both" || (libraries === "controlled") === (rules !== null);

/** True if the viewer may read some folder of the library. */
export const isVisible = (company: Company, viewer: Viewer, library: LibraryRow): boolean =>
  subtreeOf(company, rootOf(company, library)).some((folder) => mayRead(company, { viewer, library, folder }));

/**
 * Decides whether a document gives the caller the bytes of a file. An editor has the files of all versions, also of a voided
 * document; a reader has the present file, if it may be downloaded and the document is not voided.
 */
export const givesFile = (company: Company, caller: Caller, fileId: number): boolean =>
  caller.permissions.has(caller.kind === "key" ? "P-Lib" : "P-DocRead") &&
  company.storedDocuments.by("file", fileId).some((document) => {
    const library = requireRow(company.libraries, document.libraryId);
    const folder = requireRow(company.folders, document.folderId);
    if (!isDesignated(caller, "libraries", library.code)) return false;
    const role = roleIn(company, { viewer: { caller, libraries: "both" }, library, folder });
    const isPresent = document.fileId === fileId && !document.control?.voided;
    if (role === folderRole.reader) return isPresent && inherited(company, folder, "settings").allowDownloadFile;
    return role === folderRole.editor;
  });
