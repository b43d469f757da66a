/**
 * The HTTP server of the daemon before anything is served on it: the headers of every answer, what a caller may send and for how long,
 * and all that is refused before a handler is asked, as `{code, message}` in our words.
 */

import type { Socket } from "node:net";
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from "fastify";
import { asMusterdError, errorJson } from "../../lib/errors.ts";
import { hasSeveralHosts } from "../../lib/http/http-caution.ts";
import { serversInTurn } from "../../lib/http/requests-in-turn.ts";
import type { Log } from "../../lib/log.ts";

const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff", "x-frame-options": "DENY" };

/** `slowMs`: how long a request may take to arrive. */
export const createControlServer = (log: Pick<Log, "error">, slowMs = 120_000): FastifyInstance => {
  const server = fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 1024,
    // More than the headers of a request may have: a code that is a path, such as 總公司/研發處/平台組, is a long parameter.
    routerOptions: { maxParamLength: 100_000 },
    serverFactory: serversInTurn({
      requestTimeout: slowMs,
      headersTimeout: slowMs / 2,
      connectionsCheckingInterval: slowMs / 4,
      mostConnections: 1_000,
    }),
    frameworkErrors: (error, _request, reply) => void answerError(error, reply),
    clientErrorHandler: (error, socket) => answerBroken((error as NodeJS.ErrnoException).code, socket),
  });
  const answerError = (error: FastifyError, reply: FastifyReply): FastifyReply => {
    const status = error.statusCode ?? 500;
    // No hook has seen a request with an unreadable address.
    reply.headers(headers).code(status);
    if (status < 500) return reply.send(refusalOf(error.code === "FST_ERR_BAD_URL" ? "address" : status));
    log.error({ err: error }, "a request failed");
    return reply.send(errorJson(asMusterdError(error)));
  };
  server.setErrorHandler<FastifyError>((error, _request, reply) => answerError(error, reply));
  server.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ code: "not-found", message: "there is no such address" }),
  );
  server.addHook("onRequest", async ({ raw }, reply) => {
    reply.headers(headers);
    if (hasSeveralHosts(raw)) await reply.code(400).send({ code: "several-hosts", message: "send one Host header" });
  });
  return server;
};

type Refusal = { readonly code: string; readonly message: string };

const refusals: Readonly<Record<number | "address", Refusal>> = {
  address: { code: "address-invalid", message: "the address is not percent-encoded UTF-8" },
  400: { code: "body-invalid", message: "the body is not JSON; send an object, or neither body nor Content-Type" },
  408: { code: "request-slow", message: "the request did not arrive in time" },
  413: { code: "body-too-large", message: "the body is too large" },
  415: { code: "content-type-unsupported", message: "send the body as application/json" },
  431: { code: "headers-too-large", message: "the address and headers of the request are too large" },
};

const refusalOf = (what: number | "address"): Refusal =>
  refusals[what] ?? { code: "request-invalid", message: "the request cannot be answered" };

/** Answers what Node could not read as a request of HTTP. */
const answerBroken = (code: string | undefined, socket: Socket): void => {
  if (code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = code === "HPE_HEADER_OVERFLOW" ? 431 : code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : undefined;
  const body = JSON.stringify(status === undefined ? refusalOf(0) : refusalOf(status));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status ?? 400} Refused\r\n${lines.join("")}Content-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
};
