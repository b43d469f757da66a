/**
 * The libraries from which every case starts. The people are those of the company in `cases/baseline.ts`.
 *
 * ```
 * GEN  editor bob; readers HQ and below (amy bob cat dan)   ISO  editors: function LEAD (amy); readers RD and below
 * ├─ empty                                                  ├─ blank
 * ├─ rules        A.pdf b.txt                               └─ quality   Manual (1, 2) · Gone, voided · Ash, destroyed
 * │  └─ travel    trip.txt; no download of files            MAN  manual serials, decimal versions, other versions allowed
 * └─ staff        pay.txt; readers: dan                     └─ d         Plan (1.0, 1.1)
 *    └─ letters                                             AI   nobody reads it
 * ```
 */
import { expect } from "vitest";
import type { LibrariesSection } from "../../../../src/contract/sections/library.ts";

/** A uuid from which a test's object can be recognised: `kind` eight times, zeros, and the number. */
export const idOf = (kind: "a" | "b" | "c" | "d", number: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, "0")}`;

const department = (code: string, containsChildren: boolean) => ({
  itemType: 0 as const,
  dept: { code, containsChildren, isCompany: false },
});

export const employee = (userCode: string) => ({ itemType: 1 as const, employee: { userType: 0 as const, userCode } });

const open = { allowDownloadFile: true, allowDownloadPdf: true, enableWatermark: false };

const none = { folders: [], documents: [], controlledDocuments: [], destroyedDocuments: [] };

const facts = {
  isCADFile: false,
  publishDept: null,
  applyDept: null,
  startTime: null,
  endTime: null,
  summary: null,
  memo: null,
};

const general = {
  id: idOf("a", 1),
  code: "GEN",
  name: "General",
  isFromAI: false,
  editors: [employee("bob")],
  readers: [department("HQ", true)],
  settings: open,
  versionRules: null,
  ...none,
  folders: [
    { id: idOf("b", 1), path: "/empty" },
    { id: idOf("b", 2), path: "/rules" },
    {
      id: idOf("b", 3),
      path: "/rules/travel",
      settings: { allowDownloadFile: false, allowDownloadPdf: true, enableWatermark: true },
    },
    { id: idOf("b", 4), path: "/staff", readers: [employee("dan")] },
    { id: idOf("b", 5), path: "/staff/letters" },
  ],
  documents: [
    {
      id: idOf("c", 1),
      path: "/rules",
      file: { fileName: "A.pdf", base64: "AA==" },
      editor: null,
      modifiedDate: "2026-03-01T00:00:00.000Z",
    },
    {
      id: idOf("c", 2),
      path: "/rules",
      file: { fileName: "b.txt", text: "five!" },
      editor: "bob",
      modifiedDate: "2026-02-01T00:00:00.000Z",
    },
    {
      id: idOf("c", 3),
      path: "/rules/travel",
      file: { fileName: "trip.txt", text: "" },
      editor: "bob",
      modifiedDate: "2026-02-01T00:00:00.000Z",
    },
    {
      id: idOf("c", 4),
      path: "/staff",
      file: { fileName: "pay.txt", text: "much" },
      editor: "bob",
      modifiedDate: "2026-02-01T00:00:00.000Z",
    },
  ],
} satisfies LibrariesSection[number];

const ai = {
  ...general,
  id: idOf("a", 2),
  code: "AI",
  name: "Written by a machine",
  isFromAI: true,
  editors: [],
  readers: [],
  ...none,
} satisfies LibrariesSection[number];

const version = (docVersion: string, text: string, rest: Partial<LibraryVersion> = {}): LibraryVersion => ({
  docVersion,
  file: { fileName: `${text}.txt`, text },
  uploadBy: null,
  at: "2026-01-01T00:00:00.000Z",
  ...facts,
  ...rest,
});
type LibraryVersion = LibrariesSection[number]["controlledDocuments"][number]["versions"][number];

const iso = {
  ...general,
  id: idOf("a", 3),
  code: "ISO",
  name: "Quality",
  editors: [{ itemType: 3, jobFuncCode: "LEAD" }],
  readers: [department("RD", true)],
  versionRules: { docSerialRule: 0, docVerRule: 0, allowCustomVer: false, nextSerial: 4 },
  ...none,
  folders: [
    { id: idOf("b", 10), path: "/blank" },
    { id: idOf("b", 11), path: "/quality" },
  ],
  controlledDocuments: [
    {
      id: idOf("d", 2),
      path: "/quality",
      name: "Gone",
      docSerial: "ISO-0002",
      docVerRule: 0,
      versions: [version("1", "gone")],
      voided: { reason: "replaced", at: "2026-02-01T00:00:00.000Z" },
    },
    {
      id: idOf("d", 1),
      path: "/quality",
      name: "Manual",
      docSerial: "ISO-0001",
      docVerRule: 0,
      versions: [
        version("1", "first"),
        version("2", "second", {
          uploadBy: "bob",
          publishDept: "RD",
          startTime: "2026-01-01T00:00:00.000Z",
          endTime: "2027-01-01T00:00:00.000Z",
          summary: "New chapter",
        }),
      ],
      voided: null,
    },
  ],
  destroyedDocuments: [
    {
      id: idOf("d", 3),
      path: "/quality",
      name: "Ash",
      docSerial: "ISO-0003",
      docVerRule: 0,
      versions: [{ docVersion: "1", fileName: "ash.txt", uploadBy: null, at: "2026-01-01T00:00:00.000Z", ...facts }],
      voided: null,
      destroyed: { reason: "wrong", at: "2026-02-01T00:00:00.000Z" },
    },
  ],
} satisfies LibrariesSection[number];

const manual = {
  ...iso,
  id: idOf("a", 4),
  code: "MAN",
  name: "Plans",
  versionRules: { docSerialRule: 1, docVerRule: 1, allowCustomVer: true, nextSerial: 1 },
  ...none,
  folders: [{ id: idOf("b", 20), path: "/d" }],
  controlledDocuments: [
    {
      id: idOf("d", 4),
      path: "/d",
      name: "Plan",
      docSerial: "P-1",
      docVerRule: 1,
      versions: [version("1.0", "plan"), version("1.1", "better")],
      voided: null,
    },
  ],
} satisfies LibrariesSection[number];

/** In the order of dumps. */
export const libraries = (): LibrariesSection => structuredClone([ai, general, iso, manual]);

export const recordOf = {
  AI: { id: idOf("a", 2), name: "Written by a machine", code: "AI", isFromAI: true },
  GEN: { id: idOf("a", 1), name: "General", code: "GEN", isFromAI: false },
  ISO: { id: idOf("a", 3), name: "Quality", code: "ISO", isFromAI: false },
  MAN: { id: idOf("a", 4), name: "Plans", code: "MAN", isFromAI: false },
};

const folder = (number: number, name: string, parentId: string, path: string) => ({
  id: idOf("b", number),
  name,
  parentId,
  path,
});

/** The folders of GEN, in the order in which lists return them. */
export const generalFolders = [
  folder(1, "empty", idOf("a", 1), "/empty"),
  folder(2, "rules", idOf("a", 1), "/rules"),
  folder(3, "travel", idOf("b", 2), "/rules/travel"),
  folder(4, "staff", idOf("a", 1), "/staff"),
  folder(5, "letters", idOf("b", 4), "/staff/letters"),
];

export const qualityFolders = [
  folder(10, "blank", idOf("a", 3), "/blank"),
  folder(11, "quality", idOf("a", 3), "/quality"),
];

const item = (
  number: number,
  folderPath: string,
  fileName: string,
  length: number,
  account: string,
  month: string,
) => ({
  folder: folderPath,
  document: { id: idOf("c", number), fileId: expect.any(String), fileName, length },
  editor: employee(account),
  modifiedDate: `2026-${month}-01T00:00:00.000Z`,
  allowDelete: true,
});

/** The documents of GEN, as a list returns them to a key. */
export const listed = {
  a: item(1, "/rules", "A.pdf", 1, "system", "03"),
  b: item(2, "/rules", "b.txt", 5, "bob", "02"),
  trip: item(3, "/rules/travel", "trip.txt", 0, "bob", "02"),
  pay: item(4, "/staff", "pay.txt", 4, "bob", "02"),
};
