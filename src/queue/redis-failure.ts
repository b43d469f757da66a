/** Translates the error replies of Redis and broken connections into MusterdErrors with hints. */
import { MusterdError } from "../lib/errors.ts";

/** `name` is a display name without secrets; `isPrivate`: musterd starts it. */
export type RedisPlace = { readonly name: string; readonly tls: boolean; readonly isPrivate?: boolean };

type Meaning = {
  /** Matched against the kind of connection (`plain` or `tls`), the error's code and its text. */
  readonly pattern: RegExp;
  readonly hint: string;
  readonly setting?: string;
  /** The cause may pass without any action. */
  readonly passes?: true;
};

const meanings: readonly Meaning[] = [
  { pattern: /NOAUTH/, hint: "it demands a password: write the address as redis://:PASSWORD@HOST:PORT/DATABASE" },
  {
    pattern: /WRONGPASS|invalid password/i,
    hint: "check user and password in the address; special characters are %-encoded",
  },
  {
    pattern: /NOPERM/,
    hint: "let the user write and run scripts: ACL SETUSER NAME ~{musterd}:* +@all -@admin -@dangerous +info",
  },
  {
    pattern: /unknown command/i,
    hint: "a command that BullMQ needs is renamed or removed on the server: restore it, or use Redis 6.2 or newer",
  },
  {
    pattern: /DB index|SELECT is not allowed/i,
    hint: "name a database that the server has, usually 0 to 15; a cluster has only 0",
  },
  { pattern: /READONLY/, hint: "it is a read-only replica: name the primary in the address", passes: true },
  {
    pattern: /OOM/,
    hint: "its memory is full: raise `maxmemory` or remove keys, and keep `maxmemory-policy noeviction`",
    passes: true,
  },
  {
    pattern: /MISCONF/,
    hint: "it cannot save to its disk and refuses writes: free space there, and check its log",
    passes: true,
  },
  { pattern: /NOREPLICAS/, hint: "too few of its replicas are connected (`min-replicas-to-write`)", passes: true },
  {
    pattern: /CLUSTERDOWN/,
    hint: "the cluster does not serve every slot: check `CLUSTER INFO`, or name a Redis that is not a cluster",
    passes: true,
  },
  {
    pattern: /MOVED|ASK \d/,
    hint: "the slot of {musterd} is on another node: name that node, or a Redis that is not a cluster",
  },
  { pattern: /MASTERDOWN/, hint: "it is a replica that has lost its primary: name the primary", passes: true },
  { pattern: /LOADING/, hint: "it is still loading its data from disk: try again when it has finished", passes: true },
  {
    pattern: /BUSY/,
    hint: "another client's script blocks it: wait, or end the script with SCRIPT KILL",
    passes: true,
  },
  {
    pattern: /ALTNAME/,
    setting: "redis.serverName",
    hint: "use a host name that is in the server's certificate, or set `redis.serverName` to one that is",
  },
  {
    pattern: /WRONG_VERSION|EPROTO.*(wrong version|packet length)/i,
    hint: "the port does not speak TLS: write redis://, or name the TLS port",
  },
  {
    pattern: /ALERT|HANDSHAKE_FAILURE/i,
    setting: "redis.clientCertificate",
    hint: "the server wants another client certificate, or other versions of TLS",
  },
  {
    pattern: /ERR_OSSL/,
    setting: "redis.clientCertificate",
    hint: "the key must belong to the certificate, be in PEM form and have no passphrase",
  },
  {
    pattern: /CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/,
    setting: "redis.ca",
    hint: "name the PEM file of the authority that signed the server's certificate in `redis.ca`",
  },
  {
    pattern: /^plain .*(ECONNRESET|EPIPE)/,
    hint: "the server closes the connection: if its port speaks TLS, write rediss://",
    passes: true,
  },
  {
    pattern: /^tls .*(ECONNRESET|EPIPE)/,
    setting: "redis.clientCertificate",
    hint: "the server closes the connection: it may demand a client certificate (`redis.clientCertificate`)",
    passes: true,
  },
  {
    pattern: /^tls .*no answer/,
    hint: "check that it runs and that its port speaks TLS; for one that does not, write redis://",
    passes: true,
  },
];

const unknown: Omit<Meaning, "pattern"> = {
  hint: "start it or correct its address; without REDIS_URL and redis.url musterd starts a private one",
  passes: true,
};

const unknownOfOurs: typeof unknown = {
  hint: "look at what it says; name a Redis in `redis.url`, or take this one out of PATH: musterd then runs one inside itself",
  passes: true,
};

/** The MusterdError `redis-unavailable` for a failed ioredis connection or command. */
export const redisFailure = ({ name, tls, isPrivate }: RedisPlace, cause: Error): MusterdError => {
  const code = "code" in cause ? String(cause.code) : "";
  const said = (cause.message.includes(code) ? cause.message : `${code} ${cause.message}`).trim().split("\n")[0] ?? "";
  const {
    hint,
    setting = "redis.url",
    passes = false,
  } = meanings.find(({ pattern }) => pattern.test(`${tls ? "tls" : "plain"} ${said}`)) ??
  (isPrivate ? unknownOfOurs : unknown);
  return new MusterdError("redis-unavailable", `${name} cannot be used: ${said.slice(0, 200)}`, {
    place: { setting },
    hint,
    retryable: passes,
    cause,
  });
};
