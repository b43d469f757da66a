/** Files that are made to exhaust the memory or time of a program that reads them. On disk they may be small. */
import { crc32, deflateRawSync } from "node:zlib";
import { textRow, type WorkbookParts, workbookFile, workbookParts } from "./workbook-file.ts";

export type HostileFile = {
  readonly file: string;
  readonly bytes: () => Buffer;
  readonly code: string;
  readonly says: RegExp;
  readonly words?: readonly string[];
  /** Where less than the usual time is already too much. */
  readonly mostMs?: number;
};

const sheet = (rows: string, more: Omit<WorkbookParts, "sheets"> = {}): Buffer =>
  workbookFile({ sheets: [{ name: "s", rows }], ...more });

const packed = (rows: string, more: Omit<WorkbookParts, "sheets"> = {}): Buffer =>
  deflatedZip(workbookParts({ sheets: [{ name: "s", rows }], ...more }));

/** Like `zipOf`, but with compressed parts. */
const deflatedZip = (parts: ReadonlyMap<string, Buffer>): Buffer => {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const body = deflateRawSync(content);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(crc32(content), 10);
    header.writeUInt32LE(body.length, 14);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), header, Buffer.from(name), body]);
    locals.push(local);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), header, place, Buffer.from(name)]));
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.size, 4);
  end.writeUInt16LE(parts.size, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end]);
};

const number = (address: string): string => `<c r="${address}"><v>1</v></c>`;
const header = textRow(1, "account", "name");
const manyRows = (count: number, cells: (row: number) => string): string =>
  Array.from({ length: count }, (_, index) => `<row r="${index + 2}">${cells(index + 2)}</row>`).join("");

const withPart = (name: string, xml: string): Buffer => {
  const parts = workbookParts({ sheets: [{ name: "s", rows: header }], formats: ["0"] });
  return deflatedZip(new Map([...parts, [name, Buffer.from(xml)]]));
};

/** A workbook whose ZIP directory claims the largest possible size for the sheet. */
const lyingDirectory = (): Buffer => {
  const bytes = sheet(header);
  const entry = bytes.lastIndexOf("PK\x01\x02", bytes.lastIndexOf("xl/sheets/s1.xml"));
  bytes.writeUInt32LE(0xffff_fffe, entry + 24);
  return bytes;
};

