/**
 * How much one reading of a directory may take, so that a server whose answers never end cannot keep a run busy or fill the
 * memory: the feed's settings `maxEntries` and `maxMinutes`, and 512 bytes for each permitted entry on average.
 */
import type { MusterdError } from "../../lib/errors.ts";
import { feedError, type LdapPlace } from "./ldap-failure.ts";

/** What has come so far, of one search. */
type Amount = { readonly entries: number; readonly bytes: number };

export type ReadingLimits = {
  /** Returns the error for a search that has given more than a reading may have. */
  readonly exceeded: (base: string, amount: Amount) => MusterdError | undefined;
  /** Fails with `source-ldap-endless` if the reading takes longer than `maxMinutes`. */
  readonly assertTime: () => void;
};

/** The time runs from this call. */
export const readingLimits = (
  { maxEntries, maxMinutes }: { readonly maxEntries: number; readonly maxMinutes: number },
  { feed, url }: LdapPlace,
): ReadingLimits => {
  const startedMs = performance.now();
  const maxBytes = Math.max(leastBytes, maxEntries * bytesPerEntry);
  const endless = (setting: string, what: string, hint: string): MusterdError =>
    feedError(
      feed,
      setting,
      "source-ldap-endless",
      what,
      `${hint}; otherwise the server is at fault: look into its log`,
    );
  return {
    exceeded: (base, { entries, bytes }) => {
      if (entries <= maxEntries && bytes <= maxBytes) return undefined;
      const what = entries > maxEntries ? `${maxEntries} entries` : `${Math.floor(maxBytes / 2 ** 20)} MiB`;
      const hint =
        "if the directory is that large, raise `maxEntries`, which permits 512 bytes for each entry on average";
      return endless("maxEntries", `the search below "${base}" gave more than ${what}`, hint);
    },
    assertTime: () => {
      if (performance.now() - startedMs <= maxMinutes * 60_000) return;
      const hint = "if the server is only slow, raise `maxMinutes`";
      throw endless("maxMinutes", `reading from ${url} took more than ${maxMinutes} minutes`, hint);
    },
  };
};

const bytesPerEntry = 512;
const leastBytes = 2 ** 24;
