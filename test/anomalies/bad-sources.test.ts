/**
 * Files that get errors after a correct import. Each case states what is refused, listed or found. Every export also contains
 * the ordinary change: a title and a person get another name. Nobody is disabled, and no post or department is removed.
 */
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import iconv from "iconv-lite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import {
  accountOf,
  added,
  bytes,
  cell,
  cells,
  type Edit,
  edits,
  holds,
  numberOf,
  numbers,
  officeFiles,
  openSyncedSite,
  personalData,
  replaced,
  rows,
  type SourcePart,
  type SyncedSite,
  sites,
  type Told,
  text,
  withFunctionsAndWorkbook,
  withoutFile,
  withWitness,
  witness,
  wrongSites,
} from "../support/bad-sources.ts";

const [people, posts, units, accounts, book] = [
  "people.csv",
  "posts.csv",
  "departments.csv",
  "accounts.csv",
  "people.xlsx",
] as const;
const { plain, joined, optional, functions, workbook, scoped, captured, anyWidth, young, counted } = sites;

let site: SyncedSite;
let organisation: Organisation;

beforeAll(async () => {
  site = await openSyncedSite(plain, officeFiles);
  organisation = await site.fixture.dump();
});

afterAll(() => site.close());

/** Plans for the files with the ordinary change and `edit`; checks that the reports contain no personal data. */
const planOf = async (edit: Edit, source: SourcePart = plain, last?: () => Promise<unknown>): Promise<Told> => {
  const told = await site.plan(source, edit(withFunctionsAndWorkbook(withWitness(officeFiles))), last);
  expect(told.text).not.toMatch(personalData);
  return told;
};

const quiet = { held: [], rejected: [], findings: [], breaches: [], text: expect.any(String) };
const inStep = { ...quiet, changes: [witness.title, witness.person] };

const withoutHeader = (all: string): string => all.slice(all.indexOf("\n") + 1);
const none: Edit = (files) => files;
const zerosLost = (old: string): string => old.replace(/^0+/, "");
const half = (lines: readonly string[]): readonly string[] => lines.slice(lines.length >> 1);
const no27 = (lines: readonly string[]): readonly string[] => lines.toSpliced(26, 1);
const cut = (share: number) => (all: Buffer) => all.subarray(0, Math.floor(all.length * share));
const big5 = (all: string | Buffer): Buffer => iconv.encode(String(all), "cp950");
const allInBig5: Edit = (files) => Object.fromEntries(Object.entries(files).map(([file, all]) => [file, big5(all)]));
const oldWorkbook = Buffer.from("d0cf11e0a1b11ae1", "hex");
const ten = numbers(10).map(numberOf);
/** Replaces the byte before the text `before`. */
const broken = (before: string, byte: number) => (all: Buffer) =>
  Buffer.from(all).fill(byte, all.indexOf(before) - 1, all.indexOf(before));
const every = (file: string, column: string, value: string): Edit => cells(file, column, () => value);
const one = (file: string, key: string, column: string, value: string): Edit => cells(file, column, () => value, key);
/** Swaps the cells of two columns, and keeps the header. */
const swapped = (left: string, right: string): Edit =>
  rows(people, (lines, header) =>
    lines.map((line) => {
      const row = line.split(",");
      const [a, b] = [header.indexOf(left), header.indexOf(right)];
      return row
        .with(a, row[b] ?? "")
        .with(b, row[a] ?? "")
        .join(",");
    }),
  );

/** A case in which the source is refused. `code` is the error code without its prefix "source-". */
type Refused = [what: string, code: string, says: RegExp, edit: Edit, source?: SourcePart];

