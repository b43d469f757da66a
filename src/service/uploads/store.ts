/**
 * Uploaded files. Each has a row in the company and its bytes in the files folder. Bytes are complete on the disk before a row
 * refers to them, and the row is deleted before its bytes, so a row never refers to missing or incomplete bytes. The next start
 * removes what a killed process leaves behind.
 */
import { randomUUID } from "node:crypto";
import { MusterdError } from "../../lib/errors.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { Refusal, refuse } from "../kernel/refusal.ts";
import { stored } from "../kernel/table.ts";
import { type Bytes, type BytesFolder, openBytesFolder, type StoredBytes } from "./bytes-folder.ts";
import { isExpired, keptUntil, receivedBytes } from "./files.ts";
import type { Company, FileRow, PartialFileRow } from "./tables.ts";

export type FileStore = {
  readonly bytes: BytesFolder;
  /** Stores a new file without references, whose name is valid. Refuses more bytes than the limit (`OPA-FILE-TOO-LARGE`). */
  readonly putBytes: (
    source: Bytes,
    file: Pick<FileRow, "fileName" | "owner">,
    limitBytes?: number,
  ) => Promise<FileRow>;
  /** Refuses another file of this length, in bytes, if the owner's files would then exceed the quota. */
  readonly requireSpace: (owner: string, length: number) => void;
  readonly readBytes: (file: FileRow) => NodeJS.ReadableStream;
  /**
   * Stores the row that `work` creates for these bytes. If `work` refuses, the bytes are deleted. If the row cannot be stored,
   * the bytes stay until the next start, because the row may be in the database nevertheless.
   */
  readonly adopt: <T>(stored: string, work: () => T) => Promise<T>;
  /** Removes expired files and partial files, by the company's clock. */
  readonly sweep: () => Promise<void>;
  readonly close: () => void;
};

const sweepEveryMs = 10 * 60 * 1000;

/**
 * `folder` belongs to this service only. Throws `service-files` when it cannot be read, or lacks bytes of existing rows.
 * `onFailure` is called with the cause when bytes could not be written, or the timer could not remove expired files.
 */
export const openFileStore = async (
  folder: string,
  file: CompanyFile<Company>,
  quotaBytes: number,
  onFailure: (cause: unknown) => void = () => undefined,
): Promise<FileStore> => {
  const { company } = file;
  const bytes = openBytesFolder(folder, onFailure);
  const adopt: FileStore["adopt"] = async (stored, work) => {
    try {
      return await file.write(work);
    } catch (thrown) {
      if (!(thrown instanceof Refusal && thrown.code === "OPA-STORE-FAILED")) await bytes.remove(stored);
      throw thrown;
    }
  };
  const sweep = async (): Promise<void> => {
    if (expired(company).length === 0) return;
    for (const stored of await file.write(() => forgetExpired(company))) await bytes.remove(stored);
  };
  await sweep();
  await tidy(folder, bytes, file);
  const timer = setInterval(() => void sweep().catch(onFailure), sweepEveryMs).unref();
  const requireSpace: FileStore["requireSpace"] = (owner, length) => {
    const usedBytes = usedBytesOf(company, owner);
    if (usedBytes + Math.max(length, leastBytes) > quotaBytes)
      refuse("OPA-UPLOAD-QUOTA", { usedBytes, fileBytes: length, quotaBytes });
  };
  return {
    bytes,
    adopt,
    requireSpace,
    putBytes: async (source, named, limitBytes = Number.POSITIVE_INFINITY) => {
      const written = await bytes.write(source, limitBytes);
      await bytes.sync(written.stored);
      return adopt(written.stored, () => {
        if (named.owner !== undefined) requireSpace(named.owner, written.length);
        return addFile(company, { uuid: randomUUID(), ...named, chunks: null, ...written });
      });
    },
    readBytes: ({ stored }) => bytes.read(stored),
    sweep,
    close: () => clearInterval(timer),
  };
};

/** Creates the row of a file whose bytes are stored. */
export const addFile = (
  company: Company,
  file: StoredBytes & Pick<FileRow, "uuid" | "owner" | "fileName" | "chunks">,
): FileRow => stored(company.files, { id: company.newId(), ...file, references: 0, expiresAt: keptUntil(company) });

/** A file counts with at least this length, so that the quota also bounds the number of small files. */
const leastBytes = 64 * 1024;

/** The bytes of all present files of an owner. An unfinished file counts with its whole length. */
const usedBytesOf = (company: Company, owner: string): number =>
  [company.files, company.partialFiles]
    .flatMap((table): readonly (FileRow | PartialFileRow)[] => table.by("owner", owner))
    .filter((row) => !isExpired(company, row))
    .reduce((sum, { length }) => sum + Math.max(length, leastBytes), 0);

const expired = (company: Company): (FileRow | PartialFileRow)[] =>
  [...company.files.all(), ...company.partialFiles.all()].filter((row) => isExpired(company, row));

/** Removes the rows of expired files, and returns the names of their bytes. */
const forgetExpired = (company: Company): string[] =>
  expired(company).map(({ id, stored }) => {
    for (const table of [company.files, company.partialFiles]) if (table.get(id)) table.remove(id);
    return stored;
  });

/**
 * Makes rows and bytes agree: removes bytes without a row, and partial files with too few bytes. Throws if a complete file has
 * no bytes.
 */
const tidy = async (folder: string, bytes: BytesFolder, file: CompanyFile<Company>): Promise<void> => {
  const { files, partialFiles } = file.company;
  const list = bytes.list().catch((cause: Error) => {
    throw new MusterdError("service-files", `the folder of uploaded files cannot be read: ${cause.message}`, {
      place: { file: folder },
      hint: "name a folder that the service may read and write",
      cause,
    });
  });
  const there = new Set(await list);
  const missing = files.all().filter(({ stored }) => !there.has(stored)).length;
  if (missing > 0) {
    throw new MusterdError("service-files", `${missing} of ${files.all().length} uploaded files are missing`, {
      place: { file: folder },
      hint: "name the folder that belongs to this database, or start with a new database",
    });
  }
  for (const row of partialFiles.all()) {
    if ((await bytes.size(row.stored)) >= receivedBytes(row)) continue;
    await file.write(() => partialFiles.remove(row.id));
  }
  const known = new Set([...files.all(), ...partialFiles.all()].map(({ stored }) => stored));
  for (const stored of there) if (!known.has(stored)) await bytes.remove(stored);
};
