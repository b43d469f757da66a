/** `musterd check`: tries every part that a run needs, once. */
import type { Config } from "../config/config.ts";
import { asMusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import { inspectStateFolder } from "../lib/state-folder.ts";
import { sortedByLoss } from "../model/snapshot.ts";
import { openReader } from "../site/open-target.ts";
import type { TargetSettings } from "../site/settings.ts";
import type { Source, SourceReading } from "../source/source.ts";
import type { Store } from "../store/store.ts";
import { checkCertificates } from "./certificates.ts";
import type { Check, PartWords } from "./check.ts";
import { checkClock } from "./clock.ts";
import { checkDatabases } from "./databases.ts";
import { checkFreeSpace } from "./free-space.ts";
import { checkRedisAndLock } from "./redis-and-lock.ts";
import { findRemaining } from "./remaining.ts";

type OwnChecked = { readonly config: Config; readonly store: Store; readonly log: Log };

type Checked = OwnChecked & { readonly source: Source };

/**
 * Looks at everything once, and continues after a failure. The databases come before the target, because an embedded service
 * has its database for itself while it runs.
 */
export const checkParts = async (
  checked: Checked,
  connect: () => Promise<TargetSettings>,
  words: PartWords,
): Promise<readonly Check[]> => {
  const { config, source } = checked;
  const { stateFolder } = config;
  return attemptAll([
    ["configuration", async () => [{ part: "configuration", found: config.file }]],
    ["state", () => checkState(checked, words)],
    ["database", async () => checkDatabases(stateFolder, words)],
    ["space", () => checkFreeSpace(stateFolder, words)],
    ["source", async () => [{ part: "source", found: describeSource(await source.read([]), words) }]],
    ["target", async () => checkTarget(await connect(), checked, words)],
    ["clock", async () => checkClock((await connect()).url, words)],
    ["lock", () => checkRedisAndLock(checked, words)],
    ["runs", () => checkRuns(checked, words)],
    [
      "certificates",
      () => checkCertificates(config, config.target === "embedded" ? undefined : config.target.url, words),
    ],
  ]);
};

/** Looks at the parts that are this installation's own, as `musterd status` does: neither HR nor the service is asked. */
export const checkOwnParts = (checked: OwnChecked, words: PartWords): Promise<readonly Check[]> =>
  attemptAll([
    ["state", () => checkState(checked, words)],
    ["database", async () => checkDatabases(checked.config.stateFolder, words)],
    ["lock", () => checkRedisAndLock(checked, words)],
  ]);

type Attempt = readonly [part: string, attempt: () => Promise<readonly Check[]>];

const attemptAll = async (parts: readonly Attempt[]): Promise<readonly Check[]> => {
  const results: Check[] = [];
  for (const [part, attempt] of parts) {
    try {
      results.push(...(await attempt()));
    } catch (thrown) {
      results.push({ part, error: asMusterdError(thrown) });
    }
  }
  return results;
};

const checkState = async ({ config, store }: OwnChecked, words: PartWords): Promise<readonly Check[]> => {
  await store.probe();
  const wide = inspectStateFolder(config.stateFolder).map(({ file, mode }) => words.wideAccess(file, mode));
  return [{ part: "state", found: config.stateFolder }, ...wide.map((warning) => ({ part: "state", warning }))];
};

const checkRuns = async (checked: OwnChecked, words: PartWords): Promise<readonly Check[]> => {
  const left = await findRemaining(checked, words.remaining);
  if (left.length === 0) return [{ part: "runs", found: words.remaining.nothing }];
  return left.map((remaining) => ({ part: "runs", remaining }));
};

const checkTarget = async (settings: TargetSettings, { log }: Checked, words: PartWords) => {
  const reader = openReader(settings, log);
  try {
    return await reader.checkBindings(words);
  } finally {
    await reader.close();
  }
};

const describeSource = ({ snapshot: { directory, rejected } }: SourceReading, words: PartWords): string => {
  const counts = Object.fromEntries(Object.entries(directory).map(([kind, records]) => [kind, records.length]));
  const { rowCount, fields } = sortedByLoss(rejected);
  const found = words.sourceFound(counts, rowCount, fields.length);
  const { departments = [] } = directory;
  const lacksLevels = departments.length > 0 && departments.every(({ level }) => level === undefined);
  return lacksLevels ? `${found}; ${words.noLevels}` : found;
};
