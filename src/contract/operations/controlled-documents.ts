/** L12–L22: libraries of controlled documents with versions, voiding and destruction. Only an empty folder can be deleted. */
import { z } from "zod";
import { dateTime, optional, required, UserRef } from "../records/organisation.ts";
import { FileRef, Folder, FolderAddress, folderAddress, Library } from "../records/shared.ts";
import { line, lines } from "../records/texts.ts";
import { byLibrary, folderBodies } from "./libraries.ts";
import { type OperationSpec, route } from "./operation-spec.ts";

const controlled = { group: "system", tag: "Controlled documents", module: "dms", permission: "P-Lib" } as const;

/** How a document gets its serial number (R81). */
export const docSerialRule = { automatic: 0, manual: 1 } as const;
/** How the next version number is chosen (R81). */
export const docVerRule = { integer: 0, decimal: 1, custom: 2 } as const;

const serialRule = z.int32().describe("Serial number: 0 assigned by the service, 1 chosen by the caller.");
const versionRule = z
  .int32()
  .describe("Next version: 0 integer (1, 2), 1 decimal (1.9, 1.10), 2 chosen by the caller.");

export const VersionRuleNew = z.object({
  docSerialRule: serialRule,
  docVerRule: versionRule,
  expectedVersion: z.string().describe("Version that a new document gets; empty if the caller must choose one."),
  allowCustomVer: z.boolean().describe("True if the caller may choose another version."),
});
export const VersionRuleUpdate = z.object({ docSerialRule: serialRule, docVerRule: versionRule });

export const DocPropertyUpdate = z.object({
  name: optional(line).describe(
    "Name, unique in the folder; null or left out: unchanged, for a new document the file's.",
  ),
  docSerial: optional(line).describe("Serial number, if the rule leaves it to the caller; left out: unchanged."),
  docVersion: optional(line).describe("Version; null or left out: the next one by the rule."),
  publishDept: optional(line).describe("Code of the publishing department; null: none."),
  applyDept: optional(line).describe("Code of the applying department; null: none."),
  startTime: optional(dateTime).describe("Valid from; null: no start."),
  endTime: optional(dateTime).describe("Valid until, later than the start; null: no end."),
  summary: optional(lines).describe("Summary for readers, or null."),
  memo: optional(lines).describe("Remark of the editors, or null."),
});
export type DocPropertyUpdate = z.infer<typeof DocPropertyUpdate>;

export const DocPropertyAdd = DocPropertyUpdate.extend({
  docVerRule: optional(z.int32().min(0).max(2)).describe(
    "Next version: 0 integer, 1 decimal, 2 chosen by the caller; left out: the library's rule.",
  ),
});
export type DocPropertyAdd = z.infer<typeof DocPropertyAdd>;

const docName = required(line).describe("Name of the document in the folder.");
const ended = z.object({
  ...folderAddress,
  docName,
  reason: required(lines).describe("Kept in the document's history."),
});
const stored = {
  ...folderAddress,
  uploadBy: optional(UserRef).describe("The author of this version; null or left out: the system user."),
  document: FileRef.describe("The uploaded file of this version."),
  isCADFile: z.boolean().describe("True for a drawing."),
};

export const controlledDocumentOperations = {
  L12: {
    name: "listControlledLibraries",
    ...controlled,
    summary: "Get library list",
    summaryZhTw: "取得管制文件庫清單",
    ...route.get("/iso/folder/root"),
    response: z.array(Library),
  },
  L13: {
    name: "listControlledSubfolders",
    ...controlled,
    summary: "Get subfolders of a library",
    summaryZhTw: "取得管制文件庫的子目錄",
    ...route.get("/iso/folder/list/{rootCode}", byLibrary),
    response: z.array(Folder),
  },
  L14: {
    name: "createControlledFolder",
    ...controlled,
    summary: "Create folder and missing parent folders",
    summaryZhTw: "建立管制文件目錄，包含缺少的上層目錄",
    ...route.post("/iso/folder"),
    body: FolderAddress,
    response: z.array(Folder),
  },
  L15: {
    name: "deleteControlledFolder",
    ...controlled,
    summary: "Delete an empty folder",
    summaryZhTw: "刪除空的管制文件目錄",
    ...route.delete("/iso/folder"),
    body: FolderAddress,
    response: z.array(Folder),
  },
  L16: {
    name: "renameControlledFolder",
    ...controlled,
    summary: "Rename folder",
    summaryZhTw: "重新命名管制文件目錄",
    ...route.put("/iso/folder/rename"),
    body: folderBodies.rename,
    response: z.array(Folder),
  },
  L17: {
    name: "listNewDocumentRules",
    ...controlled,
    summary: "Get version rules for a new document",
    summaryZhTw: "取得新文件的版本規則",
    ...route.query("/iso/doc/rule/new"),
    body: FolderAddress,
    response: z.array(VersionRuleNew),
  },
  L18: {
    name: "listVersionRules",
    ...controlled,
    summary: "Get version rules for a version change",
    summaryZhTw: "取得文件改版的版本規則",
    ...route.query("/iso/doc/rule/current"),
    body: z.object({ ...folderAddress, docName }),
    response: z.array(VersionRuleUpdate),
  },
  L19: {
    name: "addControlledDocument",
    ...controlled,
    summary: "Add controlled document",
    summaryZhTw: "新增管制文件",
    note: "Upload the file first.",
    ...route.post("/iso/doc"),
    body: z.object({ ...stored, docProperty: DocPropertyAdd.describe("Properties of the new document.") }),
    response: z.boolean(),
  },
  L20: {
    name: "addDocumentVersion",
    ...controlled,
    summary: "Update existing document (new version)",
    summaryZhTw: "更新現有文件（改版）",
    note: "Upload the file first.",
    ...route.put("/iso/doc"),
    body: z.object({
      ...stored,
      originalDocName: required(line).describe("Present name of the document in the folder."),
      docProperty: DocPropertyUpdate.describe("Properties to change; those left out stay."),
    }),
    response: z.boolean(),
  },
  L21: {
    name: "voidControlledDocument",
    ...controlled,
    summary: "Void controlled document",
    summaryZhTw: "作廢管制文件",
    note: "Cannot be undone. Readers lose access.",
    ...route.delete("/iso/doc/cancel"),
    body: ended,
    response: z.boolean(),
  },
  L22: {
    name: "destroyControlledDocument",
    ...controlled,
    summary: "Destroy controlled document",
    summaryZhTw: "銷毀管制文件",
    note: "Cannot be undone. Everybody loses access.",
    ...route.delete("/iso/doc/destroy"),
    body: ended,
    response: z.boolean(),
  },
} as const satisfies Record<string, OperationSpec>;
