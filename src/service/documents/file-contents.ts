/**
 * The contents of files in a company document. Before a load, each content is stored as an uploaded file; after a dump, the ids
 * of uploaded files are replaced with contents. Both are asynchronous, so they run outside the load or dump itself, which is
 * synchronous.
 */
import { buffer } from "node:stream/consumers";
import type { SectionFile } from "../../contract/sections/library.ts";
import { refuse } from "../kernel/refusal.ts";
import type { FileStore } from "../uploads/store.ts";
import type { Company } from "./tables.ts";

export type FileChange = (file: SectionFile) => Promise<SectionFile>;

/**
 * Stores the content of a file in the document as an uploaded file without references, which expires if the load is refused.
 */
export const storeContents =
  (store: Pick<FileStore, "putBytes">): FileChange =>
  async (file) => {
    const { id, fileName, text, base64 } = file;
    if (id !== undefined) return file;
    const bytes = base64 === undefined ? Buffer.from(text ?? "") : Buffer.from(base64, "base64");
    return { id: (await store.putBytes([bytes], { fileName })).uuid, fileName };
  };

/** Replaces the id of a file, which only this service knows, with the file's content. */
export const readContents =
  (company: Company, store: Pick<FileStore, "bytes">): FileChange =>
  async ({ id, fileName }) => {
    const row = company.files.by("uuid", id?.toLowerCase() ?? "")[0] ?? refuse("OPA-FILE-UNKNOWN", fileName);
    return { fileName, base64: (await buffer(store.bytes.read(row.stored))).toString("base64") };
  };

/** Changes every file in a part of the document; a file is always the value of a property `file`. */
export const changeFiles = async <T>(part: T, change: FileChange): Promise<T> => {
  if (typeof part !== "object" || part === null) return part;
  const changed: Record<string, unknown> | unknown[] = Array.isArray(part) ? [] : {};
  for (const [name, value] of Object.entries(part)) {
    const isFile = name === "file" && value !== null;
    Object.assign(changed, { [name]: await (isFile ? change(value as SectionFile) : changeFiles(value, change)) });
  }
  return changed as T;
};
