/** Closes a queue whose Redis resets connections; a separate program, because a spinning worker stops every timer. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";
import { WaveQueue } from "../../src/queue/wave-queue.ts";
import { silent } from "./redis-kinds.ts";

/** Accepts the queue's own connection, the first one, without answering; resets those of its worker. */
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
