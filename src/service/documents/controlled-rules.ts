/** L12–L22: libraries of controlled documents, for callers with a key. */
import type { Handlers, Request } from "../kernel/feature.ts";
import {
  addControlled,
  destroyControlled,
  findInForce,
  rulesOf,
  updateControlled,
  voidControlled,
} from "./controlled-documents.ts";
import { removeEmptyFolder, showFolders } from "./folders.ts";
import { folderRules } from "./library-rules.ts";
import type { Company } from "./tables.ts";
import { expectedVersion } from "./versions.ts";
import { keyViewer } from "./visibility.ts";

type Ids = "L12" | "L13" | "L14" | "L15" | "L16" | "L17" | "L18" | "L19" | "L20" | "L21" | "L22";

const controlled = folderRules((_company, caller) => keyViewer(caller, "controlled"));

export const controlledRules: Handlers<Ids, Company> = {
  L12: controlled.libraries,
  L13: controlled.subfolders,
  L14: controlled.create,
  L15: controlled.editing((company, place, _body, viewer) => {
    removeEmptyFolder(company, place);
    return showFolders(company, viewer, place.library);
  }),
  L16: controlled.rename,
  L17: controlled.reading((_company, place) => {
    const { docSerialRule, docVerRule, allowCustomVer } = rulesOf(place);
    return [{ docSerialRule, docVerRule, expectedVersion: expectedVersion(docVerRule), allowCustomVer }];
  }),
  L18: controlled.reading((company, place, { docName }: Request<"L18">["body"]) => {
    const { control } = findInForce(company, place, docName, "docName", 404);
    return [{ docSerialRule: rulesOf(place).docSerialRule, docVerRule: control.docVerRule }];
  }),
  L19: controlled.editing((company, place, body: Request<"L19">["body"], { caller }) => {
    addControlled(company, caller, place, body);
    return true;
  }),
  L20: controlled.editing((company, place, body: Request<"L20">["body"], { caller }) => {
    updateControlled(company, caller, place, body);
    return true;
  }),
  L21: controlled.editing((company, place, { docName, reason }: Request<"L21">["body"]) => {
    voidControlled(company, place, docName, reason);
    return true;
  }),
  L22: controlled.editing((company, place, { docName, reason }: Request<"L22">["body"]) => {
    destroyControlled(company, place, docName, reason);
    return true;
  }),
};
