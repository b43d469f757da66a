/**
 * Restricts every request that the service makes to an address given by a caller. Scheme and host are checked when the address
 * is read, and the network is checked when the connection is made. The connection uses the same lookup result that was checked,
 * so an attacker gains nothing by changing the name's address in between.
 */
import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { addressTest } from "../kernel/callers/key-addresses.ts";
import { Refusal, refuse } from "../kernel/refusal.ts";
import { isPublicAddress } from "./addresses.ts";

export type OutboundSettings = {
  /** Permitted hosts: `files.example.com`, or `*.example.com` for all names below `example.com`. Absent: all. */
  readonly allowedHosts?: readonly string[];
  /**
   * Whether requests may go to addresses that are not public; default: no. A list, such as `["10.1.0.0/16"]`, permits
   * only those of them that it contains.
   */
  readonly allowPrivateNetworks?: boolean | readonly string[];
  /** How names are resolved; default: by the system. */
  readonly lookup?: LookupFunction;
  /** Longest time without data from the other side, in milliseconds. */
  readonly idleMs?: number;
  /** Longest time for one request, including redirects and body, in milliseconds. */
  readonly totalMs?: number;
};

export type Outbound = ReturnType<typeof openOutbound>;

export const openOutbound = ({ allowPrivateNetworks = false, ...settings }: OutboundSettings = {}) => {
  const { lookup = systemLookup, idleMs = 30_000, totalMs = 10 * 60_000 } = settings;
  const isAllowed = addressTest(allowPrivateNetworks === true ? null : allowPrivateNetworks || []);
  const mayConnectTo = (address: string): boolean => isAllowed(address) || isPublicAddress(address);
  const mayAsk = hostCheck(settings.allowedHosts);
  /** Returns the reason why a host is forbidden, or undefined. A permitted name may still resolve to a forbidden network. */
  const objection = (hostname: string): string | undefined => {
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    if (!mayAsk(host)) return "host";
    // The name localhost, and every name below it, always means this machine (RFC 6761, 6.3).
    const addresses = /(^|\.)localhost\.?$/i.test(host) ? ["127.0.0.1", "::1"] : [host].filter(isIP);
    return addresses.length === 0 || addresses.some(mayConnectTo) ? undefined : "network";
  };
  const connect = buildConnector({
    timeout: 10_000,
    allowH2: false,
    lookup: guardedLookup(lookup, mayConnectTo),
  });
  /**
   * For requests with undici. It connects only to permitted hosts and networks; any other request rejects with a `Refusal`. It
   * follows no redirects, because the address of each redirect must first pass `check`.
   */
  const dispatcher: Dispatcher = new Agent({
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    connect: (options, callback) => {
      const reason = objection(options.hostname);
      if (reason === undefined) connect(options, callback);
      else callback(forbidden(reason), null);
    },
  });
  return {
    dispatcher,
    idleMs,
    totalMs,
    /**
     * Parses an absolute http or https address. Refuses a forbidden one with `OPA-ADDRESS-FORBIDDEN`, as far as that is known
     * before its name is resolved; `where` names the property.
     */
    check: (address: string, where: string): URL => {
      const url = readAddress(address, where);
      const reason = objection(url.hostname);
      return reason === undefined ? url : refuseAddress(where, reason);
    },
    close: (): Promise<void> => dispatcher.destroy(),
  };
};

/** The part of `check` that depends on no settings: an http or https address without user and password. */
export const readAddress = (address: string, where: string): URL => {
  const url = URL.parse(address.trim());
  if (!/^https?:$/.test(url?.protocol ?? "")) refuseAddress(where, "scheme");
  return url && url.username + url.password === "" ? url : refuseAddress(where, "credentials");
};

const refuseAddress = (property: string, reason: string): never =>
  refuse("OPA-ADDRESS-FORBIDDEN", { property, reason });

const forbidden = (reason: string): Refusal => new Refusal("OPA-ADDRESS-FORBIDDEN", { reason });

const hostCheck = (allowed: readonly string[] | undefined): ((host: string) => boolean) => {
  if (!allowed) return () => true;
  const patterns = allowed.map((pattern) => pattern.toLowerCase());
  return (host) => {
    const name = host.toLowerCase().replace(/\.$/, "");
    return patterns.some((pattern) => (pattern.startsWith("*.") ? name.endsWith(pattern.slice(1)) : name === pattern));
  };
};

/** Wraps `lookup`: returns only permitted addresses, and refuses a name that has none. */
const guardedLookup =
  (lookup: LookupFunction, mayConnectTo: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const [first, ...more] = (found as LookupAddress[]).filter(({ address }) => mayConnectTo(address));
      if (!first) return callback(forbidden("network"), []);
      if (options.all) callback(null, [first, ...more]);
      else callback(null, first.address, first.family);
    });
  };
