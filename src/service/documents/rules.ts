/**
 * The rules of the document center: ordinary libraries (L1–L11) and controlled ones (L12–L22) for callers with a key, and both
 * for a user, as far as permitted (U5–U13, R92). What these groups share differs only in the viewer.
 */
import type { OperationId } from "../../contract/contract.ts";
import { folderRole } from "../../contract/operations/personal.ts";
import type { Caller } from "../kernel/callers/caller.ts";
import type { Handlers, Request } from "../kernel/http/feature.ts";
import { refuse } from "../kernel/refusal.ts";
import { showItems, toStoredItems } from "../organisation/org-items.ts";
import {
  addControlled,
  destroyControlled,
  findInForce,
  updateControlled,
  voidControlled,
} from "./controlled-documents.ts";
import { inherited, namesTo } from "./folder-tree.ts";
import { createFolders, removeEmptyFolder, renameFolder, showFolders } from "./folders.ts";
import { addDocuments, isAnyNameTaken, removeDocument, showDocuments } from "./stored-documents.ts";
import { type Company, rulesOf } from "./tables.ts";
import { trashFolder } from "./trash.ts";
import { expectedVersion } from "./versions.ts";
import {
  type Address,
  findLibrary,
  findPlace,
  isVisible,
  type Place,
  roleIn,
  type Viewer,
  visibleLibraries,
} from "./visibility.ts";

/** What a rule does with the folder of a request, once it is found and the viewer may read or change it. */
type Work<Body, Result> = (company: Company, place: Place, body: Body) => Result;

/** The rules of a group of operations, for which only these libraries exist. */
const folderRules = (libraries: Viewer["libraries"]) => {
  const withFolder =
    (need: "read" | "edit") =>
    <Body extends Address, Result>(work: Work<Body, Result>) =>
    (company: Company, { body, caller }: { readonly body: Body; readonly caller: Caller }): Result =>
      work(company, findPlace(company, { caller, libraries }, body, need), body);
  const reading = withFolder("read");
  const editing = withFolder("edit");
  /** For operations whose answer is `true`. */
  const changing = <Body extends Address>(work: Work<Body, void>) =>
    editing<Body, true>((...call) => {
      work(...call);
      return true;
    });
  /** For operations that change a folder, but not a library itself, and answer with all folders of the library. */
  const changingFolder = <Body extends Address>(work: Work<Body, void>) =>
    editing((company, place, body: Body) => {
      if (place.folder.parentId === null) refuse("OPA-FOLDER-ROOT", "folderPath");
      work(company, place, body);
      return showFolders(company, place.viewer, place.library);
    });
  return {
    reading,
    editing,
    changing,
    libraries: (company: Company, { caller }: Request<"L1">) =>
      visibleLibraries(company, { caller, libraries }).map(({ uuid: id, name, code, isFromAI }) => {
        return { id, name, code, isFromAI };
      }),
    subfolders: (company: Company, { params, caller }: Request<"L2">) => {
      const viewer = { caller, libraries };
      const library = findLibrary(company, viewer, params.rootCode, "rootCode", 404);
      if (!isVisible(company, viewer, library)) refuse("OPA-LIBRARY-UNKNOWN", "rootCode", 404);
      return showFolders(company, viewer, library);
    },
    create: (company: Company, { body, caller }: Request<"L3">) => createFolders(company, { caller, libraries }, body),
    trash: changingFolder(trashFolder),
    removeEmpty: changingFolder(removeEmptyFolder),
    rename: changingFolder(renameFolder),
    documents: reading(showDocuments),
    namesExist: reading(isAnyNameTaken),
    add: changing(addDocuments),
    remove: editing(removeDocument),
  };
};

const ordinary = folderRules("ordinary");
const controlled = folderRules("controlled");
const own = folderRules("both");

export const documentRules = {
  L1: ordinary.libraries,
  L2: ordinary.subfolders,
  L3: ordinary.create,
  L4: ordinary.trash,
  L5: ordinary.rename,
  L6: ordinary.reading((company, { folder }) => ({
    readers: showItems(company, inherited(company, folder, "readers")),
  })),
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
  L17: controlled.reading((_company, { library }) => {
    const { docSerialRule, docVerRule, allowCustomVer } = rulesOf(library);
    return [{ docSerialRule, docVerRule, expectedVersion: expectedVersion(docVerRule), allowCustomVer }];
  }),
  L18: controlled.reading((company, place, { docName }: Request<"L18">["body"]) => {
    const { control } = findInForce(company, place, docName, "docName", 404);
    return [{ docSerialRule: rulesOf(place.library).docSerialRule, docVerRule: control.docVerRule }];
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
  U13: own.reading((company, place) => {
    const { library, folder } = place;
    const { allowDownloadFile, allowDownloadPdf, enableWatermark } = inherited(company, folder, "settings");
    const role = roleIn(company, place);
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
