/** Traps of time: rows of other days, older exports beside the newest one, and dates of other calendars. */
import { columns, type Export } from "./drawn-export.ts";
import { isPerson, type Trap, textOf, withEmployees } from "./trap.ts";
import type { Table, WrittenCell } from "./written-table.ts";

const column = (name: (typeof columns)[number]): number => columns.indexOf(name);

/** What was or will be said of the same person: another department, title, phone and name. */
const otherwise = (row: readonly WrittenCell[], { company }: Export): WrittenCell[] => {
  const [code = "", name = ""] = [...company.departments].find(([one]) => one !== row[column("department")]) ?? [];
  const other = company.people.find((person) => person.name !== row[column("name")])?.name ?? "";
  return row
    .with(column("department"), code)
    .with(column("departmentName"), name)
    .with(column("title"), row[column("title")] === "T1" ? "T2" : "T1")
    .with(column("name"), other)
    .with(column("phone"), "0900000000")
    .with(column("lastDay"), "");
};

/** The rows of a person over time, in any order: `days` is the first and the last day of a row. */
const overTime = (given: Export, row: readonly WrittenCell[], at: number): WrittenCell[][] => {
  const past = [...otherwise(row, given), "2001-01-01", "2015-12-31"];
  const future = [...otherwise(row, given), "2100-01-01", "9999-12-31"];
  const now = [...row, "2016-01-01", at % 2 === 0 ? "2099-12-31" : "9999-12-31"];
  // Rows of one day would be duplicates, so an open row has no later one.
  const all = at % 2 === 0 ? [future, now, past] : [now, past];
  return at % 3 === 0 ? all.toReversed() : all;
};

const effective =
  (setting: object): Trap =>
  (given, at) => {
    const isCounted = given.laid.includes("total");
    if (isCounted || given.rows.some((row) => row.includes("BEGDA")) || Object.keys(given.others).length > 0)
      return undefined;
    const rows = given.rows.flatMap((row, y): Table => {
      if (isPerson(given, row)) return overTime(given, row, at + y);
      return [
        [
          ...row,
          ...(y === given.rows.findIndex((one) => one.length > 1 && one[1] !== "") ? ["BEGDA", "ENDDA"] : ["", ""]),
        ],
      ];
    });
    return { ...given, rows, settings: withEmployees(given, setting) };
  };

/** Names of exports, the newest first. */
const datedNames: readonly (readonly [string, ...string[]])[] = [
  ["people_20261101", "people_20261031", "people_20251231"],
  ["people_1151101", "people_20261031", "people_1141231"],
  ["people_10", "people_9", "people_2"],
  ["people_115年11月", "people_115年9月", "people_114年12月"],
  ["people_13-11-2026", "people_1-11-2026"],
  ["people_2026-11-01 1800", "people_2026-11-01 0600"],
];

/** Names that do not tell which export is the newest. */
const unclearNames: readonly (readonly [string, ...string[]])[] = [
  ["people_11-02-2026", "people_01-12-2026"],
  ["people_20261101_1", "people_20261101_2"],
  ["people_1月", "people_12月"],
  ["people_0210", "people_0111"],
  ["people_20261101", "people_1"],
];

/** The same people in another file, as it was said earlier; one of them has left since. */
const olderRows = (given: Export): Table =>
  given.rows.map((row) => (isPerson(given, row) ? otherwise(row, given) : row));

/** Of the newest file, the newest row. */
const withColumn = (part: { readonly newest?: unknown }, more: { readonly newest?: 1 }) =>
  part.newest === undefined || more.newest === undefined ? more : { newest: { column: part.newest, files: 1 } };

const piledUp = (
  given: Export,
  names: readonly [string, ...string[]],
  more: { readonly newest?: 1 },
): Export | undefined => {
  if (Object.keys(given.others).length > 0) return undefined;
  const [name, ...older] = names;
  const pattern = given.form.kind === "text" ? "people_*.csv" : "people_*.xlsx";
  const settings = Object.fromEntries(
    Object.entries(given.settings).map(([table, part]) => [
      table,
      typeof part === "object" && part !== null ? { ...part, file: pattern, ...withColumn(part, more) } : part,
    ]),
  );
  const others = Object.fromEntries(older.map((one) => [one, olderRows(given)]));
  return { ...given, name, others, settings };
};

/** Writes the dates of one column in another calendar. */
const dated = (given: Export, date: string, written: (year: number, month: number, day: number) => string): Export => {
  const { columns: mapped } = given.settings["employees"] as { readonly columns: Record<string, unknown> };
  const rows = given.rows.map((row) => {
    const [year = 0, month = 0, day = 0] = textOf(row[column("hireDate")]).split("-").map(Number);
    return isPerson(given, row) && day > 0 ? row.with(column("hireDate"), written(year, month, day)) : row;
  });
  const hireDate = { column: mapped["hireDate"], date };
  return { ...given, rows, settings: withEmployees(given, { columns: { ...mapped, hireDate } }) };
};

const isOfScript = ({ script, form, settings }: Export, wanted: string): boolean =>
  script === wanted &&
  (form.kind === "workbook" || form.encoding !== "windows-1252") &&
  typeof (settings["employees"] as { readonly columns: Record<string, unknown> }).columns["hireDate"] === "string";

export const timeTraps: Readonly<Record<string, Trap>> = {
  validOn: effective({ validOn: { from: "BEGDA", until: "ENDDA" } }),
  newestRow: effective({ newest: "BEGDA" }),
  olderFiles: (given, at) => piledUp(given, datedNames[at % datedNames.length] ?? ["people_1"], { newest: 1 }),
  unclearFiles: (given, at) => {
    const piled = piledUp(given, unclearNames[at % unclearNames.length] ?? ["people_1"], { newest: 1 });
    return piled && { ...piled, refused: "must" };
  },
  /** Nobody has said that only the newest counts: everybody is left alone. */
  olderBeside: (given, at) => {
    const piled = piledUp(given, datedNames[at % datedNames.length] ?? ["people_1"], {});
    const everybody = new Set(given.company.people.map(({ number }) => number));
    return piled && { ...piled, refused: "may", touched: everybody };
  },
  eras: (given, at) => {
    if (!isOfScript(given, "ja")) return undefined;
    const kanji = at % 2 === 0;
    return dated(given, "japanese", (year, month, day) => {
      const isReiwa = year > 2019 || (year === 2019 && month >= 5);
      const inEra = year - (isReiwa ? 2018 : 1988);
      if (!kanji) return `${isReiwa ? "R" : "H"}${inEra}.${month}.${day}`;
      return `${isReiwa ? "令和" : "平成"}${inEra === 1 ? "元" : inEra}年${month}月${day}日`;
    });
  },
  roc: (given, at) =>
    isOfScript(given, "tw")
      ? dated(given, "roc", (year, month, day) =>
          at % 2 === 0
            ? `${year - 1911}/${month}/${day}`
            : `${year - 1911}${String(month).padStart(2, "0")}${String(day).padStart(2, "0")}`,
        )
      : undefined,
  /** A day outside its era may be meant otherwise. */
  wrongEra: (given, at) => {
    const eras = isOfScript(given, "ja") ? timeTraps["eras"]?.(given, 1) : undefined;
    const person = given.company.people[at % given.company.people.length];
    if (!eras || !person) return undefined;
    const rows = eras.rows.map((row) => (row[0] === person.number ? row.with(column("hireDate"), "H40.1.15") : row));
    return { ...eras, rows, touched: new Set([...eras.touched, person.number]) };
  },
};
