/** Cases of the operations L1–L11. The files `one.txt`, `two.txt` and `b.txt` have been uploaded. */
import { expect } from "vitest";
import { at, type DocumentCasesOf, fileNamed } from "./document-case.ts";
import { employee, generalFolders, listed, recordOf } from "./libraries.ts";
import { documentIn, folderIn, folderToTrash, libraryIn, newFolder, toTrash } from "./state-edits.ts";

type Ids = "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7" | "L8" | "L9" | "L10" | "L11";

const rules = at("GEN", "/rules");
const file = (name: string, fileName = name) => ({ id: fileNamed(name), fileName });
const [empty, rulesFolder, travel, staff, letters] = generalFolders;
const folderOf = (name: string, parentId: unknown, path: string) => ({ id: expect.any(String), name, parentId, path });

const page = { page: 0, size: 10 };
const pageInfo = { pageSize: 10, itemsCount: 2, pageNumber: 0, pageCount: 1 };

export const libraryCases: DocumentCasesOf<Ids> = {
  L1: {
    succeeds: [{ fact: "lists the ordinary libraries by code", answers: [recordOf.AI, recordOf.GEN] }],
    refuses: [],
  },
  L2: {
    succeeds: [
      { fact: "lists folders at every depth", params: { rootCode: "gen" }, answers: generalFolders },
      { fact: "lists no folders when there are none", params: { rootCode: "AI" }, answers: [] },
    ],
    refuses: [
      { fact: "an unknown library", params: { rootCode: "NO" }, code: "OPA-LIBRARY-UNKNOWN", status: 404 },
      { fact: "a controlled library", params: { rootCode: "ISO" }, code: "OPA-LIBRARY-UNKNOWN", status: 404 },
    ],
  },
  L3: {
    succeeds: [
      {
        fact: "creates every missing folder",
        body: at("GEN", "/rules/travel/abroad/far"),
        answers: [
          empty,
          rulesFolder,
          travel,
          folderOf("abroad", travel?.id, "/rules/travel/abroad"),
          folderOf("far", expect.any(String), "/rules/travel/abroad/far"),
          staff,
          letters,
        ],
        leaves: (state) =>
          libraryIn(state, "GEN").folders.push(
            newFolder("/rules/travel/abroad"),
            newFolder("/rules/travel/abroad/far"),
          ),
      },
      { fact: "leaves an existing folder unchanged", body: at("gen", "/RULES/Travel"), answers: generalFolders },
      { fact: "treats the library itself as an existing folder", body: at("GEN", "/"), answers: generalFolders },
      {
        fact: "creates a folder at the maximum depth",
        body: at("AI", "/a".repeat(50)),
        answers: expect.objectContaining({ length: 50 }),
        leaves: (state) => {
          const library = libraryIn(state, "AI");
          for (let depth = 1; depth <= 50; depth += 1) library.folders.push(newFolder("/a".repeat(depth)));
        },
      },
    ],
    refuses: [],
  },
  L4: {
    succeeds: [
      {
        fact: "moves the folder and its contents to the trash",
        body: rules,
        answers: [empty, staff, letters],
        leaves: (state) => {
          folderToTrash(state, "GEN", "/rules");
          toTrash(state, "GEN", "A.pdf");
          toTrash(state, "GEN", "b.txt");
          folderToTrash(state, "GEN", "/rules/travel");
          toTrash(state, "GEN", "trip.txt");
        },
      },
    ],
    refuses: [{ fact: "the library itself", body: at("GEN", "/"), code: "OPA-FOLDER-ROOT" }],
  },
  L5: {
    succeeds: [
      {
        fact: "renames; everything below follows",
        body: { ...rules, newName: "zeal" },
        answers: [
          empty,
          staff,
          letters,
          { ...rulesFolder, name: "zeal", path: "/zeal" },
          { ...travel, path: "/zeal/travel" },
        ],
        leaves: (state) => {
          const library = libraryIn(state, "GEN");
          folderIn(library, "/rules").path = "/zeal";
          folderIn(library, "/rules/travel").path = "/zeal/travel";
          for (const document of library.documents) document.path = document.path.replace("/rules", "/zeal");
        },
      },
      {
        fact: "changes the spelling of the folder's own name",
        body: { ...at("GEN", "/empty"), newName: "EMPTY" },
        answers: [{ ...empty, name: "EMPTY", path: "/EMPTY" }, rulesFolder, travel, staff, letters],
        leaves: (state) => {
          folderIn(libraryIn(state, "GEN"), "/empty").path = "/EMPTY";
        },
      },
    ],
    refuses: [
      { fact: "the library itself", body: { ...at("GEN", "/"), newName: "x" }, code: "OPA-FOLDER-ROOT" },
      { fact: "the name of a sibling", body: { ...rules, newName: "Staff" }, code: "OPA-NAME-TAKEN" },
      { fact: "a name with a slash", body: { ...rules, newName: "a/b" }, code: "OPA-NAME-INVALID" },
      { fact: "a device name", body: { ...rules, newName: "con" }, code: "OPA-NAME-INVALID" },
    ],
  },
  L6: {
    succeeds: [
      { fact: "shows the folder's own readers", body: at("GEN", "/staff"), answers: { readers: [employee("dan")] } },
      { fact: "shows inherited readers", body: at("GEN", "/staff/letters"), answers: { readers: [employee("dan")] } },
      {
        fact: "shows the readers of the library",
        body: at("GEN", "/"),
        answers: { readers: [{ itemType: 0, dept: { code: "HQ", containsChildren: true, isCompany: false } }] },
      },
    ],
    refuses: [],
  },
  L7: {
    succeeds: [
      {
        fact: "sets readers of a folder",
        body: {
          ...rules,
          readers: [
            { itemType: 1, employee: { userType: 1, userCode: "003" }, dept: null },
            { itemType: 0, dept: { code: "rd" } },
            { itemType: 0, dept: { code: "ACME", isCompany: true } },
            { itemType: 2, jobTitleCode: "MGR" },
            { itemType: 3, jobFuncCode: "DEV", dept: { code: "RD", containsChildren: true } },
          ],
        },
        leaves: (state) => {
          folderIn(libraryIn(state, "GEN"), "/rules").readers = [
            employee("cat"),
            { itemType: 0, dept: { code: "RD", containsChildren: false, isCompany: false } },
            { itemType: 0, dept: { code: "ACME", containsChildren: true, isCompany: true } },
            { itemType: 2, jobTitleCode: "MGR" },
            { itemType: 3, jobFuncCode: "DEV", dept: { code: "RD", containsChildren: true, isCompany: false } },
          ];
        },
      },
      {
        fact: "removes all readers",
        body: { ...rules, readers: [] },
        leaves: (state) => {
          folderIn(libraryIn(state, "GEN"), "/rules").readers = [];
        },
      },
      {
        fact: "changes the readers of the library",
        body: { ...at("GEN", "/"), readers: [employee("cat")] },
        leaves: (state) => {
          libraryIn(state, "GEN").readers = [employee("cat")];
        },
      },
    ],
    refuses: [
      { fact: "an unknown person", body: { ...rules, readers: [employee("no")] }, code: "OPA-USER-UNKNOWN" },
      {
        fact: "an unknown department",
        body: { ...rules, readers: [{ itemType: 0, dept: { code: "no" } }] },
        code: "OPA-DEPT-UNKNOWN",
      },
      {
        fact: "another company",
        body: { ...rules, readers: [{ itemType: 0, dept: { code: "HQ", isCompany: true } }] },
        code: "OPA-DEPT-UNKNOWN",
      },
      {
        fact: "an unknown title",
        body: { ...rules, readers: [{ itemType: 2, jobTitleCode: "no" }] },
        code: "OPA-TITLE-UNKNOWN",
      },
      {
        fact: "an unknown function",
        body: { ...rules, readers: [employee("dan"), { itemType: 3, jobFuncCode: "no" }] },
        code: "OPA-FUNCTION-UNKNOWN",
      },
      ...[0, 1, 2, 3].map((itemType) => ({
        fact: `an item of type ${itemType} without its part`,
        body: { ...rules, readers: [{ itemType }] },
        code: "OPA-ITEM-INCOMPLETE",
      })),
      { fact: "an unknown type", body: { ...rules, readers: [{ itemType: 4 }] }, code: "OPA-REQUEST-INVALID" },
    ],
  },
  L8: {
    succeeds: [
      {
        fact: "lists by name",
        body: { ...rules, pageOptions: page },
        answers: { pageInfo, items: [listed.a, listed.b] },
      },
      {
        fact: "lists by date",
        body: { ...rules, pageOptions: { ...page, by: 1 } },
        answers: { pageInfo, items: [listed.b, listed.a] },
      },
      {
        fact: "lists the largest first",
        body: { ...rules, pageOptions: { ...page, by: 2, order: 1 } },
        answers: { pageInfo, items: [listed.b, listed.a] },
      },
      {
        fact: "lists the second page",
        body: { ...rules, pageOptions: { page: 1, size: 1 } },
        answers: { pageInfo: { pageSize: 1, itemsCount: 2, pageNumber: 1, pageCount: 2 }, items: [listed.b] },
      },
      {
        fact: "lists nothing in an empty folder",
        body: { ...at("GEN", "/empty"), pageOptions: page },
        answers: { pageInfo: { ...pageInfo, itemsCount: 0, pageCount: 0 }, items: [] },
      },
    ],
    refuses: [
      { fact: "a page below 0", body: { ...rules, pageOptions: { page: -1, size: 1 } }, code: "OPA-REQUEST-INVALID" },
      {
        fact: "a page with size 0",
        body: { ...rules, pageOptions: { page: 0, size: 0 } },
        code: "OPA-REQUEST-INVALID",
      },
      { fact: "a large page", body: { ...rules, pageOptions: { page: 0, size: 1001 } }, code: "OPA-REQUEST-INVALID" },
      { fact: "an unknown order", body: { ...rules, pageOptions: { ...page, by: 3 } }, code: "OPA-REQUEST-INVALID" },
    ],
  },
  L9: {
    succeeds: [
      { fact: "finds one of several names", body: { ...rules, documentNames: ["no", "a.PDF"] }, answers: true },
      { fact: "finds none of the names", body: { ...rules, documentNames: ["no", "trip.txt"] }, answers: false },
      { fact: "finds nothing for an empty list", body: { ...rules, documentNames: [] }, answers: false },
    ],
    refuses: [],
  },
  L10: {
    succeeds: [
      {
        fact: "adds several files",
        body: { ...rules, documents: [file("one.txt"), file("two.txt", "Zwei.txt")], duplicateAction: 0 },
        answers: true,
        leaves: (state) =>
          libraryIn(state, "GEN").documents.push(added("one.txt", "one.txt"), added("two.txt", "Zwei.txt")),
      },
      {
        fact: "replaces the file of a document and keeps the old one in the trash",
        body: { ...rules, documents: [file("one.txt", "B.TXT")], duplicateAction: 0 },
        answers: true,
        leaves: (state) => {
          const old = structuredClone(documentIn(libraryIn(state, "GEN"), "b.txt"));
          toTrash(state, "GEN", "b.txt");
          libraryIn(state, "GEN").documents.push({ ...added("one.txt", "B.TXT"), id: old.id });
        },
      },
      {
        fact: "adds a number to a name that is taken",
        first: [["L10", { body: { ...rules, documents: [file("one.txt", "b (1).txt")], duplicateAction: 0 } }]],
        body: { ...rules, documents: [file("b.txt"), file("two.txt", "free.tar.gz")], duplicateAction: 1 },
        answers: true,
        leaves: (state) =>
          libraryIn(state, "GEN").documents.push(added("b.txt", "b (2).txt"), added("two.txt", "free.tar.gz")),
      },
      {
        fact: "adds numbers to equal names in one request",
        body: { ...at("GEN", "/"), documents: [file("one.txt", ".x"), file("two.txt", ".X")], duplicateAction: 1 },
        answers: true,
        leaves: (state) =>
          libraryIn(state, "GEN").documents.push(
            { ...added("one.txt", ".x"), path: "/" },
            { ...added("two.txt", ".X (1)"), path: "/" },
          ),
      },
      {
        fact: "adds a file that another document has too",
        first: [["L10", { body: { ...at("GEN", "/empty"), documents: [file("one.txt")], duplicateAction: 0 } }]],
        body: { ...rules, documents: [file("one.txt")], duplicateAction: 0 },
        answers: true,
        leaves: (state) => libraryIn(state, "GEN").documents.push(added("one.txt", "one.txt")),
      },
    ],
    refuses: [
      { fact: "an empty list of files", body: { ...rules, documents: [], duplicateAction: 0 }, code: "OPA-DOCS-EMPTY" },
      {
        fact: "all files because of an unknown one",
        body: {
          ...rules,
          documents: [file("one.txt"), { id: "00000000-0000-4000-8000-000000000000", fileName: "a" }],
          duplicateAction: 0,
        },
        code: "OPA-FILE-UNKNOWN",
      },
      {
        fact: "one file twice",
        body: { ...rules, documents: [file("one.txt"), file("one.txt", "other")], duplicateAction: 1 },
        code: "OPA-FILE-REPEATED",
      },
      {
        fact: "one name twice, which would replace what the same request adds",
        body: { ...rules, documents: [file("one.txt", "x"), file("two.txt", "X")], duplicateAction: 0 },
        code: "OPA-NAME-TAKEN",
      },
      ...["../x", "a/b", "a\\b", "..", "x\u200Ftxt.exe", "nul.txt", "x ", "x.", "é".repeat(128)].map((name) => ({
        fact: `the name ${JSON.stringify(name).slice(0, 20)}`,
        body: { ...rules, documents: [file("one.txt", name)], duplicateAction: 0 },
        code: "OPA-NAME-INVALID",
      })),
      {
        fact: "an unknown action",
        body: { ...rules, documents: [file("one.txt")], duplicateAction: 2 },
        code: "OPA-REQUEST-INVALID",
      },
    ],
  },
  L11: {
    succeeds: [
      {
        fact: "moves the document to the trash",
        body: { ...rules, fileName: "a.pdf" },
        leaves: (state) => toTrash(state, "GEN", "A.pdf"),
      },
    ],
    refuses: [
      { fact: "an unknown document", body: { ...rules, fileName: "no" }, code: "OPA-DOC-UNKNOWN" },
      { fact: "a folder's name", body: { ...rules, fileName: "travel" }, code: "OPA-DOC-UNKNOWN" },
    ],
  },
};

function added(name: string, fileName: string, editor: string | null = null) {
  return {
    id: expect.any(String) as string,
    path: "/rules",
    file: { id: fileNamed(name), fileName },
    editor,
    modifiedDate: expect.any(String) as string,
  };
}
