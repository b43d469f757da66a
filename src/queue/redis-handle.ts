/** A Redis that is there: how to reach it, and how to let it go. */
import type { RedisOptions } from "ioredis";

export type RedisHandle = {
  /** For ioredis; carries no `maxRetriesPerRequest` of its own. */
  readonly options: RedisOptions;
  /** For people: where it is, without secrets. */
  readonly description: string;
  /** Resolves when it takes writes; MusterdError `redis-unavailable` after two seconds. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
};
