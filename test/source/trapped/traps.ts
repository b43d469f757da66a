/** Traps in exports: each changes an export as real systems and people do, and says what a reading may still believe. */
import { columns, type Export, headerOf } from "./drawn-export.ts";
import { formTraps } from "./form-traps.ts";
import { timeTraps } from "./time-traps.ts";
import { isPerson, type Trap } from "./trap.ts";
import type { Table, WrittenCell } from "./written-table.ts";

const withRow = (given: Export, at: number, row: readonly string[]): Export => {
  const place = 2 + (at % (given.rows.length - 2));
  return { ...given, rows: given.rows.toSpliced(place, 0, filled(given, row)) };
};

/** A row as wide as the header. */
const filled = ({ rows }: Export, row: readonly string[]): string[] => (rows[0] ?? []).map((_, at) => row[at] ?? "");

const extraRow =
  (...rows: readonly (readonly string[])[]): Trap =>
  (given, at) => {
    const isWritable = (row: readonly string[]) =>
      given.form.kind === "workbook" ||
      given.form.encoding.startsWith("utf") ||
      given.script === "tw" ||
      row.every((cell) => /^\p{ASCII}*$/u.test(cell));
    const suited = rows.filter(isWritable);
    const row = suited[at % suited.length];
    return row && withRow(given, Math.floor(at / 7), row);
  };

/** Puts a text into a cell of one person. */
const withCell = (given: Export, at: number, column: (typeof columns)[number], text: string): Export => {
  const person = given.company.people[at % given.company.people.length];
  const x = columns.indexOf(column);
  const y = given.rows.findIndex((row) => row[0] === person?.number);
  if (y < 1 || !person) return given;
  const rows = given.rows.map((row, index) => (index === y ? row.with(x, text) : row));
  return { ...given, rows, touched: new Set([...given.touched, person.number]) };
};

const damages = ["??", "########", "3-Mar", "1.00E+03", "#N/A", "2026/3/3", "#REF!", "?"];

const damagedCell =
  (...of: readonly (typeof columns)[number][]): Trap =>
  (given, at) =>
    withCell(given, at, of[at % of.length] ?? "department", damages[Math.floor(at / 11) % damages.length] ?? "??");

/** UTF-8 read as Windows-1252 and written again. */
const twice = (text: string): string => {
  const decoder = new TextDecoder("windows-1252");
  return decoder.decode(new TextEncoder().encode(text));
};

const isPlain = (table: Table): boolean =>
  table.every((row) => row.every((cell) => typeof cell !== "string" || /^\p{ASCII}*$/u.test(cell)));

const asText = (given: Export, change: (cell: WrittenCell, x: number, y: number) => WrittenCell): Table =>
  given.rows.map((row, y) => row.map((cell, x) => change(cell, x, y)));

