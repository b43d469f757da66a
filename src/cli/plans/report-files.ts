/** Writes reports to files: `--html`, `--markdown`, `--csv` and `--xlsx` of the commands that show a report. */
import { MusterdError } from "../../lib/errors.ts";
import { writePrivateFile } from "../../lib/private-file.ts";
import type { Report } from "../../report/entries/report.ts";
import { type FileFormat, fileFormats } from "../terminal/file-formats.ts";

/** The files to write, by format. */
export type FileOptions = { readonly [Format in FileFormat]?: string };

type Content = Parameters<typeof writePrivateFile>[1];

type Writer = (report: Report, full: boolean) => Content;

/** Each writer is loaded for the file that it writes. */
const writers: Readonly<Record<FileFormat, () => Promise<Writer>>> = {
  html: async () => (await import("../../report/page/html.ts")).htmlReport,
  markdown: async () => (await import("../../report/text/markdown.ts")).markdownReport,
  csv: async () => (await import("../../report/tables/csv.ts")).csvParts,
  xlsx: async () => (await import("../../report/tables/xlsx.ts")).xlsxReport,
};

/** Writes the files that the options name, and returns them with the names of their formats. */
export const writeReportFiles = async (
  report: Report,
  options: FileOptions & { readonly full?: boolean },
): Promise<readonly { readonly name: string; readonly file: string }[]> => {
  const written: { name: string; file: string }[] = [];
  for (const [format, { name }] of fileFormats) {
    const file = options[format];
    if (file === undefined) continue;
    const again = `\`musterd show last --${format} FILE\` writes it again`;
    const writer = await writers[format]();
    await writePrivate(file, writer(report, options.full === true), `the ${name} report`, again);
    written.push({ name, file });
  }
  return written;
};

/** Writes a file with personal data. Rejects with `report-unwritable`; `again` says how to make the file later. */
export const writePrivate = async (file: string, content: Content, what: string, again: string): Promise<void> => {
  try {
    await writePrivateFile(file, content);
  } catch (cause) {
    throw new MusterdError("report-unwritable", `${what} cannot be written`, {
      place: { file },
      hint: `name a file in a folder that exists and may be written to; ${again}`,
      cause,
    });
  }
};
