/**
 * Settings of Redis. The address is a secret, because it contains the password: the configuration resolves it first and then
 * calls `redisProblems`, which finds unusable settings before any connection is made.
 */
import { z } from "zod";
import type { TlsSettings } from "../lib/tls-files.ts";

const text = z.string().trim().min(1);

/** The part `redis` of the configuration without its address; the caller makes the file paths absolute. */
export const redisSettings = z.strictObject({
  ca: text
    .optional()
    .describe(
      "PEM file of the authority that signed the server's certificate; without it the system's authorities are trusted.",
    ),
  clientCertificate: z
    .strictObject({ cert: text.describe("PEM file of the certificate."), key: text.describe("PEM file of its key.") })
    .optional()
    .describe("For a server that demands a client certificate."),
  serverName: text.optional().describe("The name in the server's certificate, if it is not the host of the address."),
  timeoutMs: z
    .int()
    .min(1_000)
    .max(3_600_000)
    .default(60_000)
    .describe("How long a run waits for a Redis that accepts or delivers no jobs, in milliseconds."),
});

export type RedisSettings = TlsSettings & {
  /** `redis://` or `rediss://`; absent: a private or embedded Redis. */
  readonly url?: string;
  /** Folders to search for a redis-server, in the format of PATH. */
  readonly searchPath: string;
  readonly serverName?: string | undefined;
};

/** The parts of an address. */
export type RedisAddress = {
  readonly tls: boolean;
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
};

/** The problem with an address; never the address itself, which contains a password. */
type Unusable = { readonly problem: string };

/** Reads `redis[s]://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]`. */
export const parseRedisUrl = (url: string): RedisAddress | Unusable => {
  const parsed = URL.parse(url);
  if (!parsed || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === "") {
    return { problem: "is not a redis:// or rediss:// URL" };
  }
  if (parsed.search || parsed.hash) return { problem: "has a query or a fragment, which is not supported" };
  const database = parsed.pathname.replace(/^\//, "");
  if (!/^\d{0,9}$/.test(database)) return { problem: "has a path that is not a database number" };
  const username = decoded(parsed.username);
  const password = decoded(parsed.password);
  if (username === undefined || password === undefined) return { problem: "has a wrongly encoded user or password" };
  return {
    tls: parsed.protocol === "rediss:",
    host: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: Number(parsed.port || 6379),
    db: Number(database),
    ...(username && { username }),
    ...(password && { password }),
  };
};

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

type Problem = { readonly setting: string; readonly message: string };

/** All problems of the settings, each with its path in the configuration. */
export const redisProblems = ({ url, ca, clientCertificate, serverName }: Omit<RedisSettings, "searchPath">) => {
  const address = url === undefined ? undefined : parseRedisUrl(url);
  const problems: Problem[] = [];
  if (address && "problem" in address) problems.push({ setting: "redis.url", message: address.problem });
  else if (!address?.tls) {
    for (const [name, value] of Object.entries({ ca, clientCertificate, serverName })) {
      if (value !== undefined) problems.push({ setting: `redis.${name}`, message: "needs an address with rediss://" });
    }
  }
  return problems;
};
