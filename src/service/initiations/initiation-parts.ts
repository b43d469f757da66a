/**
 * The background work on initiations (F1 requests) while the service runs: the worker that creates documents, and the delivery
 * of callbacks.
 */
import type { Dispatcher } from "undici";
import { createLog, type Log } from "../../lib/log.ts";
import { openRedis } from "../../queue/redis.ts";
import type { RedisHandle } from "../../queue/redis-handle.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { type CallbackSettings, defaultCallbackSettings } from "./callback-settings.ts";
import { startCallbacks } from "./callbacks.ts";
import { startInitiations } from "./initiation-worker.ts";
import type { Company } from "./tables.ts";

export type InitiationParts = {
  /** Call this when an initiation has been stored. */
  readonly wake: () => void;
  /** Unfinished work stays in the store for the next start. */
  readonly close: () => Promise<void>;
};

type Settings = {
  readonly redis?: () => Promise<RedisHandle>;
  readonly callbacks?: Partial<CallbackSettings>;
  readonly log?: Log;
};

/** Continues the work that an earlier process has left. */
export const openInitiations = (
  file: CompanyFile<Company>,
  settings: Settings,
  dispatcher: Dispatcher,
): InitiationParts => {
  const log = settings.log ?? createLog("silent");
  const callbacks = startCallbacks({
    file,
    redis: settings.redis ?? (() => openRedis({ searchPath: "" }, log)),
    dispatcher,
    settings: { ...defaultCallbackSettings, ...settings.callbacks },
    log,
  });
  const initiations = startInitiations({ file, settled: callbacks.wake, log });
  initiations.wake();
  callbacks.wake();
  return {
    wake: initiations.wake,
    close: async () => {
      await initiations.close();
      await callbacks.close();
    },
  };
};