const refused: readonly Refused[] = [
  ["a file is missing", "file-missing", /no file people\.csv/, withoutFile(people)],
  ["the file of a further part is missing", "file-missing", /accounts\.csv/, withoutFile(accounts), joined],
  ["the folder is not mounted", "file-missing", /\/share/, none, wrongSites.otherFolder],
  ["a file has no bytes", "empty", /no header row/, holds(people, "")],
  ["people have a header only", "empty", /empty all employees/, rows(people, () => [])],
  ["departments have a header only", "empty", /empty all departments/, rows(units, () => [])],
  ["a file ends in a quoted cell", "csv-invalid", /line 28/, text(people, (all) => `${all.split("機密27")[0]}"機`)],
  ["a file is cut in the middle", "file-cut", /\d+ of \d+ cells/, text(people, (all) => all.slice(0, 2600))],
  ["the last row of a file is cut", "file-cut", /line 41/, bytes(people, cut(0.993))],
  ["a quote is never closed", "csv-invalid", /line 28, column 3/, cell(27, "name", '"機密')],
  ["a byte is in no encoding", "undecodable", /offset \d+ [^]*line 7/, bytes(people, broken("06,S", 0xff))],
  [
    "a byte of Big5 is broken",
    "undecodable",
    /line 7/,
    edits(allInBig5, bytes(people, broken("06,S", 0x20))),
    wrongSites.inBig5,
  ],
  ["a file ends inside a character", "undecodable", /line 25/, bytes(people, cut(0.58))],
  ["titles in Big5 may be in GBK", "encoding-ambiguous", /big5, gb18030/, allInBig5],
  ["UTF-16 has no mark", "undecodable", /people\.csv/, text(people, (all) => Buffer.from(all, "utf16le"))],
  ["a file ends in NUL bytes", "undecodable", /NUL byte[^]*line 42/, text(people, (all) => all + "\0".repeat(512))],
  ["a CSV file is a workbook", "format-foreign", /a workbook/, bytes(people, () => Buffer.from("PK\x03\x04"))],
  ["an old workbook was renamed", "format-foreign", /old format/, bytes(book, () => oldWorkbook), workbook],
  ["a workbook is cut in half", "xlsx-invalid", /cut off/, bytes(book, cut(0.5)), workbook],
  ["a byte of a workbook has flipped", "xlsx-invalid", /checksum/, bytes(book, broken("27<", 0x66)), workbook],
  ["a sheet was renamed", "sheet-unknown", /"人員"; it has: "員工"/, none, wrongSites.otherSheet],
  ["the export is an error page", "format-foreign", /a web page/, holds(people, "<!DOCTYPE html>\n<p>")],
  ["the error page has quotes", "format-foreign", /a web page/, holds(people, '<html lang="zh-TW">')],
  [
    "the delimiter is another",
    "column-unknown",
    /people.csv has none of them: .*`delimiter`/,
    text(people, (all) => all.replaceAll(",", ";")),
  ],
  ["the header is missing", "column-unknown", /none of them: the header line/, text(people, withoutHeader)],
  ["a column was renamed", "column-unknown", /active: people\.csv has no/, replaced(people, "status", "state")],
  ["a column is there twice", "column-twice", /"status" more than once/, replaced(people, "type", "status")],
  [
    "a title stands above the header",
    "column-unknown",
    /people.csv has none of them: .*skipTopRows/,
    text(people, (all) => `名冊\n${all}`),
  ],
  ["a scope's column is gone", "column-unknown", /only\.0: people\.csv/, replaced(people, "type", "kind"), scoped],
  ["a scope matches nobody any more", "empty", /no row in scope/, every(people, "type", "全職"), scoped],
  ["departments form a cycle", "tree-cycle", /D02 → D06 → D02/, one(units, "D02", "parent", "D06")],
  ["a department is below itself", "tree-cycle", /D05 → D05/, one(units, "D05", "parent", "ｄ０５")],
  ["the functions are missing", "functions-unusable", /cannot be loaded/, none, wrongSites.noFunctions],
  ["a function was renamed", "functions-unusable", /not export the function/, none, wrongSites.otherFunctions],
];

/** A case with duplicates. If they are refused, `says` is the error; if not, `told` are the listed rows, without the code. */
type Doubled = [what: string, says: RegExp, told: readonly string[], edit: Edit, source?: SourcePart];

const at28 = (column: string, ...keys: readonly string[]) =>
  keys.map((key, at) => `people.csv:${28 + at} ${column} ${key}`);

