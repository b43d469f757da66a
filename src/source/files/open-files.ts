/** Reads the files of a feed. */
import { hash } from "node:crypto";
import { MusterdError } from "../../lib/errors.ts";
import type { OpenFeed, Part, PartBytes, ReadFacts } from "../feeds/feed.ts";
import type { FilePlace, OnHeader } from "../feeds/record.ts";
import type { Table } from "../mapping/fields.ts";
import { filePlaces } from "./file-places.ts";
import { limits } from "./limits.ts";
import { readBytes, refuseReplaced, type SeenFiles } from "./places/read-bytes.ts";
import { expectedWords, type FileSettings, readFileTable } from "./read-file.ts";
import type { OnHeaderLine } from "./rows/sift-rows.ts";
import { countsRows } from "./rows/total-row.ts";
import { type FileFeedSettings, type PartFiles, topRowsOf } from "./settings.ts";

/** Opens the folder of a feed; nothing is read yet. */
export const openFiles = (settings: FileFeedSettings): OpenFeed<PartFiles> => {
  const seen: SeenFiles = new Map();
  return {
    read: (part, table, onHeader) => readFiles({ ...settings, seen }, part, table, onHeader),
    bytes: (part) => bytesOf({ ...settings, seen }, part),
    finish: () => refuseReplaced(settings.folder, seen),
    close: async () => undefined,
  };
};

/** With `sheets: all`, a sheet without any filled cell is left out. If all sheets are empty, the reading fails. */
const readFiles = async (
  settings: FileFeedSettings & { readonly seen: SeenFiles },
  part: Part & PartFiles,
  table: Table | undefined,
  onHeader: OnHeader,
): Promise<ReadFacts> => {
  const how = { ...settings, fillDown: part.fillDown, ...expectedWords(table, part) };
  const files: FileFacts[] = [];
  let blank: unknown;
  for (const place of await filePlaces(settings.folder, part, settings)) {
    try {
      const skipTopRows = topRowsOf(part, settings, place.sheet);
      const read = await readFile({ ...how, skipTopRows }, place, onHeader);
      files.push(part.onlyNewestFile ? { ...read, isNewest: true } : read);
    } catch (error) {
      if (part.sheets !== "all" || !(error instanceof MusterdError && error.code === "source-empty")) throw error;
      blank = error;
    }
  }
  if (files.length === 0) throw blank;
  return { files };
};

const bytesOf = async (
  settings: FileFeedSettings & { readonly seen: SeenFiles },
  part: PartFiles,
): Promise<readonly PartBytes[]> => {
  const found: PartBytes[] = [];
  for (const { file, sheet = "" } of await filePlaces(settings.folder, part, settings)) {
    const mostBytes = Math.max(limits.workbookBytes, limits.textBytes);
    const { bytes, modifiedMs } = await readBytes(settings.folder, file, mostBytes, settings);
    const content = hash("sha256", bytes, "hex");
    found.push({ digest: hash("sha256", `${file}\n${sheet}\n${content}`, "hex"), modifiedMs });
  }
  return found;
};

type FileFacts = NonNullable<ReadFacts["files"]>[number];

const readFile = async (
  settings: FileFeedSettings & FileSettings,
  place: FilePlace,
  onHeader: OnHeader,
): Promise<FileFacts> => {
  const { folder } = settings;
  const { label, file, isOneOfMany } = place;
  const onPlace: OnHeaderLine = (header, headerLine) => {
    const add = onHeader(header, { ...place, headerLine });
    return label === file ? add : (record) => add({ ...record, file: label });
  };
  const { trailers, headerLine: _, isUnended, ...facts } = await readFileTable({ ...place, folder }, settings, onPlace);
  const counts = trailers.flatMap(({ text, count }) => (countsRows(text) ? (count ?? []) : []));
  const end = { isEnded: !isUnended, hasTotal: trailers.length > 0 };
  return {
    ...facts,
    file: label,
    end,
    ...(isOneOfMany && { isOneOfMany }),
    ...(counts.length === 1 && { trailerCount: counts[0] }),
  };
};
