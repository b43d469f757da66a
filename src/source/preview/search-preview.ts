/** Tries searches. It reports how many entries each search finds, and its first entries before mapping. */
import { MusterdError } from "../../lib/errors.ts";
import type { SearchChoice } from "../feeds/feed.ts";
import type { FeedCache } from "../feeds/feed-cache.ts";
import type { RawRecord } from "../feeds/record.ts";
import { kindOf, tables } from "../mapping/fields.ts";
import type { SourceSettings } from "../schema/source-schema.ts";
import { cellMasker } from "./preview.ts";

export type SearchPreview = {
  /** The kind of object that the entries become. Absent for a search that the caller gives. */
  readonly kind?: string;
  readonly base: readonly string[];
  readonly filter: string;
  readonly scope: string;
  readonly entries: number;
  /** The first `limit` entries with the mapped attributes, masked. */
  readonly first: readonly {
    readonly dn: string;
    readonly attributes: Readonly<Record<string, string | readonly string[]>>;
  }[];
};

/** Fails with `option-invalid`, or with a code `source-…` like any reading. */
export const previewSearches = async (
  settings: SourceSettings,
  choice: SearchChoice,
  cache: FeedCache,
): Promise<readonly SearchPreview[]> => {
  const feed = settings.feeds[choice.feed];
  const own = tables.flatMap((table) =>
    (settings.tables[table] ?? []).flatMap((part) => (part.from === choice.feed ? [{ table, part }] : [])),
  );
  const tried = feed?.kind.searches?.(choice, feed.settings, own);
  if (!feed || !tried) {
    const known = Object.entries(settings.feeds).flatMap(([name, { kind }]) => (kind.searches ? [name] : []));
    throw new MusterdError("option-invalid", `--feed ${choice.feed} is not a directory`, {
      hint: `the directories are: ${known.join(", ") || "none"}`,
    });
  }
  const open = await feed.kind.open(choice.feed, tried.settings, cache);
  try {
    const found: SearchPreview[] = [];
    for (const { table, part, shown } of tried.searches) {
      let [names, records, entries]: [readonly string[], RawRecord[], number] = [[], [], 0];
      await open.read(part, table, (header) => {
        [names, records, entries] = [header, [], 0];
        return (record) => {
          entries += 1;
          if (records.length < choice.limit) records.push(record);
        };
      });
      const shownCells = cellMasker({ part, header: names });
      const first = records.map(({ file, cells }) => ({ dn: file, attributes: shownCells(cells) }));
      found.push({ ...(table && { kind: kindOf[table] }), ...shown, entries, first });
    }
    return found;
  } finally {
    await open.close();
  }
};
