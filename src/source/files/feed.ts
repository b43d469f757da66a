/** The kind of feed that reads a folder of CSV and XLSX files. */
import { z } from "zod";
import type { FeedKind } from "../feeds/feed.ts";
import { rowOptions } from "../mapping/part-settings.ts";
import { type FileFeedSettings, fileFeedSettings, fileNames, type PartFiles, withFiles } from "./settings.ts";

const onlyNewest = z.literal(1).optional().describe("Of the files of a pattern, only the newest is read.");

export const fileFeed: FeedKind<FileFeedSettings, FileFeedSettings, PartFiles> = {
  name: "files",
  word: "column",
  form: "`file` and `columns`",
  hasEntries: false,
  settings: fileFeedSettings,
  part: (shape) => {
    const { wins, fillDown, validOn, newest } = rowOptions;
    return withFiles(
      z
        .strictObject({ ...fileNames, wins, fillDown, validOn, newest, ...shape })
        .refine(
          ({ validOn, newest }) => !(validOn && typeof newest === "object"),
          "takes either `validOn` or a column as `newest`",
        ),
    );
  },
  lookup: (shape) => withFiles(z.strictObject({ ...shape, ...fileNames, newest: onlyNewest })),
  located: (settings, { path }) => ({ ...settings, folder: path(settings.folder) }),
  describe: ({ folder }, parts) => `${folder}: ${[...new Set(parts.flatMap(({ files }) => files))].join(", ")}`,
  wordsOf: ({ files }) => ({
    name: files.join(", "),
    file: files.join(", "),
    noRows: "the file has a header but no row in scope",
    noRowsHint: "check that the export has run",
  }),
  open: async (_, settings) => (await import("./open-files.ts")).openFiles(settings),
};
