/**
 * Shapes that several groups of operations share: organisation items, folders and documents, uploaded files, pages, date
 * ranges. Field names are exactly the published ones.
 */
import { z } from "zod";
import { dateTime, dateTimeText, optional, required, UserRef } from "./records.ts";

/** A body or path without properties. */
export const nothing = z.object({});

/** The parameters of a path that names a person. In cross-company operations it also names the person's home company. */
export const byUser = z.object({ userType: z.enum(["0", "1"]), userCode: z.string() });
export const byCrossCompanyUser = byUser.extend({ corpCode: z.string() });

/** With `isCompany` it is the whole company, and `code` may be left out. Otherwise `code` names the department. */
export const DeptRef = z.object({
  code: optional(z.string()),
  containsChildren: optional(z.boolean()),
  isCompany: optional(z.boolean()),
});
export type DeptRef = z.infer<typeof DeptRef>;

/** Values of `itemType` in an OrgItem; the numbers are this project's interpretation (R76). */
export const itemType = { department: 0, employee: 1, jobTitle: 2, jobFunction: 3 } as const;

/**
 * One person, or all people of a department, title or function. A title or function can be limited to a department. Without an
 * `itemType`, the other properties tell the kind (R76).
 */
export const OrgItem = z.object({
  itemType: optional(z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])),
  dept: optional(DeptRef),
  employee: optional(UserRef),
  jobTitleCode: optional(z.string()),
  jobFuncCode: optional(z.string()),
});
export type OrgItem = z.infer<typeof OrgItem>;

/** Location of a folder. The path `/` is the library itself; all other paths look like `/a/b/c`. */
export const folderAddress = { rootFolderCode: required(z.string()), folderPath: required(z.string()) };
export const FolderAddress = z.object(folderAddress);

export const Library = z.object({ id: z.uuid(), name: z.string(), code: z.string(), isFromAI: z.boolean() });
export type Library = z.infer<typeof Library>;

export const Folder = z.object({ id: z.uuid(), name: z.string(), parentId: z.uuid().nullish(), path: z.string() });
export type Folder = z.infer<typeof Folder>;

export const DocumentListItem = z.object({
  folder: z.string(),
  document: z.object({ id: z.uuid(), fileId: z.uuid(), fileName: z.string(), length: z.int() }),
  editor: OrgItem,
  modifiedDate: dateTimeText,
  allowDelete: z.boolean(),
});
export type DocumentListItem = z.infer<typeof DocumentListItem>;

/** An uploaded file. Without a `fileName`, it has the name under which it was uploaded (R96). */
export const FileRef = z.object({ id: optional(z.uuid()), fileName: optional(z.string()) });
export type FileRef = z.infer<typeof FileRef>;

export const UploadResult = z.object({ id: z.uuid(), fileName: z.string() });
export type UploadResult = z.infer<typeof UploadResult>;

/**
 * `page` counts from 0, which is its default; `size` is 20 by default. `order` is 0 for ascending, 1 for descending. Each
 * operation defines the meaning of `by` (R77).
 */
export const PageOptions = z.object({
  page: optional(z.int32().min(0)),
  size: optional(z.int32().min(1).max(1_000)),
  order: optional(z.union([z.literal(0), z.literal(1)])),
  by: optional(z.int32().min(0).max(10)),
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
