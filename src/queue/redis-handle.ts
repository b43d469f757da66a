/** An available Redis: how to connect to it and how to release it. */
import type { RedisOptions } from "ioredis";

export type RedisHandle = {
  /** Options for ioredis, without `maxRetriesPerRequest`. */
  readonly options: RedisOptions;
  /** Its location for people, without secrets. */
  readonly description: string;
  /** Resolves when it accepts writes; MusterdError `redis-unavailable` after two seconds. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
};
