/**
 * Uploaded files. Each has a row in the company and its bytes in the files folder. Bytes are complete on the disk before a row
 * refers to them, and the row is deleted before its bytes, so a row never refers to missing or incomplete bytes. The next start
 * removes what a killed process leaves behind.
 */
import { randomUUID } from "node:crypto";
import { MusterdError } from "../../lib/errors.ts";
import type { CompanyFile } from "../kernel/company/company-file.ts";
import { stored } from "../kernel/company/table.ts";
import { refuse } from "../kernel/refusal.ts";
import { type Bytes, type BytesFolder, openBytesFolder, type StoredBytes } from "./bytes-folder.ts";
import { isExpired, keptUntil, receivedBytes } from "./files.ts";
import { createQuota } from "./quota.ts";
import type { Company, FileRow } from "./tables.ts";

export type FileStore = Awaited<ReturnType<typeof openFileStore>>;

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
) => {
  const { company } = file;
  const bytes = openBytesFolder(folder, onFailure);
  const quota = createQuota(company, quotaBytes);
  const discard = async (stored: string): Promise<void> => {
    await bytes.remove(stored);
    quota.release(stored);
  };
  /**
   * Stores bytes, which the calling function must adopt or discard, and counts them in their owner's quota until then. `admit`
   * gets the length so far, and may refuse it.
   */
  const receive = async (source: Bytes, owner: string | undefined, admit: (length: number) => void) => {
    const stored = randomUUID();
    try {
      return await bytes.write(stored, source, (length) => {
        admit(length);
        if (owner !== undefined) quota.receive(owner, stored, length);
      });
    } catch (thrown) {
      await discard(stored);
      throw thrown;
    }
  };
  /**
   * Stores the row that `work` creates for these bytes. If that fails before there is a row, the bytes are deleted. If the row
   * cannot be stored, they stay until the next start, because the row may be in the database nevertheless.
   */
  const adopt = async <T>(stored: string, work: () => T): Promise<T> => {
    let hasRow = false;
    try {
      await bytes.sync(stored);
      return await file.write(() => {
        const result = work();
        hasRow = true;
        quota.release(stored);
        return result;
      });
    } finally {
      if (!hasRow) await discard(stored);
    }
  };
  /** Removes expired files and partial files, by the company's clock. */
  const sweep = async (): Promise<void> => {
    for (const stored of await file.write(() => forgetExpired(company))) await bytes.remove(stored);
  };
  await sweep();
  await tidy(folder, bytes, file);
  const timer = setInterval(() => void sweep().catch(onFailure), sweepEveryMs).unref();
  return {
    bytes,
    quota,
    receive,
    discard,
    adopt,
    /** Stores a new file without references, whose name is valid. Refuses more bytes than the limit (`OPA-FILE-TOO-LARGE`). */
    putBytes: async (
      source: Bytes,
      named: Pick<FileRow, "fileName" | "owner">,
      limitBytes = Number.POSITIVE_INFINITY,
    ): Promise<FileRow> => {
      const written = await receive(source, named.owner, (length) => {
        if (length > limitBytes) refuse("OPA-FILE-TOO-LARGE");
      });
      return adopt(written.stored, () => {
        if (named.owner !== undefined) quota.requireSpace(named.owner, written.length);
        return addFile(company, { uuid: randomUUID(), ...named, chunks: null, ...written });
      });
    },
    sweep,
    close: () => clearInterval(timer),
  };
};

export const addFile = (
  company: Company,
  file: StoredBytes & Pick<FileRow, "uuid" | "owner" | "fileName" | "chunks">,
): FileRow => stored(company.files, { id: company.newId(), ...file, references: 0, expiresAt: keptUntil(company) });

/** Removes the rows of expired files, and returns the names of their bytes. */
const forgetExpired = (company: Company): string[] =>
  [company.files, company.partialFiles].flatMap((table) =>
    table.all().flatMap((row) => {
      if (!isExpired(company, row)) return [];
      table.remove(row.id);
      return row.stored;
    }),
  );

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