const doubled: readonly Doubled[] = [
  [
    "a number is there in full width",
    /"000028": .*28, 29/,
    at28("number", "e27", "e28"),
    cell(27, "number", "００００２８"),
  ],
  ["an account is there in capitals", /"E28": .*28, 29/, at28("account", "E28", "e28"), cell(27, "account", "Ｅ28 ")],
  [
    "two people have one account",
    /"e28"/,
    at28("account", "e28", "e28"),
    one(accounts, "000027", "account", "e28"),
    joined,
  ],
  [
    "a further part has a key twice",
    /csv line 28; .* 42/,
    ["people.csv:28 number 000027", "accounts.csv:28 number e27", "accounts.csv:42 number e99"],
    added(accounts, "000027,e99,"),
    joined,
  ],
  [
    "a department is there twice",
    /"D05": .*6, 26/,
    ["departments.csv:6 code D05", "departments.csv:26 code d05"],
    added(units, "ｄ０５ ,又,,L,,啟用"),
  ],
  [
    "a part-time post is the main one",
    /"000027 in D03"/,
    ["posts.csv:10 department 000027"],
    added(posts, "000027,D03,T1,N"),
  ],
];

const strictSites = new Map<SourcePart, SourcePart>(
  [plain, joined].map((source) => [source, { ...source, duplicates: "refuse" }]),
);

const otherNumbers = "rejected-many rows-fell keys-changed";

/** Cases that the quality gate refuses; `code` is the rule, and `says` a part of the message. */
const gated: readonly Refused[] = [
  ["a file is cut at a line end", "rows-fell", /employee fell from 40 to 23/, rows(people, (all) => all.slice(0, 23))],
  [
    "the rows come a second time",
    "rejected-many duplicates-many",
    /40 of 40 records of employee share a key/,
    rows(people, (all) => [...all, ...all]),
  ],
  ["half of the people are missing", "rows-fell", /employee fell from 40 to 20/, rows(people, half)],
  ["half of the departments are missing", "rows-fell", /department fell from 24 to 12/, rows(units, half)],
  ["the titles are missing", "rows-fell", /title fell from 6 to 0/, rows("titles.csv", () => [])],
  ["the part-time posts are missing", "rows-fell", /from 8 to 0/, rows(posts, () => [])],
  ["ten people have left a scope", "rows-fell", /from 40 to 30/, cells(people, "type", () => "", ...ten), scoped],
  ["one person is missing", "rows-few", /39 rows; at least 40/, rows(people, no27), counted],
  ["the last line says more", "trailer-differs", /42 rows according .* 40 were/, added(people, "總筆數:42")],
  ["a database's last line says more", "trailer-differs", /42 rows/, added(people, "(42 rows affected)")],
  ["all posts' numbers are short", "rejected-many", /8 of 8 rows of post/, cells(posts, "employee", zerosLost)],
  ["all numbers are short", "rejected-many rejected-many", /40 of 40/, cells(people, "number", zerosLost)],
  ["short numbers are permitted", otherNumbers, /number of .* 0 of 40/, cells(people, "number", zerosLost), anyWidth],
  ["names are in the place of numbers", otherNumbers, /number of .* 0 of 40/, swapped("number", "name")],
  ["ID numbers are in the place of numbers", otherNumbers, /number of .* 0 of 40/, swapped("number", "card")],
  ["phones are in the place of numbers", otherNumbers, /number of .* 0 of 40/, swapped("number", "phone")],
  ["accounts are of another form", "keys-changed", /40 are recognised/, cells(people, "account", (old) => `u${old}`)],
  ["departments have other codes", "keys-changed", /department: 0 of 24/, cells(units, "code", (old) => `X${old}`)],
  ["all rows have a cell too many", "rejected-many", /40 of 40/, rows(people, (all) => all.map((row) => `${row},`))],
  [
    "every status is another word",
    "rejected-many",
    /40 of 40[^]*example people\.csv:2 status: "Active" is not/,
    every(people, "status", "Active"),
  ],
  ["every status is an ID number", "rejected-many", /40 of 40/, swapped("status", "card"), functions],
  ["the dates of two columns are swapped", "rejected-many", /40 of 40/, swapped("hired", "born")],
  ["nobody has a department", "rejected-many rows-fell", /from 32 to 0/, every(people, "department", "")],
  ["half of a further part is missing", "rejected-many", /20 of 40/, rows(accounts, half), joined],
  ["half of an optional part is missing", "rejected-many", /20 of 40/, rows(accounts, half), optional],
];

