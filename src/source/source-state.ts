/**
 * Tells by its bytes whether the source is as it was, without reading its records: a quiet hour of a large company then costs no
 * reading. Where bytes alone do not decide what a reading gives, nothing is told, and the source is read.
 */
import { hash } from "node:crypto";
import { type Clock, calendarDate, hourMs } from "../lib/clock.ts";
import type { ReadFeed } from "../model/runs/told.ts";
import type { OpenFeed, Part } from "./feeds/feed.ts";
import type { FeedCache } from "./feeds/feed-cache.ts";
import { kindOf, type Table, tables } from "./mapping/fields.ts";
import type { SourceSettings } from "./schema/source-schema.ts";

/** `digest`: of all files and the calendar day. `ages`: when each feed was written, without its rows. */
export type SourceState = { readonly digest: string; readonly ages: readonly Omit<ReadFeed, "rows">[] };

/**
 * Undefined for directories, for mapping functions, which may look at anything, and for a file that the gate finds too old. Fails
 * with a code `source-…` as a reading does.
 */
export const sourceState = async (
  settings: SourceSettings,
  caches: FeedCache,
  clock: Clock,
): Promise<SourceState | undefined> => {
  if (settings.mappingFile !== undefined) return undefined;
  const parts: readonly (readonly [Table | undefined, Part])[] = [
    ...Object.values(settings.lookups).map((part) => [undefined, part] as const),
    ...tables.flatMap((table) =>
      (settings.tables[table] ?? []).filter(({ records }) => !records).map((part) => [table, part] as const),
    ),
  ];
  const feeds = new Map<string, OpenFeed>();
  for (const [name, feed] of Object.entries(settings.feeds))
    feeds.set(name, await feed.kind.open(name, feed.settings, caches));
  try {
    const digests: string[] = [calendarDate(clock.nowMs())];
    const ages = new Map<string, Omit<ReadFeed, "rows">>();
    for (const [table, part] of parts) {
      const { from: feed = "" } = part;
      const bytes = await feeds.get(feed)?.bytes?.(part);
      if (!bytes) return undefined;
      digests.push(...bytes.map(({ digest }) => digest), "");
      if (table === undefined) continue;
      const kind = kindOf[table];
      const before = ages.get(`${feed} ${kind}`)?.modifiedMs ?? 0;
      const modifiedMs = Math.round(Math.max(before, ...bytes.map((one) => one.modifiedMs)));
      ages.set(`${feed} ${kind}`, { feed, kind, modifiedMs });
      const { maxAgeHours } = settings.quality;
      const oldest = Math.min(...bytes.map((one) => one.modifiedMs));
      if (maxAgeHours !== undefined && clock.nowMs() - oldest > maxAgeHours * hourMs) return undefined;
    }
    for (const feed of feeds.values()) await feed.finish?.();
    return { digest: hash("sha256", digests.join("\n"), "hex"), ages: [...ages.values()] };
  } finally {
    for (const feed of feeds.values()) await feed.close();
  }
};
