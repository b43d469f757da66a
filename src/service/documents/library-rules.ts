/**
 * L1–L11: libraries of ordinary documents, for callers with a key; and the rules that these operations share with L12–L16 and
 * U5–U13, which differ only in the viewer.
 */
import type { Folder } from "../../contract/shared-records.ts";
import type { Caller } from "../kernel/caller.ts";
import type { Handlers, Request } from "../kernel/feature.ts";
import { showItems, toStoredItems } from "../organisation/org-items.ts";
import { readersOf } from "./folder-tree.ts";
import { createFolders, listFolders, renameFolder, showFolders, showLibrary } from "./folders.ts";
import { addDocuments, isAnyNameTaken, removeDocument, showDocuments } from "./stored-documents.ts";
import type { Company } from "./tables.ts";
import { trashFolder } from "./trash.ts";
import { type Address, findPlace, keyViewer, type Place, type Viewer, visibleLibraries } from "./visibility.ts";

/** What a rule does with the folder of a request, once it is found and the viewer may read or change it. */
type Work<Body, Result> = (company: Company, place: Place, body: Body, viewer: Viewer) => Result;

/** `viewerOf` returns the viewer for whom the libraries are shown and changed. */
export const folderRules = (viewerOf: (company: Company, caller: Caller) => Viewer) => {
  const withFolder =
    (need: "read" | "edit") =>
    <Body extends Address, Result>(work: Work<Body, Result>) =>
    (company: Company, { body, caller }: { readonly body: Body; readonly caller: Caller }): Result => {
      const viewer = viewerOf(company, caller);
      return work(company, findPlace(company, viewer, body, need), body, viewer);
    };
  const reading = withFolder("read");
  const editing = withFolder("edit");
  /** For operations whose answer is `true`. */
  const changing = <Body extends Address>(work: Work<Body, void>) =>
    editing<Body, true>((...call) => {
      work(...call);
      return true;
    });
  /** For operations that change folders, and answer with all folders of the library. */
  const changingFolders = <Body extends Address>(work: Work<Body, void>) =>
    editing<Body, Folder[]>((company, place, body, viewer) => {
      work(company, place, body, viewer);
      return showFolders(company, viewer, place.library);
    });
  return {
    reading,
    editing,
    changing,
    changingFolders,
    libraries: (company: Company, { caller }: Request<"L1">) =>
      visibleLibraries(company, viewerOf(company, caller)).map(showLibrary),
    subfolders: (company: Company, { params, caller }: Request<"L2">) =>
      listFolders(company, viewerOf(company, caller), params.rootCode),
    create: (company: Company, { body, caller }: Request<"L3">) => {
      const viewer = viewerOf(company, caller);
      return showFolders(company, viewer, createFolders(company, viewer, body).library);
    },
    trash: changingFolders(trashFolder),
    rename: changingFolders(renameFolder),
    documents: reading(showDocuments),
    namesExist: reading(isAnyNameTaken),
    add: changing(addDocuments),
    remove: editing(removeDocument),
  };
};

type Ids = "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7" | "L8" | "L9" | "L10" | "L11";

const ordinary = folderRules((_company, caller) => keyViewer(caller, "ordinary"));

export const libraryRules: Handlers<Ids, Company> = {
  L1: ordinary.libraries,
  L2: ordinary.subfolders,
  L3: ordinary.create,
  L4: ordinary.trash,
  L5: ordinary.rename,
  L6: ordinary.reading((company, { folder }) => ({ readers: showItems(company, readersOf(company, folder)) })),
  L7: ordinary.editing((company, { folder }, { readers }: Request<"L7">["body"]) => {
    company.folders.put({ ...folder, readers: toStoredItems(company, readers, "readers") });
  }),
  L8: ordinary.documents,
  L9: ordinary.namesExist,
  L10: ordinary.add,
  L11: ordinary.remove,
};
