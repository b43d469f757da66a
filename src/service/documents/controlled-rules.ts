/** L12–L22: libraries of controlled documents, for callers with a key. */
import type { Handlers } from "../kernel/feature.ts";
import {
  addControlled,
  destroyControlled,
  findInForce,
  rulesOf,
  updateControlled,
  voidControlled,
} from "./controlled-documents.ts";
import { createFolders, listFolders, removeEmptyFolder, renameFolder, showFolders, showLibrary } from "./folders.ts";
import type { Company } from "./tables.ts";
import { expectedVersion } from "./versions.ts";
import { findPlace, keyViewer, visibleLibraries } from "./visibility.ts";

type Ids = "L12" | "L13" | "L14" | "L15" | "L16" | "L17" | "L18" | "L19" | "L20" | "L21" | "L22";

export const controlledRules: Handlers<Ids, Company> = {
  L12: (company, { caller }) => visibleLibraries(company, keyViewer(caller, "controlled")).map(showLibrary),

  L13: (company, { params, caller }) => listFolders(company, keyViewer(caller, "controlled"), params.rootCode),

  L14: (company, { body, caller }) => {
    const viewer = keyViewer(caller, "controlled");
    return showFolders(company, viewer, createFolders(company, viewer, body).library);
  },

  L15: (company, { body, caller }) => {
    const viewer = keyViewer(caller, "controlled");
    const place = findPlace(company, viewer, body, "edit");
    removeEmptyFolder(company, place);
    return showFolders(company, viewer, place.library);
  },

  L16: (company, { body, caller }) => {
    const viewer = keyViewer(caller, "controlled");
    const place = findPlace(company, viewer, body, "edit");
    renameFolder(company, place, body.newName);
    return showFolders(company, viewer, place.library);
  },

  L17: (company, { body, caller }) => {
    const { docSerialRule, docVerRule, allowCustomVer } = rulesOf(
      findPlace(company, keyViewer(caller, "controlled"), body, "read", 404),
    );
    return [{ docSerialRule, docVerRule, expectedVersion: expectedVersion(docVerRule), allowCustomVer }];
  },

  L18: (company, { body, caller }) => {
    const place = findPlace(company, keyViewer(caller, "controlled"), body, "read", 404);
    const { control } = findInForce(company, place, body.docName, "docName", 404);
    return [{ docSerialRule: rulesOf(place).docSerialRule, docVerRule: control.docVerRule }];
  },

  L19: (company, { body, caller }) => {
    addControlled(company, caller, findPlace(company, keyViewer(caller, "controlled"), body, "edit"), body);
    return true;
  },

  L20: (company, { body, caller }) => {
    updateControlled(company, caller, findPlace(company, keyViewer(caller, "controlled"), body, "edit"), body);
    return true;
  },

  L21: (company, { body, caller }) => {
    const place = findPlace(company, keyViewer(caller, "controlled"), body, "edit");
    voidControlled(company, place, body.docName, body.reason);
    return true;
  },

  L22: (company, { body, caller }) => {
    const place = findPlace(company, keyViewer(caller, "controlled"), body, "edit");
    destroyControlled(company, place, body.docName, body.reason);
    return true;
  },
};
