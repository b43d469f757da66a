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

/** One item after the other, so that only one file at a time is open. */
const inTurn = async <T>(items: readonly T[], change: (item: T) => Promise<T>): Promise<T[]> => {
  const changed: T[] = [];
  for (const item of items) changed.push(await change(item));
  return changed;
};

const inFiles = <T extends { readonly file: SectionFile }>(items: readonly T[], change: Change): Promise<T[]> =>
  inTurn(items, async (item) => ({ ...item, file: await change(item.file) }));

export const changeLibraryFiles = (section: LibrariesSection, change: Change): Promise<LibrariesSection> =>
  inTurn(section, async (library) => ({
    ...library,
    documents: await inFiles(library.documents, change),
    controlledDocuments: await inTurn(library.controlledDocuments, async (document) => ({
      ...document,
      versions: await inFiles(document.versions, change),
    })),
  }));

export const changeTrashFiles = (section: TrashSection, change: Change): Promise<TrashSection> =>
  inTurn(section, async (item) => ({ ...item, file: item.file && (await change(item.file)) }));
