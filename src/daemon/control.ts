/**
 * The HTTP interface of the daemon: health checks for orchestrators, and access to runs for callers with the bearer token.
 * Answers are JSON; errors are `{code, message}`.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import type { App } from "../app/app.ts";
import { MusterdError } from "../lib/errors.ts";
import { createSlowing, hasSeveralHosts } from "../lib/http-caution.ts";
import { serversInTurn } from "../lib/requests-in-turn.ts";
import { jsonReport } from "../report/json/json.ts";
import { htmlReport } from "../report/page/html.ts";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

export type Control = { readonly url: string; readonly close: () => Promise<void> };

const listedRuns = 50;

/** For how long the answer to a wrong token waits, and how often wrong tokens are logged. */
const wrongTokenWaitMs = 1_000;
const loggedEveryMs = 60_000;

/**
 * `readiness` answers /readyz, `status` answers /status; `ask` stores a run request and resolves when the request is on the disk. `listen` rejects with
 * `control-unavailable` if it cannot use the address.
 */
export const listen = async (
  app: App,
  readiness: () => Promise<Readiness>,
  ask: () => Promise<void>,
  status: () => Promise<object>,
  metrics: Pick<Metrics, "contentType" | "text">,
  onWrongToken: () => void,
): Promise<Control> => {
  const { config, store } = app;
  const server = fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 1024,
    serverFactory: serversInTurn({}),
  });
  server.addHook("onRequest", async ({ raw }, reply) => {
    reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
    if (hasSeveralHosts(raw)) await reply.code(400).send({ code: "several-hosts", message: "send one Host header" });
  });
  const slow = createSlowing(wrongTokenWaitMs);
  const noteWrong = createWrongTokenLog(app.log);
  const authorised = async (request: FastifyRequest, reply: FastifyReply) => {
    const problem = refusal(config.daemon.token, request.headers.authorization);
    if (problem === undefined) return;
    if (problem.status === 401) {
      noteWrong(request.ip);
      onWrongToken();
      if (!(await slow())) reply.header("Connection", "close");
    }
    await reply.code(problem.status).send({ code: problem.code, message: problem.message });
  };
  const guarded = { preHandler: authorised };

  server.get("/healthz", async () => ({ status: "ok" }));
  server.get("/readyz", async (_request, reply) => {
    const found = await readiness();
    return reply.code(found.status === "ready" ? 200 : 503).send(found);
  });
  server.get("/metrics", async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  server.post("/runs", guarded, async (_request, reply) => {
    await ask();
    return reply.code(202).send({ status: "accepted" });
  });
  server.get("/status", guarded, status);
  server.get("/runs", guarded, () => store.runs.list(listedRuns));
  server.get<{ Params: { id: string } }>("/runs/:id", guarded, async (request, reply) => {
    const report = await app.report(request.params.id);
    return report ? reply.type("application/json").send(jsonReport(report)) : notFound(reply);
  });
  server.get<{ Params: { id: string } }>("/runs/:id/report.html", guarded, async (request, reply) => {
    const report = await app.report(request.params.id);
    return report ? reply.type("text/html; charset=utf-8").send(htmlReport(report)) : notFound(reply);
  });
  server.setNotFoundHandler((_request, reply) => notFound(reply));

  const { host, port } = config.daemon;
  const url = await server.listen({ host, port }).catch((cause: unknown) => {
    throw new MusterdError("control-unavailable", `cannot listen on ${host}, port ${port} (${errorCode(cause)})`, {
      place: { setting: "daemon.port" },
      hint: "stop what uses the port (another daemon?), or choose another; 0 takes any free one",
      cause,
    });
  });
  return { url, close: () => server.close() };
};

/** Logs wrong tokens: at most one line a minute, with the number since the last one. */
const createWrongTokenLog = (log: App["log"]) => {
  let times = 0;
  let loggedMs = Number.NEGATIVE_INFINITY;
  return (from: string): void => {
    times += 1;
    const nowMs = performance.now();
    if (nowMs - loggedMs < loggedEveryMs) return;
    log.warn({ from, times }, "a caller of the control interface sent no token or a wrong one");
    times = 0;
    loggedMs = nowMs;
  };
};

const errorCode = (cause: unknown): string => String((cause as NodeJS.ErrnoException).code);

const notFound = (reply: FastifyReply) => reply.code(404).send({ code: "not-found", message: "there is no such run" });

const refusal = (token: string | undefined, header: string | undefined) => {
  if (token === undefined) {
    return { status: 403, code: "no-token-configured", message: "set daemon.token to use the control interface" };
  }
  // `timingSafeEqual` needs inputs of equal length, and all digests have the same length.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(`Bearer ${token}`), digest(header ?? ""))
    ? undefined
    : { status: 401, code: "unauthorised", message: "the bearer token is missing or wrong" };
};
