/**
 * A service with initiations in a separate process that tests can kill. Its arguments are the database and, if a Redis is
 * shared, the path of its socket.
 */
import { openRedis } from "../../../src/queue/redis.ts";
import { startService } from "../../../src/service/service.ts";
import { silent } from "../../queue/redis-kinds.ts";
import { optionsFor } from "../running-service.ts";

const [, , database = "", socket = ""] = process.argv;

/** Opens the Redis at this socket or, without a path, a Redis that ends with this process. */
export const redisAt = (path: string) => async () =>
  path
    ? { options: { path }, description: "shared", probe: async () => undefined, close: async () => undefined }
    : openRedis({ searchPath: process.env["PATH"] ?? "" }, silent);

export const initiationOptions = (path: string, redisPath: string) => ({
  ...optionsFor(path),
  redis: redisAt(redisPath),
  outbound: { allowPrivateNetworks: true },
  callbacks: { attempts: 50, firstDelayMs: 20, timeoutMs: 2_000 },
});

if (database) process.send?.((await startService(initiationOptions(database, socket))).url);
