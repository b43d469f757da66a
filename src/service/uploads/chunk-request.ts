/**
 * Reads the multipart body of a chunk. The parts of the body may come in any order, so the bytes are written to disk as they
 * arrive, and the fields are validated afterwards.
 */
import type { FastifyRequest } from "fastify";
import { ChunkFields } from "../../contract/uploads.ts";
import { readDocument } from "../kernel/read-document.ts";
import { Refusal, refuse } from "../kernel/refusal.ts";
import type { StoredBytes } from "./bytes-folder.ts";
import type { Chunk } from "./chunks.ts";
import type { FileStore } from "./store.ts";
import type { UploadLimits } from "./upload-parts.ts";

/** Maximum size of a field; the longest file name needs less. */
const longestFieldBytes = 4_096;
/**
 * Maximum number of fields. Fields that the contract does not name are ignored, so the number is greater than the contract's.
 */
const mostFields = 32;

const filePart = "ChunkFile";

/**
 * Reads a chunk and stores its bytes, which the calling function must adopt or discard. Refuses an invalid chunk, and keeps none
 * of its bytes.
 */
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
    for await (const part of partsOf(request)) {
      if (fields.has(part.fieldname) || (part.fieldname === filePart && piece)) {
        return refuse("OPA-REQUEST-INVALID", part.fieldname);
      }
      if (part.type === "file") piece = await receive(part.file, owner, admit);
      else if (part.valueTruncated) return refuse("OPA-REQUEST-INVALID", part.fieldname);
      else fields.set(part.fieldname, part.value);
    }
    return { fields: readFields(fields), piece: piece ?? refuse("OPA-REQUEST-INVALID", filePart) };
  } catch (thrown) {
    discardRest(request, maxChunkBytes);
    if (piece) await discard(piece.stored);
    throw asRefusal(thrown);
  }
};

const partsOf = (request: FastifyRequest) =>
  request.parts({
    // The name of a part decides whether it is the file, because a caller may omit the part's type and file name.
    isPartAFile: (name) => name === filePart,
    limits: { fieldSize: longestFieldBytes, fields: mostFields, fileSize: Number.POSITIVE_INFINITY },
  });

const readFields = (fields: ReadonlyMap<string, unknown>): ChunkFields => {
  const numbers = ["Length", "ChunkSize", "ChunkTotalCount", "ChunkNumber"];
  const values = [...fields].map(([name, value]) => [name, numbers.includes(name) ? decimal(value) : value]);
  return readDocument(ChunkFields, Object.fromEntries(values));
};

/** Only plain digits become a number; the schema refuses any other text. */
const decimal = (value: unknown): unknown =>
  typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value;

/**
 * Discards the rest of the body, because the sender may read the answer only after it has sent everything. If the rest has more
 * than `limit` bytes, the connection is cut.
 */
const discardRest = ({ raw }: FastifyRequest, limit: number): void => {
  let left = limit;
  raw.unpipe();
  raw.on("data", ({ length }: Buffer) => {
    left -= length;
    if (left < 0) raw.destroy();
  });
  raw.resume();
};

/** Converts errors of the multipart parser, including a body that ends too early, to refusals. */
const asRefusal = (thrown: unknown): Refusal => {
  if (thrown instanceof Refusal) return thrown;
  const isTooLarge = (thrown as { statusCode?: number }).statusCode === 413;
  return new Refusal(isTooLarge ? "OPA-BODY-TOO-LARGE" : "OPA-MULTIPART-INVALID");
};
