/**
 * `musterd check --site`: what is known of the site. Its readings are tried; writes are not, so what they do is known from what runs and
 * write tests have read back.
 */
import type { Log } from "../lib/log.ts";
import { habitsOf, looksAt, type SiteHabit } from "../model/memory/site-habit.ts";
import { openReader } from "../site/open-target.ts";
import { type UsedOperation, usedOperations } from "../site/settings/bindings.ts";
import type { TargetSettings } from "../site/settings/settings.ts";
import type { Store } from "../store/store.ts";
import type { Check, PartWords } from "./check.ts";

export type KnownSite = {
  /** The operations that runs use; `seen`: how many objects that a write has changed were read back completely. */
  readonly operations: readonly (UsedOperation & { readonly seen?: number })[];
  /** What the readings answered: what the key may read and may not. */
  readonly checks: readonly Check[];
  readonly habits: readonly SiteHabit[];
};

type Deps = { readonly settings: TargetSettings; readonly store: Store; readonly log: Log };

/** Rejects if the store cannot be read; what the service refuses is among `checks`. */
export const knownSite = async ({ settings, store, log }: Deps, words: PartWords): Promise<KnownSite> => {
  const memory = await store.ledger.read();
  const operations = usedOperations(settings).map((one) =>
    one.writes && one.id !== "P1" ? { ...one, seen: looksAt(memory.written, one.id as SiteHabit["operation"]) } : one,
  );
  const reader = openReader(settings, log);
  try {
    return { operations, checks: await reader.checkBindings(words), habits: habitsOf(memory) };
  } finally {
    await reader.close();
  }
};
