/**
 * The sections `libraries` and `trash` of the company document. Not part of the published interface; they use the interface's
 * field names where they exist. A null or absent person is the system user.
 */
import { z } from "zod";
import { docSerialRule, docVerRule } from "../operations/controlled-documents.ts";
import { dateTime, PersonName } from "../records/organisation.ts";
import { OrgItem } from "../records/shared.ts";
import { filled, stemCode, Uuid } from "../records/texts.ts";

/** A file: the id of an uploaded one, or the content itself as text (UTF-8) or base64. */
export const SectionFile = z
  .strictObject({
    id: Uuid.optional(),
    fileName: filled,
    text: z.string().optional(),
    base64: z.base64().optional(),
  })
  .refine(({ id, text, base64 }) => [id, text, base64].filter((one) => one !== undefined).length === 1, {
    error: "exactly one of id, text and base64",
  });
export type SectionFile = z.infer<typeof SectionFile>;

const Settings = z.strictObject({
  allowDownloadFile: z.boolean().default(true),
  allowDownloadPdf: z.boolean().default(true),
  enableWatermark: z.boolean().default(false),
});

/** A folder. Missing parent folders are created; absent properties are inherited from the parent folder. */
export const SectionFolder = z.strictObject({
  id: Uuid.optional(),
  path: filled,
  readers: z.array(OrgItem).optional(),
  settings: Settings.optional(),
});
export type SectionFolder = z.infer<typeof SectionFolder>;

/** An ordinary document, whose name is the `fileName` of its file. `path` must be the path of an existing folder. */
export const SectionDocument = z.strictObject({
  id: Uuid.optional(),
  path: filled,
  file: SectionFile,
  editor: PersonName.nullish(),
  modifiedDate: dateTime.optional(),
});
export type SectionDocument = z.infer<typeof SectionDocument>;

const docVersion = {
  /** Absent: the next version that the document's `docVerRule` gives. */
  docVersion: z.string().optional(),
  isCADFile: z.boolean().default(false),
  uploadBy: PersonName.nullish(),
  at: dateTime.optional(),
  /** `publishDept` and `applyDept` are department codes. */
  publishDept: z.string().nullish(),
  applyDept: z.string().nullish(),
  startTime: dateTime.nullish(),
  endTime: dateTime.nullish(),
  summary: z.string().nullish(),
  memo: z.string().nullish(),
};
export const SectionVersion = z.strictObject({ file: SectionFile, ...docVersion });
export type SectionVersion = z.infer<typeof SectionVersion>;

const Ending = z.strictObject({ reason: filled, at: dateTime });
const VersionRule = z.literal([docVerRule.integer, docVerRule.decimal, docVerRule.custom]);

export const SectionControlledDocument = z.strictObject({
  id: Uuid.optional(),
  path: filled,
  name: filled,
  /** Absent: the next automatic serial number. */
  docSerial: z.string().optional(),
  /** Absent: the rule of the library. */
  docVerRule: VersionRule.optional(),
  /** The versions, the oldest first. The last one is in force. */
  versions: z.array(SectionVersion).min(1),
  voided: Ending.nullish(),
});
export type SectionControlledDocument = z.infer<typeof SectionControlledDocument>;

/** The history of a destroyed document, without its files. */
export const SectionDestroyedDocument = z.strictObject({
  id: Uuid.optional(),
  /** Path of the folder that contained the document. */
  path: filled,
  name: filled,
  docSerial: filled,
  docVerRule: VersionRule,
  versions: z.array(z.strictObject({ fileName: z.string(), ...docVersion, docVersion: filled, at: dateTime })).min(1),
  voided: Ending.nullish(),
  destroyed: Ending,
});
export type SectionDestroyedDocument = z.infer<typeof SectionDestroyedDocument>;

export const SectionLibrary = z.strictObject({
  id: Uuid.optional(),
  code: stemCode,
  name: filled,
  isFromAI: z.boolean().default(false),
  /** People who may read and change everything in the library. */
  editors: z.array(OrgItem).default([]),
  /** Readers of all folders without `readers` of their own. */
  readers: z.array(OrgItem).default([]),
  settings: Settings.prefault({}),
  /** Present if the library contains controlled documents. */
  versionRules: z
    .strictObject({
      docSerialRule: z.literal([docSerialRule.automatic, docSerialRule.manual]).default(docSerialRule.automatic),
      docVerRule: VersionRule.default(docVerRule.integer),
      allowCustomVer: z.boolean().default(false),
      /** The next automatic serial number. */
      nextSerial: z.int().min(1).default(1),
    })
    .nullish(),
  folders: z.array(SectionFolder).default([]),
  documents: z.array(SectionDocument).default([]),
  controlledDocuments: z.array(SectionControlledDocument).default([]),
  destroyedDocuments: z.array(SectionDestroyedDocument).default([]),
});
export type SectionLibrary = z.infer<typeof SectionLibrary>;

export const LibrariesSection = z.array(SectionLibrary);
export type LibrariesSection = z.infer<typeof LibrariesSection>;

/** Deleted items, the oldest first. */
export const TrashSection = z.array(
  z.strictObject({
    /** Code of the library, which may no longer exist. */
    library: filled,
    /** Path of the folder that contained the item. */
    path: filled,
    name: z.string(),
    /** Null: the item is a folder. */
    file: SectionFile.nullable(),
    deletedBy: PersonName.nullish(),
    deletedAt: dateTime,
  }),
);
export type TrashSection = z.infer<typeof TrashSection>;
