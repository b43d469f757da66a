/**
 * Shapes that several groups of operations share: organisation items, folders and documents, uploaded files, pages, date
 * ranges. Field names are exactly the published ones.
 */
import { z } from "zod";
import { dateTime, dateTimeText, needed, optional, required, UserRef } from "./organisation.ts";
import { line, lineUpTo, Uuid } from "./texts.ts";

/** The parameters of a path that names a person. In cross-company operations it also names the person's home company. */
export const byUser = z.object({
  userType: z.enum(["0", "1"]).describe("How `userCode` names the person: 0 by account, 1 by employee number."),
  userCode: line.describe("Account or employee number, as `userType` says."),
});
export const byCrossCompanyUser = byUser.extend({
  corpCode: line.describe("Code of the person's home company."),
});

/** With `isCompany` it is the whole company, and `code` may be left out. Otherwise `code` names the department. */
export const DeptRef = z.object({
  code: optional(line).describe("Code of the department; of the company, or left out, if `isCompany` is true."),
  containsChildren: optional(z.boolean()).describe("True includes all departments below; default false."),
  isCompany: optional(z.boolean()).describe("True means the whole company; default false."),
});
export type DeptRef = z.infer<typeof DeptRef>;

/** Values of `itemType` in an OrgItem; the numbers are this project's interpretation (R76). */
export const itemType = { department: 0, employee: 1, jobTitle: 2, jobFunction: 3 } as const;

/**
 * One person, or all people of a department, title or function. A title or function can be limited to a department. Without an
 * `itemType`, the other properties tell the kind (R76).
 */
export const OrgItem = z.object({
  itemType: optional(z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])).describe(
    "0 a department, 1 an employee, 2 a job title, 3 a job function; left out: what the item names.",
  ),
  dept: optional(DeptRef).describe("The department of item type 0; narrows types 2 and 3 to people there."),
  employee: optional(UserRef).describe("The person of item type 1; absent if deleted."),
  jobTitleCode: optional(line).describe("The title of item type 2: everybody with it in a post."),
  jobFuncCode: optional(line).describe("The function of item type 3: everybody with it in a post."),
});
export type OrgItem = z.infer<typeof OrgItem>;

/** The name that the specification has for an OrgItem in requests. */
export const UserSetRequestItem = OrgItem.describe("One entry of a list of people.");

/** The longest path: 50 folders with names of 255 characters. */
const longestPath = 12_800;

/** Location of a folder. The path `/` is the library itself; all other paths look like `/a/b/c`. */
export const folderAddress = {
  rootFolderCode: required(line).describe("Code of the library."),
  folderPath: required(lineUpTo(longestPath)).describe("`/` is the library itself; a folder is `/folder1/folder2`."),
};
export const FolderAddress = z.object(folderAddress);

export const Library = z.object({
  id: Uuid.describe("Id of the library's root folder."),
  name: z.string().describe("Display name of the library."),
  code: z.string().describe("Identifies the library; the `rootFolderCode` of other operations."),
  isFromAI: z.boolean().describe("True if an assistant keeps the library."),
});
export type Library = z.infer<typeof Library>;

export const Folder = z.object({
  id: Uuid.describe("Stays the same when the folder is renamed."),
  name: z.string().describe("Last part of the path, unique in the parent folder."),
  parentId: Uuid.nullish().describe("Id of the parent folder; the library's id at the top."),
  path: z.string().describe("Names from the library down, as in `folderPath`."),
});
export type Folder = z.infer<typeof Folder>;

/** A registry, because a description makes another schema, which inherits the entry. */
const marks = z.registry<{ readonly isFileId: true }>();

/**
 * The id of an uploaded file. Every property that takes or gives one has this schema, whatever its description: who may use
 * such an id is decided in one place, and a test finds the properties by it.
 */
export const FileId = Uuid.clone().register(marks, { isFileId: true });
export const isFileId = (schema: z.ZodType): boolean => marks.get(schema)?.isFileId ?? false;

export const DocumentListItem = z.object({
  folder: z.string().describe("Path of the folder that holds the document."),
  document: z
    .object({
      id: Uuid.describe("Stays the same when the document gets a new file."),
      fileId: FileId.describe("Id of the present file; it changes with every new file."),
      fileName: z.string().describe("Name of the document, unique in its folder."),
      length: z.int().describe("Size of the file in bytes."),
    })
    .describe("The document and its present file."),
  editor: OrgItem.describe("Who stored the present file; account `system` for a caller with a key."),
  modifiedDate: dateTimeText.describe("When the present file was stored."),
  allowDelete: z.boolean().describe("True if the caller may delete the document."),
});
export type DocumentListItem = z.infer<typeof DocumentListItem>;

/** An uploaded file. The specification has two names for this record, as for `DateRange`. */
export const FileUploadRequestModel = z.object({
  id: needed(FileId).describe("Id that the upload returned."),
  fileName: optional(line).describe("Name to store it under, with extension; default: that of the upload."),
});
export const FileRef = FileUploadRequestModel.describe("An uploaded file.");
export type FileRef = z.infer<typeof FileRef>;

export const UploadResult = z.object({
  id: FileId.describe("Id of the file, for a `FileRef` in later requests."),
  fileName: z.string().describe("Name that the upload stated."),
});
export type UploadResult = z.infer<typeof UploadResult>;

/**
 * `page` counts from 0, which is its default; `size` is 20 by default. `order` is 0 for ascending, 1 for descending. `by` is the
 * number of one of the operation's `orders` (R77).
 */
export const pageOptions = (...orders: readonly string[]) =>
  z
    .object({
      page: optional(z.int32().min(0)).describe(
        "Number of the page, from 0 (default); a page after the last is empty.",
      ),
      size: optional(z.int32().min(1).max(1_000)).describe("Items per page; default 20."),
      order: optional(z.union([z.literal(0), z.literal(1)])).describe("0 ascending (default), 1 descending."),
      by: optional(
        z
          .int32()
          .min(0)
          .max(orders.length - 1),
      ).describe(`Sort by: ${orders.map((order, number) => `${number} ${order}`).join(", ")}. Default 0.`),
    })
    .describe("Which page, in which order.");
export type PageOptions = z.infer<ReturnType<typeof pageOptions>>;

export const PageInfo = z.object({
  pageSize: z.int32().describe("Items per page, as requested."),
  itemsCount: z.int32().describe("Items on all pages together."),
  pageNumber: z.int32().describe("Number of this page, from 0."),
  pageCount: z.number().describe("Number of pages; 0 if nothing was found."),
});
export type PageInfo = z.infer<typeof PageInfo>;

export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    pageInfo: PageInfo.describe("Place of this page in the whole result."),
    items: z.array(item).describe("The items of this page, in the requested order."),
  });

export const SearchDateRangeRequestModel = z.object({
  since: optional(dateTime).describe("First moment of the range; null or left out: no lower end."),
  until: optional(dateTime).describe("Last moment of the range, included; null or left out: no upper end."),
});
export const DateRange = SearchDateRangeRequestModel.describe("A range of time, both ends included.");
export type DateRange = z.infer<typeof DateRange>;

/** What the service does with a document whose name exists already in the folder. */
export const duplicateAction = { replace: 0, rename: 1 } as const;
export const DuplicateAction = z
  .union([z.literal(duplicateAction.replace), z.literal(duplicateAction.rename)])
  .describe("If the name is taken: 0 replaces that document's file, 1 adds a number to the new name.");
