/** Recognises files of other formats: old workbooks, OpenDocument, compressed files, JSON, LDIF, and web pages. */
import { MusterdError } from "../../lib/errors.ts";

/** Fails with `source-format-foreign` unless the bytes may be delimited text or an Excel workbook. */
export const refuseForeignFormat = (bytes: Buffer, file: string): void => {
  const format = formatOf(bytes, isWorkbookName(file));
  if (format === undefined) return;
  throw new MusterdError("source-format-foreign", `the file is ${format}; nothing of it was used`, {
    place: { file },
    hint:
      hints.get(format) ??
      "unpack it, or open it in the spreadsheet and save it as “Excel workbook (.xlsx)” without a password, or as “CSV UTF-8”; the extension must fit the format",
  });
};

/** `.xlsx` is a workbook, any other name is delimited text. */
export const isWorkbookName = (file: string): boolean => file.toLowerCase().endsWith(".xlsx");

const ldif = "LDIF, the export of a directory";
const json = "JSON, perhaps the error of the system that should have exported it";

const hints: ReadonlyMap<string, string> = new Map([
  [ldif, "read the directory itself (`musterd init --ldap URL`), or let it export CSV (csvde)"],
  [json, "look into the file, which may say what has failed; JSON is not read, so let HR's system export CSV or XLSX"],
]);

const zip = Buffer.from("PK\x03\x04");
const gzip = Buffer.from([0x1f, 0x8b, 0x08]);
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const openDocument = "mimetypeapplication/vnd.oasis.opendocument.";
const pdf = Buffer.from("%PDF");
const encrypted = Buffer.from("EncryptedPackage", "utf16le");

const formatOf = (bytes: Buffer, asWorkbook: boolean): string | undefined => {
  const startsWith = (mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);
  if (startsWith(compound)) {
    return bytes.includes(encrypted) ? "a workbook protected with a password" : "a workbook of the old format (.xls)";
  }
  if (startsWith(zip)) {
    if (bytes.toString("latin1", 30, 200).startsWith(openDocument)) return "an OpenDocument sheet (.ods)";
    return asWorkbook ? undefined : "a workbook or another archive (.xlsx, .zip) under the name of a text file";
  }
  if (startsWith(pdf)) return "a PDF";
  if (startsWith(gzip)) return "a compressed file (.gz)";
  const head = bytes
    .toString("latin1", 0, 1_000)
    .replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, "")
    .toLowerCase();
  if (/^<\?xml\b/.test(head) && head.includes("urn:schemas-microsoft-com:office:spreadsheet")) {
    return "a workbook in XML of 2003";
  }
  if (/^(?:<!doctype html|<html|<table|<meta|<head|<style|<\?xml)/.test(head)) return "a web page (HTML or XML)";
  if (/^\{\s*"|^\[\s*\{/.test(head)) return json;
  if (/^(?:version: 1\s+)?(?:#[^\n]*\n\s*)*dn::? ?\S/.test(head)) return ldif;
  return head.startsWith("mime-version:") ? "a web archive (.mht)" : undefined;
};
