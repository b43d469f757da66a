/** Finds the uploaded file for a reference in a request, and counts references to it. */
import type { FileRef } from "../../contract/shared-records.ts";
import { isoInstant } from "../../lib/clock.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireValidName } from "./file-name.ts";
import type { Company, FileRow, PartialFileRow } from "./tables.ts";

/** How long a file without references is kept, and a partial file after its last chunk. */
export const keptUnreferencedMs = 24 * 60 * 60 * 1000;

/** Finds an uploaded file; refuses an unknown or expired one. `where` names the property. */
export const findFile = (company: Company, ref: FileRef, where: string): FileRow => {
  const file = company.files.by("uuid", ref.id?.toLowerCase() ?? "")[0];
  if (!file || isExpired(company, file)) return refuse("OPA-FILE-UNKNOWN", `${where}.id`);
  return file;
};

/**
 * Finds an uploaded file, with the name that the reference gives it, by default that of its upload (R96). Refuses an invalid
 * name.
 */
export const findNamedFile = (company: Company, ref: FileRef, where: string): Pick<FileRow, "id" | "fileName"> => {
  const file = findFile(company, ref, where);
  const fileName = ref.fileName ?? file.fileName;
  requireValidName(fileName, `${where}.fileName`);
  return { id: file.id, fileName };
};

/** True when the file may be deleted. A partial file has no references. */
export const isExpired = (company: Company, file: FileRow | PartialFileRow): boolean =>
  !("references" in file && file.references > 0) && file.expiresAt <= isoInstant(company.clock.nowMs());

/** Adds a reference to the file. */
export const holdFile = (company: Company, fileId: number): void => changeReferences(company, fileId, 1);

/** Removes a reference; a file without references is deleted after `keptUnreferencedMs`. */
export const releaseFile = (company: Company, fileId: number): void => changeReferences(company, fileId, -1);

const changeReferences = (company: Company, fileId: number, by: 1 | -1): void => {
  const file = company.files.get(fileId);
  if (!file) throw new Error("a record refers to a file that does not exist");
  company.files.put({ ...file, references: file.references + by, expiresAt: keptUntil(company) });
};

/** Returns the expiry of a file that has no references from now on, as ISO 8601 in UTC. */
export const keptUntil = (company: Company): string => isoInstant(company.clock.nowMs() + keptUnreferencedMs);

/** Total size of the received chunks, in bytes. */
export const receivedBytes = ({ received, length, chunks }: PartialFileRow): number =>
  Math.min(received * chunks.chunkSize, length);
