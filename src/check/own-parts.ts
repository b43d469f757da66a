/** Looks at the parts that are this installation's own: its folder, its databases, and the lock. */
import type { Config } from "../config/config.ts";
import { inspectTrusted } from "../config/trusted-files.ts";
import { asMusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import type { Store } from "../store/store.ts";
import type { Check, PartWords } from "./check.ts";
import { checkDatabases } from "./databases.ts";
import { checkRedisAndLock } from "./redis-and-lock.ts";

export type OwnChecked = { readonly config: Config; readonly store: Store; readonly log: Log };

/** Looks at the parts that are this installation's own, as `musterd status` does: neither HR nor the service is asked. */
export const checkOwnParts = (checked: OwnChecked, words: PartWords): Promise<readonly Check[]> =>
  attemptAll([
    ["state", () => checkState(checked, words)],
    ["database", async () => checkDatabases(checked.config.stateFolder, words)],
    ["lock", () => checkRedisAndLock(checked, words)],
  ]);

/** A part that may fail as a whole. */
type Attempt = readonly [part: string, attempt: () => Promise<readonly Check[]>];

/** Tries all parts in their order, and continues after a failure. */
export const attemptAll = async (parts: readonly Attempt[]): Promise<readonly Check[]> => {
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

export const checkState = async ({ config, store }: OwnChecked, words: PartWords): Promise<readonly Check[]> => {
  await store.probe();
  const wide = inspectTrusted(config).map(({ file, mode }) => words.wideAccess(file, mode));
  return [{ part: "state", found: config.stateFolder }, ...wide.map((warning) => ({ part: "state", warning }))];
};
