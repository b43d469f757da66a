/** L12–L22: libraries of controlled documents with versions, voiding and destruction. Only an empty folder can be deleted. */
import { z } from "zod";
import { byLibrary, folderBodies } from "./libraries.ts";
import type { OperationSpec } from "./operation-spec.ts";
import { dateTime, optional, required, UserRef } from "./records.ts";
import { FileRef, Folder, FolderAddress, folderAddress, Library, nothing } from "./shared-records.ts";
import { line, lines } from "./texts.ts";

const controlled = { group: "system", tag: "Controlled documents", module: "dms", permission: "P-Lib" } as const;

/** How a document gets its serial number (R81). */
export const docSerialRule = { automatic: 0, manual: 1 } as const;
/** How the next version number is chosen (R81). */
export const docVerRule = { integer: 0, decimal: 1, custom: 2 } as const;

export const VersionRuleNew = z.object({
  docSerialRule: z.int32(),
  docVerRule: z.int32(),
  expectedVersion: z.string(),
  allowCustomVer: z.boolean(),
});
export const VersionRuleUpdate = z.object({ docSerialRule: z.int32(), docVerRule: z.int32() });

export const DocPropertyUpdate = z.object({
  name: optional(line),
  docSerial: optional(line),
  docVersion: optional(line),
  publishDept: optional(line),
  applyDept: optional(line),
  startTime: optional(dateTime),
  endTime: optional(dateTime),
  summary: optional(lines),
  memo: optional(lines),
});
export type DocPropertyUpdate = z.infer<typeof DocPropertyUpdate>;

export const DocPropertyAdd = DocPropertyUpdate.extend({ docVerRule: optional(z.int32().min(0).max(2)) });
export type DocPropertyAdd = z.infer<typeof DocPropertyAdd>;

const ended = z.object({ ...folderAddress, docName: required(line), reason: required(lines) });
const stored = {
  ...folderAddress,
  uploadBy: optional(UserRef),
  document: FileRef,
  isCADFile: z.boolean(),
};

export const controlledDocumentOperations = {
  L12: {
    name: "listControlledLibraries",
    ...controlled,
    summary: "Get library list",
    method: "GET",
    path: "/iso/folder/root",
    mutates: false,
    params: nothing,
    response: z.array(Library),
  },
  L13: {
    name: "listControlledSubfolders",
    ...controlled,
    summary: "Get subfolders of a library",
    method: "GET",
    path: "/iso/folder/list/{rootCode}",
    mutates: false,
    params: byLibrary,
    response: z.array(Folder),
  },
  L14: {
    name: "createControlledFolder",
    ...controlled,
    summary: "Create folder and missing parent folders",
    method: "POST",
    path: "/iso/folder",
    mutates: true,
    params: nothing,
    body: FolderAddress,
    response: z.array(Folder),
  },
  L15: {
    name: "deleteControlledFolder",
    ...controlled,
    summary: "Delete an empty folder",
    method: "DELETE",
    path: "/iso/folder",
    mutates: true,
    params: nothing,
    body: FolderAddress,
    response: z.array(Folder),
  },
  L16: {
    name: "renameControlledFolder",
    ...controlled,
    summary: "Rename folder",
    method: "PUT",
    path: "/iso/folder/rename",
    mutates: true,
    params: nothing,
    body: folderBodies.rename,
    response: z.array(Folder),
  },
  L17: {
    name: "listNewDocumentRules",
    ...controlled,
    summary: "Get version rules for a new document",
    method: "POST",
    path: "/iso/doc/rule/new",
    mutates: false,
    params: nothing,
    body: FolderAddress,
    response: z.array(VersionRuleNew),
  },
  L18: {
    name: "listVersionRules",
    ...controlled,
    summary: "Get version rules for a version change",
    method: "POST",
    path: "/iso/doc/rule/current",
    mutates: false,
    params: nothing,
    body: z.object({ ...folderAddress, docName: required(line) }),
    response: z.array(VersionRuleUpdate),
  },
  L19: {
    name: "addControlledDocument",
    ...controlled,
    summary: "Add controlled document",
    method: "POST",
    path: "/iso/doc",
    mutates: true,
    params: nothing,
    body: z.object({ ...stored, docProperty: DocPropertyAdd }),
    response: z.boolean(),
  },
  L20: {
    name: "addDocumentVersion",
    ...controlled,
    summary: "Update existing document (new version)",
    method: "PUT",
    path: "/iso/doc",
    mutates: true,
    params: nothing,
    body: z.object({ ...stored, originalDocName: required(line), docProperty: DocPropertyUpdate }),
    response: z.boolean(),
  },
  L21: {
    name: "voidControlledDocument",
    ...controlled,
    summary: "Void controlled document",
    method: "DELETE",
    path: "/iso/doc/cancel",
    mutates: true,
    params: nothing,
    body: ended,
    response: z.boolean(),
  },
  L22: {
    name: "destroyControlledDocument",
    ...controlled,
    summary: "Destroy controlled document",
    method: "DELETE",
    path: "/iso/doc/destroy",
    mutates: true,
    params: nothing,
    body: ended,
    response: z.boolean(),
  },
} as const satisfies Record<string, OperationSpec>;
