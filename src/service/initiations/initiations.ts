/** Requests of other systems to start a form for a person, with their callbacks (F1, F2). */
import type { FastifyInstance } from "fastify";
import type { Dispatcher } from "undici";
import { createLog, type Log } from "../../lib/log.ts";
import type { ServiceParts } from "../kernel/api.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import type { Feature } from "../kernel/feature.ts";
import { readAddress } from "../uploads/outbound.ts";
import { findCallbackKeys, replaceCallbackKey } from "./callback-request.ts";
import { type CallbackSettings, defaultCallbackSettings, startCallbacks } from "./callbacks.ts";
import { createInitiationRules } from "./initiation-rules.ts";
import { startInitiations } from "./initiation-worker.ts";
import { type Company, createInitiationTables, type InitiationRow } from "./tables.ts";

/** The displayed data of an initiation, without field values. */
export type ShownInitiation = ReturnType<typeof show>;

const show = (row: InitiationRow) => {
  const { traceId, formName, formSn, process, result, retryCount, resultMessage } = row;
  const { callback, callbackAttempts, callbackFailure = null, callbackDueAt = null } = row;
  const sent = { callback, callbackAttempts, callbackFailure, callbackDueAt };
  return { traceId, formName, formSn, process, result, retryCount, resultMessage, ...sent };
};

/**
 * `GET /openapi/callback-keys`: the public keys as a JWK set. `POST /sandbox/callback-keys`: replaces the key. `GET /sandbox/initiations`: every initiation with its result and
 * the state of its callback, oldest first.
 */
const registerRoutes = (app: FastifyInstance, { file, admin }: ServiceParts<Company>): void => {
  app.get("/openapi/callback-keys", async () => {
    const shown = { use: "sig", alg: "EdDSA" };
    const keys = await findCallbackKeys(file);
    return {
      keys: keys.map(({ keyId, publicKey }) => ({ ...publicKey.export({ format: "jwk" }), kid: keyId, ...shown })),
    };
  });
  app.post("/sandbox/callback-keys", { onRequest: admin, config: { audit: "signing-keys" } }, async () => ({
    earlierValidUntil: await replaceCallbackKey(file),
  }));
  app.get("/sandbox/initiations", { onRequest: admin }, () =>
    file.read(() => file.company.initiations.all().map(show)),
  );
};

export const initiations = {
  tables: createInitiationTables,
  /** Callback addresses are judged without settings; a running service replaces F1. */
  rules: createInitiationRules(readAddress),
  routes: registerRoutes,
} satisfies Feature<Company>;

/** The background work: the worker that creates documents, and the delivery of callbacks. */
export type InitiationParts = {
  /** Call this when an initiation has been stored, or the clock was set. */
  readonly wake: () => void;
  /** Unfinished work stays in the store for the next start. */
  readonly close: () => Promise<void>;
};

type Settings = { readonly callbacks?: Partial<CallbackSettings>; readonly log?: Log };

/** Continues the work that an earlier process has left. */
export const openInitiations = (
  file: CompanyFile<Company>,
  settings: Settings,
  dispatcher: Dispatcher,
): InitiationParts => {
  const log = settings.log ?? createLog("silent");
  const timing = { ...defaultCallbackSettings, ...settings.callbacks };
  const callbacks = startCallbacks({ file, dispatcher, settings: timing, log });
  const worker = startInitiations({ file, settled: callbacks.wake, log });
  const wake = (): void => {
    worker.wake();
    callbacks.wake();
  };
  wake();
  return {
    wake,
    close: async () => {
      await worker.close();
      await callbacks.close();
    },
  };
};
