/**
 * The rules of the document center: ordinary libraries (L1–L11) and controlled ones (L12–L22) for callers with a key, and both
 * for a user, as far as permitted (U5–U13, R92). What these groups share differs only in the viewer.
 */
import type { OperationId } from "../../contract/contract.ts";
import { folderRole } from "../../contract/personal.ts";
import type { Folder } from "../../contract/shared-records.ts";
import type { Caller } from "../kernel/caller.ts";
import type { Handlers, Request } from "../kernel/feature.ts";
import { showItems, toStoredItems } from "../organisation/org-items.ts";
import {
  addControlled,
  destroyControlled,
  findInForce,
  rulesOf,
  updateControlled,
  voidControlled,
} from "./controlled-documents.ts";
import { namesTo, readersOf, settingsOf } from "./folder-tree.ts";
import { createFolders, removeEmptyFolder, renameFolder, showFolders } from "./folders.ts";
import { addDocuments, isAnyNameTaken, removeDocument, showDocuments } from "./stored-documents.ts";
import type { Company } from "./tables.ts";
import { trashFolder } from "./trash.ts";
import { expectedVersion } from "./versions.ts";
import {
  type Address,
  findLibrary,
  findPlace,
  keyViewer,
  type Place,
  personViewer,
  roleIn,
  type Viewer,
  visibleLibraries,
} from "./visibility.ts";

/** What a rule does with the folder of a request, once it is found and the viewer may read or change it. */
type Work<Body, Result> = (company: Company, place: Place, body: Body, viewer: Viewer) => Result;

/** `viewerOf` returns the viewer for whom the libraries are shown and changed. */
const folderRules = (viewerOf: (company: Company, caller: Caller) => Viewer) => {
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
    libraries: (company: Company, { caller }: Request<"L1">) =>
      visibleLibraries(company, viewerOf(company, caller)).map(({ uuid: id, name, code, isFromAI }) => {
        return { id, name, code, isFromAI };
      }),
    subfolders: (company: Company, { params, caller }: Request<"L2">) => {
      const viewer = viewerOf(company, caller);
      return showFolders(company, viewer, findLibrary(company, viewer, params.rootCode, "rootCode", 404));
    },
    create: (company: Company, { body, caller }: Request<"L3">) =>
      createFolders(company, viewerOf(company, caller), body),
    trash: changingFolders(trashFolder),
    removeEmpty: changingFolders(removeEmptyFolder),
    rename: changingFolders(renameFolder),
    documents: reading(showDocuments),
    namesExist: reading(isAnyNameTaken),
    add: changing(addDocuments),
    remove: editing(removeDocument),
  };
};

const ordinary = folderRules(keyViewer("ordinary"));
const controlled = folderRules(keyViewer("controlled"));
const own = folderRules(personViewer);

export const documentRules = {
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

  L12: controlled.libraries,
  L13: controlled.subfolders,
  L14: controlled.create,
  L15: controlled.removeEmpty,
  L16: controlled.rename,
  L17: controlled.reading((_company, place) => {
    const { docSerialRule, docVerRule, allowCustomVer } = rulesOf(place);
    return [{ docSerialRule, docVerRule, expectedVersion: expectedVersion(docVerRule), allowCustomVer }];
  }),
  L18: controlled.reading((company, place, { docName }: Request<"L18">["body"]) => {
    const { control } = findInForce(company, place, docName, "docName", 404);
    return [{ docSerialRule: rulesOf(place).docSerialRule, docVerRule: control.docVerRule }];
  }),
  L19: controlled.changing(addControlled),
  L20: controlled.changing(updateControlled),
  L21: controlled.changing(voidControlled),
  L22: controlled.changing(destroyControlled),

  U5: own.documents,
  U6: own.namesExist,
  U7: own.add,
  U8: own.remove,
  U9: own.libraries,
  U10: own.subfolders,
  U11: own.create,
  U12: own.trash,
  U13: own.reading((company, place, _body, viewer) => {
    const { library, folder } = place;
    const { allowDownloadFile, allowDownloadPdf, enableWatermark } = settingsOf(company, folder);
    const role = roleIn(company, viewer, place);
    const isEditor = role === folderRole.editor;
    const isControlled = library.rules !== null;
    return [
      {
        role,
        // Editors may always download; the folder's download settings apply to readers only (R83).
        allowDownloadFile: isEditor || allowDownloadFile,
        allowDownloadPdf: isEditor || allowDownloadPdf,
        enableWatermark,
        fullPath: [...namesTo(company, folder)],
        allowDelete: isEditor && !isControlled && folder.parentId !== null,
        allowCancel: isEditor && isControlled,
        allowDestroy: isEditor && isControlled,
      },
    ];
  }),
} satisfies Partial<Handlers<OperationId, Company>>;