/** A value that makes a cell of person 27 unusable. */
type BadCell = [what: string, column: string, value: string, code: string, source?: SourcePart];

const badCells: readonly BadCell[] = [
  ["a number has lost its zeros", "number", "27", "zeros-lost"],
  ["a number has an exponent", "number", "2.7E+05", "number-mangled"],
  ["a phone has an exponent", "phone", "9.00111E+08", "number-mangled"],
  ["a date is not in the calendar", "hired", "2023-02-29", "date-invalid"],
  ["a ROC date is in an ISO column", "hired", "113/05/01", "date-invalid"],
  ["an ISO date is in a ROC column", "born", "1990-05-27", "date-invalid"],
  ["a birth date is before the Republic", "born", "民國前1年5月1日", "date-invalid"],
  ["a date is a spreadsheet's number", "hired", "43891", "date-invalid"],
  ["a date has lost its century", "hired", "20-03-01", "date-invalid"],
  ["a name has a question mark", "name", "機?", "name-lossy"],
  ["a name has a replacement character", "name", "機\uFFFD", "name-lossy"],
  ["a name has a private-use character", "name", "機\uE000", "name-lossy"],
  ["a name is broken by a line end", "name", '"機密\n27"', "character-invalid"],
  ["a code has a zero-width space inside", "department", "D\u200B03", "character-invalid"],
  ["an e-mail address has a zero-width space", "email", "secret27\u200B@example.com", "character-invalid"],
  ["an ID number has a control character", "card", "Z90000\u0007427", "character-invalid"],
  ["a status is not known", "status", "留停", "value-unmapped"],
  ["an ID number is in the place of a status", "status", "Z900000427", "value-unmapped"],
  ["a phone is in the place of a title", "title", "0900-041-227", "capture-failed", captured],
  ["a year of the Republic is zero", "born", "000/05/01", "date-invalid"],
  ["a year of the Republic has slipped", "born", "999/05/01", "date-invalid"],
  ["a phone is in the place of a supervisor", "supervisor", "0900-041-227", "person-unknown"],
  ["a supervisor is not in the source", "supervisor", "900000", "person-unknown"],
];

/** A case in which one object is listed; `told` is the reported line of a rejected row or a held change. */
type Listed = [what: string, told: string, edit: Edit, source?: SourcePart];

