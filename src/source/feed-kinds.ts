/** The kinds of feed that there are. */
import type { FeedKind } from "./feed.ts";
import { fileFeed } from "./files/feed.ts";
import { ldapFeed } from "./ldap/feed.ts";

export const feedKinds: readonly FeedKind[] = [fileFeed, ldapFeed];
