/**
 * The three ways to upload a file, in both groups: UP1–UP3 of the system group (numbered by this project, because the published
 * list gives no ids) and U14–U16 of the user group.
 */
import { z } from "zod";
import { required } from "../records/organisation.ts";
import { FileId, UploadResult } from "../records/shared.ts";
import { line, lineUpTo, longestUrl } from "../records/texts.ts";
import { type OperationSpec, route } from "./operation-spec.ts";

/** Largest JSON body of all other operations, in bytes. */
export const bodyLimitBytes = 1024 * 1024;

/** Largest request body of an upload in base64 (UP3, U16), in bytes. */
export const base64BodyLimitBytes = 10 * 1024 * 1024;

/**
 * The text fields of a chunk; the numbers are sent as decimal text. `ChunkNumber` counts from 0 (R71). The caller chooses `Id`
 * for all chunks of one file; the answer has the id of the file (R93).
 */
export const ChunkFields = z.object({
  Id: FileId.describe("Chosen by the caller, the same for all chunks of a file; the answer has the file's id."),
  FileName: line.min(1).describe("Name of the whole file, with extension."),
  Length: z.int().min(0).describe("Size of the whole file in bytes."),
  ChunkSize: z.int32().min(1).describe("Size of every chunk but the last, in bytes."),
  ChunkTotalCount: z.int32().min(1).describe("Number of chunks of the file."),
  ChunkNumber: z.int32().min(0).describe("Number of this chunk, from 0."),
});
export type ChunkFields = z.infer<typeof ChunkFields>;

const uploads = { tag: "File upload", module: "file", permission: null } as const;

const fileName = required(line).describe("Name of the file, with extension.");

const chunk = {
  ...uploads,
  name: "uploadChunk",
  summary: "Upload a file in chunks",
  summaryZhTw: "分段上傳檔案",
  note: "Send the chunks in order; every answer has the id of the file, which expires after a day unless something refers to it.",
  ...route.post("/upload/chunk"),
  body: ChunkFields.extend({ ChunkFile: z.file().describe("The bytes of this chunk.") }),
  bodyType: "multipart",
  response: UploadResult,
} as const;
const link = {
  ...uploads,
  name: "uploadLink",
  summary: "Upload by file link",
  summaryZhTw: "以檔案連結上傳",
  ...route.post("/upload/link"),
  body: z.object({
    fileName,
    url: required(lineUpTo(longestUrl)).describe(
      "Public http or https address from which the service fetches the file.",
    ),
  }),
  response: UploadResult,
} as const;
/** The alphabet of RFC 4648, section 4, with line ends (R97); not empty. */
export const base64Pattern = "^[\\r\\n]*[A-Za-z0-9+/][A-Za-z0-9+/\\r\\n]*(?:=[\\r\\n]*){0,2}$";
export const base64Content = z.string().max(base64BodyLimitBytes);
const base64 = {
  ...uploads,
  name: "uploadBase64",
  summary: "Upload by base64",
  summaryZhTw: "以 base64 上傳檔案",
  ...route.post("/upload/base64"),
  body: z.object({
    fileName,
    base64Content: required(base64Content).describe("The file in base64; the whole request has at most 10 MB."),
  }),
  response: UploadResult,
} as const;

/** A user uploads files to put them into a folder (U7), so a token needs that permission (R73). */
const managed = { permission: "P-DocManage" } as const;

export const uploadOperations = {
  UP1: { group: "system", ...chunk },
  UP2: { group: "system", ...link },
  UP3: { group: "system", ...base64 },
  U14: { group: "user", ...chunk, ...managed },
  U15: { group: "user", ...link, ...managed },
  U16: { group: "user", ...base64, ...managed },
} as const satisfies Record<string, OperationSpec>;
