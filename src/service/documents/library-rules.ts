/**
 * L1–L11: libraries of ordinary documents, for callers with a key; and the rules that these operations share with L12–L16 and
 * U5–U13, which differ only in the viewer.
 */
import type { Caller } from "../kernel/caller.ts";
import type { Handlers, Request } from "../kernel/feature.ts";
import { showItems, toStoredItems } from "../organisation/org-items.ts";
import { readersOf } from "./folder-tree.ts";
import { createFolders, listFolders, renameFolder, requireNotRoot, showFolders, showLibrary } from "./folders.ts";
import { addDocuments, isAnyNameTaken, removeDocument, showDocuments } from "./stored-documents.ts";
import type { Company } from "./tables.ts";
import { trashFolder } from "./trash.ts";
import { type Address, findPlace, keyViewer, type Place, type Viewer, visibleLibraries } from "./visibility.ts";

/** What a rule does with the folder of a request, once it is found and the viewer may read or change it. */
type Work<Body, Result> = (company: Company, place: Place, body: Body, viewer: Viewer) => Result;

/** `viewerOf` returns the viewer for whom the libraries are shown and changed. */
export const folderRules = (viewerOf: (company: Company, caller: Caller) => Viewer) => {
  const withFolder =
    (need: "read" | "edit", status?: 404) =>
    <Body extends Address, Result>(work: Work<Body, Result>) =>
    (company: Company, { body, caller }: { readonly body: Body; readonly caller: Caller }): Result => {
      const viewer = viewerOf(company, caller);
      return work(company, findPlace(company, viewer, body, need, status), body, viewer);
    };
  const reading = withFolder("read", 404);
  const editing = withFolder("edit");
  return {
    reading,
    editing,
    libraries: (company: Company, { caller }: Request<"L1">) =>
      visibleLibraries(company, viewerOf(company, caller)).map(showLibrary),
    subfolders: (company: Company, { params, caller }: Request<"L2">) =>
      listFolders(company, viewerOf(company, caller), params.rootCode),
    create: (company: Company, { body, caller }: Request<"L3">) => {
      const viewer = viewerOf(company, caller);
      return showFolders(company, viewer, createFolders(company, viewer, body).library);
    },
    trash: editing((company, place, _body, viewer) => {
      requireNotRoot(place.folder);
      trashFolder(company, viewer, place);
      return showFolders(company, viewer, place.library);
    }),
    rename: editing((company, place, { newName }: Request<"L5">["body"], viewer) => {
      renameFolder(company, place, newName);
      return showFolders(company, viewer, place.library);
    }),
    documents: reading((company, place, { pageOptions }: Request<"L8">["body"], viewer) =>
      showDocuments(company, viewer, place, pageOptions),
    ),
    namesExist: reading((company, place, { documentNames }: Request<"L9">["body"], viewer) =>
      isAnyNameTaken(company, viewer, place, documentNames),
    ),
    add: editing((company, place, body: Request<"L10">["body"], viewer) => {
      addDocuments(company, viewer, place, body);
      return true;
    }),
    remove: editing((company, place, { fileName }: Request<"L11">["body"], viewer) =>
      removeDocument(company, viewer, place, fileName),
    ),
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
