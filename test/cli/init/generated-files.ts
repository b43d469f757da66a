/** Writes the rows of generated exports as text files and workbooks, and days in the formats of HR systems. */
import { utils, write } from "@e965/xlsx";
import iconv from "iconv-lite";

export const day = (year: number, month: number, date: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export const written = (iso: string, format: string): string => {
  const [y = "", m = "", d = ""] = iso.split("-");
  const [year, month, date] = [Number(y), Number(m), Number(d)];
  const roc = String(year - 1911);
  const eras =
    iso >= "2019-05-01" ? `令和${year - 2018}` : iso >= "1989-01-08" ? `平成${year - 1988}` : `昭和${year - 1925}`;
  const forms: Readonly<Record<string, string>> = {
    "roc/": `${roc.padStart(3, "0")}/${m}/${d}`,
    "roc.": `${roc}.${m}.${d}`,
    roc7: `${roc.padStart(3, "0")}${m}${d}`,
    "iso/": `${year}/${month}/${date}`,
    "iso-": iso,
    yyyymmdd: `${y}${m}${d}`,
    "yyyy.M.d": `${year}.${month}.${date}`,
    yyyy年M月d日: `${year}年${month}月${date}日`,
    "M/d/yyyy": `${month}/${date}/${year}`,
    "MM/dd/yyyy": `${m}/${d}/${year}`,
    "dd/MM/yyyy": `${d}/${m}/${year}`,
    "dd-MMM-yyyy": `${d}-${months[month - 1]}-${year}`,
    "M/d/yy": `${month}/${date}/${y.slice(2)}`,
    era: `${eras}年${month}月${date}日`,
    "d.M.yyyy": `${date}.${month}.${year}`,
    "dd.MM.yyyy": `${d}.${m}.${year}`,
    "dd.MM.yy": `${d}.${m}.${y.slice(2)}`,
  };
  return forms[format] ?? iso;
};

export const titleRows = (count: number, heading: string, width: number): readonly (readonly string[])[] =>
  [[heading], ["2026/11/26"]]
    .slice(0, count)
    .map((cells) => [...cells, ...Array.from({ length: width - 1 }, () => "")]);

export const totalRow = (word: string, count: number, width: number): readonly string[] => [
  word,
  String(count),
  ...Array.from({ length: width - 2 }, () => ""),
];

export const encoded = (rows: readonly (readonly string[])[], delimiter: string, encoding: string): Buffer => {
  const quoted = (cell: string): string =>
    cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
  const text = `${rows.map((row) => row.map(quoted).join(delimiter)).join("\r\n")}\r\n`;
  if (encoding === "utf16") return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  if (encoding === "utf8-bom") return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);
  return iconv.encode(text, encoding);
};

export const workbook = (sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer => {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name.slice(0, 31));
  }
  return write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
};
