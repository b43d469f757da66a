/**
 * How much one reading of a directory may take, so that a server whose answers never end cannot keep a run busy or fill the
 * memory: the feed's settings `maxEntries` and `maxMinutes`, 512 bytes for each permitted entry on average, and a quarter of all
 * these bytes for a single message.
 */
import type { MusterdError } from "../../../lib/errors.ts";
import { feedError, type LdapPlace, protocolError } from "./ldap-failure.ts";

/** What has come so far, of one search. */
type Amount = { readonly entries: number; readonly bytes: number };

export type ReadingLimits = {
  /** Returns the error for a search that has given more than a reading may have. */
  readonly exceeded: (base: string, amount: Amount) => MusterdError | undefined;
  readonly tooLong: (base: string, bytes: number) => MusterdError | undefined;
  /** Returns the error for messages of so many bytes together that ldapts reads, which needs many times their memory. */
  readonly tooMuchToKeep: (base: string, bytes: number) => MusterdError | undefined;
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
    tooLong: (base, bytes) => {
      const most = Math.max(leastBytes, maxBytes / 4);
      if (bytes <= most) return undefined;
      const what = `the search below "${base}" gave a message of more than ${Math.floor(most / 2 ** 20)} MiB`;
      return endless("maxEntries", what, "if an entry is that large, leave the attribute out, or raise `maxEntries`");
    },
    tooMuchToKeep: (base, bytes) => {
      if (bytes <= mostToKeep) return undefined;
      const what = `the server gave more than ${mostToKeep / 2 ** 20} MiB besides the entries of the search below "${base}"`;
      return protocolError(feed, what);
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
/** Results, references and descriptions of the server have some hundred kilobytes. */
const mostToKeep = 2 ** 22;
