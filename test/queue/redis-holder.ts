/** A process that opens a private Redis (one only for itself), reports its address, and waits to be killed. */
import { openRedis } from "../../src/queue/redis.ts";
import { silent } from "./redis-kinds.ts";

const redis = await openRedis({ searchPath: process.env["PATH"] ?? "" }, silent);
process.send?.(redis.options.path);
process.on("message", () => undefined);
