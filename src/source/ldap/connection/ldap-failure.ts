/**
 * Maps LDAP result codes (RFC 4511, appendix A) and connection failures to errors with stable codes and hints. An error
 * shows at most 200 characters of the server's own message.
 */
import { PasswordPolicyError, type SearchResponse } from "ldapts";
import type { ErrorCode } from "../../../lib/error-codes.ts";
import { MusterdError } from "../../../lib/errors.ts";
import { tlsCauseOf } from "./tls-causes.ts";

/** What an error message names: the feed, the URL of the server, and in a search the base. */
export type LdapPlace = { readonly feed: string; readonly url: string; readonly base?: string };

/** The progress of a connection: connecting, in the TLS handshake, not bound yet, in use. */
export type Phase = "connect" | "tls" | "unbound" | "open";

/** `policy`: the error of the password policy in the answer to a bind. */
export type LdapResult = {
  readonly status: number;
  readonly errorMessage: string;
  readonly policy?: number | undefined;
};

export const feedSetting = (feed: string, setting: string): string => `source.feeds.${feed}.ldap.${setting}`;

/** An error whose cause lies in the feed's setting `setting`, or in what that setting names. */
export const feedError = (
  feed: string,
  setting: string,
  code: ErrorCode,
  message: string,
  hint: string,
  cause?: unknown,
): MusterdError => new MusterdError(code, message, { place: { setting: feedSetting(feed, setting) }, hint, cause });

/** The error for an answer that is not what RFC 4511 permits. */
export const protocolError = (feed: string, what: string, cause?: unknown): MusterdError =>
  feedError(feed, "url", "source-ldap-protocol", what, protocolHint, cause);

const protocolHint =
  "a proxy or load balancer may be between, or the port may be of another service: connect to the server itself; nothing was read, so nothing is changed";

/** Fails with `source-ldap-referral` if the answer refers to another server (RFC 4511, section 4.5.3). */
export const refuseReferences = (feed: string, base: string, { searchReferences }: SearchResponse): void => {
  const uris = searchReferences.flatMap((reference) => reference.uris);
  if (uris.length === 0) return;
  const what = `part of the tree below "${base}" is on another server (${uris.join(", ")}) and was not read`;
  throw feedError(feed, "url", "source-ldap-referral", what, referralHint);
};

/*
 * The error code depends on the LDAP result, and in some cases on the request that it answers:
 *
 * | LDAP result                              | error code           |
 * |------------------------------------------|----------------------|
 * | 7, 8, 13, 19, 32, 34, 48, 49, 50, 53 of a bind | source-ldap-bind |
 * | 51, 52 of a bind                         | source-ldap-unreachable |
 * | 8, 48, 1 with a text about the bind      | source-ldap-bind     |
 * | any result of StartTLS                   | source-ldap-tls      |
 * | 3, 4, 11                                 | source-ldap-limit    |
 * | 10                                       | source-ldap-referral |
 * | 32, 34                                   | source-ldap-base     |
 * | 50                                       | source-ldap-denied   |
 * | anything else                            | source-ldap-failed   |
 */
export const resultFailure = (place: LdapPlace, doing: Doing, result: LdapResult): MusterdError => {
  const { code, hint, setting } = verdict(place, doing, result);
  const of = place.base === undefined ? "" : ` below "${place.base}"`;
  const said = result.errorMessage.trim().slice(0, 200);
  const what = { startTls: "StartTLS", bind: "the bind", search: `the search${of}` }[doing];
  const name = resultNames[result.status] ?? "no known name";
  const message = `the server refuses ${what}: LDAP result ${result.status} (${name})${said && `, "${said}"`}`;
  return feedError(place.feed, setting, code, message, hint);
};

const resultNames: Readonly<Record<number, string>> = {
  1: "operations error",
  2: "protocol error",
  3: "time limit exceeded",
  4: "size limit exceeded",
  7: "authentication method not supported",
  8: "stronger authentication required",
  10: "referral",
  11: "administrative limit exceeded",
  12: "unavailable critical extension",
  13: "confidentiality required",
  19: "constraint violation",
  32: "no such object",
  34: "invalid DN",
  48: "inappropriate authentication",
  49: "invalid credentials",
  50: "insufficient access rights",
  51: "busy",
  52: "unavailable",
  53: "unwilling to perform",
};

