/** Cases of the upload in chunks. A refusal case sends chunks of 4 bytes of a 10-byte file; the chunk `sends` is refused. */
import type { SentFields } from "./upload-client.ts";

export const fileBytes = Buffer.from("0123456789");

/**
 * A chunk with its number. `fields` are fields with other values than usual (undefined: absent). `bytes` are other bytes than
 * usual (null: no file).
 */
export type SentChunk = {
  readonly number: number;
  readonly fields?: Readonly<Record<string, string | number | undefined>>;
  readonly bytes?: Buffer | null;
};

export type ChunkRefusal = {
  /** A test title in the present tense. */
  readonly fact: string;
  /** Chunks that are accepted before `sends`; default: none. */
  readonly first?: readonly SentChunk[];
  readonly sends: SentChunk;
  readonly code: string;
  /** Default: 400. */
  readonly status?: number;
  readonly details?: SentFields;
};

const [zero, one, two] = [{ number: 0 }, { number: 1 }, { number: 2 }] as const;

const orderly: readonly ChunkRefusal[] = [
  {
    fact: "a later chunk before the first",
    sends: one,
    code: "OPA-CHUNK-EARLY",
    details: { property: "ChunkNumber", expectedChunk: 0 },
  },
  {
    fact: "a chunk when an earlier one is missing",
    first: [zero],
    sends: two,
    code: "OPA-CHUNK-EARLY",
    details: { property: "ChunkNumber", expectedChunk: 1 },
  },
  {
    fact: "a chunk that was sent before, with other bytes",
    first: [zero, one],
    sends: { number: 0, bytes: Buffer.from("0129") },
    code: "OPA-CHUNK-DIFFERS",
    details: { property: "ChunkNumber", expectedChunk: 2 },
  },
  {
    fact: "other bytes for the last chunk of a complete file",
    first: [zero, one, two],
    sends: { number: 2, bytes: Buffer.from("88") },
    code: "OPA-CHUNK-DIFFERS",
    details: { property: "ChunkNumber", expectedChunk: 3 },
  },
  { fact: "a number that the file does not have", first: [zero], sends: { number: 3 }, code: "OPA-CHUNK-NUMBER" },
  {
    fact: "a chunk with a byte too many",
    first: [zero],
    sends: { number: 1, bytes: Buffer.from("45678") },
    code: "OPA-CHUNK-TOO-LARGE",
    details: { property: "ChunkFile", expectedChunk: 1 },
  },
  {
    fact: "a chunk with a byte too few",
    sends: { number: 0, bytes: Buffer.from("012") },
    code: "OPA-CHUNK-TOO-SMALL",
    details: { property: "ChunkFile", expectedChunk: 0 },
  },
  {
    fact: "a last chunk with a byte too many",
    first: [zero, one],
    sends: { number: 2, bytes: Buffer.from("890") },
    code: "OPA-CHUNK-TOO-LARGE",
  },
  {
    fact: "a last chunk with a byte too few",
    first: [zero, one],
    sends: { number: 2, bytes: Buffer.from("8") },
    code: "OPA-CHUNK-TOO-SMALL",
  },
  {
    fact: "an empty chunk of a file that is not empty",
    sends: { number: 0, bytes: Buffer.alloc(0) },
    code: "OPA-CHUNK-TOO-SMALL",
  },
];

/** From the second chunk on, these fields must be the same as in the first. */
const constant: readonly ChunkRefusal[] = [
  {
    fact: "another FileName than before",
    first: [zero],
    sends: { number: 1, fields: { FileName: "other.bin" } },
    code: "OPA-UPLOAD-CHANGED",
    details: { property: "FileName", expectedChunk: 1 },
  },
  {
    fact: "another Length than before",
    first: [zero],
    sends: { number: 1, fields: { Length: 11 } },
    code: "OPA-UPLOAD-CHANGED",
    details: { property: "Length", expectedChunk: 1 },
  },
  {
    fact: "another ChunkSize than before",
    first: [zero],
    sends: { number: 1, fields: { ChunkSize: 5, ChunkTotalCount: 2 } },
    code: "OPA-UPLOAD-CHANGED",
    details: { property: "ChunkSize", expectedChunk: 1 },
  },
  {
    fact: "another ChunkTotalCount than before",
    first: [zero],
    sends: { number: 1, fields: { ChunkTotalCount: 4 } },
    code: "OPA-CHUNK-COUNT",
  },
  {
    fact: "another FileName for a chunk of a complete file",
    first: [zero, one, two],
    sends: { number: 2, fields: { FileName: "other.bin" } },
    code: "OPA-UPLOAD-CHANGED",
  },
];

