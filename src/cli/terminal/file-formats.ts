/** The formats in which a report can be written to a file. Each is an option of the same name; this file imports no writer. */

const formats = {
  html: { name: "HTML", about: "also write the report as one HTML file" },
  markdown: { name: "Markdown", about: "also write the report as Markdown, for a ticket or a mail" },
  csv: { name: "CSV", about: "also write what changes as CSV, a row for each field" },
  xlsx: { name: "XLSX", about: "also write the report as an Excel workbook" },
} as const;

export type FileFormat = keyof typeof formats;

export const fileFormats = Object.entries(formats) as readonly (readonly [
  FileFormat,
  { readonly name: string; readonly about: string },
])[];
