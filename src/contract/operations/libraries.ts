/** L1–L11: document libraries, their folders and ordinary documents. A deleted document goes to the trash. */
import { z } from "zod";
import { required } from "../records/organisation.ts";
import {
  DocumentListItem,
  DuplicateAction,
  FileRef,
  Folder,
  FolderAddress,
  folderAddress,
  Library,
  OrgItem,
  pageOf,
  pageOptions,
  UserSetRequestItem,
} from "../records/shared.ts";
import { line } from "../records/texts.ts";
import { type OperationSpec, route } from "./operation-spec.ts";

const libraries = { group: "system", tag: "Document libraries", module: "dms", permission: "P-Lib" } as const;

const added = "Uploaded files to store, all or none of them; not empty.";

export const folderBodies = {
  rename: z.object({
    ...folderAddress,
    newName: required(line).describe("New last part of the path, unique in the parent folder."),
  }),
  list: z.object({
    ...folderAddress,
    pageOptions: pageOptions("name", "date of change", "size"),
  }),
  exist: z.object({
    ...folderAddress,
    documentNames: required(z.array(line)).describe("Names to look for; the answer is true if any exists."),
  }),
  add: z.object({
    ...folderAddress,
    documents: required(z.array(FileRef)).describe(added),
    duplicateAction: DuplicateAction,
  }),
  remove: z.object({ ...folderAddress, fileName: required(line).describe("Name of the document to delete.") }),
};

/** The body of U7: unlike L10, it does not show null for the list. */
export const ownDocuments = folderBodies.add.extend({ documents: z.array(FileRef).describe(added) });

export const byLibrary = z.object({ rootCode: line.describe("Code of the library.") });
export const FolderReaders = z.object({
  readers: z
    .array(OrgItem)
    .describe("Who may read the folder, besides the library's editors; inherited from above unless set."),
});

export const libraryOperations = {
  L1: {
    name: "listLibraries",
    ...libraries,
    summary: "Get library list",
    summaryZhTw: "取得文件庫清單",
    ...route.get("/folder/root"),
    response: z.array(Library),
  },
  L2: {
    name: "listSubfolders",
    ...libraries,
    summary: "Get subfolders under a library",
    summaryZhTw: "取得文件庫的子目錄",
    ...route.get("/folder/list/{rootCode}", byLibrary),
    response: z.array(Folder),
  },
  L3: {
    name: "createFolder",
    ...libraries,
    summary: "Create folder and missing parent folders",
    summaryZhTw: "建立目錄，包含缺少的上層目錄",
    ...route.post("/folder"),
    body: FolderAddress,
    response: z.array(Folder),
  },
  L4: {
    name: "deleteFolder",
    ...libraries,
    summary: "Delete folder and move its contents to the trash",
    summaryZhTw: "刪除目錄，內容移至資源回收桶",
    ...route.delete("/folder"),
    body: FolderAddress,
    response: z.array(Folder),
  },
  L5: {
    name: "renameFolder",
    ...libraries,
    summary: "Rename folder",
    summaryZhTw: "重新命名目錄",
    ...route.put("/folder/rename"),
    body: folderBodies.rename,
    response: z.array(Folder),
  },
  L6: {
    name: "getFolderPermission",
    ...libraries,
    summary: "Get folder permission",
    summaryZhTw: "取得目錄權限",
    ...route.query("/folder/permission/view"),
    body: FolderAddress,
    response: FolderReaders,
  },
  L7: {
    name: "updateFolderPermission",
    ...libraries,
    summary: "Update folder permission",
    summaryZhTw: "更新目錄權限",
    ...route.put("/folder/permission"),
    body: z.object({
      ...folderAddress,
      readers: required(z.array(UserSetRequestItem)).describe("The readers from now on; empty: editors only."),
    }),
  },
  L8: {
    name: "listDocuments",
    ...libraries,
    summary: "List documents in a folder",
    summaryZhTw: "取得目錄的文件清單",
    ...route.query("/doc/list"),
    body: folderBodies.list,
    response: pageOf(DocumentListItem),
  },
  L9: {
    name: "checkFileNames",
    ...libraries,
    summary: "Check whether file names exist",
    summaryZhTw: "檢查檔案名稱是否存在",
    ...route.query("/doc/exist"),
    body: folderBodies.exist,
    response: z.boolean(),
  },
  L10: {
    name: "addDocuments",
    ...libraries,
    summary: "Add uploaded files to a folder",
    summaryZhTw: "將已上傳的檔案加入目錄",
    note: "Upload the files first.",
    ...route.post("/doc"),
    body: folderBodies.add,
    response: z.boolean(),
  },
  L11: {
    name: "deleteDocument",
    ...libraries,
    summary: "Delete document",
    summaryZhTw: "刪除文件",
    ...route.delete("/doc"),
    body: folderBodies.remove,
  },
} as const satisfies Record<string, OperationSpec>;
