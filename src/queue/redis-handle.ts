/** An available Redis: how to connect to it and how to release it. */
import type { RedisOptions } from "ioredis";

/** The prefix of every key. Its hash tag puts all keys into one slot of a cluster. */
export const keyPrefix = "{musterd}";

export type RedisHandle = {
  /** Options for ioredis, without `maxRetriesPerRequest`. */
  readonly options: RedisOptions;
  /** The location of the Redis, for people; without secrets. */
  readonly description: string;
  /** Resolves when the Redis accepts writes; rejects with `redis-unavailable`, at the latest after two seconds. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
};
