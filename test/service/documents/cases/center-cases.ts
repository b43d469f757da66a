/** Cases of the operations U5–U13. Bob edits the library GEN, amy edits ISO; dan reads `/staff` of GEN and nothing in ISO. */
import { expect } from "vitest";
import { at, type DocumentCasesOf, type DocumentRefusal, fileNamed } from "./document-case.ts";
import { employee, generalFolders, idOf, listed, qualityFolders, recordOf } from "./libraries.ts";
import { folderToTrash, libraryIn, newFolder, toTrash } from "./state-edits.ts";

type Ids = "U5" | "U6" | "U7" | "U8" | "U9" | "U10" | "U11" | "U12" | "U13";

const rules = at("GEN", "/rules");
const staff = at("GEN", "/staff");
const quality = at("ISO", "/quality");
const page = { pageOptions: { page: 0, size: 10 } };
const pageInfo = { pageSize: 10, itemsCount: 2, pageNumber: 0, pageCount: 1 };
const [empty, rulesFolder, travel, staffFolder, letters] = generalFolders;
const documents = [{ id: fileNamed("bob.txt"), fileName: "one.txt" }];

const unknownLibrary = { code: "OPA-LIBRARY-UNKNOWN", status: 404 };

/** Refusals for a person who may not read an object; they are the same whether or not the object exists. */
const withoutReading = (rest: object, status = 400): DocumentRefusal[] => [
  {
    fact: "a folder to a person who is not its reader",
    as: "cat",
    body: { ...staff, ...rest },
    code: "OPA-FOLDER-FORBIDDEN",
  },
  {
    fact: "to reveal to a person without the right whether a folder exists",
    as: "cat",
    body: { ...at("GEN", "/staff/no"), ...rest },
    code: "OPA-FOLDER-FORBIDDEN",
  },
  {
    fact: "a folder that inherits its readers",
    as: "amy",
    body: { ...at("GEN", "/staff/letters"), ...rest },
    code: "OPA-FOLDER-FORBIDDEN",
  },
  {
    fact: "a library to a person who may read nothing in it",
    as: "dan",
    body: { ...quality, ...rest },
    code: "OPA-LIBRARY-UNKNOWN",
    status,
  },
];

const withoutEditing = (rest: object): DocumentRefusal[] => [
  ...withoutReading(rest),
  { fact: "a change by a reader", as: "dan", body: { ...staff, ...rest }, code: "OPA-FOLDER-READ-ONLY" },
  {
    fact: "a change in a controlled library",
    as: "amy",
    body: { ...quality, ...rest },
    code: "OPA-LIBRARY-CONTROLLED",
  },
  {
    fact: "a change in a controlled library by a reader",
    as: "cat",
    body: { ...quality, ...rest },
    code: "OPA-FOLDER-READ-ONLY",
  },
];

const controlled = (number: number, fileName: string, length: number, account: string) => ({
  folder: "/quality",
  document: { id: idOf("d", number), fileId: expect.any(String), fileName, length },
  editor: employee(account),
  modifiedDate: "2026-01-01T00:00:00.000Z",
  allowDelete: false,
});

const info = (role: number, fullPath: string[], flags: object) => [
  {
    role,
    allowDownloadFile: true,
    allowDownloadPdf: true,
    enableWatermark: false,
    fullPath,
    allowDelete: false,
    allowCancel: false,
    allowDestroy: false,
    ...flags,
  },
];

