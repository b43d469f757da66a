/**
 * Finds the uploaded file for a reference in a request, and counts references to it. Every operation that takes the id of a file
 * finds the file with `findFile`, which is the only place that decides who may use it.
 */
import type { FileRef } from "../../contract/records/shared.ts";
import { isoInstant } from "../../lib/clock.ts";
import { type Caller, serviceCaller } from "../kernel/callers/caller.ts";
import { requireRow } from "../kernel/company/table.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireValidName } from "./file-name.ts";
import type { Company, FileRow, PartialFileRow } from "./tables.ts";

/** How long a file without references is kept, and a partial file after its last chunk. */
export const keptUnreferencedMs = 24 * 60 * 60 * 1000;

/**
 * Finds a file that the caller may use: the caller has uploaded it, or has a right to read and download a record that contains
 * it (R98). Any other file is refused like an unknown or expired one. `where` names the property.
 */
export const findFile = (company: Company, caller: Caller, ref: Pick<FileRef, "id">, where: string): FileRow => {
  const file = company.files.by("uuid", ref.id?.toLowerCase() ?? "")[0];
  const isUsable = file && !isExpired(company, file) && mayUse(company, caller, file);
  return isUsable ? file : refuse("OPA-FILE-UNKNOWN", `${where}.id`);
};

/**
 * Like `findFile`, and adds a reference to the file. Returns the name that the request gives the file, by default that of its
 * upload (R99); it must be valid.
 */
export const holdNamedFile = (company: Company, caller: Caller, ref: FileRef, where: string) => {
  const { id: fileId, fileName: uploaded } = findFile(company, caller, ref, where);
  const fileName = ref.fileName ?? uploaded;
  requireValidName(fileName, `${where}.fileName`);
  holdFile(company, fileId);
  return { fileId, fileName };
};

const mayUse = (company: Company, caller: Caller, { id, owner }: FileRow): boolean =>
  caller === serviceCaller || owner === ownerOf(caller) || company.givesFile(caller, id);

/** Returns the owner of an upload. A user is the same owner through any application. */
export const ownerOf = (caller: Caller): string =>
  caller.kind === "key" ? `key ${caller.name}` : `user ${caller.employeeId}`;

/** True when the file may be deleted. A partial file has no references. */
export const isExpired = (company: Company, file: FileRow | PartialFileRow): boolean =>
  !("references" in file && file.references > 0) && file.expiresAt <= isoInstant(company.clock.nowMs());

export const holdFile = (company: Company, fileId: number): void => changeReferences(company, fileId, 1);

/** Removes a reference; a file without references is deleted after `keptMs`. */
export const releaseFile = (company: Company, fileId: number, keptMs?: number): void =>
  changeReferences(company, fileId, -1, keptMs);

const changeReferences = (company: Company, fileId: number, by: 1 | -1, keptMs?: number): void => {
  const file = requireRow(company.files, fileId);
  company.files.put({ ...file, references: file.references + by, expiresAt: keptUntil(company, keptMs) });
};

/** Returns the expiry of a file that has no references from now on, as ISO 8601 in UTC. */
export const keptUntil = (company: Company, keptMs = keptUnreferencedMs): string =>
  isoInstant(company.clock.nowMs() + keptMs);

export const receivedBytes = ({ received, length, chunks }: PartialFileRow): number =>
  Math.min(received * chunks.chunkSize, length);
