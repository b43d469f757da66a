/**
 * Reads the multipart body of a chunk. The parts of the body may come in any order, so the bytes are written to disk as they
 * arrive, and the fields are validated afterwards.
 */
import type { FastifyError, FastifyRequest } from "fastify";
import { ChunkFields } from "../../contract/operations/uploads.ts";
import { readDocument } from "../kernel/http/read-document.ts";
import { discardRest } from "../kernel/http/senders.ts";
import { Refusal, refuse, refuseInvalid } from "../kernel/refusal.ts";
import type { StoredBytes } from "./bytes-folder.ts";
import type { Chunk } from "./chunks.ts";
import type { FileStore } from "./store.ts";
import type { UploadLimits } from "./upload-parts.ts";

const filePart = "ChunkFile";

const options = {
  // The name of a part decides whether it is the file, because a caller may omit the part's type and file name.
  isPartAFile: (name?: string) => name === filePart,
  limits: {
    // In bytes; the longest file name needs less.
    fieldSize: 4_096,
    // More than the contract's, because fields that it does not name are ignored.
    fields: 32,
    fileSize: Number.POSITIVE_INFINITY,
  },
};

/** Reads a chunk and stores its bytes, which the caller must adopt or discard. Keeps none of an invalid chunk. */
export const readChunk = async (
  request: FastifyRequest,
  owner: string,
  { receive, discard }: FileStore,
  { maxChunkBytes }: UploadLimits,
): Promise<Chunk> => {
  if (!request.isMultipart()) return refuse("OPA-MEDIA-TYPE");
  const fields = new Map<string, unknown>();
  let piece: StoredBytes | undefined;
  const admit = (length: number) => {
    if (length > maxChunkBytes) refuse("OPA-CHUNK-TOO-LARGE", filePart, 413);
  };
  try {
    for await (const part of request.parts(options)) {
      const { fieldname: name } = part;
      const isTruncated = part.type === "field" && part.valueTruncated;
      if (fields.has(name)) return refuseInvalid(name, "must be sent only once");
      if (isTruncated) return refuseInvalid(name, "must be shorter");
      if (part.type === "file") piece = await receive(part.file, owner, admit);
      fields.set(name, part.type === "file" ? piece : read(name, part.value));
    }
    const valid = readDocument(ChunkFields, Object.fromEntries(fields));
    return { fields: valid, piece: piece ?? refuseInvalid(filePart, "must be present") };
  } catch (thrown) {
    discardRest(request, maxChunkBytes);
    if (piece) await discard(piece.stored);
    if (thrown instanceof Refusal || (thrown as FastifyError).statusCode === 413) throw thrown;
    // Any other error of the parser, for example because the body ends too early.
    throw new Refusal("OPA-MULTIPART-INVALID");
  }
};

/** In a number, only plain digits are read; the schema refuses any other text. */
const read = (name: string, value: unknown): unknown =>
  numbers.includes(name) && typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value;

const numbers = ["Length", "ChunkSize", "ChunkTotalCount", "ChunkNumber"];
