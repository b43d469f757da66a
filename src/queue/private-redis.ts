/**
 * A private redis-server: on a unix socket in a directory that only this user can enter, with an append-only file, and
 * never outliving this process: a small shell between us holds the end of a pipe and stops the server when it closes,
 * whatever killed us.
 */
import { spawn } from "node:child_process";
import { access, constants, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Redis } from "ioredis";
import { MusterdError } from "../lib/errors.ts";
import type { RedisHandle } from "./redis-handle.ts";

/** A redis-server or valkey-server in one of the folders of `searchPath` (written as PATH is). */
export const findRedisServer = async (searchPath: string): Promise<string | undefined> => {
  for (const name of ["redis-server", "valkey-server"]) {
    for (const folder of searchPath.split(delimiter)) {
      const file = join(folder, name);
      try {
        await access(file, constants.X_OK);
        return file;
      } catch {
        // not here
      }
    }
  }
  return undefined;
};

/** Runs "$@" until standard input closes; then stops it and removes its directory. */
const guardian = `dir=$1; shift; "$@" >"$dir/log" 2>&1 </dev/null & server=$!
cat >/dev/null; kill $server 2>/dev/null; wait $server; rm -rf "$dir"`;

const startTimeoutMs = 10_000;

export const startPrivateRedis = async (server: string): Promise<RedisHandle> => {
  const directory = await mkdtemp(join(tmpdir(), "musterd-redis-"));
  const socket = join(directory, "socket");
  const settings = Object.entries({
    port: "0",
    unixsocket: socket,
    unixsocketperm: "700",
    dir: directory,
    appendonly: "yes",
    save: "",
    "maxmemory-policy": "noeviction",
  }).flatMap(([key, value]) => [`--${key}`, value]);
  const shell = spawn("/bin/sh", ["-c", guardian, "guardian", directory, server, ...settings], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => shell.once("exit", () => resolve()));
  shell.unref();
  await waitUntilReady(socket);
  return {
    options: { path: socket },
    description: `private ${server}`,
    close: async () => {
      shell.ref();
      shell.stdin.end();
      await ended;
    },
  };
};

const waitUntilReady = async (socket: string): Promise<void> => {
  const probe = new Redis({
    path: socket,
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy: () => 50,
  });
  probe.on("error", () => undefined);
  const timer = setTimeout(() => probe.disconnect(), startTimeoutMs);
  try {
    void probe.connect().catch(() => undefined);
    await probe.ping();
  } catch (cause) {
    throw new MusterdError("redis-unavailable", `the private Redis did not answer within ${startTimeoutMs} ms`, {
      wayOut: "set REDIS_URL to a Redis of your own, or look at the log in its temporary directory",
      cause,
    });
  } finally {
    clearTimeout(timer);
    probe.disconnect();
  }
};
