/**
 * Provides the single socket of a reading through the two hooks by which ldapts connects. A second connection is refused,
 * because ldapts would use it without a bind. TLS trusts the certificate authority in the feed's setting `ca`, if there is
 * one, and checks that the server's certificate is for the host in the feed's `url`.
 */
import { errorMonitor } from "node:events";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { MusterdError } from "../../../lib/errors.ts";
import type { TlsFiles } from "../../../lib/tls-files.ts";
import type { LdapFeedSettings } from "../settings.ts";
import { connectionFailure, disconnected, type LdapPlace, type Phase } from "./ldap-failure.ts";

export type OnlySocket = {
  readonly plain: typeof connectTcp;
  /** `createSecureConnection` of ldapts: a new connection or, for StartTLS, an upgrade of the existing one. */
  readonly secure: typeof connectTls;
  /** Awaits the answer. If it fails, or if the connection is lost first, rejects with the mapped error. */
  readonly guard: <Answer>(answer: Promise<Answer>) => Promise<Answer>;
  /** To be called after the bind. From then on, a lost connection is reported as an interrupted reading. */
  readonly bound: () => void;
  readonly isOpen: () => boolean;
  /** The error that ended the connection, if it is one of musterd's own. */
  readonly fault: () => MusterdError | undefined;
  readonly destroy: () => void;
};

type SocketListeners = {
  /** Gets the socket that carries LDAP before ldapts listens to it. */
  readonly onSocket: (socket: Socket) => void;
  /** Gets the one over which StartTLS is asked for instead, as long as it has no TLS. */
  readonly beforeTls: (socket: Socket) => void;
};

export const onlySocket = (
  { url, startTls, timeoutSeconds }: Omit<LdapFeedSettings, "url"> & { readonly url: string },
  place: LdapPlace,
  files: TlsFiles,
  { onSocket, beforeTls }: SocketListeners,
): OnlySocket => {
  const address = addressOf(url);
  const host = "host" in address ? address.host : "localhost";
  const tls = { ...files, host, ...(isIP(host) ? {} : { servername: host }) };
  const sockets: Socket[] = [];
  let phase: Phase = "connect";
  let fault: unknown;
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  lost.catch(() => {});

  const watch = (socket: Socket, reaches: Readonly<Record<string, Phase>>, listens = onSocket): Socket => {
    sockets.push(socket);
    for (const [event, next] of Object.entries(reaches)) socket.once(event, () => (phase = next));
    // ldapts removes listeners of `error` and wraps the error. A listener of `errorMonitor` stays, and gets the error first.
    socket.once(errorMonitor, (error) => {
      fault ??= error;
    });
    socket.once("close", () => lose(new Error("the connection was closed")));
    listens(socket);
    return socket;
  };
  const refuseSecond = (): void => {
    if (sockets.length > 0) throw disconnected(place);
  };
  return {
    plain: () => {
      refuseSecond();
      return watch(connectTcp(address), { connect: "unbound" }, startTls ? beforeTls : onSocket);
    },
    secure: ((first: unknown) => {
      if (isUpgrade(first)) {
        phase = "tls";
        const upgraded = connectTls({ ...tls, socket: first.socket });
        limitHandshake(upgraded, timeoutSeconds);
        return watch(upgraded, { secureConnect: "unbound" });
      }
      refuseSecond();
      return watch(connectTls({ ...address, ...tls }), { connect: "tls", secureConnect: "unbound" });
    }) as typeof connectTls,
    guard: async (answer) => {
      try {
        return await Promise.race([answer, lost]);
      } catch (thrown) {
        if (fault instanceof MusterdError) throw fault;
        if (thrown instanceof MusterdError) throw thrown;
        throw connectionFailure(place, phase, timeoutSeconds, fault ?? thrown);
      }
    },
    bound: () => {
      phase = "open";
    },
    isOpen: () => sockets.length > 0 && sockets.every((socket) => !socket.destroyed),
    fault: () => (fault instanceof MusterdError ? fault : undefined),
    // Errors of a socket that has been destroyed are ignored.
    destroy: () => sockets.forEach((socket) => socket.on("error", () => {}).destroy()),
  };
};

/** Limits the TLS handshake after StartTLS. ldapts limits every other wait, and removes listeners of `close` when the handshake fails. */
const limitHandshake = (socket: Socket, timeoutSeconds: number): void => {
  const timer = setTimeout(() => socket.destroy(new Error("the TLS handshake timed out")), timeoutSeconds * 1000);
  for (const event of ["secureConnect", "close", errorMonitor]) socket.once(event, () => clearTimeout(timer));
};

const isUpgrade = (first: unknown): first is { readonly socket: Socket } =>
  typeof first === "object" && first !== null && "socket" in first;

const addressOf = (url: string): { readonly path: string } | { readonly host: string; readonly port: number } => {
  const path = /^ldapi:\/\/([^/]+)/.exec(url)?.[1];
  if (path !== undefined) return { path: decodeURIComponent(path) };
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || (protocol === "ldaps:" ? 636 : 389)) };
};
