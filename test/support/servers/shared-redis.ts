/** A redis-server outside musterd, with an address and a password, which tests can kill. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import type { Certificates } from "./certificates.ts";

/** A port of 127.0.0.1 without a listener. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
};

const program = "redis-server";
const password = "pa:ss";

export type SharedRedis = {
  readonly port: number;
  readonly url: string;
  /** The address with another database number; `user` has the form `NAME:PASSWORD`, or is empty for none. */
  readonly urlOf: (database: number | string, user?: string) => string;
  /** An administrator's connection, closed with the server. */
  readonly admin: Redis;
  /** Stops the server; `restart` starts it again. */
  readonly stop: () => Promise<void>;
  /** Stops the server and restarts it, empty, at the same address. */
  readonly restart: () => Promise<void>;
  readonly kill: () => Promise<void>;
};

type SharedRedisOptions = {
  /** Additional arguments of redis-server. */
  readonly settings?: readonly string[];
  /** Listens with TLS only, and requires a client certificate. */
  readonly certificates?: Certificates;
};

/** Resolves when the server answers; `url` names database 3. */
export const startSharedRedis = async (options: SharedRedisOptions = {}): Promise<SharedRedis> => {
  const { settings = [], certificates } = options;
  const folder = await mkdtemp(join(tmpdir(), "musterd-shared-redis-"));
  const port = await freePort();
  const socket = join(folder, "socket");
  const tls = certificates && {
    "tls-port": `${port}`,
    "tls-cert-file": certificates.server.cert,
    "tls-key-file": certificates.server.key,
    "tls-ca-cert-file": certificates.ca,
  };
  const listening = Object.entries(tls ? { port: "0", ...tls } : { port: `${port}` });
  const parameters = [...listening, ["dir", folder], ["save", ""], ["requirepass", password], ["unixsocket", socket]];
  const all = [...parameters.flatMap(([name, value]) => [`--${name}`, value ?? ""]), ...settings];
  const launch = () => {
    const server = spawn(program, all, { stdio: "ignore" });
    return { server, exited: once(server, "exit") };
  };
  let running = launch();
  const end = async () => {
    running.server.kill("SIGKILL");
    await running.exited;
  };
  const admin = new Redis({ path: socket, password, maxRetriesPerRequest: null, retryStrategy: () => 20 });
  admin.on("error", () => undefined);
  const urlOf = (database: number | string, user = `:${encodeURIComponent(password)}`) =>
    `redis${certificates ? "s" : ""}://${user && `${user}@`}127.0.0.1:${port}/${database}`;
  // Any answer, even a refusal, shows that the server runs.
  const answered = () => admin.ping().catch(() => undefined);
  await answered();
  return {
    port,
    url: urlOf(3),
    urlOf,
    admin,
    stop: end,
    restart: async () => {
      await end();
      running = launch();
      await answered();
    },
    kill: async () => {
      admin.disconnect();
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
