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

/** Writes the files that the options name, and returns them with the names of their formats. One that cannot be written keeps no other back. */
export const writeReportFiles = async (
  report: Report,
  options: FileOptions & { readonly full?: boolean },
): Promise<readonly { readonly name: string; readonly file: string }[]> => {
  const written: { name: string; file: string }[] = [];
  const refused: unknown[] = [];
  for (const [format, { name }] of fileFormats) {
    const file = options[format];
    if (file === undefined) continue;
    const again = `\`musterd show last --${format} FILE\` writes it again`;
    const writer = await writers[format]();
    const writing = writePrivate(file, writer(report, options.full === true), `the ${name} report`, again);
    await writing.then(
      () => written.push({ name, file }),
      (error) => refused.push(error),
    );
  }
  if (refused.length > 0) throw refused[0];
  return written;
};

/** Writes a file with personal data. Rejects with `report-unwritable`; `again` says how to make the file later. */
export const writePrivate = async (file: string, content: Content, what: string, again: string): Promise<void> => {
  try {
    await writePrivateFile(file, content);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new MusterdError("report-unwritable", `${what} cannot be written: ${code ?? message}`, {
      place: { file },
      hint: `name a file in a folder that exists, may be written to, and has space; ${again}`,
      cause,
    });
  }
};
