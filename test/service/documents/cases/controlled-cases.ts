/** Cases of the operations L12–L22 on controlled libraries. The files `one.txt`, `two.txt` and `b.txt` have been uploaded. */
import { expect } from "vitest";
import { at, type DocumentCasesOf, type DocumentState, fileNamed } from "./document-case.ts";
import { qualityFolders, recordOf } from "./libraries.ts";
import { controlledIn, folderIn, libraryIn, newFolder } from "./state-edits.ts";

type Ids = "L12" | "L13" | "L14" | "L15" | "L16" | "L17" | "L18" | "L19" | "L20" | "L21" | "L22";

const quality = at("ISO", "/quality");
const plans = at("MAN", "/d");
const document = { id: fileNamed("one.txt"), fileName: "one.txt" };
const add = { document, isCADFile: false, docProperty: {} };
const [blank, qualityFolder] = qualityFolders;

const facts = { publishDept: null, applyDept: null, startTime: null, endTime: null, summary: null, memo: null };

const versionOf = (docVersion: string, rest: object = {}) => ({
  docVersion,
  file: document,
  isCADFile: false,
  uploadBy: null,
  at: expect.any(String) as string,
  ...facts,
  ...rest,
});

const newDocument = (
  path: string,
  name: string,
  docSerial: string,
  docVerRule: 0 | 1 | 2,
  version: string,
  rest = {},
) => ({
  id: expect.any(String) as string,
  path,
  name,
  docSerial,
  docVerRule,
  versions: [versionOf(version, rest)],
  voided: null,
});

/** The service gives the document of L19 the next serial. */
const addedToIso = (state: DocumentState, name: string, rest = {}): void => {
  const library = libraryIn(state, "ISO");
  library.controlledDocuments.push(newDocument("/quality", name, "ISO-0004", 0, "1", rest));
  Object.assign(library.versionRules ?? {}, { nextSerial: 5 });
};

/**
 * Bodies of L19, which adds a document: to ISO (the service gives the serials; integer versions) or to MAN (the caller gives
 * the serials; decimal versions, other versions are allowed).
 */
const addTo = {
  iso: (docProperty: object, rest: object = {}) => ({ ...quality, ...add, docProperty, ...rest }),
  man: (docProperty: object) => ({ ...plans, ...add, docProperty: { docSerial: "P-2", ...docProperty } }),
};
const update = (docProperty: object, rest: object = {}) => ({
  ...quality,
  ...add,
  originalDocName: "Manual",
  docProperty,
  ...rest,
});
const updatePlan = (docProperty: object) => ({ ...plans, ...add, originalDocName: "plan", docProperty });

const ending = { docName: "manual", reason: "obsolete" };
const voidManual = ["L21", { body: { ...quality, ...ending } }] as const;
const destroyManual = ["L22", { body: { ...quality, ...ending } }] as const;

/** Refusals of L18 and L20–L22 for a document that cannot be used; `name` is the property that identifies it. */
const wrongDocuments = (name: string, rest: object, status = 400) => [
  { fact: "an unknown document", body: { ...quality, ...rest, [name]: "no" }, code: "OPA-DOC-UNKNOWN", status },
  {
    fact: "a document by its file",
    body: { ...quality, ...rest, [name]: "second.txt" },
    code: "OPA-DOC-UNKNOWN",
    status,
  },
  { fact: "a destroyed document", body: { ...quality, ...rest, [name]: "ash" }, code: "OPA-DOC-DESTROYED" },
];

