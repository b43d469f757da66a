/** What uploads need while the service runs: the files, the limits, and the restriction of requests to other hosts. */
import { hash, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompanyFile } from "../kernel/company/company-file.ts";
import type { ServiceParts } from "../kernel/http/api.ts";
import { type OutboundSettings, openOutbound } from "./outbound.ts";
import { openFileStore } from "./store.ts";
import type { Company } from "./tables.ts";

export type UploadService = ServiceParts<Company> & { readonly uploads: Awaited<ReturnType<typeof openUploads>> };

type Settings = {
  readonly database: string;
  readonly filesFolder?: string;
  readonly uploadLimits?: Partial<UploadLimits>;
  readonly outbound?: OutboundSettings;
};

const inMemory = ":memory:";

/** Throws `service-files` when the folder lacks files of the database. */
export const openUploads = async (
  file: CompanyFile<Company>,
  { database, filesFolder, uploadLimits, outbound: restriction }: Settings,
  onFailure: (cause: unknown) => void,
) => {
  const folder = filesFolder ?? defaultFolder(database);
  const limits = { ...defaultUploadLimits, ...uploadLimits };
  const store = await openFileStore(folder, file, limits.quotaBytes, onFailure);
  const outbound = openOutbound(restriction);
  const close = async (): Promise<void> => {
    store.close();
    await outbound.close();
    if (database === inMemory && !filesFolder) await rm(folder, { recursive: true, force: true });
  };
  return { store, limits, outbound, close };
};

/** A unique folder name per database, computed without the database's password. */
const defaultFolder = (database: string): string => {
  if (database === inMemory) return join(tmpdir(), `musterd-files-${randomUUID()}`);
  const url = /^\w+:\/\//.test(database) ? URL.parse(database) : null;
  if (!url) return `${database}.files`;
  const { host, pathname, searchParams } = url;
  return join("musterd-files", hash("sha256", JSON.stringify([host, pathname, searchParams.get("host")])).slice(0, 16));
};

/** The limits, with their default values. */
const defaultUploadLimits = {
  /** Largest file, in bytes. */
  maxFileBytes: 2 * 1024 ** 3,
  /** Largest chunk, in bytes; this much may be written to disk before a chunk is validated. */
  maxChunkBytes: 64 * 1024 ** 2,
  /** Maximum number of chunks of one file. */
  maxChunks: 10_000,
  /**
   * Largest total of the files that one user or one key has uploaded and that are still stored or coming in, in bytes; a smaller
   * file counts with 64 KiB. An upload that would exceed it is refused with `OPA-UPLOAD-QUOTA`.
   */
  quotaBytes: 20 * 1024 ** 3,
};
export type UploadLimits = Readonly<typeof defaultUploadLimits>;
