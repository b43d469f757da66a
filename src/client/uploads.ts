/**
 * Uploads a file in any of the service's three ways, with a key or a user's token. A large file is sent in chunks, in order. A
 * chunk that gets no answer is sent again, because the service recognises it by its number.
 */
import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import type { OperationId } from "../contract/contract.ts";
import type { Group } from "../contract/operations/operation-spec.ts";
import type { UploadResult } from "../contract/records/shared.ts";
import { MusterdError } from "../lib/errors.ts";
import type { CallOptions } from "./request-types.ts";
import type { SendCall } from "./send-call.ts";

/** The name of a file, how it is divided into chunks, and where an earlier attempt had stopped. */
export type UploadOptions = CallOptions & {
  readonly fileName: string;
  /** Length of a chunk in bytes; default 5 MiB. */
  readonly chunkSize?: number;
  /** The id under which the chunks are sent; by default a new UUID. The id of the file is in the result. */
  readonly id?: string;
  /** Chunks to skip, because an earlier attempt with the same id, name and chunk size has uploaded them; default 0. */
  readonly sentChunks?: number;
  /** Called after every chunk, with the values that another attempt needs to continue. */
  readonly onChunk?: (progress: { readonly id: string; readonly sentChunks: number; readonly chunks: number }) => void;
};

/** An upload of a stream, whose length must be known. */
export type StreamUpload = UploadOptions & {
  /** Length of the whole stream in bytes; the service expects it with every chunk. */
  readonly length: number;
};

export type Uploads = {
  /** Uploads in chunks (UP1, U14): a file by its path, a Blob, or a stream of known length. */
  readonly uploadFile: {
    (source: string | Blob, options: UploadOptions): Promise<UploadResult>;
    (source: AsyncIterable<Uint8Array>, options: StreamUpload): Promise<UploadResult>;
  };
  /** Uploads by link: the service fetches the file (UP2, U15). */
  readonly uploadLink: (url: string, options: { readonly fileName: string } & CallOptions) => Promise<UploadResult>;
  /** Uploads in one request of at most 10 MB (UP3, U16). */
  readonly uploadBase64: (
    bytes: Uint8Array,
    options: { readonly fileName: string } & CallOptions,
  ) => Promise<UploadResult>;
};

const operations = {
  system: { chunk: "UP1", link: "UP2", base64: "UP3" },
  user: { chunk: "U14", link: "U15", base64: "U16" },
} as const satisfies Record<Group, Record<string, OperationId>>;

export const uploadsOf = (group: Group, send: SendCall): Uploads => {
  const { chunk, link, base64 } = operations[group];
  return {
    uploadFile: (source: string | Blob | AsyncIterable<Uint8Array>, options: UploadOptions & { length?: number }) =>
      uploadChunks(send, chunk, source, options),
    uploadLink: (url, { fileName, ...options }) =>
      send(link, { ...options, body: { fileName, url } }) as Promise<UploadResult>,
    uploadBase64: (bytes, { fileName, ...options }) =>
      send(base64, {
        ...options,
        body: { fileName, base64Content: Buffer.from(bytes).toString("base64") },
      }) as Promise<UploadResult>,
  };
};

const defaultChunkSize = 5 * 1024 * 1024;

const uploadChunks = async (
  send: SendCall,
  operation: "UP1" | "U14",
  source: string | Blob | AsyncIterable<Uint8Array>,
  options: UploadOptions & { readonly length?: number },
): Promise<UploadResult> => {
  const {
    fileName,
    chunkSize = defaultChunkSize,
    id = randomUUID(),
    sentChunks = 0,
    onChunk,
    ...callOptions
  } = options;
  const bytes = typeof source === "string" ? await openAsBlob(source) : source;
  const length = bytes instanceof Blob ? bytes.size : (options.length ?? 0);
  // An empty file is sent as one empty chunk.
  const chunks = Math.max(1, Math.ceil(length / chunkSize));
  let result: unknown;
  let number = 0;
  for await (const chunk of chunksOf(bytes, length, chunkSize)) {
    // The last chunk is sent in any case, because its answer has the id of the file.
    if (number >= sentChunks || number === chunks - 1) {
      const body = {
        Id: id,
        FileName: fileName,
        Length: length,
        ChunkSize: chunkSize,
        ChunkTotalCount: chunks,
        ChunkNumber: number,
        ChunkFile: chunk,
      };
      result = await send(operation, { ...callOptions, body });
      onChunk?.({ id, sentChunks: number + 1, chunks });
    }
    number += 1;
  }
  return result as UploadResult;
};

/** Returns exactly `length` bytes of the source in chunks of `chunkSize`; at least one chunk, which may be empty. */
async function* chunksOf(source: Blob | AsyncIterable<Uint8Array>, length: number, chunkSize: number) {
  if (source instanceof Blob) {
    for (let at = 0; at === 0 || at < length; at += chunkSize) yield source.slice(at, at + chunkSize);
    return;
  }
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  let readBytes = 0;
  for await (const part of source) {
    readBytes += part.byteLength;
    if (readBytes > length) throw wrongLength(length);
    for (let at = 0; at < part.byteLength; ) {
      const piece = Uint8Array.from(part.subarray(at, at + chunkSize - heldBytes));
      held.push(piece);
      heldBytes += piece.byteLength;
      at += piece.byteLength;
      if (heldBytes === chunkSize) {
        yield new Blob(held);
        [held, heldBytes] = [[], 0];
      }
    }
  }
  if (readBytes < length) throw wrongLength(length);
  if (heldBytes > 0 || length === 0) yield new Blob(held);
}

const wrongLength = (length: number): MusterdError =>
  new MusterdError("upload-length", `the stream does not contain the stated ${length} bytes`, {
    hint: "state the length of the whole stream; the service deletes the chunks that were sent by itself",
  });
