/** Writes reports to files: `--html`, `--markdown`, `--csv` and `--xlsx` of the commands that show a report. */
import { MusterdError } from "../../lib/errors.ts";
import { writePrivateFile } from "../../lib/private-file.ts";
import type { Report } from "../../report/entries/report.ts";
import { htmlReport } from "../../report/page/html.ts";
import { csvParts } from "../../report/tables/csv.ts";
import { xlsxReport } from "../../report/tables/xlsx.ts";
import { markdownReport } from "../../report/text/markdown.ts";
import { type FileFormat, fileFormats } from "../terminal/file-formats.ts";

/** The files to write, by format. */
export type FileOptions = { readonly [Format in FileFormat]?: string };

type Content = Parameters<typeof writePrivateFile>[1];

const writers: Readonly<Record<FileFormat, (report: Report, full: boolean) => Content>> = {
  html: htmlReport,
  markdown: markdownReport,
  csv: csvParts,
  xlsx: xlsxReport,
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
    await writePrivate(file, writers[format](report, options.full === true), `the ${name} report`, again);
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
