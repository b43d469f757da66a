/**
 * A service with initiations as a separate process that tests kill. Arguments: the database, and the Redis socket if one is
 * shared.
 */
import { openRedis } from "../../../src/queue/redis.ts";
import { startService } from "../../../src/service/service.ts";
import { silent } from "../../queue/redis-kinds.ts";
import { optionsFor } from "../running-service.ts";

const [, , database = "", socket = ""] = process.argv;

/** An existing Redis, or one that ends with this process. */
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