const quarantined: readonly Listed[] = [
  ["a row has a cell too many", "people.csv:28 * cell-count 000027", cell(27, "name", "機密,27")],
  ["a row has too few", "people.csv:28 * cell-count 000027", rows(people, (all) => all.with(26, "000027"))],
  [
    "a phone makes a function throw",
    "people.csv:28 active function-failed e27",
    cell(27, "status", "0900-041-227"),
    functions,
  ],
  ["an account is blank", "people.csv:28 account key-missing 000027", cell(27, "account", " ")],
  ["all names are question marks", "40 × people.csv name name-lossy", every(people, "name", "???")],
  ["a number has changed", "employee/e27/update identity-conflict e27 000027", cell(27, "number", "000999")],
  [
    "an account is used again",
    "employee/e27/update identity-conflict e27 000027",
    replaced(people, "000027", "000099"),
  ],
  ["a department is unknown", "post/e27/update reference-missing department/d99", cell(27, "department", "D99")],
  ["a title is unknown", "post/e27/update reference-missing title/t99", cell(27, "title", "T99")],
  ["a level is unknown", "department/D05/update reference-missing level/x", one(units, "D05", "level", "X")],
  ["supervisors are short", "16 × people.csv supervisor person-unknown", cells(people, "supervisor", zerosLost)],
  ["managers are short", "24 × departments.csv manager person-unknown", cells(units, "manager", zerosLost)],
  ["a manager is unknown", "departments.csv:6 manager person-unknown D05", one(units, "D05", "manager", "900000")],
  ["a department's row is too long", "departments.csv:6 * cell-count D05", replaced(units, "部門5,", "部門5,,")],
  ["a department has no code", "departments.csv:6 code key-missing", one(units, "D05", "code", "")],
  ["a department's name is lost", "departments.csv:6 name name-lossy D05", one(units, "D05", "name", "??")],
  ["a unit's status is unknown", "departments.csv:6 status value-unmapped D05", one(units, "D05", "status", "裁撤")],
  ["a rank is not a number", "titles.csv:4 rank integer-invalid T3", one("titles.csv", "T3", "rank", "三")],
  ["a post's person is unknown", "posts.csv:10 employee person-unknown 900000", added(posts, "900000,D03,T1,N")],
  ["a post's row is too long", "posts.csv:7 * cell-count 000030", replaced(posts, "000030,", "000030,,")],
  ["a post has no department", "posts.csv:7 department key-missing 000030", one(posts, "000030", "department", "")],
  ["a post's department is unknown", "post/e30/update reference-missing department/d99", replaced(posts, "D07", "D99")],
  ["a part-time post is a main one", "posts.csv:7 * main-post-twice e30", one(posts, "000030", "main", "Y")],
  ["only the part-time post is left", "posts.csv:7 * main-post-missing e30", cell(30, "department", "")],
  ["a further part lacks a person", "people.csv:28 number one-sided 000027", rows(accounts, no27), joined],
  ["the first part lacks a person", "accounts.csv:28 number one-sided e27", rows(people, no27), joined],
  ["an optional part lacks a person", "people.csv:28 account key-missing 000027", rows(accounts, no27), optional],
  ["this row is too long", "accounts.csv:28 * cell-count 000027", replaced(accounts, "000027,", "000027,,"), joined],
  ["the parts disagree", "people.csv:28 email parts-differ 000027", replaced(accounts, "secret27", "secret"), joined],
  ["the parts disagree on all", "40 × people.csv email parts-differ", every(accounts, "email", "secret@a.b"), joined],
];

/** A case with several reported lines, or in which even the ordinary change is planned only in part. */
type Outcome = Partial<Record<"changes" | "held" | "rejected" | "findings" | "breaches", readonly string[]>>;
type Judged = [what: string, outcome: Outcome, edit: Edit, source?: SourcePart];

const noPeople = (field: string, rule = "fill-fell"): Outcome => ({
  changes: [witness.title],
  findings: [`hold ${rule} employee ${field}`],
});
const nobodysPost = { rejected: ["posts.csv:7 employee key-missing", "posts.csv:7 * posts-unknown"] };
const shortPost = { rejected: ["posts.csv:7 employee zeros-lost", "posts.csv:7 * posts-unknown"] };
const shortPart = { rejected: ["accounts.csv:28 number zeros-lost e27", "people.csv:28 number one-sided 000027"] };
const badManager = {
  rejected: ["people.csv:6 hired date-invalid e05", "departments.csv:6 manager person-unknown D05"],
};
const exchanged = { held: [27, 28].map((n) => `employee/e${n}/update identity-conflict e${n} e${55 - n}`) };
const misplaced = ["account key-missing", "hired date-invalid", "email email-invalid", "status value-unmapped"];
const moved = { rejected: misplaced.map((bad) => `people.csv:28 ${bad} 000027`) };
const flat = ["hold fill-fell department parent", "hold tree-shape department parent", "warn tree-shape department"];
const orphans = {
  findings: ["warn tree-shape department parent", "warn tree-shape department"],
  held: ["23 × department move reference-missing"],
};
const noPhones = { ...noPeople("phone", "cells-unread"), rejected: ["40 × people.csv phone phone-invalid"] };
const english = (n: number) => (n === 40 ? "englishName " : "");
const all40 = {
  changes: [
    witness.title,
    ...numbers(40).map((n) => `employee/${accountOf(n)}/update ${english(n)}idCardNumber phoneNumber`),
  ],
  breaches: ["employee update"],
};

