/**
 * A private PostgreSQL server in a temporary folder, with a unix socket and no port. It starts at the first call in a test
 * process and stops when that process ends in any way. PostgreSQL refuses to run as root; root starts it as `nobody`. Where no
 * PostgreSQL is installed, scripts/fetch-test-parts.ts fetches one.
 */
import { type ChildProcess, execFile, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { chown, mkdtemp, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";

export type PostgresServer = {
  /** The address of a new, empty database. */
  readonly freshDatabase: () => Promise<string>;
  /** The address of a database, which need not exist, optionally with other credentials. */
  readonly addressOf: (database: string, user?: string, password?: string) => string;
  /** Ends all connections at once, like a crash; `start` recovers the committed data. */
  readonly crash: () => Promise<void>;
  readonly start: () => Promise<void>;
};

/** The only server of this test process. */
export const postgresServer = (): Promise<PostgresServer> => {
  running ??= startServer();
  return running;
};
let running: Promise<PostgresServer> | undefined;

export const freshPostgresDatabase = async (): Promise<string> => (await postgresServer()).freshDatabase();

const superuser = "musterd";
/** Contains a character that must be escaped in an address. */
const password = "pass/word";
const nobody = 65_534;

const startServer = async (): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(tmpdir(), "pg-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, nobody, nobody);
  const asOwner: SpawnOptions = { cwd: folder, ...(isRoot ? { uid: nobody, gid: nobody } : {}) };
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, password);
  const data = join(folder, "data");
  const how = ["--auth=scram-sha-256", `--pwfile=${passwordFile}`, "--encoding=UTF8", "--locale=C", "--no-sync"];
  await promisify(execFile)(program("initdb"), [`--pgdata=${data}`, `--username=${superuser}`, ...how], asOwner);

  const addressOf = (database: string, user = superuser, secret = password): string =>
    `postgres://${user}:${encodeURIComponent(secret)}@/${database}?host=${encodeURIComponent(folder)}`;
  let server: ChildProcess;
  const start = async (): Promise<void> => {
    server = launch(folder, data, asOwner);
    await answers(addressOf("postgres"), server);
  };
  await start();
  let databases = 0;
  return {
    addressOf,
    freshDatabase: async () => {
      databases += 1;
      const name = `fresh_${databases}`;
      await command(addressOf("postgres"), `CREATE DATABASE ${name}`);
      return addressOf(name);
    },
    crash: async () => {
      const ended = once(server, "exit");
      server.ref();
      server.stdin?.write("\n");
      await ended;
    },
    start,
  };
};

/** Finds a PostgreSQL program: on PATH, in the folders of Debian and Fedora, or among the fetched test parts. */
const program = (name: string): string => {
  const path = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  const fetched = fileURLToPath(new URL("../../../.cache/parts/bin", import.meta.url));
  const found = globSync([
    ...path,
    `/usr/lib/postgresql/*/bin/${name}`,
    `/usr/pgsql-*/bin/${name}`,
    join(fetched, name),
  ]);
  if (!found[0]) throw new Error(`there is no ${name}: node scripts/fetch-test-parts.ts brings one`);
  return found[0];
};

/**
 * The server runs under a shell that waits at the end of a pipe. A line in the pipe makes the shell kill the server. When the
 * pipe closes because this process has ended, the shell kills the server and also removes the folder.
 */
const launch = (folder: string, data: string, asOwner: SpawnOptions): ChildProcess => {
  // Without `fsync` committed data may be lost in a power cut, but it survives a crash of the server.
  const settings = { unix_socket_directories: folder, listen_addresses: "", fsync: "off", max_connections: "50" };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const script = '"$@" & read -r _; line=$?; kill -QUIT $!; wait $!; [ $line = 0 ] || rm -rf "$0"';
  const server = spawn("/bin/sh", ["-c", script, folder, program("postgres"), "-D", data, ...options], {
    ...asOwner,
    stdio: ["pipe", "ignore", "ignore"],
  });
  server.unref();
  (server.stdin as Socket).unref();
  return server;
};

const command = async (address: string, sql: string): Promise<void> => {
  const client = new Client(address);
  client.on("error", () => undefined);
  await client.connect();
  await client.query(sql);
  await client.end();
};

const answers = async (address: string, server: ChildProcess): Promise<void> => {
  for (;;) {
    try {
      await command(address, "SELECT 1");
      return;
    } catch (error) {
      if (server.exitCode !== null) throw error;
      await pause(20);
    }
  }
};
