/** The settings of a feed of files, and of a part that reads from it. */
import { z } from "zod";
import { text } from "../mapping/part-settings.ts";
import { isEncoding } from "./encodings.ts";

const encoding = text
  .refine(isEncoding, "is not a known encoding; some are utf-8, big5, gb18030, shift_jis, euc-kr, windows-1252")
  .describe(
    "Encoding of text files: auto, or a name such as utf-8, big5, gb18030, shift_jis, euc-kr, windows-1252. `auto` " +
      "recognises UTF-8, UTF-16 with a byte order mark, and what words of the mapping prove (windows-1252 too); any other file is refused.",
  );

const topRows = z.int().min(0).max(1000);

/** The part `source.feeds.<name>.files` of the configuration. */
export const fileFeedSettings = z.strictObject({
  folder: text.describe("Folder of the files, relative to the folder of the configuration file."),
  encoding: encoding.default("auto"),
  delimiter: z.string().length(1).default(",").describe("The character between the cells of a text file."),
  quote: z
    .enum(["double", "none"])
    .default("double")
    .describe(
      'Whether cells of a text file may stand in quotes ("). `none`: a quote is text, and every line is a row.',
    ),
  trailingDelimiter: z
    .boolean()
    .default(false)
    .describe("Every row of a text file ends with a delimiter; the header may. Other rows are rejected."),
  skipTopRows: topRows.default(0).describe("Rows above the header, blank ones included."),
  settleSeconds: z
    .number()
    .min(0)
    .max(600)
    .default(1)
    .describe(
      "A file that was changed less than these seconds ago is watched until so many have passed; if it changes, it is refused.",
    ),
  ready: text
    .optional()
    .describe(
      "Name or pattern (`*.ok`) of a file in the folder that the export writes last; no older file is read without it.",
    ),
});

export type FileFeedSettings = z.infer<typeof fileFeedSettings>;

/** The settings by which a part or a lookup table names its files and sheets. */
export const fileNames = {
  skipTopRows: z
    .union([topRows, z.record(text, topRows)], { error: "expected a number of rows, or sheet → number of rows" })
    .optional()
    .describe("Rows above the header, instead of those of the feed; for all sheets, or for each sheet by its name."),
  file: text.optional(),
  files: z
    .array(text)
    .min(1)
    .optional()
    .describe("Files of one shape as one table, by names or patterns (`在職*.csv`); each must match a file."),
  sheet: text.optional(),
  sheets: z
    .union([z.literal("all"), z.array(text).min(1)], { error: 'expected "all" or a list of sheets' })
    .optional()
    .describe("Sheets of one shape as one table: all that are not hidden, or these."),
};

type FileNames = z.infer<z.ZodObject<typeof fileNames>>;

/** The files and sheets that a part reads. Without `sheets`, the first sheet that is not hidden is read. */
export type PartFiles = {
  readonly files: readonly string[];
  readonly sheets?: FileNames["sheets"];
  readonly skipTopRows?: FileNames["skipTopRows"];
  /** Whether only the newest file of each pattern is read. */
  readonly onlyNewestFile?: boolean;
};

/** The rows above the header of a file or sheet: those of the part, else those of the feed. */
export const topRowsOf = (
  { skipTopRows: ofPart }: PartFiles,
  { skipTopRows: ofFeed }: Pick<FileFeedSettings, "skipTopRows">,
  sheet: string | undefined,
): number => (typeof ofPart === "number" ? ofPart : (ofPart?.[sheet ?? ""] ?? ofFeed));

/** Whether the name of a file in the settings may match several files. */
export const isPattern = (name: string): boolean => /[*?[{]/.test(name);

/** Requires either `file` or `files`, permits only one of `sheet` and `sheets`, and turns a single name into a list. */
export const withFiles = <
  Newest extends { readonly files?: 1 | undefined },
  Said extends FileNames & { readonly newest?: Newest | 1 | undefined },
>(
  schema: z.ZodType<Said>,
) =>
  schema
    .refine(({ file, files }) => (file === undefined) !== (files === undefined), "needs either `file` or `files`")
    .refine(({ sheet, sheets }) => sheet === undefined || sheets === undefined, "takes either `sheet` or `sheets`")
    .refine(
      ({ newest, file, files = [] }) => !isOfFiles(newest) || [file ?? "", ...files].some(isPattern),
      "takes `newest: 1` only with a pattern of files (people_*.csv)",
    )
    .transform(({ file, files = [], sheet, sheets, newest, ...rest }) => ({
      ...rest,
      files: file === undefined ? files : [file],
      sheets: sheet === undefined ? sheets : [sheet],
      newest: newest === 1 ? undefined : newest,
      ...(isOfFiles(newest) && { onlyNewestFile: true }),
    }));

const isOfFiles = (newest: { readonly files?: 1 | undefined } | 1 | undefined): boolean =>
  newest === 1 || newest?.files === 1;