export const traps: Readonly<Record<string, Trap>> = {
  ...formTraps,
  ...timeTraps,
  secondHeader: extraRow(
    [
      "Personnel ID",
      "User",
      "Full Name",
      "Unit",
      "Unit Name",
      "Grade",
      "Birthday",
      "Start",
      "Mobile",
      "E-Mail",
      "Manager",
      "End",
    ],
    [
      "Personalnummer",
      "Benutzer",
      "Name",
      "Abteilung",
      "Bezeichnung",
      "Rang",
      "Geburtstag",
      "Eintritt",
      "Telefon",
      "Post",
      "Chef",
      "Austritt",
    ],
    ["員工編號", "使用者", "中文姓名", "單位", "單位名稱", "職等", "生日", "到職", "電話", "信箱", "主管", "離職"],
  ),
  ruler: extraRow(
    ["-----", "-----", "------", "---", "-----", "---"],
    ["=====", "", "====="],
    ["_____", "____", "____"],
  ),
  signature: extraRow(
    ["Approved by:", "", "", "HR Director"],
    ["製表人：陳大文", "", "", "核准：林經理"],
    ["Prepared by Ann Lee", "", "", "", "", "", "2026-11-02"],
    ["核准", "經理", "主管", "製表"],
  ),
  subtotal: extraRow(
    ["D01 小計", "12", ""],
    ["Subtotal Sales", "", "", "", "", "", "", "", "7"],
    ["小計：", "", "", "", "12"],
  ),
  note: extraRow(
    ["* for internal use only"],
    ["本表僅供內部使用，請勿外流"],
    ["Note: contractors are not listed here"],
  ),
  total: (given) => {
    const count = given.rows.filter((one) => isPerson(given, one)).length;
    const row = filled(given, [given.script === "tw" ? `合計：${count} 人` : `Total ${count} rows`]);
    return { ...given, rows: [...given.rows, row] };
  },
  damagedCode: damagedCell("department", "title"),
  damagedName: damagedCell("name", "departmentName"),
  damagedSupervisor: damagedCell("supervisor"),
  damagedKey: damagedCell("number", "account"),
  noValue: (given, at) => {
    const of = ["name", "departmentName", "department", "title", "email", "phone", "supervisor"] as const;
    const words = ["nan", "NULL", "None", "\\N", "-", "N/A", given.script === "tw" ? "無" : "(blank)"];
    return withCell(given, at, of[at % of.length] ?? "name", words[Math.floor(at / 7) % words.length] ?? "nan");
  },
  masked: (given, at) => {
    const of = { name: "J*** D**", phone: "0912***678", email: "a***@example.com" } as const;
    const field = (["name", "phone", "email"] as const)[at % 3] ?? "name";
    return withCell(given, at, field, of[field]);
  },
  vacancy: (given, at) => {
    const person = given.rows.find((row) => isPerson(given, row));
    const cells = (person ?? []).map((cell) => (typeof cell === "string" ? cell : ""));
    const name = given.script === "tw" ? "空缺" : "VACANT";
    return withRow(given, at, [`${cells[0]}9`, "vacant9", name, ...cells.slice(3, 6)]);
  },
  mangledPhone: (given, at) => withCell(given, at, "phone", "8.86E+11"),
  encodedTwice: (given, at) => {
    if (given.form.kind === "text" && !given.form.encoding.startsWith("utf")) return undefined;
    const person = given.company.people[at % given.company.people.length];
    if (!person || isPlain([[person.name]])) return undefined;
    return withCell(given, at, "name", twice(person.name));
  },
  entities: (given, at) => {
    const person = given.company.people[at % given.company.people.length];
    if (!person || isPlain([[person.name]])) return undefined;
    const text = Array.from(person.name)
      .map((letter) => (isPlain([[letter]]) ? letter : `&#${letter.codePointAt(0)};`))
      .join("");
    return withCell(given, at, "name", text);
  },
  wrongEncoding: (given) => {
    if (
      given.form.kind !== "text" ||
      isPlain(given.rows.slice(1)) ||
      given.form.encoding === "windows-1252" ||
      /bom|16/.test(given.form.encoding)
    )
      return undefined;
    return { ...given, files: { ...given.files, encoding: "windows-1252" }, refused: "must" };
  },
  titleRows: (given) => {
    if (given.form.kind === "text" && given.form.sep) return undefined;
    const title = filled(given, [given.script === "tw" ? "人員清冊" : "Staff list"]);
    return {
      ...given,
      rows: [title, filled(given, ["2026-11-02"]), ...given.rows],
      files: { ...given.files, skipTopRows: 2 },
    };
  },
  unexpectedTitleRow: (given) => ({ ...given, rows: [filled(given, ["Staff list"]), ...given.rows], refused: "must" }),
  lastDayAsStatus: (given) => {
    const { employees } = given.settings as { employees: { columns: Record<string, unknown> } };
    const active = { column: headerOf(given.script)[11], values: { "": true }, otherwise: false };
    const { resignationDate: _, ...rest } = employees.columns;
    const settings = { ...given.settings, employees: { ...employees, columns: { ...rest, active } } };
    return { ...given, settings, refused: "must" };
  },
  repeatedHeader: (given, at) => withRow(given, at, headerOf(given.script)),
  blankRows: (given, at) => withRow(withRow(given, at, []), at + 3, ["  "]),
  /** Numbers with zeros that only their format shows. */
  zerosByFormat: (given) => {
    if (given.form.kind !== "workbook") return undefined;
    const format = (text: string): WrittenCell =>
      /^0\d+$/.test(text) ? { value: Number(text), format: "0".repeat(text.length) } : text;
    return {
      ...given,
      rows: given.rows.map((row) => row.map((cell) => (typeof cell === "string" ? format(cell) : cell))),
    };
  },
  sharedNumber: (given, at) => {
    const { people } = given.company;
    const [one, other] = [people[at % people.length], people[(at + 1) % people.length]];
    if (!one || !other) return undefined;
    const changed = withCell(given, at, "number", other.number);
    return { ...changed, touched: new Set([...changed.touched, other.number]) };
  },
  paddedCells: (given) => ({
    ...given,
    rows: asText(given, (cell, _, y) => (y === 0 || typeof cell !== "string" || cell === "" ? cell : ` ${cell}  `)),
  }),
};
