/** Whether a Redis removes keys by itself. Jobs and locks would then be gone while a run counts on them. */
import { Redis } from "ioredis";
import type { RedisHandle } from "./redis-handle.ts";

/**
 * The `maxmemory-policy` with which the Redis removes keys when its memory is full; undefined if it removes none, or does not say. It
 * must be available.
 */
export const evictionPolicyOf = async ({ options }: RedisHandle): Promise<string | undefined> => {
  const { replyMapping: _, ...ordinary } = options;
  const client = new Redis({ ...ordinary, maxRetriesPerRequest: 1 });
  client.on("error", () => undefined);
  try {
    const memory = await client.info("memory");
    const said = (name: string): string | undefined => new RegExp(`^${name}:(\\S+)`, "m").exec(memory)?.[1];
    const policy = said("maxmemory_policy");
    return policy === "noeviction" || said("maxmemory") === "0" ? undefined : policy;
  } catch {
    return undefined;
  } finally {
    client.disconnect();
  }
};
