/** L1–L11: document libraries, their folders and ordinary documents. Deleting moves to the trash. */
import { z } from "zod";
import type { OperationSpec } from "./operation-spec.ts";
import { required } from "./records.ts";
import {
  DocumentListItem,
  DuplicateAction,
  FileRef,
  Folder,
  FolderAddress,
  folderAddress,
  Library,
  nothing,
  OrgItem,
  PageOptions,
  pageOf,
} from "./shared-records.ts";

const libraries = { group: "system", tag: "Document libraries", module: "dms", permission: "P-Lib" } as const;

export const folderBodies = {
  rename: z.object({ ...folderAddress, newName: required(z.string()) }),
  list: z.object({ ...folderAddress, pageOptions: PageOptions }),
  exist: z.object({ ...folderAddress, documentNames: required(z.array(z.string())) }),
  add: z.object({ ...folderAddress, documents: required(z.array(FileRef)), duplicateAction: DuplicateAction }),
  remove: z.object({ ...folderAddress, fileName: required(z.string()) }),
};

export const byLibrary = z.object({ rootCode: z.string() });

export const libraryOperations = {
  L1: {
    ...libraries,
    summary: "Get library list",
    method: "GET",
    path: "/folder/root",
    mutates: false,
    params: nothing,
    response: z.array(Library),
  },
  L2: {
    ...libraries,
    summary: "Get subfolders under a library",
    method: "GET",
    path: "/folder/list/{rootCode}",
    mutates: false,
    params: byLibrary,
    response: z.array(Folder),
  },
  L3: {
    ...libraries,
    summary: "Create folder, with every missing folder above it",
    method: "POST",
    path: "/folder",
    mutates: true,
    params: nothing,
    body: FolderAddress,
    response: z.array(Folder),
  },
  L4: {
    ...libraries,
    summary: "Delete folder; what is in it goes to the trash",
    method: "DELETE",
    path: "/folder",
    mutates: true,
    params: nothing,
    body: FolderAddress,
    response: z.array(Folder),
  },
  L5: {
    ...libraries,
    summary: "Rename folder",
    method: "PUT",
    path: "/folder/rename",
    mutates: true,
    params: nothing,
    body: folderBodies.rename,
    response: z.array(Folder),
  },
  L6: {
    ...libraries,
    summary: "Get folder permission",
    method: "POST",
    path: "/folder/permission/view",
    mutates: false,
    params: nothing,
    body: FolderAddress,
    response: z.object({ readers: z.array(OrgItem) }),
  },
  L7: {
    ...libraries,
    summary: "Update folder permission",
    method: "PUT",
    path: "/folder/permission",
    mutates: true,
    params: nothing,
    body: z.object({ ...folderAddress, readers: required(z.array(OrgItem)) }),
  },
  L8: {
    ...libraries,
    summary: "List documents in a folder",
    method: "POST",
    path: "/doc/list",
    mutates: false,
    params: nothing,
    /** `pageOptions.by`: 0 name, 1 date of change, 2 size (R77). */
    body: folderBodies.list,
    response: pageOf(DocumentListItem),
  },
  L9: {
    ...libraries,
    summary: "Check whether file names exist",
    method: "POST",
    path: "/doc/exist",
    mutates: false,
    params: nothing,
    body: folderBodies.exist,
    response: z.boolean(),
  },
  L10: {
    ...libraries,
    summary: "Add uploaded files to a folder",
    method: "POST",
    path: "/doc",
    mutates: true,
    params: nothing,
    body: folderBodies.add,
    response: z.boolean(),
  },
  L11: {
    ...libraries,
    summary: "Delete document",
    method: "DELETE",
    path: "/doc",
    mutates: true,
    params: nothing,
    body: folderBodies.remove,
  },
} as const satisfies Record<string, OperationSpec>;
