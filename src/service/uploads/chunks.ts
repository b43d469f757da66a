/**
 * The upload in chunks (UP1, U14). A chunk is validated when its request is complete, so the order of the request's parts does
 * not matter, and a chunk that was cut off leaves no trace. The chunks of one file are accepted one after the other; a chunk
 * that comes too early is refused with the number of the expected one. A repeated chunk with the same bytes gets the same
 * answer, so a caller that missed an answer may repeat the chunk (R93).
 */
import type { RefusalCode } from "../../contract/operations/refusals.ts";
import type { ChunkFields } from "../../contract/operations/uploads.ts";
import type { CompanyFile } from "../kernel/company/company-file.ts";
import { uuidOf } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import type { StoredBytes } from "./bytes-folder.ts";
import { requireValidName } from "./file-name.ts";
import { isExpired, keptUntil, receivedBytes } from "./files.ts";
import { addFile, type FileStore } from "./store.ts";
import type { Company, FileRow, PartialFileRow } from "./tables.ts";
import type { UploadLimits } from "./upload-parts.ts";

/** A received chunk; `piece` describes its stored bytes. */
export type Chunk = { readonly fields: ChunkFields; readonly piece: StoredBytes };

type Parts = { readonly file: CompanyFile<Company>; readonly store: FileStore; readonly limits: UploadLimits };

/** Returns a function that receives a chunk of an owner's file. Whatever the result, it adopts or discards the chunk's bytes. */
export const createChunkReceiver = (parts: Parts) => {
  /** The last chunk of each file that is being taken. */
  const turns = new Map<string, Promise<void>>();

  const take = async (chunk: Chunk, uuid: string, owner: string): Promise<void> => {
    let isAdopted = false;
    try {
      const next = await judge(parts, chunk, uuid);
      isAdopted = next === "first";
      if (next === "first") await start(parts, chunk, uuid, owner);
      else if (next !== "repeated") await proceed(parts, chunk, next);
    } finally {
      if (!isAdopted) await parts.store.discard(chunk.piece.stored);
    }
  };

  return async (chunk: Chunk, owner: string) => {
    // The same for every chunk. As it depends on the owner, an `Id` that somebody else has used is like any other.
    const uuid = uuidOf(owner, chunk.fields.Id.toLowerCase());
    const turn = Promise.allSettled([turns.get(uuid)]).then(() => take(chunk, uuid, owner));
    turns.set(uuid, turn);
    await turn.finally(() => turns.get(uuid) === turn && turns.delete(uuid));
    return { uuid, fileName: chunk.fields.FileName };
  };
};

/**
 * Returns `first` for the first chunk of a file, `repeated` for a chunk received before, or the file's row for the next chunk.
 * Refuses a chunk that is invalid, comes too early, or repeats an earlier one with other bytes.
 */
const judge = async (
  { file, store, limits }: Parts,
  { fields, piece }: Chunk,
  uuid: string,
): Promise<PartialFileRow | "first" | "repeated"> => {
  requireValid(fields, limits);
  const { ChunkNumber: number, ChunkSize: chunkSize, Length: length } = fields;
  const known = await find(file, store, uuid);
  const partial = known && "received" in known ? known : undefined;
  const expected = known && !partial ? fields.ChunkTotalCount : (partial?.received ?? 0);
  if (known) requireSameFile(known, fields, expected);
  if (number > expected) refuseChunk("OPA-CHUNK-EARLY", "ChunkNumber", expected);
  const size = Math.min(chunkSize, length - number * chunkSize);
  if (piece.length > size) refuseChunk("OPA-CHUNK-TOO-LARGE", "ChunkFile", expected);
  if (piece.length < size) refuseChunk("OPA-CHUNK-TOO-SMALL", "ChunkFile", expected);
  if (!known || number === expected) return partial ?? "first";
  const before = await store.bytes.digest(known.stored, number * chunkSize, size);
  const isSame = before === (await store.bytes.digest(piece.stored, 0, size));
  return isSame ? "repeated" : refuseChunk("OPA-CHUNK-DIFFERS", "ChunkNumber", expected);
};

