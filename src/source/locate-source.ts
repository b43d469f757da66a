/** Where a source lies: the paths of its settings from the folder of the configuration, and the secrets that open it. */
import { resolve } from "node:path";
import { locatedTls } from "../lib/tls-files.ts";
import type { FeedSettings, SourceSettings } from "./mapping.ts";

/** Paths made absolute from the folder of the configuration file, passwords in the place of their references. */
export const locatedSource = (
  source: SourceSettings,
  folder: string,
  secretOf: (reference: string) => string,
): SourceSettings => ({
  ...source,
  ...(source.mappingFile === undefined ? {} : { mappingFile: resolve(folder, source.mappingFile) }),
  feeds: Object.fromEntries(
    Object.entries(source.feeds).map(([name, feed]) => [name, locatedFeed(feed, folder, secretOf)]),
  ),
});

const locatedFeed = (feed: FeedSettings, folder: string, secretOf: (reference: string) => string): FeedSettings => {
  if ("files" in feed) return { files: { ...feed.files, folder: resolve(folder, feed.files.folder) } };
  const { bind } = feed.ldap;
  return {
    ldap: {
      ...feed.ldap,
      ...locatedTls(feed.ldap, folder),
      bind: typeof bind === "object" ? { dn: bind.dn, password: secretOf(bind.password) } : bind,
    },
  };
};

/** The same source with its files in another folder (absolute). */
export const filesIn = (source: SourceSettings, folder: string): SourceSettings => ({
  ...source,
  feeds: Object.fromEntries(
    Object.entries(source.feeds).map(([name, feed]) => [
      name,
      "files" in feed ? { files: { ...feed.files, folder } } : feed,
    ]),
  ),
});
