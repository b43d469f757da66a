/**
 * Inline file contents in the company document. Before a load they become uploaded files, after a dump uploaded files become
 * contents. Both take time, so they run outside the piece of work that loads or dumps.
 */
import { buffer } from "node:stream/consumers";
import type { LibrariesSection, SectionFile, TrashSection } from "../../contract/library-section.ts";
import type { Company } from "../company.ts";
import { refuse } from "../refusal.ts";
import type { FileStore } from "../uploads/store.ts";

type Change = (file: SectionFile) => Promise<SectionFile>;

/** Stores every content of the libraries as an unused file; it expires if the load is refused. */
export const storeContents =
  (store: Pick<FileStore, "putBytes">): Change =>
  async (file) => {
    const { id, fileName, text, base64 } = file;
    if (id !== undefined) return file;
    const bytes = base64 === undefined ? Buffer.from(text ?? "") : Buffer.from(base64, "base64");
    return { id: (await store.putBytes([bytes], fileName)).uuid, fileName };
  };

/** Replaces file ids, which only this service knows, by the files' contents. */
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
