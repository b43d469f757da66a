/** `musterd check`: tries every part that a run needs, once. */
import type { Config } from "./config.ts";
import { asMusterdError, type MusterdError } from "./lib/errors.ts";
import type { Log } from "./lib/log.ts";
import type { Directory } from "./model/directory.ts";
import { sortedByLoss } from "./model/snapshot.ts";
import { openRedis } from "./queue/redis.ts";
import type { CheckWords } from "./site/check-bindings.ts";
import { openReader } from "./site/open-target.ts";
import type { TargetSettings } from "./site/settings.ts";
import type { Source, SourceReading } from "./source/source.ts";
import { inspectStateFolder } from "./store/state-folder.ts";
import type { Store } from "./store/store.ts";

type Checked = { readonly config: Config; readonly source: Source; readonly store: Store; readonly log: Log };

export type Check =
  | { readonly part: string; readonly found: string }
  | { readonly part: string; readonly error: MusterdError };

/** Number of records by kind; kinds that are not managed are absent. */
type DirectoryCounts = { readonly [kind in keyof Directory]?: number };

/** Texts of a check in one language. */
export type PartWords = CheckWords & {
  readonly sourceFound: (counts: DirectoryCounts, rejectedRows: number, droppedFields: number) => string;
  /** No department states a level, which the service requires of every new one (D2). */
  readonly noLevels: string;
  /** Not only the owner can use a part of the state folder. */
  readonly wideAccess: (file: string, mode: string) => string;
};

/** Tries configuration, source, target, Redis and state folder once each, and continues after a failure. */
export const checkParts = async (
  { config, source, store, log }: Checked,
  connect: () => Promise<TargetSettings>,
  words: PartWords,
): Promise<readonly Check[]> => {
  const parts: readonly (readonly [string, () => Promise<string | readonly Check[]>])[] = [
    ["configuration", async () => config.file],
    ["source", async () => describeSource(await source.read([]), words)],
    [
      "target",
      async () => {
        const reader = openReader(await connect(), log);
        try {
          return await reader.checkBindings(words);
        } finally {
          await reader.close();
        }
      },
    ],
    [
      "redis",
      async () => {
        const redis = await openRedis(config.redis, log);
        await redis.close();
        return redis.description;
      },
    ],
    [
      "state",
      async () => {
        await store.probe();
        const wide = inspectStateFolder(config.stateFolder).map(({ file, mode }) => words.wideAccess(file, mode));
        return [config.stateFolder, ...wide].join("; ");
      },
    ],
  ];
  const results: Check[] = [];
  for (const [part, attempt] of parts) {
    try {
      const found = await attempt();
      results.push(...(typeof found === "string" ? [{ part, found }] : found));
    } catch (thrown) {
      results.push({ part, error: asMusterdError(thrown) });
    }
  }
  return results;
};

const describeSource = ({ snapshot: { directory, rejected } }: SourceReading, words: PartWords): string => {
  const counts = Object.fromEntries(Object.entries(directory).map(([kind, records]) => [kind, records.length]));
  const { rowCount, fields } = sortedByLoss(rejected);
  const found = words.sourceFound(counts, rowCount, fields.length);
  const { departments = [] } = directory;
  const lacksLevels = departments.length > 0 && departments.every(({ level }) => level === undefined);
  return lacksLevels ? `${found}; ${words.noLevels}` : found;
};
