/** Builds the service's HTTP application, and answers errors and unknown routes. `service.ts` makes it listen. */
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { RefusalCode } from "../../../contract/operations/refusals.ts";
import { bodyLimitBytes } from "../../../contract/operations/uploads.ts";
import { createSlowing, hasSeveralHosts } from "../../../lib/http/http-caution.ts";
import { serversInTurn } from "../../../lib/http/requests-in-turn.ts";
import type { Quirks } from "../quirks/quirks.ts";
import { errorBody, Refusal } from "../refusal.ts";
import { isApiAddress, noteCall, registerApi, type ServiceParts } from "./api.ts";
import { parseJson } from "./bodies.ts";
import { createRewriting } from "./moved-addresses.ts";
import { schemaRefusal } from "./read-document.ts";
import { buildLazyValidators } from "./request-validation.ts";
import { registerSandbox } from "./sandbox.ts";
import { drain, limitSenders } from "./senders.ts";

export const mostConnections = 4_000;

/** `register` adds the routes of the features. */
export const buildApp = (service: ServiceParts, register: (app: FastifyInstance) => void): FastifyInstance => {
  const app = Fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    trustProxy: service.trustProxy.length > 0 && [...service.trustProxy],
    serverFactory: serversInTurn(
      { headersTimeout: service.slowMs, connectionsCheckingInterval: service.slowMs / 4, mostConnections },
      (server) => limitSenders(server, service.slowMs),
    ),
    rewriteUrl: createRewriting(service.file.company),
    bodyLimit: bodyLimitBytes,
    // More than the headers of a request may have: the schemas bound the values in paths.
    routerOptions: { maxParamLength: 100_000 },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true } },
    schemaController: { compilersFactory: { buildValidator: buildLazyValidators } },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });

  const answerError = (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = asRefusal(error);
    const status = refusal?.status ?? (error as FastifyError).statusCode ?? 500;
    if (isApiAddress(request.url)) noteCall(service, request, status);
    if (refusal) {
      const shown = isApiAddress(request.url) ? shownStatus(refusal, service.file.company.quirks) : status;
      const body = errorBody(refusal);
      const { traceId, errorCode } = body;
      // Strangers could fill the log; the audit trail counts them. That a record does not exist is an ordinary answer.
      if (request.caller && status !== 404)
        service.log?.info({ traceId, errorCode, url: request.routeOptions.url }, "refused");
      return reply.code(shown).send(body);
    }
    // The caller's mistake, found by a package: a range or a path below /docs/ that does not exist.
    if (status < 500) return reply.code(status).send({ message: "the request cannot be answered" });
    service.log?.error({ err: error }, "the service failed to handle a request");
    return reply.code(status).send({ message: "the service failed; see its log" });
  };
  const slow = createSlowing(service.wrongKeyWaitMs);
  app.setErrorHandler(async (error: FastifyError | Refusal, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal?.status === 413) await drain(request);
    if (refusal?.status === 401 && isApiAddress(request.url)) auditRefusal(service, request, refusal);
    if (refusal && wrongKeys.has(refusal.code) && !(await slow())) reply.header("Connection", "close");
    return answerError(error, request, reply);
  });
  app.addHook("onRequest", (request, reply, done) => {
    // A shared cache may keep an answer whose key is not in `Authorization` (RFC 9111, section 3.5), and give it to others.
    reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
    if (hasSeveralHosts(request.raw)) done(severalHosts());
    // Before the body is read: strangers could have as many bodies kept in memory as there are connections.
    else if (request.is404) answerNotFound(request, reply);
    else done();
  });

  // Plain text instead of the error body, because a missing route must not look like a missing record (R1).
  const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (isApiAddress(request.url)) noteCall(service, request, 404);
    return reply.code(404).type("text/plain; charset=utf-8").send("Not Found: /docs/ has every operation.");
  };
  app.setNotFoundHandler(answerNotFound);

  parseJson(app);
  registerApi(app, service);
  registerSandbox(app, service);
  register(app);
  return app;
};

/** Refusals that show that the caller is guessing. */
const wrongKeys: ReadonlySet<RefusalCode> = new Set(["OPA-KEY-UNKNOWN", "OPA-TOKEN-INVALID"]);

const auditRefusal = ({ trail }: ServiceParts, { caller, ip }: FastifyRequest, { code }: Refusal): void =>
  trail.audit({ kind: "call", result: "refused", who: caller?.name ?? null, from: ip, about: code });

/** Returns the status of a refusal under the quirks `keyRefusal` (R3) and `refusals` (R6). */
const shownStatus = ({ code, status }: Refusal, quirks: Quirks): number => {
  if (status === 401 && code !== "OPA-CORP-UNKNOWN") return quirks.keyRefusal;
  return quirks.refusals === "ok" && (status === 400 || status === 404) ? 200 : status;
};

const severalHosts = (): Refusal =>
  new Refusal("OPA-REQUEST-INVALID", [{ error: "must be sent only once", expandoObject: { property: "Host" } }]);

const codeByStatus: Readonly<Record<number, RefusalCode>> = {
  400: "OPA-JSON-INVALID",
  413: "OPA-BODY-TOO-LARGE",
  415: "OPA-MEDIA-TYPE",
};

/** Turns an error that the caller has caused into a refusal. Returns undefined for an error of the service itself. */
const asRefusal = (error: FastifyError | Refusal): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (error.validation) return schemaRefusal(error.validation);
  if (error.code === "FST_ERR_BAD_URL") return new Refusal("OPA-PATH-INVALID");
  const code = codeByStatus[error.statusCode ?? 500];
  return code && new Refusal(code);
};
