/**
 * Rows of the document center: libraries, folders, documents with versions, destroyed documents, the trash. Every `fileId` in
 * these rows counts as one reference to an uploaded file.
 */
import type { SectionDestroyedDocument, SectionLibrary } from "../../contract/sections/library.ts";
import { createTable, type ReportChange, type Row } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import type { Company as OrganisationCompany, StoredItem } from "../organisation/tables.ts";
import type { Company as UploadsCompany } from "../uploads/tables.ts";

/** Download and watermark settings of a folder. */
type FolderSettings = Readonly<SectionLibrary["settings"]>;

/** Numbering rules of a controlled library (R81), with the number of the next automatic serial. */
export type VersionRules = Readonly<NonNullable<SectionLibrary["versionRules"]>>;
export type VersionRule = VersionRules["docVerRule"];

export type LibraryRow = Row &
  Readonly<Pick<SectionLibrary, "code" | "name" | "isFromAI">> & {
    readonly uuid: string;
    /** People who may read and change everything in the library. */
    readonly editors: readonly StoredItem[];
    /** Null: a library of ordinary documents. */
    readonly rules: VersionRules | null;
    readonly rootId: number;
  };

export const rulesOf = ({ rules }: LibraryRow): VersionRules => {
  if (!rules) throw new Error("a library of ordinary documents has no version rules");
  return rules;
};

/** A folder. The root of a library is also a folder, without parent and name, and with the library's uuid. */
export type FolderRow = Row & {
  readonly uuid: string;
  readonly parentId: number | null;
  readonly name: string;
  /** Null: inherited from the parent. A root has its own readers. */
  readonly readers: readonly StoredItem[] | null;
  /** Null: inherited from the parent. A root has its own settings. */
  readonly settings: FolderSettings | null;
};

/** One version of a controlled document. */
export type VersionRow = {
  readonly version: string;
  readonly fileId: number;
  readonly fileName: string;
  readonly isCADFile: boolean;
  /** Null: the system user. */
  readonly editorId: number | null;
  readonly at: string;
  readonly publishDeptId: number | null;
  readonly applyDeptId: number | null;
  /** ISO 8601 in UTC; null: the validity has no start. */
  readonly startTime: string | null;
  /** ISO 8601 in UTC; null: the validity has no end. */
  readonly endTime: string | null;
  readonly summary: string | null;
  readonly memo: string | null;
};

/** The reason and time at which something ended. */
export type Ending = Readonly<SectionDestroyedDocument["destroyed"]>;

export type DocumentRow = Row & {
  readonly uuid: string;
  readonly libraryId: number;
  readonly folderId: number;
  readonly name: string;
  /** The document's file; for a controlled document, the file of its newest version. */
  readonly fileId: number;
  /** Last author; null: the system user. */
  readonly editorId: number | null;
  /** ISO 8601 in UTC. */
  readonly modifiedAt: string;
  /** Null: an ordinary document. */
  readonly control: DocumentControl | null;
};

export type DocumentControl = {
  readonly serial: string;
  readonly docVerRule: VersionRule;
  readonly voided: Ending | null;
  /** Oldest first. The last version is the present one; its file is also the document's own `fileId`. */
  readonly versions: readonly VersionRow[];
};

/** The history of a destroyed document, without files. */
export type DestroyedRow = Pick<DocumentRow, "id" | "uuid" | "libraryId" | "name"> &
  Omit<DocumentControl, "versions"> & {
    /** Path of the document's folder when the document was destroyed. */
    readonly path: string;
    readonly versions: readonly DestroyedVersion[];
    readonly destroyed: Ending;
  };

export type DestroyedVersion = Omit<VersionRow, "fileId">;

export type TrashRow = Row & {
  readonly libraryCode: string;
  /** Path of the folder that contained the deleted item. */
  readonly path: string;
  readonly name: string;
  /** Null: the deleted item is a folder. */
  readonly fileId: number | null;
  /** Null: the system user. */
  readonly deletedById: number | null;
  readonly deletedAt: string;
};

/** Key of a name within a folder, or of a serial within a library. */
export const keyIn = (parentId: number, name: string): string => `${parentId}/${fold(name)}`;

export const createDocumentTables = (report: ReportChange) => ({
  libraries: createTable("library", { code: (row: LibraryRow) => [fold(row.code)] }, report),
  folders: createTable(
    "folder",
    {
      parent: (row: FolderRow) => (row.parentId === null ? [] : [row.parentId]),
      place: (row) => (row.parentId === null ? [] : [keyIn(row.parentId, row.name)]),
    },
    report,
  ),
  storedDocuments: createTable(
    "stored-document",
    {
      folder: (row: DocumentRow) => [row.folderId],
      place: (row) => [keyIn(row.folderId, row.name)],
      serial: (row) => (row.control ? [keyIn(row.libraryId, row.control.serial)] : []),
      file: ({ fileId, control }) => [...new Set(control?.versions.map((version) => version.fileId) ?? [fileId])],
    },
    report,
  ),
  destroyedDocuments: createTable(
    "destroyed-document",
    { library: (row: DestroyedRow) => [row.libraryId], serial: (row) => [keyIn(row.libraryId, row.serial)] },
    report,
  ),
  trash: createTable<TrashRow, never>("trash", {}, report),
});

export type Company = OrganisationCompany & UploadsCompany & ReturnType<typeof createDocumentTables>;