export const centerCases: DocumentCasesOf<Ids> = {
  U5: {
    succeeds: [
      {
        fact: "lists documents to a reader, who may not delete them",
        as: "cat",
        body: { ...rules, ...page },
        answers: {
          pageInfo,
          items: [
            { ...listed.a, allowDelete: false },
            { ...listed.b, allowDelete: false },
          ],
        },
      },
      {
        fact: "lists documents to an editor, who may delete them",
        body: { ...rules, pageOptions: { page: 0, size: 10, order: 1, by: 1 } },
        answers: { pageInfo, items: [listed.a, listed.b] },
      },
      {
        fact: "lists to an editor what only other people read",
        body: { ...staff, ...page },
        answers: { pageInfo: { ...pageInfo, itemsCount: 1 }, items: [listed.pay] },
      },
      {
        fact: "hides a voided document from readers",
        as: "cat",
        body: { ...quality, ...page },
        answers: { pageInfo: { ...pageInfo, itemsCount: 1 }, items: [controlled(1, "Manual", 6, "bob")] },
      },
      {
        fact: "shows a voided document to editors, and a destroyed one to nobody",
        as: "amy",
        body: { ...quality, ...page },
        answers: { pageInfo, items: [controlled(2, "Gone", 4, "system"), controlled(1, "Manual", 6, "bob")] },
      },
      {
        fact: "lists to readers named by L7",
        first: [["L7", { body: { ...staff, readers: [employee("cat")] } }]],
        as: "cat",
        body: { ...staff, ...page },
        answers: { pageInfo: { ...pageInfo, itemsCount: 1 }, items: [{ ...listed.pay, allowDelete: false }] },
      },
    ],
    refuses: [
      ...withoutReading(page, 404),
      {
        fact: "a folder to readers removed by L7",
        first: [["L7", { body: { ...at("GEN", "/"), readers: [employee("cat")] } }]],
        as: "dan",
        body: { ...rules, ...page },
        code: "OPA-FOLDER-FORBIDDEN",
      },
      {
        fact: "a page with size 0",
        body: { ...rules, pageOptions: { page: 0, size: 0 } },
        code: "OPA-REQUEST-INVALID",
      },
    ],
  },
  U6: {
    succeeds: [
      {
        fact: "finds one of several names",
        as: "cat",
        body: { ...rules, documentNames: ["no", "B.TXT"] },
        answers: true,
      },
      { fact: "finds none of the names", as: "cat", body: { ...rules, documentNames: ["no"] }, answers: false },
      { fact: "finds nothing for an empty list", body: { ...rules, documentNames: [] }, answers: false },
      {
        fact: "does not show a voided name to a reader",
        as: "cat",
        body: { ...quality, documentNames: ["Gone"] },
        answers: false,
      },
    ],
    refuses: [...withoutReading({ documentNames: ["pay.txt"] }, 404)],
  },
  U7: {
    succeeds: [
      {
        fact: "adds files as the caller",
        body: { ...staff, documents, duplicateAction: 0 },
        answers: true,
        leaves: (state) =>
          libraryIn(state, "GEN").documents.push({
            id: expect.any(String) as string,
            path: "/staff",
            file: { id: fileNamed("bob.txt"), fileName: "one.txt" },
            editor: "bob",
            modifiedDate: expect.any(String) as string,
          }),
      },
      {
        fact: "replaces as the caller",
        body: { ...rules, documents: [{ id: fileNamed("bob.txt"), fileName: "A.pdf" }], duplicateAction: 0 },
        answers: true,
        leaves: (state) => {
          toTrash(state, "GEN", "A.pdf", "bob");
          libraryIn(state, "GEN").documents.push({
            id: idOf("c", 1),
            path: "/rules",
            file: { id: fileNamed("bob.txt"), fileName: "A.pdf" },
            editor: "bob",
            modifiedDate: expect.any(String) as string,
          });
        },
      },
    ],
    refuses: [
      ...withoutEditing({ documents, duplicateAction: 0 }),
      { fact: "an empty list of files", body: { ...rules, documents: [], duplicateAction: 0 }, code: "OPA-DOCS-EMPTY" },
      {
        fact: "a name with a path upwards",
        body: { ...rules, documents: [{ id: fileNamed("bob.txt"), fileName: ".." }], duplicateAction: 0 },
        code: "OPA-NAME-INVALID",
      },
      { fact: "an unknown action", body: { ...rules, documents, duplicateAction: -1 }, code: "OPA-REQUEST-INVALID" },
    ],
  },
  U8: {
    succeeds: [
      {
        fact: "moves the document to the trash as the caller",
        body: { ...rules, fileName: "b.txt" },
        leaves: (state) => toTrash(state, "GEN", "b.txt", "bob"),
      },
    ],
    refuses: [
      ...withoutEditing({ fileName: "pay.txt" }),
      { fact: "an unknown document", body: { ...rules, fileName: "no" }, code: "OPA-DOC-UNKNOWN" },
    ],
  },
  U9: {
    succeeds: [
      { fact: "lists the libraries in which the caller may read anything", as: "dan", answers: [recordOf.GEN] },
      { fact: "lists libraries of both kinds", as: "cat", answers: [recordOf.GEN, recordOf.ISO, recordOf.MAN] },
      {
        fact: "lists a library because of one folder",
        first: [
          ["L7", { body: { ...at("GEN", "/"), readers: [] } }],
          ["L7", { body: { ...at("GEN", "/staff/letters"), readers: [employee("cat")] } }],
        ],
        as: "cat",
        answers: [recordOf.GEN, recordOf.ISO, recordOf.MAN],
      },
      {
        fact: "lists no library in which nothing may be read",
        first: [["L7", { body: { ...at("GEN", "/"), readers: [] } }]],
        as: "cat",
        answers: [recordOf.ISO, recordOf.MAN],
      },
    ],
    refuses: [],
  },
  U10: {
    succeeds: [
      { fact: "lists all folders to an editor", params: { rootCode: "GEN" }, answers: generalFolders },
      {
        fact: "leaves out folders that the caller may not read",
        as: "cat",
        params: { rootCode: "GEN" },
        answers: [empty, rulesFolder, travel],
      },
      {
        fact: "lists folders of a controlled library",
        as: "cat",
        params: { rootCode: "iso" },
        answers: qualityFolders,
      },
      {
        fact: "lists a folder below a hidden one",
        first: [["L7", { body: { ...at("GEN", "/staff/letters"), readers: [employee("cat")] } }]],
        as: "cat",
        params: { rootCode: "GEN" },
        answers: [empty, rulesFolder, travel, letters],
      },
    ],
    refuses: [
      { fact: "an unknown library", params: { rootCode: "NO" }, ...unknownLibrary },
      { fact: "a library without a right", as: "dan", params: { rootCode: "ISO" }, ...unknownLibrary },
      { fact: "a library without readers and folders", params: { rootCode: "AI" }, ...unknownLibrary },
    ],
  },
  U11: {
    succeeds: [
      {
        fact: "creates every missing folder",
        body: at("GEN", "/staff/new/deep"),
        answers: [
          empty,
          rulesFolder,
          travel,
          staffFolder,
          letters,
          { id: expect.any(String), name: "new", parentId: staffFolder?.id, path: "/staff/new" },
          { id: expect.any(String), name: "deep", parentId: expect.any(String), path: "/staff/new/deep" },
        ],
        leaves: (state) => libraryIn(state, "GEN").folders.push(newFolder("/staff/new"), newFolder("/staff/new/deep")),
      },
      { fact: "leaves an existing folder unchanged", body: rules, answers: generalFolders },
    ],
    refuses: [
      ...withoutEditing({}),
      { fact: "a new folder to a reader", as: "dan", body: at("GEN", "/staff/x"), code: "OPA-FOLDER-READ-ONLY" },
    ],
  },
  U12: {
    succeeds: [
      {
        fact: "moves the folder and its contents to the trash as the caller",
        body: staff,
        answers: [empty, rulesFolder, travel],
        leaves: (state) => {
          folderToTrash(state, "GEN", "/staff", "bob");
          toTrash(state, "GEN", "pay.txt", "bob");
          folderToTrash(state, "GEN", "/staff/letters", "bob");
        },
      },
    ],
    refuses: [...withoutEditing({}), { fact: "the library itself", body: at("GEN", "/"), code: "OPA-FOLDER-ROOT" }],
  },
  U13: {
    succeeds: [
      { fact: "shows a reader what is allowed", as: "cat", body: rules, answers: info(1, ["rules"], {}) },
      {
        fact: "shows the settings of the folder",
        as: "cat",
        body: at("GEN", "/Rules/Travel"),
        answers: info(1, ["rules", "travel"], { allowDownloadFile: false, enableWatermark: true }),
      },
      {
        fact: "shows an editor that nothing is restricted",
        body: at("GEN", "/rules/travel"),
        answers: info(2, ["rules", "travel"], { enableWatermark: true, allowDelete: true }),
      },
      { fact: "shows that the library itself cannot be deleted", body: at("GEN", "/"), answers: info(2, [], {}) },
      {
        fact: "shows the editor of a controlled library",
        as: "amy",
        body: quality,
        answers: info(2, ["quality"], { allowCancel: true, allowDestroy: true }),
      },
    ],
    refuses: withoutReading({}, 404),
  },
};
