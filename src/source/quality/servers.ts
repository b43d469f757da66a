/**
 * The servers of directories, compared with those of the last good reading:
 *
 *   its data is older than at the last reading                     rule `server-behind`, holds the kinds of the feed
 *   another server than the first one was read                     rule `server-behind`, a warning
 *   the account is another one than configured or than last time,  rule `reader-changed`, a warning; who is gone is left as
 *   or in other groups                                             they are by quality/hidden.ts
 *   the account's password ends soon                               rule `password-ends`, a warning
 */
import type { QualityRule, RememberedServer, SourceKind, SourceProfile } from "../../model/plan/quality.ts";
import type { FeedServer } from "../feeds/feed.ts";
import type { Found } from "./found.ts";

type Rule = Extract<QualityRule, "server-behind" | "reader-changed" | "password-ends">;

/** `kinds`: those that are read from the feed. */
export type ReadServer = { readonly feed: string; readonly server: FeedServer; readonly kinds: readonly SourceKind[] };

/** Whether the server takes us for another account than at the last reading. */
export const isOtherReader = (
  last: SourceProfile | undefined,
  feed: string,
  server: FeedServer | undefined,
): boolean => {
  const before = last?.servers?.find((one) => one.feed === feed)?.reader;
  return before !== undefined && server?.reader !== undefined && before !== server.reader.digest;
};

/** `unsettled`: names of feeds of which `reader-changed` is already found. */
export const serverFindings = (
  last: SourceProfile | undefined,
  read: readonly ReadServer[],
  unsettled: ReadonlySet<string>,
): readonly Found[] =>
  read.flatMap(({ feed, server, kinds }) => {
    const before = last?.servers?.find((one) => one.feed === feed);
    const [kind] = kinds;
    if (kind === undefined) return [];
    const older = before ? behind(before.state, server.state) : [];
    if (older.length > 0 && before) {
      const base = Object.keys(before.state).length;
      return kinds.map((one) => finding("server-behind", one, older.length, base, ...textOfOlder(before, server)));
    }
    const reads = server.reader?.isOther
      ? [
          finding(
            "reader-changed",
            kind,
            0,
            0,
            `${server.url} identifies the bind account as a different one than is configured`,
            otherHint,
          ),
        ]
      : isOtherReader(last, feed, server) && !unsettled.has(feed)
        ? [finding("reader-changed", kind, 0, 0, `${server.url} ${changed}`, changedHint)]
        : [];
    const other = textOfOther(before, server);
    const moved = other === undefined ? [] : [finding("server-behind", kind, 0, 0, other, otherServerHint)];
    return [...reads, ...moved, ...endingPassword(kind, server)].map((found) => ({ ...found, mild: true as const }));
  });

/**
 * What to remember. A server in doubt is not remembered, so that the next reading doubts it too: one that is behind, and a reader
 * because of whom somebody is left as is (`unsettled`, names of feeds).
 */
export const serversToRemember = (
  last: SourceProfile | undefined,
  read: readonly ReadServer[],
  unsettled: ReadonlySet<string>,
  isOn: (rule: Exclude<Rule, "password-ends">) => boolean,
): readonly RememberedServer[] =>
  read.map(({ feed, server }) => {
    const before = last?.servers?.find((one) => one.feed === feed);
    if (before && isOn("server-behind") && behind(before.state, server.state).length > 0) return before;
    const isOpen = unsettled.has(feed) && isOn("reader-changed");
    const reader = isOpen ? before?.reader : (server.reader?.digest ?? before?.reader);
    return { feed, url: server.url, state: server.state, ...(reader !== undefined && { reader }) };
  });

/** The numbers that are lower than before. A server of OpenLDAP that knows no changes of another one has not received them. */
const behind = (before: FeedServer["state"], now: FeedServer["state"]): readonly string[] => {
  const tells = Object.keys(now).some(isReplicated);
  return Object.entries(before).flatMap(([name, number]) => {
    const present = now[name];
    const isLower = present === undefined ? tells && isReplicated(name) : present < number;
    return isLower ? [name] : [];
  });
};

const isReplicated = (name: string): boolean => name.startsWith("csn ");

const textOfOlder = (before: RememberedServer, { url }: FeedServer): readonly [message: string, hint: string] =>
  before.url === url
    ? [
        `the data of ${url} is older than at the last reading: it was probably put back from a backup`,
        "if the directory was put back on purpose, accept `server-behind` once",
      ]
    : [
        `the data of ${url} is older than that of ${before.url}, which was read last time`,
        "wait until the servers have the same data; if the one read last time is lost, accept `server-behind` once",
      ];

const daySeconds = 86_400;
const warnedDays = 14;

const endingPassword = (kind: SourceKind, { url, password }: FeedServer): readonly Found[] => {
  if (password?.bindsLeft !== undefined) {
    const message = `the password of the bind account has ended; ${url} accepts ${password.bindsLeft} more binds with it`;
    return [finding("password-ends", kind, 0, warnedDays, message, passwordHint)];
  }
  const days = Math.floor((password?.secondsLeft ?? Number.POSITIVE_INFINITY) / daySeconds);
  if (days >= warnedDays) return [];
  const message = `the password of the bind account ends in ${days} days, as ${url} says`;
  return [finding("password-ends", kind, days, warnedDays, message, passwordHint)];
};

/** Why another server is read than the first one, or undefined. */
const textOfOther = (
  before: RememberedServer | undefined,
  { url, passedOver, state }: FeedServer,
): string | undefined => {
  if (passedOver.length === 0) return undefined;
  const why = passedOver.map((one) => `${one.url} is not available (${one.code})`).join(", ");
  const isSure = before?.url === url || Object.keys(before?.state ?? {}).some((name) => state[name] !== undefined);
  const doubt = before === undefined || isSure ? "" : "; it does not tell whether its data is as new as last time";
  return `${url} was read, because ${why}${doubt}`;
};

const finding = (rule: Rule, kind: SourceKind, count: number, base: number, message: string, hint: string): Found => ({
  rule,
  kind,
  count,
  limit: 0,
  base,
  message,
  hint,
});

const changed = "identifies the bind account as a different one than last time, or as a member of other groups";
const otherHint = "check `bind`, and whether a proxy between binds with an account of its own (`ldapwhoami` shows it)";
const changedHint = "check that the account may still read everything; who is gone meanwhile is left as is";
const passwordHint =
  "change the password and the secret of `bind.password`, and start the daemon again: with an ended password nothing is read";
const otherServerHint =
  "repair the server that did not answer; name only servers in `url` that replicate each other without delay";
