/**
 * Document libraries and the trash as the service is loaded with them. Not part of the published interface; field names
 * follow it where it has one. Accounts name people; null or left out is the system user.
 */
import { z } from "zod";
import { docSerialRule, docVerRule } from "./controlled-documents.ts";
import { dateTime } from "./records.ts";
import { OrgItem } from "./shared-records.ts";

const filled = z.string().regex(/\S/);

/** A file that was uploaded before, or one with its content: as text (UTF-8) or base64. */
export const SectionFile = z
  .strictObject({
    id: z.uuid().optional(),
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

/** Missing folders above it come into being; what is left out is inherited from the folder above. */
export const SectionFolder = z.strictObject({
  id: z.uuid().optional(),
  path: filled,
  readers: z.array(OrgItem).optional(),
  settings: Settings.optional(),
});
export type SectionFolder = z.infer<typeof SectionFolder>;

/** An ordinary document; `fileName` is its name. `path` is that of a folder that there is. */
export const SectionDocument = z.strictObject({
  id: z.uuid().optional(),
  path: filled,
  file: SectionFile,
  editor: z.string().nullish(),
  modifiedDate: dateTime.optional(),
});
export type SectionDocument = z.infer<typeof SectionDocument>;

const docVersion = {
  /** Left out: the one that is expected. */
  docVersion: z.string().optional(),
  isCADFile: z.boolean().default(false),
  uploadBy: z.string().nullish(),
  at: dateTime.optional(),
  /** Department codes. */
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
  id: z.uuid().optional(),
  path: filled,
  name: filled,
  /** Left out: the next automatic one. */
  docSerial: z.string().optional(),
  /** Left out: the library's. */
  docVerRule: VersionRule.optional(),
  /** Oldest first; the last one is in force. */
  versions: z.array(SectionVersion).min(1),
  voided: Ending.nullish(),
});
export type SectionControlledDocument = z.infer<typeof SectionControlledDocument>;

/** The history of a document without its files. */
export const SectionDestroyedDocument = z.strictObject({
  id: z.uuid().optional(),
  /** Where it was. */
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
  id: z.uuid().optional(),
  code: filled,
  name: filled,
  isFromAI: z.boolean().default(false),
  /** They read and change everything in it. */
  editors: z.array(OrgItem).default([]),
  /** Readers of all folders without readers of their own. */
  readers: z.array(OrgItem).default([]),
  settings: Settings.prefault({}),
  /** Makes it a library of controlled documents. */
  versionRules: z
    .strictObject({
      docSerialRule: z.literal([docSerialRule.automatic, docSerialRule.manual]).default(docSerialRule.automatic),
      docVerRule: VersionRule.default(docVerRule.integer),
      allowCustomVer: z.boolean().default(false),
      /** Number of the next automatic serial. */
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

/** Oldest first. */
export const TrashSection = z.array(
  z.strictObject({
    /** Code of the library, which may be gone. */
    library: filled,
    /** Path of the folder it was in. */
    path: filled,
    name: z.string(),
    /** Null: a folder. */
    file: SectionFile.nullable(),
    deletedBy: z.string().nullish(),
    deletedAt: dateTime,
  }),
);
export type TrashSection = z.infer<typeof TrashSection>;
