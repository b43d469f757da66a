/**
 * U1–U13: the signed-in user's profile, pending documents and document center. Their paths are not published; the paths here
 * are modelled on those of the system group (R1).
 */
import { z } from "zod";
import { FormDetail, PendingItem } from "../records/forms.ts";
import { optional } from "../records/organisation.ts";
import { DocumentListItem, Folder, FolderAddress, Library, pageOf } from "../records/shared.ts";
import { dayOrDateTime, line, lines } from "../records/texts.ts";
import { keyword } from "./forms.ts";
import { byLibrary, folderBodies, ownDocuments } from "./libraries.ts";
import { type OperationSpec, route } from "./operation-spec.ts";

export const Profile = z.object({
  name: z.string().nullish().describe("The user's full name."),
  employee_Number: z.string().nullish().describe("The user's employee number; null if there is none."),
  email: z.string().nullish().describe("The user's main mailbox, or null."),
  dept_Name: z.string().nullish().describe("Name of the department of the main post; null without a post."),
  corp_Name: z.string().nullish().describe("Name of the company."),
});

/** The user's role in a folder (R83). */
export const folderRole = { none: 0, reader: 1, editor: 2 } as const;

export const FolderInfo = z.object({
  role: z.int32().describe("The user's role: 0 none, 1 reader, 2 editor."),
  allowDownloadFile: z.boolean().describe("True if the user may download original files."),
  allowDownloadPdf: z.boolean().describe("True if the user may download PDF versions."),
  enableWatermark: z.boolean().describe("True if pages are shown and printed with a watermark."),
  fullPath: z.array(z.string()).describe("Names of the folders from the library down; empty for the library itself."),
  allowDelete: z.boolean().describe("True if the user may delete the folder."),
  allowCancel: z.boolean().describe("True if the user may void controlled documents here."),
  allowDestroy: z.boolean().describe("True if the user may destroy controlled documents here."),
});

/** Values of the decision in U4. */
export const signStatus = { approve: 0, reject: 1 } as const;

const forms = { group: "user", tag: "Own forms", module: "bpm" } as const;
const documents = { group: "user", tag: "Document center", module: "dms" } as const;

export const personalOperations = {
  U1: {
    name: "getProfile",
    group: "user",
    tag: "Own profile",
    module: "base",
    permission: "P-Profile",
    summary: "Get personal profile",
    summaryZhTw: "取得個人資料",
    ...route.get("/profile"),
    response: Profile,
  },
  U2: {
    name: "listPendingTasks",
    ...forms,
    permission: "P-Pending",
    summary: "Get personal pending workflow list",
    summaryZhTw: "取得個人 BPM 待辦事項清單",
    ...route.query("/tasks"),
    body: z.object({
      keyword: optional(line).describe(keyword),
      applicant_Date_From: optional(dayOrDateTime).describe(
        "Applied for from this date (`YYYY-MM-DD`, at +08:00) or date-time.",
      ),
      applicant_Date_To: optional(dayOrDateTime).describe("Applied for until this date (included) or date-time."),
    }),
    response: z.object({
      items: z.array(PendingItem).describe("Documents that wait for the user, each once."),
    }),
  },
  U3: {
    name: "getWorkflowDocument",
    ...forms,
    permission: "P-FormRead",
    summary: "Get workflow document detail",
    summaryZhTw: "取得 BPM 表單詳細內容",
    ...route.get("/form/{formSn}", z.object({ formSn: line.describe("Number of the document.") })),
    response: FormDetail,
  },
  U4: {
    name: "signWorkflowDocument",
    ...forms,
    permission: "P-Sign",
    summary: "Sign a workflow document",
    summaryZhTw: "簽核 BPM 表單",
    ...route.post("/form/sign"),
    body: z.object({
      formSn: line.min(1).describe("Number of a document that waits for the user."),
      status: z.union([z.literal(signStatus.approve), z.literal(signStatus.reject)]).describe("0 approve, 1 reject."),
      reason: optional(lines).describe("The user's opinion; required to reject."),
    }),
    // The published example looks like an error (R6).
    response: z.object({
      errorCode: z.string().nullish().describe("Empty: the decision was taken."),
      traceId: z.string().nullish().describe("Unique to this answer."),
    }),
  },
  U5: {
    name: "listDocuments",
    ...documents,
    permission: "P-DocRead",
    summary: "List documents in a folder",
    summaryZhTw: "取得目錄的文件清單",
    ...route.query("/doc/list"),
    body: folderBodies.list,
    response: pageOf(DocumentListItem),
  },
  U6: {
    name: "checkFileNames",
    ...documents,
    permission: "P-DocManage",
    summary: "Check whether file names already exist in a folder",
    summaryZhTw: "檢查目錄中檔案名稱是否存在",
    ...route.query("/doc/exist"),
    body: folderBodies.exist,
    response: z.boolean(),
  },
  U7: {
    name: "addDocuments",
    ...documents,
    permission: "P-DocManage",
    summary: "Add uploaded files to a folder",
    summaryZhTw: "將已上傳的檔案加入目錄",
    note: "Upload the files first.",
    ...route.post("/doc"),
    body: ownDocuments,
    response: z.boolean(),
  },
  U8: {
    name: "deleteDocument",
    ...documents,
    permission: "P-DocManage",
    summary: "Delete a document",
    summaryZhTw: "刪除文件",
    ...route.delete("/doc"),
    body: folderBodies.remove,
  },
  U9: {
    name: "listLibraries",
    ...documents,
    permission: "P-DocRead",
    summary: "Get library list",
    summaryZhTw: "取得文件庫清單",
    ...route.get("/folder/root"),
    response: z.array(Library),
  },
  U10: {
    name: "listSubfolders",
    ...documents,
    permission: "P-DocRead",
    summary: "Get subfolders under a library",
    summaryZhTw: "取得文件庫的子目錄",
    ...route.get("/folder/list/{rootCode}", byLibrary),
    response: z.array(Folder),
  },
  U11: {
    name: "createFolder",
    ...documents,
    permission: "P-DocManage",
    summary: "Create folder and missing parent folders",
    summaryZhTw: "建立目錄，包含缺少的上層目錄",
    ...route.post("/folder"),
    body: FolderAddress,
    response: z.array(Folder),
  },
  U12: {
    name: "deleteFolder",
    ...documents,
    permission: "P-DocManage",
    summary: "Delete folder and move its contents to the trash",
    summaryZhTw: "刪除目錄，內容移至資源回收桶",
    ...route.delete("/folder"),
    body: FolderAddress,
    response: z.array(Folder),
  },
  U13: {
    name: "getFolder",
    ...documents,
    permission: "P-DocRead",
    summary: "Get folder information",
    summaryZhTw: "取得目錄資訊",
    ...route.query("/folder/info"),
    body: FolderAddress,
    response: z.array(FolderInfo),
  },
} as const satisfies Record<string, OperationSpec>;
