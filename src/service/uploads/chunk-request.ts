/**
 * Reads the multipart body of a chunk. Its parts may come in any order, so the bytes go to the disk at once, in pieces and
 * only as fast as the disk takes them, and whatever the fields say is judged afterwards.
 */
import type { FastifyRequest } from "fastify";
import { ChunkFields } from "../../contract/uploads.ts";
import { readDocument } from "../read-document.ts";
import { Refusal, type RefusalCode, refuse } from "../refusal.ts";
import type { BytesFolder, StoredBytes } from "./bytes-folder.ts";
import type { Chunk } from "./chunks.ts";
import type { UploadLimits } from "./limits.ts";

/** More than the longest file name needs. */
const longestFieldBytes = 4_096;
/** Of fields that the contract does not name, some are overlooked. */
const mostFields = 32;

const filePart = "ChunkFile";

/** Stores the bytes; they are the caller's to remove. When it refuses, nothing is left. */
export const readChunk = async (request: FastifyRequest, bytes: BytesFolder, limits: UploadLimits): Promise<Chunk> => {
  if (!request.isMultipart()) return refuse("OPA-MEDIA-TYPE");
  request.raw.setTimeout(limits.idleMs);
  const fields = new Map<string, unknown>();
  let piece: StoredBytes | undefined;
  try {
    for await (const part of partsOf(request)) {
      if (fields.has(part.fieldname) || (part.fieldname === filePart && piece)) {
        return refuse("OPA-REQUEST-INVALID", `body.${part.fieldname}`);
      }
      if (part.type === "file") piece = await storePiece(bytes, part.file, limits.maxChunkBytes);
      else if (part.valueTruncated) return refuse("OPA-REQUEST-INVALID", `body.${part.fieldname}`);
      else fields.set(part.fieldname, part.value);
    }
    return { fields: readFields(fields), piece: piece ?? refuse("OPA-REQUEST-INVALID", `body.${filePart}`) };
  } catch (thrown) {
    discardRest(request, limits.maxChunkBytes);
    if (piece) await bytes.remove(piece.stored);
    throw asRefusal(thrown);
  }
};

const partsOf = (request: FastifyRequest) =>
  request.parts({
    // Not by the type of the part or the name of its file, which a caller may leave out.
    isPartAFile: (name) => name === filePart,
    limits: { fieldSize: longestFieldBytes, fields: mostFields, fileSize: Number.POSITIVE_INFINITY },
  });

const storePiece = async (
  bytes: BytesFolder,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<StoredBytes> => {
  try {
    return await bytes.write(source, limit);
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === "OPA-FILE-TOO-LARGE") refuse("OPA-CHUNK-TOO-LARGE", filePart, 413);
    throw thrown;
  }
};

const readFields = (fields: ReadonlyMap<string, unknown>): ChunkFields => {
  const numbers = ["Length", "ChunkSize", "ChunkTotalCount", "ChunkNumber"];
  const values = [...fields].map(([name, value]) => [name, numbers.includes(name) ? decimal(value) : value]);
  return readDocument(ChunkFields, Object.fromEntries(values), "body");
};

/** Only plain digits are a number; the schema refuses what is left as text. */
const decimal = (value: unknown): unknown =>
  typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value;

/**
 * The sender may go on sending, and reads the answer only then. What comes is dropped, up to as much as a chunk may have;
 * who sends more is cut off.
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

const statusCodes: Readonly<Record<number, RefusalCode>> = { 413: "OPA-BODY-TOO-LARGE" };

/** What the parser objects to, and a body that ends too early. */
const asRefusal = (thrown: unknown): Refusal => {
  if (thrown instanceof Refusal) return thrown;
  const { statusCode = 400 } = thrown as { statusCode?: number };
  return new Refusal(statusCodes[statusCode] ?? "OPA-MULTIPART-INVALID", [], statusCode === 413 ? 413 : 400);
};
