/** A factory in Taiwan: one list in Big5 with 民國 dates, departments as paths with full-width slashes, superiors by name, and a count at the end. */
import iconv from "iconv-lite";
import { dayIn, type ExpectedPerson, type ExportedCompany, numbersFrom, pad } from "./company.ts";

const surnames = Array.from("王林陳許張黃李吳劉蔡楊郭洪曾廖賴徐周葉蘇");
const given = [
  "淑芬",
  "志明",
  "雅婷",
  "家豪",
  "功蓋",
  "怡君",
  "俊傑",
  "美玲",
  "建宏",
  "佳穎",
  "宗翰",
  "惠雯",
  "育德",
  "文龍",
  "筱涵",
];
const paths = [
  "總公司",
  "總公司／資訊部",
  "總公司／資訊部／開發組",
  "總公司／資訊部／維運組",
  "總公司／人力資源部",
  "總公司／財務部／會計組",
  "總公司／製造處／一廠／包裝課",
  "總公司／製造處／二廠",
];
const titles = ["總經理", "經理", "課長", "工程師", "專員", "作業員"];

const roc = (day: string, form: number): string => {
  const [year = "", month = "", date = ""] = day.split("-");
  return form === 0 ? `${Number(year) - 1911}/${month}/${date}` : `${Number(year) - 1911}${month}${date}`;
};

export const taiwanWithPaths = (): ExportedCompany => {
  const draw = numbersFrom(7);
  const header = ["員工編號", "登入帳號", "中文姓名", "單位", "職稱", "到職日", "離職日", "直屬主管", "分機"];
  const people: ExpectedPerson[] = [];
  const rows: string[][] = [];
  for (let n = 0; n < 300; n += 1) {
    const number = pad(n + 1, 5);
    const name = `${surnames[n % 20] ?? ""}${given[Math.floor(n / 20)] ?? ""}`;
    const path = n === 0 ? "總公司" : (paths[draw(paths.length)] ?? "");
    const title = n === 0 ? "總經理" : (titles[1 + draw(5)] ?? "");
    const leaves = n > 5 ? draw(12) : 9;
    const lastDay = leaves === 0 ? dayIn(-40) : leaves === 1 ? dayIn(25) : "";
    const boss = n === 0 ? undefined : people[n < 6 ? 0 : 1 + draw(5)];
    const account = `u${number}`;
    const hired = `20${pad(5 + draw(18))}-${pad(1 + draw(12))}-${pad(1 + draw(28))}`;
    people.push({
      account,
      number,
      name,
      active: leaves !== 0,
      department: path.replaceAll("／", "."),
      title,
      supervisor: boss?.account,
      hired,
      lastDay,
    });
    rows.push([
      number,
      account,
      name,
      path,
      title,
      roc(hired, n % 2),
      lastDay && roc(lastDay, 0),
      boss?.name ?? "",
      `${2000 + n}`,
    ]);
  }
  const lines = [header, ...rows, [`合計 ${rows.length} 人`]].map((cells) => cells.join(","));
  const names = new Map<string, string | undefined>();
  for (const { department } of people) {
    const steps = department.split(".");
    for (const [at, step] of steps.entries()) names.set(step, steps[at - 1]);
  }
  return {
    files: { "人員清冊.csv": iconv.encode(`${lines.join("\r\n")}\r\n`, "big5") },
    configuration: `
source:
  feeds:
    hr:
      files: { folder: ./hr }
  levels:
    records: [{ code: DEPT, name: 部門 }]
  departments:
    file: 人員清冊.csv
    columns:
      code: { column: 單位, path: "/" }
      level: { value: DEPT }
  titles:
    file: 人員清冊.csv
    distinct: true
    columns: { code: 職稱, title: 職稱, rank: { value: 50 } }
  employees:
    file: 人員清冊.csv
    columns:
      number: { column: 員工編號, width: 5 }
      account: 登入帳號
      name: 中文姓名
      department: { column: 單位, path: "/" }
      title: 職稱
      hireDate: { column: 到職日, date: roc }
      resignationDate: { column: 離職日, date: roc, blank: clear }
      supervisor: { column: 直屬主管, by: name }
`,
    departments: [...names].map(([name, parent]) => ({ name, parent })),
    people,
    told: ["分機"],
    mistakes: [
      ["hireDate: { column: 到職日, date: roc }", "hireDate: 到職日", /`date: roc` would read it/],
      ["date: roc, blank: clear", "date: iso", /`date: roc` would read it/],
      ["by: name", "by: number", /person-unknown/],
      ["files: { folder: ./hr }", "files: { folder: ./hr, encoding: windows-1252 }", /big5/i],
    ],
  };
};
