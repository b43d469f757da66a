/**
 * HR's source: what the configuration says of it, and the way into its readings. The readers are loaded with the first reading, because
 * most commands read nothing.
 */
import type { Clock } from "../lib/clock.ts";
import type { Origin } from "../model/directory/origin.ts";
import { kindOf, tables } from "./mapping/fields.ts";
import type { SourceSettings } from "./schema/source-schema.ts";
import type { Source, SourceMemory } from "./source.ts";

/** `settings`: checked by `sourceSettings`, with absolute paths and resolved secrets. */
export const createHrSource = (settings: SourceSettings, memory: SourceMemory, clock: Clock): Source => {
  const reader = async () => (await import("./read-source.ts")).sourceReader(settings, memory, clock);
  return {
    describe: () => describeSource(settings),
    origins: () => originsOf(settings),
    inspect: async () => (await reader()).inspect(),
    read: async (accepted) => (await reader()).read(accepted),
    state: async () => (await import("./source-state.ts")).sourceState(settings, memory.caches, clock),
    trace: async (accepted) => (await reader()).trace(accepted),
    preview: async (choice) => (await reader()).preview(choice),
    previewSearches: async (choice) => (await reader()).previewSearches(choice),
  };
};

const originsOf = ({ feeds, tables: parts }: SourceSettings): readonly Origin[] =>
  tables.flatMap((table) =>
    (parts[table] ?? []).flatMap((part) => {
      const name = feeds[part.from ?? ""]?.kind.wordsOf(part).name;
      const columns = Object.entries(part.columns ?? {}).flatMap(([field, { column }]) =>
        column === undefined ? [] : [[field, column] as const],
      );
      return name === undefined ? [] : [{ kind: kindOf[table], name, columns: Object.fromEntries(columns) }];
    }),
  );

const describeSource = (settings: SourceSettings): string => {
  const parts = tables.flatMap((table) => settings.tables[table] ?? []);
  return Object.entries(settings.feeds)
    .map(([name, { kind, settings }]) => {
      const own = parts.filter(({ from }) => from === name);
      return kind.describe(settings, own);
    })
    .join(" · ");
};
