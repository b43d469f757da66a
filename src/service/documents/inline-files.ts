/**
 * File contents in the company document. Before a load, each content is stored as an uploaded file; after a dump, the ids of
 * uploaded files are replaced with contents. Both are asynchronous, so they run outside the load or dump itself, which is
 * synchronous.
 */
import { buffer } from "node:stream/consumers";
import type { LibrariesSection, SectionFile, TrashSection } from "../../contract/library-section.ts";
import { refuse } from "../kernel/refusal.ts";
import type { FileStore } from "../uploads/store.ts";
import type { Company } from "./tables.ts";

type Change = (file: SectionFile) => Promise<SectionFile>;

/**
 * Stores the content of a file in the document as an uploaded file without references, which expires if the load is refused.
 */
export const storeContents =
  (store: Pick<FileStore, "putBytes">): Change =>
  async (file) => {
    const { id, fileName, text, base64 } = file;
    if (id !== undefined) return file;
    const bytes = base64 === undefined ? Buffer.from(text ?? "") : Buffer.from(base64, "base64");
    return { id: (await store.putBytes([bytes], { fileName })).uuid, fileName };
  };

/** Replaces the id of a file, which only this service knows, with the file's content. */
export const readContents =
  (company: Company, store: Pick<FileStore, "readBytes">): Change =>
  async ({ id, fileName }) => {
    const row = company.files.by("uuid", id?.toLowerCase() ?? "")[0] ?? refuse("OPA-FILE-UNKNOWN", fileName);
    return { fileName, base64: (await buffer(store.readBytes(row))).toString("base64") };
  };

export const changeLibraryFiles = async (section: LibrariesSection, change: Change): Promise<LibrariesSection> => {
  const changed: LibrariesSection = [];
  for (const library of section) {
    const documents: typeof library.documents = [];
    for (const document of library.documents) documents.push({ ...document, file: await change(document.file) });
    const controlledDocuments: typeof library.controlledDocuments = [];
    for (const document of library.controlledDocuments) {
      const versions: typeof document.versions = [];
      for (const version of document.versions) versions.push({ ...version, file: await change(version.file) });
      controlledDocuments.push({ ...document, versions });
    }
    changed.push({ ...library, documents, controlledDocuments });
  }
  return changed;
};

export const changeTrashFiles = async (section: TrashSection, change: Change): Promise<TrashSection> => {
  const changed: TrashSection = [];
  for (const item of section) changed.push({ ...item, file: item.file && (await change(item.file)) });
  return changed;
};
