/**
 * The sandbox: addresses outside the published interface, at which tests and people see and arrange the state of the service.
 * All but `health` need the admin key. This file has `health`, `calls`, `refreshes`, `organisation`, `tokens`, `quirks` and
 * `faults`, and registers the other addresses.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { Organisation } from "../../contract/organisation.ts";
import { registerAccessSandbox } from "../access/sandbox.ts";
import { makeSandboxToken, TokenRequest } from "../access/sandbox-tokens.ts";
import { loadCompany } from "../company-document.ts";
import { documentLimitBytes, registerCompanySandbox } from "../company-sandbox.ts";
import { registerDocumentSandbox } from "../documents/sandbox.ts";
import { registerInboxSandbox } from "../everyday/inbox.ts";
import { registerFormsSandbox } from "../initiations/sandbox.ts";
import { dumpOrganisation } from "../organisation/dump.ts";
import { mutationsOwed } from "../signing/refresh.ts";
import { registerSigningSandbox } from "../signing/sandbox.ts";
import { registerFilesSandbox } from "../uploads/sandbox.ts";
import type { ServiceParts } from "./api.ts";
import { Fault } from "./faults.ts";
import { createKeyRing } from "./keys.ts";
import { Quirks } from "./quirks.ts";
import { readDocument } from "./read-document.ts";
import { refuse } from "./refusal.ts";

/** Answer of `GET /sandbox/refreshes`. */
export type Refreshes = {
  /** Successful P1 calls, oldest first, each with the number of changes since the previous one. */
  readonly refreshes: readonly { readonly at: string; readonly dirtyBefore: number }[];
  /** Number of changes since the last successful P1. */
  readonly dirty: number;
};

const Since = z.object({ since: z.coerce.number().int().min(0).default(0) });

export const registerSandbox = (app: FastifyInstance, service: ServiceParts): void => {
  const { file, calls, faults, adminKey } = service;
  const { company } = file;
  const adminWith = createKeyRing([{ name: "admin", secret: adminKey, permissions: [] }]);
  const admin = async (request: FastifyRequest): Promise<void> => {
    if (!adminWith(request.headers["admin-key"])) refuse("OPA-KEY-UNKNOWN");
  };

  app.get("/sandbox/health", () => ({ status: "ok" }));

  app.get("/sandbox/calls", { onRequest: admin }, (request) => calls.since(readDocument(Since, request.query).since));
  app.delete("/sandbox/calls", { onRequest: admin }, async (_request, reply) => {
    await calls.clear();
    return reply.send();
  });

  app.get("/sandbox/refreshes", { onRequest: admin }, () =>
    file.read((): Refreshes => {
      const refreshes = company.refreshes.all().map(({ at, dirtyBefore }) => ({ at, dirtyBefore }));
      return { refreshes, dirty: mutationsOwed(company) };
    }),
  );

  app.get("/sandbox/organisation", { onRequest: admin }, () => file.read(() => dumpOrganisation(company)));
  app.put("/sandbox/organisation", { onRequest: admin, bodyLimit: documentLimitBytes }, async ({ body }, reply) => {
    const organisation = readDocument(Organisation, body, "organisation");
    await file.write(() => loadCompany(company, { organisation }));
    return reply.send();
  });

  app.post("/sandbox/tokens", { onRequest: admin }, async ({ body }) => {
    const request = readDocument(TokenRequest, body);
    return { token: await file.write(() => makeSandboxToken(company, request)) };
  });

  app.put("/sandbox/quirks", { onRequest: admin }, ({ body }) => {
    const quirks = readDocument(Quirks, body);
    return file.read(() => {
      company.quirks = quirks;
      return quirks;
    });
  });

  app.post("/sandbox/faults", { onRequest: admin }, async ({ body }, reply) => {
    faults.add(readDocument(Fault, body));
    return reply.send();
  });
  app.delete("/sandbox/faults", { onRequest: admin }, async (_request, reply) => {
    faults.clear();
    return reply.send();
  });
  registerDocumentSandbox(app, service, admin);
  registerCompanySandbox(app, service, admin);
  registerInboxSandbox(app, service, admin);
  registerAccessSandbox(app, service, admin);
  registerFilesSandbox(app, service, admin);
  registerFormsSandbox(app, service, admin);
  registerSigningSandbox(app, service, admin);
};