/** The relations of a workbook with parts of this kind beside its sheet. */
const relations = (kind: string, ...targets: readonly string[]): string =>
  [["worksheet", "sheets/s1.xml"], ...targets.map((target) => [kind, target])]
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="x/${type}" Target="${target}"/>`)
    .join("");

const mebi = 1_048_576;
const workbook = { file: "people.xlsx" };
const large = { ...workbook, code: "source-too-large" };
const broken = { ...workbook, code: "source-xlsx-invalid" };
const csv = { file: "people.csv", code: "source-too-large" };

export const hostileFiles: Readonly<Record<string, HostileFile>> = {
  "one cell in the last column of the last row": {
    ...large,
    bytes: () => sheet(header + `<row r="1048576">${number("XFD1048576")}</row>`),
    says: /XFD1048576: 1,048,576 rows × 16,384 columns/,
  },
  "a cell in the last row beside a hundred columns": {
    ...large,
    bytes: () => sheet(`<row r="1">${number("CV1")}</row><row r="1048576">${number("A1048576")}</row>`),
    says: /104,857,600 cells/,
  },
  "300,000 rows of which only the ends are filled": {
    ...large,
    bytes: () => packed(header + manyRows(300_000, (row) => number(`A${row}`) + number(`T${row}`))),
    says: /20 columns are 5,\d+,\d+ cells/,
  },
  "six million blank cells": {
    ...large,
    bytes: () => packed(header + `<row r="2">${'<c r="A2"/>'.repeat(6_000_000)}</row>`),
    says: /more than 5,000,000 cells|times as large/,
  },
  "a hundred megabytes of blanks": {
    ...large,
    bytes: () => packed(header + " ".repeat(100 * mebi)),
    says: /times as large as packed/,
  },
  "a part that is said to be four gigabytes": {
    ...large,
    bytes: lyingDirectory,
    says: /4,29\d,\d+,\d+ bytes unpacked/,
  },
  "parts of 130 megabytes": {
    ...large,
    bytes: () => packed(header + manyRows(26, (row) => `<c r="A${row}" t="str"><v>${noise(5_000_000)}</v></c>`)),
    says: /bytes unpacked/,
  },
  "a text of a megabyte in twenty thousand cells": {
    ...large,
    bytes: () =>
      packed(header + manyRows(20_000, (row) => `<c r="A${row}" t="s"><v>0</v></c>`), {
        texts: `<si><t>${"x".repeat(mebi)}</t></si>`,
      }),
    says: /a cell has 1,048,576 characters/,
  },
  "six million texts": {
    ...large,
    bytes: () => packed(header, { texts: "<si/>".repeat(6_000_000) }),
    says: /texts|times/,
  },
  "3,900,000 texts in 30 kilobytes": {
    ...large,
    bytes: () => packed(header, { texts: "<si/>".repeat(3_900_000) }),
    says: /more than 2,000,000 texts/,
  },
  "58,000 sheets, and 66,000 relations to look for them": {
    ...workbook,
    code: "source-sheet-unknown",
    mostMs: 5_000,
    bytes: () => {
      const parts = workbookParts({ sheets: [{ name: "s", rows: header }] });
      const list = (element: string, of: string, times: number) =>
        Buffer.from(`<${element}>${of.repeat(times)}</${element}>`);
      return deflatedZip(
        new Map([
          ...parts,
          ["xl/workbook.xml", list("workbook", '<sheet name="s"/>', 58_000)],
          ["xl/_rels/workbook.xml.rels", list("Relationships", "<Relationship/>", 66_000)],
        ]),
      );
    },
    says: /it has: none/,
  },
  "texts in two parts": {
    ...broken,
    bytes: () => withPart("xl/_rels/workbook.xml.rels", relations("sharedStrings", "texts.xml", "more.xml")),
    says: /several parts of the kind sharedStrings/,
  },
  "formats in two parts": {
    ...broken,
    bytes: () => withPart("xl/_rels/workbook.xml.rels", relations("styles", "styles.xml", "more.xml")),
    says: /several parts of the kind styles/,
  },
  "3,900,000 formats in 30 kilobytes": {
    ...broken,
    bytes: () => withPart("xl/styles.xml", `<styleSheet><cellXfs>${"<xf/>".repeat(3_900_000)}</cellXfs></styleSheet>`),
    says: /more than 300000 formats/,
  },
  "a row that is the thousand millionth": {
    ...broken,
    bytes: () => sheet(`${header}<row r="1000000000">${number("A2")}</row>`),
    says: /no valid number/,
  },
  "a cell with two addresses": {
    ...broken,
    bytes: () => sheet(`${header}<row r="2"><c r="A2" x:r="XFD1048576"><v>1</v></c></row>`),
    says: /no valid address/,
  },
  "a million cells that do not end": {
    ...broken,
    bytes: () => packed(header + '<c r="A2" t="e">'.repeat(1_000_000)),
    says: /inside another/,
  },
  "a million sections of text that do not end": {
    ...broken,
    bytes: () => packed(header + "<![CDATA[".repeat(1_000_000)),
    says: /no end/,
  },
  "a million references that do not end": {
    ...broken,
    bytes: () => packed(`${header}<row r="2"><c r="A2" t="str"><v>${"&#1".repeat(1_000_000)}`),
    says: /has no end/,
  },
  "a tag of ten megabytes": {
    ...broken,
    bytes: () => packed(`${header}<c r="A2"${" ".repeat(10 * mebi)}`),
    says: /8192/,
  },
  "a format of brackets": {
    ...broken,
    bytes: () => withPart("xl/styles.xml", `<styleSheet><numFmts><numFmt formatCode="${"[".repeat(8_000)}"/>`),
    says: /format is longer/,
  },
  "a hundred thousand sheets that do not end": {
    ...broken,
    bytes: () => withPart("xl/workbook.xml", "<sheet ".repeat(100_000)),
    says: /does not end/,
  },
  "one line of 50 megabytes": { ...csv, bytes: () => Buffer.alloc(50 * mebi, "x"), says: /52,428,800 bytes/ },
  "one line of 50 million cells": { ...csv, bytes: () => Buffer.alloc(50 * mebi, ","), says: /52,428,801 cells/ },
  "many cells on many lines in one row": {
    ...csv,
    bytes: () => Buffer.from(`a,b\n${`"\n"${",".repeat(900)}`.repeat(10_000)}\n`),
    says: /9,000,001 cells/,
  },
  "a quote that 50 megabytes do not close": {
    ...csv,
    bytes: () => Buffer.from(`a,b\n"${"1,2\n".repeat(12_000_000)}`),
    says: /never closed/,
  },
  "three million blank lines": {
    ...csv,
    bytes: () => Buffer.from(`a,b\n${"\n".repeat(3_000_000)}`),
    says: /2,000,000 rows/,
  },
  "100 megabytes and one byte": { ...csv, bytes: () => Buffer.alloc(100_000_001, "a\n"), says: /100,000,001 bytes/ },
  "one line of UTF-16": {
    ...csv,
    bytes: () => Buffer.from(`\uFEFF${"王".repeat(10_000_000)}`, "utf16le"),
    says: /30,000,000 bytes/,
  },
  "one line of Big5": {
    ...csv,
    bytes: () => Buffer.concat([Buffer.from("a9d20a", "hex"), Buffer.alloc(20 * mebi, Buffer.from("a4fd", "hex"))]),
    says: /bytes/,
    words: ["所"],
  },
};

/** A text that looks random and repeats after about 20,000 characters. It is the same in every run. */
const noise = (length: number): string => {
  const block = Array.from({ length: 4096 }, (_, index) => ((index * 2_654_435_761) >>> 7).toString(36)).join("");
  return block.repeat(Math.ceil(length / block.length)).slice(0, length);
};
