/** Sends uploads over real HTTP, for both groups. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type ClientRequest, request } from "node:http";
import type { ChunkFields } from "../../../src/contract/operations/uploads.ts";
import type { UploadResult } from "../../../src/contract/records/shared.ts";
import { uuidOf } from "../../../src/service/kernel/identity.ts";
import { type callerOf, errorCodeOf, keyOf, pathOf } from "../running-service.ts";

export type Caller = ReturnType<typeof callerOf>;

/** The upload operations of a group, and the headers with which it authenticates. */
export type UploadGroup = {
  readonly chunk: "UP1" | "U14";
  readonly link: "UP2" | "U15";
  readonly base64: "UP3" | "U16";
  readonly headers: Readonly<Record<string, string>>;
};

export const systemGroup: UploadGroup = { chunk: "UP1", link: "UP2", base64: "UP3", headers: keyOf };
export const userGroup = (token: string): UploadGroup => ({
  chunk: "U14",
  link: "U15",
  base64: "U16",
  headers: { Authorization: `Bearer ${token}` },
});

/** Fields to send: text, possibly missing or invalid. */
export type SentFields = Readonly<Record<string, string | number>>;

/** The fields that are the same in every chunk of a file, and the bytes of each chunk. */
export const inChunks = (bytes: Buffer, chunkSize: number, fields: Partial<ChunkFields> = {}) => {
  const count = Math.max(1, Math.ceil(bytes.length / chunkSize));
  const common = {
    Id: randomUUID(),
    FileName: "plan.bin",
    Length: bytes.length,
    ChunkSize: chunkSize,
    ChunkTotalCount: count,
    ...fields,
  };
  const pieces = Array.from({ length: count }, (_, at) => bytes.subarray(at * chunkSize, (at + 1) * chunkSize));
  return { fields: common, pieces };
};

/** The id of the file that a key uploads in chunks with these fields; by default the key of `keyOf`. */
export const idIn = ({ Id }: Pick<ChunkFields, "Id">, key = "sync"): string => uuidOf(`key ${key}`, Id.toLowerCase());

/** A form with the file first or last; `bytes` undefined: without a file. */
export const formOf = (fields: SentFields, bytes: Buffer | undefined, isFileFirst = false): FormData => {
  const form = new FormData();
  const addFile = () => bytes && form.append("ChunkFile", new Blob([new Uint8Array(bytes)]), "../../etc/passwd");
  if (isFileFirst) addFile();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (!isFileFirst) addFile();
  return form;
};

export type Outcome = {
  readonly status: number;
  readonly code: string | undefined;
  /** The details of the refusal. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly result: UploadResult;
};

const outcomeOf = async (response: Response): Promise<Outcome> => {
  const text = await response.text();
  const json = text === "" ? undefined : JSON.parse(text);
  const code = errorCodeOf({ status: response.status, headers: response.headers, text, json });
  return { status: response.status, code, details: json?.errorExpando?.[0]?.expandoObject, result: json };
};

export const uploaderOf = (service: Caller, group: UploadGroup = systemGroup) => {
  const post = async (path: string, body: FormData | string, headers: Record<string, string> = {}) =>
    outcomeOf(
      await fetch(`${service.url}${path}`, { method: "POST", headers: { ...group.headers, ...headers }, body }),
    );
  const asJson = { "Content-Type": "application/json" };
  return {
    sendForm: (form: FormData, version = "1") => post(pathOf(group.chunk, {}, version), form),
    sendChunk: (fields: SentFields, bytes: Buffer | undefined, isFileFirst = false) =>
      post(pathOf(group.chunk), formOf(fields, bytes, isFileFirst)),
    sendLink: (fileName: unknown, url: unknown) => post(pathOf(group.link), JSON.stringify({ fileName, url }), asJson),
    sendBase64: (fileName: unknown, base64Content: unknown, version = "1") =>
      post(pathOf(group.base64, {}, version), JSON.stringify({ fileName, base64Content }), asJson),
  };
};

/** Returns a function that sends a chunk of a file by its number. */
export const chunksOf =
  (uploader: ReturnType<typeof uploaderOf>, { fields, pieces }: ReturnType<typeof inChunks>) =>
  (ChunkNumber: number): Promise<Outcome> =>
    uploader.sendChunk({ ...fields, ChunkNumber }, pieces[ChunkNumber]);

/** Starts to send a chunk without ending it; the file follows the fields. */
export const beginChunk = (service: Caller, fields: SentFields, bytes: Buffer): ClientRequest => {
  const type = "multipart/form-data; boundary=edge";
  const sent = request(`${service.url}${pathOf("UP1")}`, {
    method: "POST",
    headers: { ...keyOf, "Content-Type": type },
  });
  sent.on("error", () => undefined);
  for (const [name, value] of Object.entries(fields)) {
    sent.write(`--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  }
  sent.write('--edge\r\nContent-Disposition: form-data; name="ChunkFile"; filename="c"\r\n\r\n');
  sent.write(bytes);
  return sent;
};

/** The bytes of an uploaded file; undefined if there is none. */
export const readBack = async (service: Caller, id: string): Promise<Buffer | undefined> => {
  const response = await fetch(`${service.url}/sandbox/files/${id}`, {
    headers: { "Admin-Key": "admin-secret-of-tests" },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.status === 200 ? bytes : undefined;
};

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export const someBytes = (length: number): Buffer => randomBytes(length);
