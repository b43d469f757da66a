/** Requests of other systems to start a form for a person, with their callbacks (F1, F2). */
import type { FastifyInstance } from "fastify";
import type { ServiceParts } from "../kernel/http/api.ts";
import type { Feature } from "../kernel/http/feature.ts";
import { readAddress } from "../uploads/outbound.ts";
import { findCallbackKeys, replaceCallbackKey } from "./callback-keys.ts";
import { createInitiationRules, showResult } from "./initiation-rules.ts";
import { type Company, createInitiationTables, type InitiationRow } from "./tables.ts";

/** The displayed data of an initiation, without field values. */
export type ShownInitiation = ReturnType<typeof show>;

const show = (row: InitiationRow) => {
  const { callback, callbackAttempts, callbackFailure = null, callbackDueAt = null } = row;
  return { ...showResult(row), callback, callbackAttempts, callbackFailure, callbackDueAt };
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
