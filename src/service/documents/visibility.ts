/**
 * Visibility in the document center. A key sees every folder of its designated libraries; a person sees folders as a reader of
 * the folder or an editor of the library (R83). Every operation of the document center finds its folder through this file.
 */
import { folderRole } from "../../contract/personal.ts";
import { type Caller, isDesignated, requireDesignated } from "../kernel/caller.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { callingPerson } from "../organisation/lookup.ts";
import { isCoveredBy } from "../organisation/org-items.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import { descend, librariesByCode, readersOf, rootOf, settingsOf, subtreeOf } from "./folder-tree.ts";
import { namesOn } from "./names.ts";
import type { Company, FolderRow, LibraryRow } from "./tables.ts";

export type Viewer = {
  readonly caller: Caller;
  /** Null: a key, which acts as the system user. */
  readonly person: EmployeeRow | null;
  /** The libraries that exist for this viewer: ordinary ones (L1–L11), controlled ones (L12–L22), or both (U5–U13). */
  readonly libraries: "ordinary" | "controlled" | "both";
};

export const keyViewer =
  (libraries: "ordinary" | "controlled") =>
  (_company: Company, caller: Caller): Viewer => ({ caller, person: null, libraries });

export const personViewer = (company: Company, caller: Caller): Viewer => ({
  caller,
  person: callingPerson(company, caller),
  libraries: "both",
});

/** A folder, with its library. */
export type Place = { readonly library: LibraryRow; readonly folder: FolderRow };

export type Address = { readonly rootFolderCode: string; readonly folderPath: string };

/** Returns the libraries in order of code, without those that are forbidden to the viewer or that the viewer does not see. */
export const visibleLibraries = (company: Company, viewer: Viewer): readonly LibraryRow[] =>
  librariesByCode(company).filter(
    (library) =>
      isOfKind(library, viewer) &&
      isDesignated(viewer.caller, "libraries", library.code) &&
      visibleFolders(company, viewer, library).length > 0,
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

/**
 * Finds the folder at an address. A reading of an unknown folder is refused with 404 (R52). If the person may not read the
 * nearest existing folder above it, the refusal is `OPA-FOLDER-FORBIDDEN` instead, so the person does not learn what exists.
 */
export const findPlace = (company: Company, viewer: Viewer, address: Address, need: "read" | "edit"): Place => {
  const status = need === "read" ? 404 : undefined;
  const { missing, ...nearest } = findNearest(company, viewer, address, status);
  if (missing.length > 0) {
    requireRole(company, viewer, nearest, "read", status);
    refuse("OPA-FOLDER-UNKNOWN", "folderPath", status);
  }
  requireRole(company, viewer, nearest, need, status);
  return nearest;
};

/** Finds the last existing folder on the path; `missing` contains the names for which there is no folder. */
export const findNearest = (
  company: Company,
  viewer: Viewer,
  address: Address,
  status?: number,
): Place & { readonly missing: readonly string[] } => {
  // An invalid path is refused before the library is looked up, so that this refusal does not tell whether it exists.
  const names = namesOn(address.folderPath, "folderPath");
  const library = findLibrary(company, viewer, address.rootFolderCode, "rootFolderCode", status);
  return { library, ...descend(company, rootOf(company, library), names) };
};

/**
 * A library without any folder for the viewer is refused like an unknown one, so the person does not learn that it exists. Users
 * only read controlled libraries, because changes to them need properties that only the requests L14–L22 have (R92).
 */
export const requireRole = (
  company: Company,
  viewer: Viewer,
  place: Place,
  need: "read" | "edit",
  status?: number,
): void => {
  const role = roleIn(company, viewer, place);
  if (role === folderRole.none) {
    const isListed = visibleFolders(company, viewer, place.library).length > 0;
    if (!isListed) refuse("OPA-LIBRARY-UNKNOWN", "rootFolderCode", status);
    refuse("OPA-FOLDER-FORBIDDEN", "folderPath");
  }
  if (need === "read") return;
  if (role !== folderRole.editor) refuse("OPA-FOLDER-READ-ONLY", "folderPath");
  if (viewer.person && place.library.rules) refuse("OPA-LIBRARY-CONTROLLED", "rootFolderCode");
};

/** Returns the viewer's role in the folder, one of `folderRole`. */
export const roleIn = (company: Company, { person }: Viewer, { library, folder }: Place): number => {
  if (person === null || isCoveredBy(company, person, library.editors)) return folderRole.editor;
  return isCoveredBy(company, person, readersOf(company, folder)) ? folderRole.reader : folderRole.none;
};

/**
 * Decides whether a document gives the caller the bytes of a file. An editor has the files of all versions, also of a voided
 * document; a reader has the present file, if it may be downloaded and the document is not voided.
 */
export const givesFile = (company: Company, caller: Caller, fileId: number): boolean =>
  caller.permissions.has(caller.kind === "key" ? "P-Lib" : "P-DocRead") &&
  company.storedDocuments.by("file", fileId).some((document) => {
    const library = requireRow(company.libraries, document.libraryId);
    if (caller.kind === "key") return isDesignated(caller, "libraries", library.code);
    const folder = requireRow(company.folders, document.folderId);
    const role = roleIn(company, personViewer(company, caller), { library, folder });
    const isPresent = document.fileId === fileId && !document.control?.voided;
    if (role === folderRole.reader) return isPresent && settingsOf(company, folder).allowDownloadFile;
    return role === folderRole.editor;
  });

/** Returns the folders that the viewer may read, parents before children and siblings by name. */
export const visibleFolders = (company: Company, viewer: Viewer, library: LibraryRow): readonly FolderRow[] =>
  subtreeOf(company, rootOf(company, library)).filter(
    (folder) => roleIn(company, viewer, { library, folder }) !== folderRole.none,
  );

const isOfKind = ({ rules }: LibraryRow, { libraries }: Viewer): boolean =>
  libraries === "both" || (libraries === "controlled") === (rules !== null);
