/** Redis servers that answer but cannot be used: the settings for each, and the expected message and hint. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificates } from "./certificates.ts";
import { freePort, type SharedRedis, startSharedRedis } from "./shared-redis.ts";

type UnusableRedis = {
  /** The part `redis` of a configuration, with the address itself instead of a reference to a secret. */
  readonly settings: { readonly url: string } & Readonly<Record<string, unknown>>;
  readonly close: () => Promise<void>;
};

type Kind = {
  readonly name: string;
  /** Expected in the message. */
  readonly said: RegExp;
  /** Expected in the hint. */
  readonly hint: RegExp;
  readonly setting?: string;
  readonly start: () => Promise<UnusableRedis>;
};

type SettingsOf = (redis: SharedRedis) => Promise<UnusableRedis["settings"]> | UnusableRedis["settings"];

const server = (settings: readonly string[], settingsOf: SettingsOf) => async () => {
  const redis = await startSharedRedis({ settings });
  return { settings: await settingsOf(redis), close: redis.kill };
};

type Files = Awaited<ReturnType<typeof makeCertificates>>;

const secure = (settingsOf: (redis: SharedRedis, files: Files) => UnusableRedis["settings"]) => async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-certificates-"));
  const certificates = await makeCertificates(folder);
  const redis = await startSharedRedis({ certificates });
  const close = async () => {
    await redis.kill();
    await rm(folder, { recursive: true });
  };
  return { settings: settingsOf(redis, certificates), close };
};

const replica = async (more: readonly string[] = []) =>
  server(["--replicaof", "127.0.0.1", `${await freePort()}`, ...more], ({ urlOf }) => ({ url: urlOf(0) }))();

const limited = (...rights: readonly string[]) =>
  server(["--user", "limited", "on", ">secret", ...rights], ({ urlOf }) => ({ url: urlOf(0, "limited:secret") }));

export const unusableRedis: readonly Kind[] = [
  { name: "a read-only replica", said: /READONLY/, hint: /name the primary/, start: () => replica() },
  {
    name: "a replica that has lost its primary",
    said: /MASTERDOWN/,
    hint: /lost its primary/,
    start: () => replica(["--replica-serve-stale-data", "no", "--replica-read-only", "no"]),
  },
  {
    name: "one with a full memory",
    said: /OOM/,
    hint: /maxmemory/,
    start: server(["--maxmemory-policy", "noeviction"], async ({ admin, url }) => {
      await admin.set("filling", "x".repeat(3_000_000));
      await admin.config("SET", "maxmemory", "1mb");
      return { url };
    }),
  },
  {
    name: "one with too few replicas",
    said: /NOREPLICAS/,
    hint: /min-replicas-to-write/,
    start: server(["--min-replicas-to-write", "1"], ({ url }) => ({ url })),
  },
  {
    name: "a cluster without slots",
    said: /CLUSTERDOWN/,
    hint: /CLUSTER INFO/,
    start: server(["--cluster-enabled", "yes"], ({ urlOf }) => ({ url: urlOf(0) })),
  },
  {
    name: "a cluster's database 3",
    said: /SELECT is not allowed/,
    hint: /a cluster has only 0/,
    start: server(["--cluster-enabled", "yes"], ({ url }) => ({ url })),
  },
  {
    name: "database 99",
    said: /DB index is out of range/,
    hint: /usually 0 to 15/,
    start: server([], ({ urlOf }) => ({ url: urlOf(99) })),
  },
  { name: "one without the password", said: /NOAUTH/, hint: /:PASSWORD@/, start: server([], withUser("")) },
  { name: "one with a wrong password", said: /WRONGPASS/, hint: /%-encoded/, start: server([], withUser(":wrong")) },
  {
    name: "a user who may not write",
    said: /NOPERM/,
    hint: /ACL SETUSER/,
    start: limited("~*", "+@read", "+@connection", "+info"),
  },
  {
    name: "a user who may not run scripts",
    said: /NOPERM/,
    hint: /run scripts/,
    start: limited("~*", "+@all", "-@scripting"),
  },
  {
    name: "a user with keys of another prefix",
    said: /NOPERM/,
    hint: /~\{musterd\}:\*/,
    start: limited("~other:*", "+@all"),
  },
  {
    name: "one whose EVAL is renamed",
    said: /unknown command/i,
    hint: /BullMQ needs/,
    start: server(["--rename-command", "EVAL", "HIDDEN"], ({ url }) => ({ url })),
  },
  {
    name: "a plain port behind rediss://",
    said: /./,
    hint: /redis:\/\//,
    start: server([], ({ url }) => ({ url: url.replace("redis:", "rediss:") })),
  },
  {
    name: "a TLS port behind redis://",
    said: /ECONNRESET|EPIPE/,
    hint: /write rediss:\/\//,
    start: secure(({ url }) => ({ url: url.replace("rediss:", "redis:") })),
  },
  {
    name: "one whose certificate has an unknown authority",
    said: /SELF_SIGNED_CERT/,
    hint: /redis\.ca/,
    setting: "redis.ca",
    start: secure(({ url }) => ({ url })),
  },
  {
    name: "one whose certificate has another name",
    said: /ALTNAME/,
    hint: /redis\.serverName/,
    setting: "redis.serverName",
    start: secure(({ url }, { ca, client }) => ({ url, ca, clientCertificate: client, serverName: "other.example" })),
  },
  {
    name: "one that demands a client certificate",
    said: /ECONNRESET|EPIPE|ALERT/,
    hint: /client certificate/,
    setting: "redis.clientCertificate",
    start: secure(({ url }, { ca }) => ({ url, ca })),
  },
  {
    name: "one that refuses this client certificate",
    said: /ECONNRESET|EPIPE|ALERT/,
    hint: /client certificate/,
    setting: "redis.clientCertificate",
    start: secure(({ url }, { ca, server: wrong }) => ({ url, ca, clientCertificate: wrong })),
  },
];

function withUser(user: string): SettingsOf {
  return ({ urlOf }) => ({ url: urlOf(0, user) });
}