const mistyped = {
  rejected: ["posts.csv:7 employee person-unknown 000300"],
  held: ["post/e30/remove holder-unknown D07"],
};

const judged: readonly Judged[] = [
  ["a post's number is mistyped", mistyped, replaced(posts, "000030", "000300")],
  [
    "the encoding is Big5 and named",
    {
      changes: [witness.person],
      findings: ["hold encoding-changed title", "warn encoding-changed department", "warn encoding-changed employee"],
    },
    allInBig5,
    wrongSites.inBig5,
  ],
  ["cells have moved by one", moved, text(people, (all) => all.replace(/^(000027,)(.*),\d*$/m, "$1,$2"))],
  ["a manager's row cannot be used", badManager, cell(5, "hired", "?")],
  [
    "a post belongs to nobody, so no posts are managed",
    nobodysPost,
    edits(one(posts, "000030", "employee", ""), cell(28, "title", "T1")),
  ],
  [
    "a post's number is short",
    shortPost,
    edits(cells(posts, "employee", zerosLost, "000030"), cell(28, "title", "T1")),
  ],
  ["a further part's number is short", shortPart, cells(accounts, "number", zerosLost, "000027"), joined],
  [
    "two accounts are exchanged",
    exchanged,
    edits(one(accounts, "000027", "account", "e28"), one(accounts, "000028", "account", "e27")),
    joined,
  ],
  ["no status is left", noPeople("active"), every(people, "status", "")],
  ["no e-mail address is left", noPeople("email"), every(people, "email", "")],
  ["no name is left", noPeople("name"), every(people, "name", "")],
  ["every date is a filler", noPeople("hireDate"), every(people, "hired", "0")],
  ["no title is left", { findings: ["hold fill-fell post title"] }, every(people, "title", "")],
  ["no supervisor is left", { findings: ["hold fill-fell post supervisor"] }, every(people, "supervisor", "")],
  ["no manager is left", { findings: ["hold fill-fell department manager"] }, every(units, "manager", "")],
  ["no parent is left", { findings: flat }, every(units, "parent", "")],
  [
    "a parent is missing",
    { findings: ["warn tree-shape department parent"] },
    rows(units, (all) => all.toSpliced(4, 1)),
  ],
  ["the parents are unknown", orphans, cells(units, "parent", (old) => old && `X${old}`)],
  ["names and phones are swapped", noPhones, swapped("name", "phone")],
  ["ID numbers and phones are swapped", all40, swapped("card", "phone")],
];

type Good = [what: string, edit: Edit, source?: SourcePart];

const good: readonly Good[] = [
  ['numbers wrapped as ="000027"', cells(people, "number", (old) => `="${old}"`)],
  ["a line with the number of rows and a line with a sum", added(people, "總筆數：40", "合計,731")],
  ["UTF-16 with a mark", text(people, (all) => Buffer.from(`\uFEFF${all}`, "utf16le"))],
  ["the line ends of old systems", text(people, (all) => all.replaceAll("\n", "\r"))],
  ["a delimiter at the end of every line", text(people, (all) => all.replaceAll("\n", ",\n"))],
  ["blank rows", added(people, "", ",,,", " , ", "")],
  [
    "columns in another order",
    edits(
      swapped("name", "phone"),
      replaced(people, ",name,", ",phone,"),
      replaced(people, "phone,email", "name,email"),
    ),
  ],
  [
    "codes in another width, case and with blanks",
    edits(cell(27, "department", "\u00A0ｄ０３\u3000"), cell(28, "account", "E28")),
  ],
  ["zero-width characters around a code", cell(27, "department", "\u200BD03\uFEFF")],
  ["dates in full width, with a time", cells(people, "hired", (old) => `${old.replace("2020", "２０２０")} 00:00:00`)],
  ["fillers for no date", edits(cell(27, "hired", "0"), cell(28, "hired", "1900/01/01"), cell(29, "born", "0000000"))],
  [
    "fillers for no last day",
    edits(cell(27, "left", "9999/12/31"), cell(28, "left", "0001-01-01"), cell(29, "left", "0")),
  ],
  ["a blank status", cell(27, "status", "")],
  [
    "a blank name, date, number or title",
    edits(...["name", "hired", "title", "number"].map((column) => cell(27, column, ""))),
  ],
  ["a person without department", cell(27, "department", "")],
  ["three people fewer", rows(people, (all) => all.toSpliced(26, 3))],
  ["four departments fewer", rows(units, (all) => all.slice(0, 20))],
  ["one title fewer", rows("titles.csv", (all) => all.toSpliced(2, 1))],
  ["three people out of scope", cells(people, "type", () => "派遣", "000027", "000028", "000029"), scoped],
];