/** Returns the complete or partial file, or undefined if it is new. */
const find = async ({ company, read }: CompanyFile<Company>, store: FileStore, uuid: string) => {
  const known = await read(() => company.files.by("uuid", uuid)[0] ?? company.partialFiles.by("uuid", uuid)[0]);
  if (!known || !isExpired(company, known)) return known;
  await store.sweep();
  return undefined;
};

/** Stores the first chunk. Its bytes become the beginning of the stored file. */
const start = async ({ file: { company }, store }: Parts, { fields, piece }: Chunk, uuid: string, owner: string) => {
  const { FileName: fileName, Length: length, ChunkSize: chunkSize, ChunkTotalCount: chunkTotalCount } = fields;
  const file = { uuid, owner, fileName, length, stored: piece.stored, chunks: { chunkSize, chunkTotalCount } };
  await store.adopt(piece.stored, () => {
    store.quota.requireSpace(owner, length);
    if (chunkTotalCount === 1) addFile(company, file);
    else company.partialFiles.put({ id: company.newId(), ...file, received: 1, expiresAt: keptUntil(company) });
  });
};

/** Stores the next chunk: first its bytes, then the row of its file. */
const proceed = async ({ file, store: { bytes, quota } }: Parts, { piece }: Chunk, partial: PartialFileRow) => {
  const { company } = file;
  const { id, received, expiresAt: _, ...whole } = partial;
  const isWhole = received + 1 === whole.chunks.chunkTotalCount;
  await bytes.append(whole.stored, receivedBytes(partial), piece.stored);
  await file.write(() => {
    // The partial file may have expired while the bytes were written.
    if (!company.partialFiles.get(id)) refuseChunk("OPA-CHUNK-EARLY", "ChunkNumber", 0);
    quota.release(piece.stored);
    if (!isWhole)
      return company.partialFiles.put({ ...partial, received: received + 1, expiresAt: keptUntil(company) });
    company.partialFiles.remove(id);
    addFile(company, whole);
  });
};

const refuseChunk = (code: RefusalCode, property: keyof ChunkFields | "ChunkFile", expectedChunk: number): never =>
  refuse(code, { property, expectedChunk });

/** Refuses a chunk whose fields contradict each other or exceed a limit. */
const requireValid = (fields: ChunkFields, { maxFileBytes, maxChunkBytes, maxChunks }: UploadLimits): void => {
  const { FileName, Length, ChunkSize, ChunkTotalCount, ChunkNumber } = fields;
  requireValidName(FileName, "FileName");
  if (Length > maxFileBytes) refuse("OPA-FILE-TOO-LARGE", "Length");
  if (Math.min(ChunkSize, Length) > maxChunkBytes) refuse("OPA-CHUNK-TOO-LARGE", "ChunkSize", 413);
  // An empty file consists of one empty chunk.
  const count = Math.max(1, Math.ceil(Length / ChunkSize));
  if (ChunkTotalCount !== count || count > maxChunks) refuse("OPA-CHUNK-COUNT", "ChunkTotalCount");
  if (ChunkNumber >= ChunkTotalCount) refuse("OPA-CHUNK-NUMBER", "ChunkNumber");
};

/** All chunks of a file must have the same file name, length, chunk size and number of chunks. */
const requireSameFile = (known: FileRow | PartialFileRow, fields: ChunkFields, expected: number): void => {
  const { fileName: FileName, length: Length, chunks } = known;
  const before = { FileName, Length, ChunkSize: chunks?.chunkSize, ChunkTotalCount: chunks?.chunkTotalCount };
  for (const name of ["FileName", "Length", "ChunkSize", "ChunkTotalCount"] as const) {
    if (before[name] !== fields[name]) refuseChunk("OPA-UPLOAD-CHANGED", name, expected);
  }
};
