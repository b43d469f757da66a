/**
 * A private redis-server on a unix socket, in a directory that only this user can enter, with an append-only file. It never
 * outlives this process: a small shell holds the end of a pipe and stops the server when the pipe closes, whatever ended this
 * process.
 */
import { spawn } from "node:child_process";
import { access, constants, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { MusterdError } from "../lib/errors.ts";
import { redisFailure } from "./redis-failure.ts";
import type { RedisHandle } from "./redis-handle.ts";
import { probeTimeoutMs, probeWrites, startTimeoutMs } from "./write-probe.ts";

/** A redis-server or valkey-server in one of the folders of `searchPath` (in the format of PATH). */
export const findRedisServer = async (searchPath: string): Promise<string | undefined> => {
  for (const name of ["redis-server", "valkey-server"]) {
    for (const folder of searchPath.split(delimiter)) {
      const file = join(folder, name);
      try {
        await access(file, constants.X_OK);
        return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
};

/** A shell script that runs the server until standard input closes, then stops it and removes its directory. */
const guardian = `dir=$1; shift; "$@" >"$dir/log" 2>&1 </dev/null & server=$!
cat >/dev/null; kill $server 2>/dev/null; wait $server; rm -rf "$dir"`;

/** `sh`: the shell, of which tests name one that the system cannot start. Rejects with `redis-unavailable`. */
export const startPrivateRedis = async (server: string, sh = "/bin/sh"): Promise<RedisHandle> => {
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
  const shell = spawn(sh, ["-c", guardian, "guardian", directory, server, ...settings], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Where the system starts no process, there is no `exit`.
  const ended = new Promise<void>((resolve) => shell.once("close", () => resolve()));
  const notStarted = new Promise<never>((_, reject) => shell.once("error", reject));
  // A supervisor that stops the whole process group may have ended the shell already.
  shell.stdin.on("error", () => undefined);
  shell.unref();
  const close = async (): Promise<void> => {
    shell.ref();
    shell.stdin.end();
    await ended;
  };
  const options = { path: socket };
  const place = { name: `the private ${server}`, tls: false, isPrivate: true };
  try {
    await Promise.race([probeWrites(options, place, startTimeoutMs), notStarted]);
  } catch (error) {
    // One that listens and does not answer has said nothing about that.
    const said =
      error instanceof MusterdError && !/connect E/.test(error.message) ? "" : await lastLine(join(directory, "log"));
    await close();
    await rm(directory, { recursive: true, force: true });
    if (said !== "") throw redisFailure(place, new Error(said));
    throw error instanceof MusterdError ? error : redisFailure(place, error as Error);
  }
  const probe = () => probeWrites(options, place, probeTimeoutMs);
  return { options, description: `private ${server}`, probe, close };
};

/** The last thing that the server has said before it ended, without the number of its process and the time; blank if nothing. */
const lastLine = async (log: string): Promise<string> => {
  const text = await readFile(log, "utf8").catch(() => "");
  return (text.trim().split("\n").at(-1) ?? "").replace(/^\d+:[A-Z] .*? [#*.-] /, "");
};
