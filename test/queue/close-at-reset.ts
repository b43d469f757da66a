/**
 * Closes a queue whose Redis resets connections. It is a separate process, because a worker that retries without a pause would
 * block all timers of its process, such as that of the test's time limit.
 */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";
import { WaveQueue } from "../../src/queue/wave-queue.ts";
import { silent } from "./redis-kinds.ts";

/** Counts connections. The first is the queue's own, which gets no answer; all later ones are the worker's, which are reset. */
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  if (connections > 1) setTimeout(() => socket.resetAndDestroy(), 20);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const handle = { options: { host: "127.0.0.1", port } } as unknown as RedisHandle;
const waves = new WaveQueue(handle, "reset", async () => undefined, 2, silent);
await delay(200);
await waves.close();
server.close();
console.log("closed");
process.exit(0);