type Doing = "startTls" | "bind" | "search";

type Verdict = { readonly code: ErrorCode; readonly hint: string; readonly setting: string };

const [busy, unavailable] = [51, 52];

/** 389 Directory Server has 19 for a locked account, and others have 32 for one that does not exist. */
const bindResults: ReadonlySet<number> = new Set([7, 8, 13, 19, 32, 34, 48, 49, 50, 53]);

const verdict = (place: LdapPlace, doing: Doing, { status, errorMessage, policy }: LdapResult): Verdict => {
  if (doing === "startTls") return { code: "source-ldap-tls", hint: startTlsHint, setting: "startTls" };
  // Active Directory answers an anonymous search with an operations error and the first text, Samba with the second.
  const saysSo = /successful bind|without authentication/.test(errorMessage);
  const notBound = status === 8 || status === 48 || (status === 1 && saysSo);
  if (notBound || (doing === "bind" && bindResults.has(status))) {
    return { code: "source-ldap-bind", hint: bindHint(status, errorMessage, policy), setting: "bind" };
  }
  if (doing === "bind" && (status === busy || status === unavailable)) {
    return {
      code: "source-ldap-unreachable",
      hint: "wait until the server is ready, or name another one in `url`",
      setting: "url",
    };
  }
  return (
    searchVerdicts(place.base ?? "")[status] ?? {
      code: "source-ldap-failed",
      hint: "look the result code up in the server's log; nothing was read, so nothing is changed",
      setting: "url",
    }
  );
};

const searchVerdicts = (base: string): Readonly<Record<number, Verdict>> => {
  const limit = {
    code: "source-ldap-limit",
    hint: `raise the limit for the bind account on the server, lower \`pageSize\` (or \`pageSize: 0\` where the server permits no paging), or narrow the filter (${limitNames})`,
    setting: "pageSize",
  } as const;
  const noPaging =
    "the server has no paging (RFC 2696) for this account: set `pageSize: 0`, which reads everything at once";
  const hidden = `check the DN "${base}", and that the bind account may see it`;
  return {
    3: limit,
    4: limit,
    10: { code: "source-ldap-referral", hint: referralHint, setting: "url" },
    11: limit,
    12: { code: "source-ldap-failed", hint: noPaging, setting: "pageSize" },
    32: { code: "source-ldap-base", hint: hidden, setting: "url" },
    34: { code: "source-ldap-base", hint: hidden, setting: "url" },
    50: { code: "source-ldap-denied", hint: "give the bind account the right to read there", setting: "bind" },
  };
};

const startTlsHint = "give the server a certificate, or use ldaps:// if it has TLS on a port of its own";

const limitNames = "OpenLDAP: olcSizeLimit, olcTimeLimit, olcLimits; Active Directory: MaxPageSize, MaxQueryDuration";

/** The hint for a search that meets a part of the tree on another server. */
const referralHint =
  "choose a `base` without the part that is on another server, or read from a server that has everything; the global catalog of Active Directory (port 3269) lacks employeeID, department, title, accountExpires and more";

/** Active Directory gives the reason for a refused bind as a number in its error message. */
const activeDirectoryReasons: Readonly<Record<string, string>> = {
  "525": "there is no such account",
  "530": "the account may not log on at this hour",
  "531": "the account may not log on from this machine",
  "532": "its password has expired",
  "533": "the account is disabled",
  "701": "the account has expired",
  "773": "its password must be changed first",
  "775": "the account is locked",
};

/** What other servers say of it in the answer's control of the password policy. */
const policyReasons: Readonly<Record<number, string>> = {
  [PasswordPolicyError.PasswordExpired]: "its password has expired",
  [PasswordPolicyError.AccountLocked]: "the account is locked",
  [PasswordPolicyError.ChangeAfterReset]: "its password must be changed first",
};

