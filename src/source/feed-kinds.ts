/** The kinds of feed. A new kind is added here. */
import type { FeedKind } from "./feeds/feed.ts";
import { fileFeed } from "./files/feed.ts";
import { ldapFeed } from "./ldap/feed.ts";

export const feedKinds: readonly FeedKind[] = [fileFeed, ldapFeed];
