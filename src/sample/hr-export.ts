/** Writes a `Picture` the way the HR system exports it: CSV files with Chinese headers, with a BOM and CRLF as from Excel. */
import { rocDate, slashDate } from "./calendar.ts";
import { englishNameOf, nameOf } from "./names.ts";
import type { Picture, SamplePerson, SamplePost } from "./picture.ts";

type Cell = string | number | null;

/** Returns the text of each file by file name. `misspelt` is the number of the person whose birth date becomes 30 February. */
export const hrExport = (picture: Picture, misspelt: string): Readonly<Record<string, string>> => ({
  "levels.csv": levelsFile(picture),
  "titles.csv": titlesFile(picture),
  "functions.csv": functionsFile(picture),
  "departments.csv": departmentsFile(picture),
  "employees.csv": employeesFile(picture, misspelt),
  "posts.csv": postsFile(picture),
});

const csv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${[header, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("")}`;

const quoted = (cell: Cell): string => {
  const text = String(cell ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Numbers 10, 20, 30 … with gaps, the way people often number things. */
const order = (index: number): number => (index + 1) * 10;

const status = ({ active }: { readonly active: boolean }): string => (active ? "啟用" : "停用");

const levelsFile = ({ levels }: Picture): string =>
  csv(
    ["層級代號", "層級名稱", "排序", "狀態"],
    levels.map(({ code, name }, index) => [code, name, order(index), "啟用"]),
  );

const titlesFile = ({ titles }: Picture): string =>
  csv(
    ["職稱代號", "職稱名稱", "職等", "排序", "狀態"],
    titles.map((title, index) => [title.code, title.name, title.rank, order(index), status(title)]),
  );

const functionsFile = ({ functions }: Picture): string =>
  csv(
    ["職務代號", "職務名稱", "職務類別", "排序", "狀態"],
    functions.map(({ code, name, category }, index) => [code, name, category, order(index), "啟用"]),
  );

const departmentsFile = ({ departments }: Picture): string =>
  csv(
    ["部門代號", "部門名稱", "上層部門代號", "部門層級", "部門主管工號", "排序", "狀態"],
    departments.map((department, index) => [
      department.code,
      department.name,
      department.parent,
      department.level,
      department.manager,
      order(index),
      status(department),
    ]),
  );

const personHeaders = "工號 帳號 姓名 英文名 性別 身分證字號 出生日期 行動電話 信箱 到職日 離職日 在職狀態".split(" ");

const employment = { employed: "在職", "on-leave": "留停", left: "離職" } as const;

const employeesFile = ({ people }: Picture, misspelt: string): string =>
  csv(
    [...personHeaders, ...postHeaders],
    people.map((person) => [
      person.number,
      person.account,
      nameOf(person),
      englishNameOf(person),
      person.gender === "Male" ? "男" : "女",
      person.idCardNumber,
      person.number === misspelt ? "113/02/30" : rocDate(person.birthDate),
      person.phoneNumber,
      person.email,
      slashDate(person.hireDate),
      person.lastDay && slashDate(person.lastDay),
      employment[person.status],
      ...postCells(person.posts[0]),
    ]),
  );

const postsFile = ({ people }: Picture): string =>
  csv(
    ["工號", ...postHeaders],
    people.flatMap(({ number, posts }: SamplePerson) => posts.slice(1).map((post) => [number, ...postCells(post)])),
  );

const postHeaders = ["部門代號", "職稱代號", "職務", "簽核主管工號"];

const postCells = ({ department, title, functions, supervisor }: SamplePost): readonly Cell[] => [
  department,
  title,
  functions.join(";"),
  supervisor,
];
