/** Libraries of the sample company: one for everybody, one for the research department only, one of controlled documents. */

import type { OrgItem } from "../contract/records/shared.ts";
import type { CompanyDocument } from "../contract/sections/company-document.ts";
import type { SectionControlledDocument, SectionDocument, SectionLibrary } from "../contract/sections/library.ts";
import { utcOffset } from "../lib/clock.ts";
import { addDays } from "./calendar.ts";
import type { ManagerOf } from "./managers.ts";

const department = (code: string): OrgItem => ({
  itemType: 0,
  dept: { code, containsChildren: true, isCompany: false },
});

/** Everybody: the people of the top department and of all departments below it. */
const everybody = [department("A000")];

const settings = { allowDownloadFile: true, allowDownloadPdf: true, enableWatermark: false };

const library = (code: string, name: string, more: Partial<SectionLibrary>): SectionLibrary => ({
  code,
  name,
  isFromAI: false,
  editors: [],
  readers: everybody,
  settings,
  folders: [],
  documents: [],
  controlledDocuments: [],
  destroyedDocuments: [],
  ...more,
});

export const sampleLibraries = (managerOf: ManagerOf, today: string): NonNullable<CompanyDocument["libraries"]> => {
  const document = (path: string, fileName: string, text: string, editor: string, age: number): SectionDocument => ({
    path,
    file: { fileName, text },
    editor,
    modifiedDate: `${addDays(today, -age)}T09:30:00${utcOffset}`,
  });
  const controlled = (path: string, name: string, versions: readonly (readonly [string, number])[], more = {}) =>
    ({
      path,
      name,
      versions: versions.map(([text, age]) => ({
        file: { fileName: `${name}.txt`, text },
        uploadBy: managerOf("B300"),
        at: `${addDays(today, -age)}T10:00:00${utcOffset}`,
        isCADFile: false,
        publishDept: "B300",
      })),
      ...more,
    }) satisfies SectionControlledDocument;
  return [
    library("COMPANY", "公司文件", {
      editors: [department("E100")],
      folders: [{ path: "/規章/人事" }, { path: "/規章/資訊" }, { path: "/表格" }],
      documents: [
        document("/規章/人事", "工作規則.txt", "第一條　本規則依勞動基準法訂定。\n", managerOf("E100"), 200),
        document("/規章/人事", "差勤管理辦法.txt", "上班時間為八時三十分至十七時三十分。\n", managerOf("E100"), 90),
        document("/規章/資訊", "密碼原則.txt", "密碼至少十二個字元。\n", managerOf("E000"), 60),
        document("/表格", "出差費用.csv", "日期,事由,金額\n", managerOf("E200"), 30),
      ],
    }),
    library("RD", "研發資料", {
      editors: [{ itemType: 1, employee: { userType: 0, userCode: managerOf("C000") } }],
      readers: [department("C000")],
      settings: { ...settings, allowDownloadFile: false, enableWatermark: true },
      folders: [
        { path: "/硬體", readers: [department("C100")] },
        { path: "/軟體", readers: [department("C200")] },
      ],
      documents: [document("/軟體", "編碼規範.txt", "一個檔案只做一件事。\n", managerOf("C200"), 45)],
    }),
    library("ISO", "品質文件", {
      editors: [department("B300"), { itemType: 3, jobFuncCode: "Q02" }],
      versionRules: { docSerialRule: 0, docVerRule: 0, allowCustomVer: false, nextSerial: 1 },
      folders: [{ path: "/一階" }, { path: "/二階" }],
      controlledDocuments: [
        controlled("/一階", "品質手冊", [
          ["品質手冊　初版\n", 400],
          ["品質手冊　修訂：組織圖\n", 120],
        ]),
        controlled("/二階", "文件管制程序", [["文件管制程序　初版\n", 380]]),
        controlled("/二階", "舊版進料檢驗程序", [["已由新程序取代\n", 700]], {
          voided: { reason: "由進料檢驗程序取代", at: `${addDays(today, -100)}T11:00:00${utcOffset}` },
        }),
      ],
    }),
  ];
};