export const controlledCases: DocumentCasesOf<Ids> = {
  L12: {
    succeeds: [{ fact: "lists the controlled libraries by code", answers: [recordOf.ISO, recordOf.MAN] }],
    refuses: [],
  },
  L13: {
    succeeds: [{ fact: "lists folders", params: { rootCode: "ISO" }, answers: qualityFolders }],
    refuses: [
      { fact: "an unknown library", params: { rootCode: "NO" }, code: "OPA-LIBRARY-UNKNOWN", status: 404 },
      { fact: "an ordinary library", params: { rootCode: "GEN" }, code: "OPA-LIBRARY-UNKNOWN", status: 404 },
    ],
  },
  L14: {
    succeeds: [
      {
        fact: "creates every missing folder",
        body: at("ISO", "/blank/a/b"),
        answers: [
          blank,
          { id: expect.any(String), name: "a", parentId: blank?.id, path: "/blank/a" },
          { id: expect.any(String), name: "b", parentId: expect.any(String), path: "/blank/a/b" },
          qualityFolder,
        ],
        leaves: (state) => libraryIn(state, "ISO").folders.push(newFolder("/blank/a"), newFolder("/blank/a/b")),
      },
    ],
    refuses: [],
  },
  L15: {
    succeeds: [
      {
        fact: "deletes an empty folder without using the trash",
        body: at("ISO", "/blank"),
        answers: [qualityFolder],
        leaves: (state) => libraryIn(state, "ISO").folders.shift(),
      },
      {
        fact: "deletes a folder whose documents are destroyed",
        first: [destroyManual, ["L22", { body: { ...quality, docName: "gone", reason: "x" } }]],
        body: quality,
        answers: [blank],
        leaves: (state) => libraryIn(state, "ISO").folders.pop(),
      },
    ],
    refuses: [
      { fact: "a folder with documents", body: quality, code: "OPA-FOLDER-NOT-EMPTY" },
      {
        fact: "a folder with voided documents only",
        first: [destroyManual],
        body: quality,
        code: "OPA-FOLDER-NOT-EMPTY",
      },
      {
        fact: "a folder with subfolders",
        first: [["L14", { body: at("ISO", "/blank/a") }]],
        body: at("ISO", "/blank"),
        code: "OPA-FOLDER-NOT-EMPTY",
      },
      { fact: "the library itself", body: at("ISO", "/"), code: "OPA-FOLDER-ROOT" },
    ],
  },
  L16: {
    succeeds: [
      {
        fact: "renames a folder",
        body: { ...quality, newName: "a" },
        answers: [{ ...qualityFolder, name: "a", path: "/a" }, blank],
        leaves: (state) => {
          const library = libraryIn(state, "ISO");
          folderIn(library, "/quality").path = "/a";
          for (const one of library.controlledDocuments) one.path = "/a";
        },
      },
    ],
    refuses: [
      { fact: "the library itself", body: { ...at("ISO", "/"), newName: "x" }, code: "OPA-FOLDER-ROOT" },
      { fact: "the name of a sibling", body: { ...quality, newName: "BLANK" }, code: "OPA-NAME-TAKEN" },
      { fact: "a name with a path upwards", body: { ...quality, newName: ".." }, code: "OPA-NAME-INVALID" },
    ],
  },
  L17: {
    succeeds: [
      {
        fact: "shows the rules of integer versions",
        body: quality,
        answers: [{ docSerialRule: 0, docVerRule: 0, expectedVersion: "1", allowCustomVer: false }],
      },
      {
        fact: "shows the rules of decimal versions",
        body: plans,
        answers: [{ docSerialRule: 1, docVerRule: 1, expectedVersion: "1.0", allowCustomVer: true }],
      },
    ],
    refuses: [],
  },
  L18: {
    succeeds: [
      {
        fact: "shows the rules of a document",
        body: { ...quality, docName: "MANUAL" },
        answers: [{ docSerialRule: 0, docVerRule: 0 }],
      },
      {
        fact: "shows a document's own rule",
        first: [["L19", { body: addTo.man({ docVerRule: 2, docVersion: "draft" }) }]],
        body: { ...plans, docName: "one.txt" },
        answers: [{ docSerialRule: 1, docVerRule: 2 }],
      },
    ],
    refuses: [
      ...wrongDocuments("docName", {}, 404).map((one) =>
        one.code === "OPA-DOC-DESTROYED" ? { ...one, status: 400 } : one,
      ),
      { fact: "a voided document", body: { ...quality, docName: "Gone" }, code: "OPA-DOC-VOIDED" },
    ],
  },
  L19: {
    succeeds: [
      {
        fact: "adds a document with the next serial and the first version",
        body: addTo.iso({}),
        answers: true,
        leaves: (state) => addedToIso(state, "one.txt"),
      },
      {
        fact: "keeps all properties",
        body: addTo.iso(
          {
            name: "Guide",
            docVerRule: 0,
            docVersion: "1",
            publishDept: "rd",
            applyDept: "FIN",
            startTime: "2026-01-01T00:00:00",
            endTime: "2026-01-01T00:00:01+08:00",
            summary: "s",
            memo: "m",
          },
          { isCADFile: true, uploadBy: { userType: 1, userCode: "003" } },
        ),
        answers: true,
        leaves: (state) => {
          const rest = {
            isCADFile: true,
            uploadBy: "cat",
            publishDept: "RD",
            applyDept: "FIN",
            startTime: "2025-12-31T16:00:00.000Z",
            endTime: "2025-12-31T16:00:01.000Z",
            summary: "s",
            memo: "m",
          };
          addedToIso(state, "Guide", rest);
        },
      },
      {
        fact: "accepts the name of a destroyed document",
        body: addTo.iso({ name: "Ash", docSerial: " ", docVersion: null, publishDept: "", summary: null }),
        answers: true,
        leaves: (state) => addedToIso(state, "Ash"),
      },
      {
        fact: "accepts a serial and another version where the library allows both",
        body: addTo.man({ docVersion: "0.9" }),
        answers: true,
        leaves: (state) =>
          libraryIn(state, "MAN").controlledDocuments.push(newDocument("/d", "one.txt", "P-2", 1, "0.9")),
      },
      {
        fact: "accepts any version text under the custom rule",
        body: addTo.man({ docVerRule: 2, docVersion: "Rev. A/2" }),
        answers: true,
        leaves: (state) =>
          libraryIn(state, "MAN").controlledDocuments.push(newDocument("/d", "one.txt", "P-2", 2, "Rev. A/2")),
      },
    ],
    refuses: [
      {
        fact: "an unknown file",
        body: addTo.iso({}, { document: { ...document, id: "00000000-0000-4000-8000-000000000000" } }),
        code: "OPA-FILE-UNKNOWN",
      },
      {
        fact: "a file name with a path upwards, whatever the document's name",
        body: addTo.iso({ name: "x" }, { document: { ...document, fileName: "../x" } }),
        code: "OPA-NAME-INVALID",
      },
      { fact: "a name with a slash", body: addTo.iso({ name: "a/b" }), code: "OPA-NAME-INVALID" },
      { fact: "the name of a document", body: addTo.iso({ name: "MANUAL" }), code: "OPA-NAME-TAKEN" },
      { fact: "the name of a voided document", body: addTo.iso({ name: "gone" }), code: "OPA-NAME-TAKEN" },
      {
        fact: "an unknown uploader",
        body: addTo.iso({}, { uploadBy: { userType: 0, userCode: "no" } }),
        code: "OPA-USER-UNKNOWN",
      },
      {
        fact: "a serial where serials are automatic",
        body: addTo.iso({ docSerial: "X" }),
        code: "OPA-SERIAL-AUTOMATIC",
      },
      { fact: "no serial where serials are manual", body: { ...plans, ...add }, code: "OPA-SERIAL-MISSING" },
      { fact: "a serial that is taken", body: addTo.man({ docSerial: "p-1" }), code: "OPA-SERIAL-TAKEN" },
      {
        fact: "the serial of a destroyed document",
        first: [["L22", { body: { ...plans, docName: "Plan", reason: "x" } }]],
        body: addTo.man({ docSerial: "P-1" }),
        code: "OPA-SERIAL-TAKEN",
      },
      { fact: "a serial with two lines", body: addTo.man({ docSerial: "a\nb" }), code: "OPA-REQUEST-INVALID" },
      { fact: "another version rule", body: addTo.iso({ docVerRule: 1 }), code: "OPA-VERSION-RULE" },
      {
        fact: "the custom rule if the library does not allow it",
        body: addTo.iso({ docVerRule: 2 }),
        code: "OPA-VERSION-RULE",
      },
      { fact: "an unknown rule", body: addTo.iso({ docVerRule: 3 }), code: "OPA-REQUEST-INVALID" },
      {
        fact: "another version than the next one",
        body: addTo.iso({ docVersion: "2" }),
        code: "OPA-VERSION-FIXED",
      },
      { fact: "a version in the wrong format", body: addTo.man({ docVersion: "1" }), code: "OPA-VERSION-INVALID" },
      { fact: "no version under the custom rule", body: addTo.man({ docVerRule: 2 }), code: "OPA-VERSION-MISSING" },
      {
        fact: "a custom version with two lines",
        body: addTo.man({ docVerRule: 2, docVersion: "a\nb" }),
        code: "OPA-REQUEST-INVALID",
      },
      { fact: "an unknown publishing department", body: addTo.iso({ publishDept: "no" }), code: "OPA-DEPT-UNKNOWN" },
      { fact: "an unknown applying department", body: addTo.iso({ applyDept: "no" }), code: "OPA-DEPT-UNKNOWN" },
      {
        fact: "an end equal to the start",
        body: addTo.iso({ startTime: "2026-01-01T08:00:00", endTime: "2026-01-01T00:00:00Z" }),
        code: "OPA-DOC-PERIOD",
      },
      { fact: "an invalid time", body: addTo.iso({ startTime: "today" }), code: "OPA-REQUEST-INVALID" },
    ],
  },
  L20: {
    succeeds: [
      {
        fact: "adds the next version and keeps absent properties",
        body: update({}),
        answers: true,
        leaves: (state) => {
          const { versions } = controlledIn(libraryIn(state, "ISO"), "Manual");
          const { publishDept, startTime, endTime, summary } = versions.at(-1) ?? {};
          versions.push(versionOf("3", { publishDept, startTime, endTime, summary }));
        },
      },
      {
        fact: "renames, and clears properties that are null",
        body: update(
          { name: "Handbook", docSerial: "ISO-0001", publishDept: null, startTime: null, summary: "", memo: "m" },
          { uploadBy: { userType: 0, userCode: "amy" }, isCADFile: true },
        ),
        answers: true,
        leaves: (state) => {
          const manual = controlledIn(libraryIn(state, "ISO"), "Manual");
          manual.name = "Handbook";
          const { endTime } = manual.versions.at(-1) ?? {};
          manual.versions.push(versionOf("3", { uploadBy: "amy", isCADFile: true, endTime, memo: "m" }));
        },
      },
      {
        fact: "continues decimal versions",
        body: updatePlan({ docSerial: "P-9" }),
        answers: true,
        leaves: (state) => {
          const plan = controlledIn(libraryIn(state, "MAN"), "Plan");
          plan.docSerial = "P-9";
          plan.versions.push(versionOf("1.2"));
        },
      },
      {
        fact: "accepts a greater version where others are allowed",
        body: updatePlan({ docVersion: "2.0" }),
        answers: true,
        leaves: (state) => controlledIn(libraryIn(state, "MAN"), "Plan").versions.push(versionOf("2.0")),
      },
    ],
    refuses: [
      ...wrongDocuments("originalDocName", add),
      { fact: "a voided document", body: update({}, { originalDocName: "Gone" }), code: "OPA-DOC-VOIDED" },
      { fact: "a document that was just voided", first: [voidManual], body: update({}), code: "OPA-DOC-VOIDED" },
      {
        fact: "a document that was just destroyed",
        first: [destroyManual],
        body: update({}),
        code: "OPA-DOC-DESTROYED",
      },
      {
        fact: "an unknown file",
        body: update({}, { document: { ...document, id: "00000000-0000-4000-8000-000000000000" } }),
        code: "OPA-FILE-UNKNOWN",
      },
      { fact: "the name of another document", body: update({ name: "Gone" }), code: "OPA-NAME-TAKEN" },
      { fact: "a device name", body: update({ name: "COM1.txt" }), code: "OPA-NAME-INVALID" },
      {
        fact: "another serial where serials are automatic",
        body: update({ docSerial: "X" }),
        code: "OPA-SERIAL-AUTOMATIC",
      },
      {
        fact: "the serial of another document",
        first: [["L19", { body: addTo.man({}) }]],
        body: updatePlan({ docSerial: "P-2" }),
        code: "OPA-SERIAL-TAKEN",
      },
      { fact: "another version than the next one", body: update({ docVersion: "4" }), code: "OPA-VERSION-FIXED" },
      { fact: "a version used before", body: updatePlan({ docVersion: "1.0" }), code: "OPA-VERSION-USED" },
      { fact: "a version that is not greater", body: updatePlan({ docVersion: "0.9" }), code: "OPA-VERSION-USED" },
      { fact: "a version in the wrong format", body: updatePlan({ docVersion: "2" }), code: "OPA-VERSION-INVALID" },
      {
        fact: "an end before the stored start",
        body: update({ endTime: "2025-01-01T00:00:00Z" }),
        code: "OPA-DOC-PERIOD",
      },
      { fact: "an unknown department", body: update({ applyDept: "no" }), code: "OPA-DEPT-UNKNOWN" },
      {
        fact: "an unknown uploader",
        body: update({}, { uploadBy: { userType: 0, userCode: "no" } }),
        code: "OPA-USER-UNKNOWN",
      },
    ],
  },
  L21: {
    succeeds: [
      {
        fact: "voids a document and keeps reason and time",
        body: { ...quality, ...ending },
        answers: true,
        leaves: (state) => {
          controlledIn(libraryIn(state, "ISO"), "Manual").voided = { reason: "obsolete", at: expect.any(String) };
        },
      },
    ],
    refuses: [
      ...wrongDocuments("docName", { reason: "x" }),
      { fact: "a voided document", body: { ...quality, docName: "Gone", reason: "x" }, code: "OPA-DOC-VOIDED" },
      {
        fact: "a document that was just destroyed",
        first: [destroyManual],
        body: { ...quality, ...ending },
        code: "OPA-DOC-DESTROYED",
      },
    ],
  },
  L22: {
    succeeds: [
      {
        fact: "destroys a document in force and keeps its history",
        body: { ...quality, ...ending },
        answers: true,
        leaves: (state) => destroyed(state, "Manual", "obsolete"),
      },
      {
        fact: "destroys a voided document",
        body: { ...quality, docName: "Gone", reason: "x" },
        answers: true,
        leaves: (state) => destroyed(state, "Gone", "x"),
      },
    ],
    refuses: [
      ...wrongDocuments("docName", { reason: "x" }),
      {
        fact: "a document that was just destroyed",
        first: [destroyManual],
        body: { ...quality, ...ending },
        code: "OPA-DOC-DESTROYED",
      },
    ],
  },
};

function destroyed(state: DocumentState, name: string, reason: string): void {
  const library = libraryIn(state, "ISO");
  const { versions, ...rest } = controlledIn(library, name);
  library.controlledDocuments = library.controlledDocuments.filter((one) => one.name !== name);
  library.destroyedDocuments.push({
    ...(rest as (typeof library.destroyedDocuments)[number]),
    versions: versions.map(({ file, ...one }) => ({
      ...one,
      docVersion: one.docVersion ?? "",
      at: one.at ?? "",
      fileName: file.fileName,
    })),
    destroyed: { reason, at: expect.any(String) as string },
  });
}
