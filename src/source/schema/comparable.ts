/** Finds out whether two configurations read the same records, so that only the configuration can make their plans differ. */
import { isDeepStrictEqual } from "node:util";
import { tables } from "../mapping/fields.ts";
import type { SourceSettings } from "./source-schema.ts";

/**
 * Returns the settings by which the other source has other records: feeds with another address or folder, and tables that come
 * from another feed or file. Mappings, conditions, and searches inside a directory may differ.
 */
export const differentPlaces = (one: SourceSettings, other: SourceSettings): readonly string[] => {
  const feeds = Object.keys(one.feeds).filter((name) => {
    const [here, there] = [one.feeds[name], other.feeds[name]];
    return there !== undefined && !(here?.kind === there.kind && isDeepStrictEqual(here.settings, there.settings));
  });
  const placesOf = ({ tables: all }: SourceSettings, table: (typeof tables)[number]) =>
    new Set((all[table] ?? []).map((part) => `${part.from ?? ""} ${part.kind?.wordsOf(part).file ?? ""}`));
  const moved = tables.filter((table) => {
    const [here, there] = [placesOf(one, table), placesOf(other, table)];
    return here.size > 0 && there.size > 0 && here.symmetricDifference(there).size > 0;
  });
  return [...feeds.map((name) => `source.feeds.${name}`), ...moved.map((table) => `source.${table}`)];
};
