/** A company with one workbook: departments and people on two sheets below title rows, numbers whose zeros only their format shows, true dates. */
import * as XLSX from "@e965/xlsx";
import { dayIn, type ExpectedPerson, type ExportedCompany, numbersFrom, pad } from "./company.ts";

const departments = [
  ["A00", "總管理處", ""],
  ["A10", "人資課", "A00"],
  ["B00", "研發中心", "A00"],
  ["B10", "軟體課", "B00"],
  ["B20", "韌體課", "B00"],
  ["C00", "業務處", "A00"],
] as const;
const grades = ["處長", "課長", "工程師", "助理"];
const surnames = Array.from("江何羅高蕭潘朱簡鍾彭");
const given = ["心怡", "柏翰", "冠宇", "雅雯", "承恩", "詩涵", "子軒", "品妤", "哲瑋", "佩珊"];

/** Days since 1899-12-30, as a workbook keeps a date. */
const serial = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + 25_569;

const date = (day: string) => (day === "" ? "" : { t: "n" as const, v: serial(day), z: "yyyy/mm/dd" });

export const workbookOfTwoSheets = (): ExportedCompany => {
  const draw = numbersFrom(23);
  const people: ExpectedPerson[] = [];
  const rows: unknown[][] = [];
  for (let n = 0; n < 300; n += 1) {
    const [department = "", unit = ""] = n === 0 ? departments[0] : (departments[1 + draw(5)] ?? []);
    const title = grades[n === 0 ? 0 : 1 + draw(3)] ?? "";
    const isGone = n > 3 && draw(15) === 0;
    const lastDay = isGone ? dayIn(-90) : n % 40 === 7 ? dayIn(10) : "";
    const account = `staff${n}`;
    const name = `${surnames[n % 10] ?? ""}${given[Math.floor(n / 10) % 10] ?? ""}${n < 100 ? "" : "甲乙"[n < 200 ? 0 : 1]}`;
    const hired = `20${10 + draw(14)}-0${1 + draw(9)}-1${draw(9)}`;
    people.push({ account, number: pad(n + 41, 6), name, active: !isGone, department, title, hired, lastDay });
    rows.push([
      { t: "n", v: n + 41, z: "000000" },
      account,
      name,
      department,
      unit,
      title,
      date(hired),
      date(lastDay),
      isGone ? "離職" : "在職",
    ]);
  }
  const header = ["工號", "帳號", "姓名", "部門代號", "部門名稱", "職稱", "到職日期", "離職日期", "狀態"];
  const book = XLSX.utils.book_new();
  const titled = (title: string, table: unknown[][]) => {
    const sheet = XLSX.utils.aoa_to_sheet([[title], ["製表日期", "2026/11/02"], [], ...table]);
    sheet["!merges"] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 3 } }];
    return sheet;
  };
  XLSX.utils.book_append_sheet(
    book,
    titled("部門表", [["部門代號", "部門名稱", "上層部門"], ...departments.map((row) => [...row])]),
    "部門",
  );
  const staff = titled("員工名冊（機密）", [[], header, ...rows]);
  XLSX.utils.book_append_sheet(book, staff, "員工");
  return {
    files: { "人事資料.xlsx": XLSX.write(book, { type: "buffer", bookType: "xlsx" }) as Buffer },
    configuration: `
source:
  feeds:
    hr:
      files: { folder: ./hr }
  levels:
    records: [{ code: DEPT, name: 部門 }]
  titles:
    file: 人事資料.xlsx
    sheet: 員工
    skipTopRows: 4
    distinct: true
    columns: { code: 職稱, title: 職稱, rank: { value: 50 } }
  departments:
    file: 人事資料.xlsx
    sheet: 部門
    skipTopRows: 3
    columns:
      code: 部門代號
      name: 部門名稱
      level: { value: DEPT }
      parent: { column: 上層部門, blank: clear }
  employees:
    file: 人事資料.xlsx
    sheet: 員工
    skipTopRows: 4
    columns:
      number: { column: 工號, width: 6 }
      account: 帳號
      name: 姓名
      department: 部門代號
      title: 職稱
      hireDate: 到職日期
      resignationDate: { column: 離職日期, blank: clear }
      active: { column: 狀態, values: { 在職: true, 離職: false } }
`,
    departments: departments.map(([, name, parent]) => ({
      name,
      parent: departments.find(([code]) => code === parent)?.[1],
    })),
    people,
    told: ["部門名稱"],
    mistakes: [
      ["skipTopRows: 3", "skipTopRows: 0", /row 1 was read as the header/],
      ["sheet: 部門\n", "sheet: 部门\n", /"部門", "員工"/],
    ],
  };
};
