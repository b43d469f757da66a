/**
 * `musterd check --site`: what is known of the site. Its readings are tried; writes are not, so what they do is known from what runs and
 * write tests have read back.
 */
import { bindingOf, bindingText } from "../client/binding.ts";
import type { OrganisationId } from "../contract/contract.ts";
import type { Log } from "../lib/log.ts";
import { habitsOf, looksAt, type SiteHabit } from "../model/site-habit.ts";
import { boundBy, neededReads, neededWrites, sitePaths } from "../site/bindings.ts";
import { openReader } from "../site/open-target.ts";
import type { TargetSettings } from "../site/settings.ts";
import type { Store } from "../store/store.ts";
import type { Check, PartWords } from "./check.ts";

export type KnownSite = {
  /** The operations that runs use, with method and path (null: not known) and the setting that says so, if it is not the usual one. */
  readonly operations: readonly {
    readonly id: OrganisationId;
    readonly writes: boolean;
    readonly address: string | null;
    readonly by?: string;
    /** How many objects that it wrote were read back completely. */
    readonly seen?: number;
  }[];
  /** What the readings answered: what the key may read and may not. */
  readonly checks: readonly Check[];
  readonly habits: readonly SiteHabit[];
};

type Deps = { readonly settings: TargetSettings; readonly store: Store; readonly log: Log };

/** Rejects if the store cannot be read; what the service refuses is among `checks`. */
export const knownSite = async ({ settings, store, log }: Deps, words: PartWords): Promise<KnownSite> => {
  const memory = await store.ledger.read();
  const writes = new Set<OrganisationId>(neededWrites);
  const operations = [...neededReads, ...neededWrites].map((id) => {
    const binding = bindingOf({ version: settings.version, paths: sitePaths(settings) }, id);
    const by = boundBy(settings, id);
    const isWrite = writes.has(id);
    return {
      id,
      writes: isWrite,
      address: binding ? bindingText(binding) : null,
      ...(by !== undefined && { by }),
      ...(isWrite && id !== "P1" && { seen: looksAt(memory.written, id as SiteHabit["operation"]) }),
    };
  });
  const reader = openReader(settings, log);
  try {
    return { operations, checks: await reader.checkBindings(words), habits: habitsOf(memory) };
  } finally {
    await reader.close();
  }
};