/** The error for an account whose password an administrator has set, and that must set one of its own. */
export const passwordToChange = ({ feed, url }: LdapPlace): MusterdError =>
  feedError(
    feed,
    "bind",
    "source-ldap-bind",
    `${url} lets the account do nothing before its password is changed`,
    `check the bind account: ${policyReasons[PasswordPolicyError.ChangeAfterReset]}`,
  );

const bindHint = (status: number, said: string, policy: number | undefined): string => {
  const reason =
    activeDirectoryReasons[/\bdata ([0-9a-f]{3}),/.exec(said)?.[1] ?? ""] ??
    (policy === undefined ? undefined : policyReasons[policy]);
  if (reason) return `check the bind account: ${reason}`;
  if (status === 19)
    return "check the bind account: the account is locked after wrong passwords, or its password must be changed";
  if (status === 34) return "write `bind.dn` as a distinguished name, such as cn=musterd,ou=services,dc=example,dc=com";
  if (status === 49 || status === 32) return "check `bind.dn` and `bind.password`";
  if (status === 8 || status === 13) return "use ldaps:// or `startTls: true`, and bind with an account";
  return "bind with an account: `bind: { dn, password }`, or `bind: external` with a certificate";
};

/*
 * | cause                                                  | error code               |
 * |--------------------------------------------------------|--------------------------|
 * | bad certificate, no TLS, closed during the handshake   | source-ldap-tls          |
 * | no answer in time, at any point                        | source-ldap-unreachable  |
 * | refused, no such host, closed before the bind          | source-ldap-unreachable  |
 * | anything else                                          | source-ldap-disconnected |
 */
/** The error for a connection that could not be made or was lost. */
export const connectionFailure = (
  place: LdapPlace,
  phase: Phase,
  timeoutSeconds: number,
  cause: unknown,
): MusterdError => {
  const symbol = symbolOf(cause);
  if (symbol === "timeout") {
    return unreachable(place, `gave no answer within ${timeoutSeconds} s`, timeoutHint, cause);
  }
  const tls = tlsCauseOf(symbol, phase === "tls");
  if (tls) {
    const [, setting, hint, what] = tls;
    const why = what === undefined ? "" : `: ${what}`;
    const message = `there is no TLS with ${place.url}${why} (${symbol})`;
    return feedError(place.feed, setting, "source-ldap-tls", message, hint, cause);
  }
  if (phase === "connect") return unreachable(place, `cannot be reached (${symbol})`, addressHint, cause);
  if (phase === "unbound") return unreachable(place, `closed the connection before it was bound`, unboundHint, cause);
  return disconnected(place, cause);
};

const addressHint = "check the address, the network, and that the server runs";
const unboundHint =
  "check the port (a TLS port needs ldaps://), whether the server requires a client certificate, and its log";
const timeoutHint =
  "check the server and the network between; if it is only slow, lower `pageSize` or raise `timeoutSeconds`";

const unreachable = ({ feed, url }: LdapPlace, what: string, hint: string, cause: unknown): MusterdError =>
  feedError(feed, "url", "source-ldap-unreachable", `${url} ${what}`, hint, cause);

/** The error for a lost connection. No new connection replaces it, because the bind and the paging cookie are lost with it. */
export const disconnected = ({ feed, url }: LdapPlace, cause?: unknown): MusterdError =>
  feedError(
    feed,
    "url",
    "source-ldap-disconnected",
    `${url} closed the connection in the middle of the reading`,
    "look into the server's log (restart, idle or connection limits); what was read is discarded, and the next run reads everything",
    cause,
  );

/** The error if no server of the feed answers: that of the only one, or of all. */
export const noneAnswers = (feed: string, failures: readonly MusterdError[]): MusterdError => {
  const [first, ...others] = failures;
  if (!first) throw new Error("a feed has at least one server");
  if (others.length === 0) return first;
  const what = `none of the ${failures.length} servers can be read: ${failures.map(({ message }) => message).join("; ")}`;
  return feedError(feed, "url", first.code, what, first.hint, first);
};

const symbolOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return "unknown";
  if ("code" in cause && typeof cause.code === "string") return cause.code;
  return /timed? ?out/i.test(cause.message) ? "timeout" : cause.name;
};