describe("a source is refused when", () => {
  it.each(refused)("%s (%s)", async (_, code, says, edit, source) => {
    expect(await planOf(edit, source)).toEqual({ refused: `source-${code}`, text: expect.stringMatching(says) });
  });

  it.each(gated)("%s (%s)", async (_, rules, says, edit, source) => {
    const told = await planOf(edit, source);
    expect(told).toEqual({ refused: "source-quality", text: expect.stringMatching(says) });
    expect([...told.text.matchAll(/^ {2}(?!hint: )([a-z-]+): /gm)].map(([, rule]) => rule).join(" ")).toBe(rules);
  });

  it.each(doubled)("%s and duplicates are refused (%s)", async (_, says, __, edit, source = plain) => {
    const told = await planOf(edit, strictSites.get(source));
    expect(told).toEqual({ refused: "source-duplicate-key", text: expect.stringMatching(says) });
  });

  it("a file is older than the site permits, or than the one that was read last time (file-old)", async () => {
    const file = join(site.folder, people);
    const written = (hours: number) => () => utimes(file, new Date(), new Date(Date.now() - hours * 3_600_000));
    expect(await planOf(none, young, written(1))).toEqual(inStep);
    const text = expect.stringContaining("file-old: people.csv (employee) was written 25.1 hours ago");
    expect(await planOf(none, young, written(25))).toEqual({ refused: "source-quality", text });
    const earlier = expect.stringMatching(/people\.csv \(employee\) was written 2[23]\.\d hours before the file/);
    expect(await planOf(none, plain, written(23))).toEqual({ refused: "source-quality", text: earlier });
  });
});

describe("only the ordinary change is planned when", () => {
  it.each(badCells)("%s (%s: %j, %s)", async (_, column, value, code, source) => {
    const told = await planOf(cell(27, column, value), source);
    expect(told).toEqual({ ...inStep, rejected: [`people.csv:28 ${column} ${code} e27`] });
  });

  it.each(quarantined)("%s (%s)", async (_, line, edit, source) => {
    const list = /\.csv/.test(line) ? "rejected" : "held";
    expect(await planOf(edit, source)).toEqual({ ...inStep, [list]: [line] });
  });

  it.each(doubled)("%s", async (_, __, rows, edit, source) => {
    const rejected = rows.map((row) => row.replace(/ (?=\S+$)/, " duplicate-key "));
    expect(await planOf(edit, source)).toEqual({ ...inStep, rejected });
  });

  it.each(good)("there are %s", async (_, edit, source) => {
    expect(await planOf(edit, source)).toEqual(inStep);
  });
});

describe("only certain changes are planned when", () => {
  it.each(judged)("%s", async (_, outcome, edit, source) => {
    expect(await planOf(edit, source)).toEqual({ ...inStep, ...outcome });
  });
});

describe("after all of that", () => {
  it.each(Object.entries(sites))("the service has HR's data as configured in %s", async (_, source) => {
    expect(await planOf(none, source)).toEqual(inStep);
  });

  it("the service is unchanged, and nobody has tried to write", async () => {
    expect(await site.writes()).toBe(0);
    expect(await site.fixture.dump()).toEqual(organisation);
  });
});
