/**
 * Where browsers reach the console, from the setting `daemon.console`, and whether a request comes from there: another Host is a name
 * that somebody has pointed at this machine (DNS rebinding), another Origin a page of somebody else.
 */
import type { FastifyRequest } from "fastify";

export type Place = {
  /** The name of the cookie with the secret of the session. */
  readonly cookieOf: (request: Pick<FastifyRequest, "headers">) => string;
  readonly cookieAttributes: string;
  readonly isSecure: boolean;
  /** The origin at which the browser reaches the console. */
  readonly originOf: (request: FastifyRequest) => string;
  readonly isOwnHost: (request: FastifyRequest) => boolean;
  /** Was the form sent from a page of this console? */
  readonly isOwnOrigin: (request: FastifyRequest) => boolean;
  /** The address of the network that asks. */
  readonly addressOf: (request: FastifyRequest) => string;
};

const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/** `setting`: `loopback`, or the https address of a proxy; `proxies`: addresses of proxies on other machines. */
export const placeOf = (setting: string, proxies: readonly string[]): Place => {
  const common = "Path=/; HttpOnly; SameSite=Strict";
  if (setting === "loopback") {
    return {
      // Browsers keep cookies by host, whatever the port: the daemons of two companies on one machine would sign people out of each other.
      cookieOf: ({ headers }) => ["musterd", ...(headers.host?.match(/(?<=:)\d+$/) ?? [])].join("-"),
      cookieAttributes: common,
      isSecure: false,
      originOf: ({ headers }) => `http://${headers.host}`,
      isOwnHost: ({ headers, socket }) =>
        loopbackAddress.test(socket.remoteAddress ?? "") && loopbackHost.test(headers.host ?? ""),
      isOwnOrigin: ({ headers }) => headers.origin === `http://${headers.host}`,
      addressOf: ({ socket }) => socket.remoteAddress ?? "",
    };
  }
  const { host, origin } = new URL(setting);
  const isProxy = (peer = ""): boolean => loopbackAddress.test(peer) || proxies.includes(peer.replace(/^::ffff:/, ""));
  return {
    cookieOf: () => "__Host-musterd",
    cookieAttributes: `${common}; Secure`,
    isSecure: true,
    originOf: () => origin,
    // Nobody else may say from where a request comes, or reach the pages without TLS.
    isOwnHost: ({ headers, socket }) => headers.host === host && isProxy(socket.remoteAddress),
    isOwnOrigin: ({ headers }) => headers.origin === origin,
    // The proxy appends the address that it knows; what stands before it is the caller's.
    addressOf: ({ headers, socket }) =>
      String(headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
        ?.trim() ||
      (socket.remoteAddress ?? ""),
  };
};

/** The path of the page that is looked at: of a form, the page on which it was sent, because its own address can only be sent to. */
export const shownPath = ({ method, url, headers }: Pick<FastifyRequest, "method" | "url" | "headers">): string => {
  if (method !== "POST") return url;
  const { pathname, search } = URL.parse(headers.referer ?? "") ?? { pathname: "/", search: "" };
  return localPath(`${pathname}${search}`);
};

/** The path if it is one of this console, else `/`: nobody is sent to another host. */
export const localPath = (path: string | undefined): string => {
  const base = "http://console.invalid";
  const url = path?.startsWith("/") ? URL.parse(path, base) : null;
  // `/.//host` has this origin, and a path that a browser would take for another host.
  return url?.origin === base && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : "/";
};
