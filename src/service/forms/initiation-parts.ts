/** What initiations need while the service runs: the worker that makes documents, and the delivery of callbacks. */
import type { Dispatcher } from "undici";
import { createLog, type Log } from "../../lib/log.ts";
import { openRedis } from "../../queue/redis.ts";
import type { RedisHandle } from "../../queue/redis-handle.ts";
import type { CompanyFile } from "../company-file.ts";
import { type CallbackSettings, defaultCallbackSettings } from "./callback-settings.ts";
import { startCallbacks } from "./callbacks.ts";
import { startInitiations } from "./initiations.ts";

export type InitiationParts = {
  /** An initiation was stored. */
  readonly wake: () => void;
  /** Whatever is under way stays queued or owed. */
  readonly close: () => Promise<void>;
};

type Settings = {
  readonly redis?: () => Promise<RedisHandle>;
  readonly callbacks?: Partial<CallbackSettings>;
  readonly log?: Log;
};

/** Takes up what an earlier process has left. */
export const openInitiations = (file: CompanyFile, settings: Settings, dispatcher: Dispatcher): InitiationParts => {
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