const bounded: readonly ChunkRefusal[] = [
  {
    fact: "fewer chunks than Length and ChunkSize give",
    sends: { number: 0, fields: { ChunkTotalCount: 2 } },
    code: "OPA-CHUNK-COUNT",
  },
  {
    fact: "more chunks than Length and ChunkSize give",
    sends: { number: 0, fields: { ChunkTotalCount: 4 } },
    code: "OPA-CHUNK-COUNT",
  },
  { fact: "no chunks", sends: { number: 0, fields: { ChunkTotalCount: 0 } }, code: "OPA-REQUEST-INVALID" },
  {
    fact: "more chunks than the service accepts",
    sends: { number: 0, fields: { Length: 12, ChunkSize: 1, ChunkTotalCount: 12 } },
    code: "OPA-CHUNK-COUNT",
  },
  {
    fact: "a file larger than the service accepts",
    sends: { number: 0, fields: { Length: 101, ChunkSize: 50, ChunkTotalCount: 3 } },
    code: "OPA-FILE-TOO-LARGE",
    status: 413,
  },
  {
    fact: "chunks larger than the service accepts",
    sends: { number: 0, fields: { Length: 100, ChunkSize: 51, ChunkTotalCount: 2 } },
    code: "OPA-CHUNK-TOO-LARGE",
    status: 413,
  },
  {
    fact: "a chunk larger than any permitted one, before its fields are known",
    sends: { number: 0, bytes: Buffer.alloc(51) },
    code: "OPA-CHUNK-TOO-LARGE",
    status: 413,
  },
  { fact: "a ChunkSize of 0", sends: { number: 0, fields: { ChunkSize: 0 } }, code: "OPA-REQUEST-INVALID" },
  {
    fact: "a ChunkSize above the range of int32",
    sends: { number: 0, fields: { ChunkSize: 2_147_483_648 } },
    code: "OPA-REQUEST-INVALID",
  },
  { fact: "a negative Length", sends: { number: 0, fields: { Length: -1 } }, code: "OPA-REQUEST-INVALID" },
  { fact: "a negative ChunkNumber", sends: { number: -1 }, code: "OPA-REQUEST-INVALID" },
  {
    fact: "a request without the file",
    sends: { number: 0, bytes: null },
    code: "OPA-REQUEST-INVALID",
    details: { property: "ChunkFile" },
  },
  {
    fact: "a FileName that is a path",
    sends: { number: 0, fields: { FileName: "../plan.bin" } },
    code: "OPA-NAME-INVALID",
  },
  {
    fact: "a FileName longer than a field may be",
    sends: { number: 0, fields: { FileName: "n".repeat(5_000) } },
    code: "OPA-REQUEST-INVALID",
  },
  { fact: "an Id that is not a uuid", sends: { number: 0, fields: { Id: "../../plan" } }, code: "OPA-REQUEST-INVALID" },
];

const names = ["Id", "FileName", "Length", "ChunkSize", "ChunkTotalCount", "ChunkNumber"];
const missing: readonly ChunkRefusal[] = names.flatMap((name) => [
  {
    fact: `a request without ${name}`,
    sends: { number: 0, fields: { [name]: undefined } },
    code: "OPA-REQUEST-INVALID",
  },
  { fact: `an empty ${name}`, sends: { number: 0, fields: { [name]: "" } }, code: "OPA-REQUEST-INVALID" },
]);
const notNumbers: readonly ChunkRefusal[] = names.slice(2).flatMap((name) =>
  ["four", "0x4", "4.0", " 4", "4e0", "+4", "４", "99999999999999999999"].map((value) => ({
    fact: `a ${name} of ${JSON.stringify(value)}`,
    sends: { number: 0, fields: { [name]: value } },
    code: "OPA-REQUEST-INVALID",
  })),
);

export const chunkRefusals: readonly ChunkRefusal[] = [...orderly, ...constant, ...bounded, ...missing, ...notNumbers];

export type ChunkSuccess = {
  readonly fact: string;
  readonly bytes: Buffer;
  readonly chunkSize: number;
  /** Chunk numbers in the order of sending. */
  readonly numbers: readonly number[];
  readonly isFileFirst?: boolean;
  readonly fileName?: string;
};

export const chunkSuccesses: readonly ChunkSuccess[] = [
  { fact: "accepts a file in chunks, the last one shorter", bytes: fileBytes, chunkSize: 4, numbers: [0, 1, 2] },
  { fact: "accepts a file whose chunks are all full", bytes: fileBytes, chunkSize: 5, numbers: [0, 1] },
  { fact: "accepts a file in one chunk", bytes: fileBytes, chunkSize: 10, numbers: [0] },
  { fact: "accepts a file smaller than its chunk size", bytes: fileBytes, chunkSize: 40, numbers: [0] },
  { fact: "accepts an empty file as one empty chunk", bytes: Buffer.alloc(0), chunkSize: 4, numbers: [0] },
  {
    fact: "accepts the maximum number of chunks",
    bytes: fileBytes,
    chunkSize: 1,
    numbers: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  },
  { fact: "accepts the file before the fields", bytes: fileBytes, chunkSize: 4, numbers: [0, 1, 2], isFileFirst: true },
  {
    fact: "accepts each chunk twice, and the first again after the last",
    bytes: fileBytes,
    chunkSize: 4,
    numbers: [0, 0, 1, 0, 1, 2, 2, 0],
  },
  {
    fact: "keeps a name as it was sent",
    bytes: fileBytes,
    chunkSize: 4,
    numbers: [0, 1, 2],
    fileName: 'u\u0308 報告 (1);"x".pdf',
  },
];
