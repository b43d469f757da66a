/**
 * Shapes that several groups of operations share: organisation items, folders and documents, uploaded files, pages, date
 * ranges. Field names are exactly the published ones.
 */
import { z } from "zod";
import { dateTime, dateTimeText, optional, required, UserRef } from "./records.ts";
import { line, lineUpTo, Uuid } from "./texts.ts";

/** A body or path without properties. */
export const nothing = z.object({});

/** The parameters of a path that names a person. In cross-company operations it also names the person's home company. */
export const byUser = z.object({ userType: z.enum(["0", "1"]), userCode: line });
export const byCrossCompanyUser = byUser.extend({ corpCode: line });

export const DeptRef = z.object({
  code: line,
  containsChildren: optional(z.boolean()),
  isCompany: optional(z.boolean()),
});
export type DeptRef = z.infer<typeof DeptRef>;

/** Values of `itemType` in an OrgItem; the numbers are this project's interpretation (R76). */
export const itemType = { department: 0, employee: 1, jobTitle: 2, jobFunction: 3 } as const;

/** One person, or all people of a department, title or function. A title or function can be limited to a department. */
export const OrgItem = z.object({
  itemType: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  dept: optional(DeptRef),
  employee: optional(UserRef),
  jobTitleCode: optional(line),
  jobFuncCode: optional(line),
});
export type OrgItem = z.infer<typeof OrgItem>;

/** The longest path: 50 folders with names of 255 characters. */
const longestPath = 12_800;

/** Location of a folder. The path `/` is the library itself; all other paths look like `/a/b/c`. */
export const folderAddress = { rootFolderCode: required(line), folderPath: required(lineUpTo(longestPath)) };
export const FolderAddress = z.object(folderAddress);

export const Library = z.object({ id: Uuid, name: z.string(), code: z.string(), isFromAI: z.boolean() });
export type Library = z.infer<typeof Library>;

export const Folder = z.object({ id: Uuid, name: z.string(), parentId: Uuid.nullish(), path: z.string() });
export type Folder = z.infer<typeof Folder>;

export const DocumentListItem = z.object({
  folder: z.string(),
  document: z.object({ id: Uuid, fileId: Uuid, fileName: z.string(), length: z.int() }),
  editor: OrgItem,
  modifiedDate: dateTimeText,
  allowDelete: z.boolean(),
});
export type DocumentListItem = z.infer<typeof DocumentListItem>;

/** An uploaded file. */
export const FileRef = z.object({ id: Uuid, fileName: line });
export type FileRef = z.infer<typeof FileRef>;

export const UploadResult = z.object({ id: Uuid, fileName: z.string() });
export type UploadResult = z.infer<typeof UploadResult>;

/** `page` counts from 0. `order` is 0 for ascending, 1 for descending. Each operation defines the meaning of `by` (R77). */
export const PageOptions = z.object({
  page: z.int32().min(0),
  size: z.int32().min(1).max(1_000),
  order: z.union([z.literal(0), z.literal(1)]).optional(),
  by: z.int32().min(0).max(10).optional(),
});
export type PageOptions = z.infer<typeof PageOptions>;

export const PageInfo = z.object({
  pageSize: z.int32(),
  itemsCount: z.int32(),
  pageNumber: z.int32(),
  pageCount: z.number(),
});
export type PageInfo = z.infer<typeof PageInfo>;

export const pageOf = <S extends z.ZodType>(item: S) => z.object({ pageInfo: PageInfo, items: z.array(item) });

export const DateRange = z.object({ since: optional(dateTime), until: optional(dateTime) });
export type DateRange = z.infer<typeof DateRange>;

/** What the service does with a document whose name exists already in the folder. */
export const duplicateAction = { replace: 0, rename: 1 } as const;
export const DuplicateAction = z.union([z.literal(0), z.literal(1)]);
