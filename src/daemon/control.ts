/**
 * The HTTP interface of the daemon: health checks for orchestrators, and access to runs for callers with the bearer token.
 * Answers are JSON; errors are `{code, message}`.
 */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../app/app.ts";
import { MusterdError } from "../lib/errors.ts";
import { hasSeveralHosts } from "../lib/http-caution.ts";
import { serversInTurn } from "../lib/requests-in-turn.ts";
import { jsonReport } from "../report/json/json.ts";
import { htmlReport } from "../report/page/html.ts";
import { type Caller, createCallers } from "./callers.ts";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";
import type { RequestName } from "./requests.ts";

export type Control = { readonly url: string; readonly close: () => Promise<void> };

const listedRuns = 50;

/** A request that has passed; `params` has `id` where the path has it. */
type Asked = FastifyRequest<{ Params: { id: string } }>;
type Answer = (request: Asked, reply: FastifyReply, caller: Caller) => Promise<unknown>;

type Serve = (name: RequestName, answer: Answer, earlier?: Answer) => void;

/** Instants are in ISO 8601 with an offset; `after` is the number of the last entry that the caller has. */
const auditQuery = z.strictObject({
  from: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text).toISOString())
    .optional(),
  to: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text).toISOString())
    .optional(),
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

/**
 * `readiness` answers /readyz, `status` answers /status; `ask` stores a run request and resolves when the request is on the disk. `addPages` adds the console. `listen` rejects with
 * `control-unavailable` if it cannot use the address.
 */
export const listen = async (
  app: App,
  readiness: () => Promise<Readiness>,
  ask: () => Promise<void>,
  status: () => Promise<object>,
  metrics: Pick<Metrics, "contentType" | "text">,
  onWrongToken: () => void,
  addPages: (server: FastifyInstance) => Promise<void>,
): Promise<Control> => {
  const { config } = app;
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
  const findCaller = createCallers(app, onWrongToken);
  /** Serves a request below /v1, and also at its address of earlier versions, which had no prefix. */
  const serve: Serve = (name, answer, earlier) => {
    const [method = "", path = ""] = name.split(" ");
    const handled = (own: Answer) => async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await findCaller(request, reply, name);
      return caller ? own(request as Asked, reply, caller) : reply;
    };
    server.route({ method, url: `/v1${path}`, handler: handled(answer) });
    if (earlier) server.route({ method, url: path, handler: handled(earlier) });
  };

  server.get("/healthz", async () => ({ status: "ok" }));
  server.get("/readyz", async (_request, reply) => {
    const found = await readiness();
    return reply.code(found.status === "ready" ? 200 : 503).send(found);
  });
  server.get("/metrics", async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  serveRuns(serve, app, ask, status);
  serveAudit(serve, app);
  await addPages(server);
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

const serveRuns = (serve: Serve, app: App, ask: () => Promise<void>, status: () => Promise<object>): void => {
  const { store } = app;
  const askForRun: Answer = async (_request, reply, { actor }) => {
    await store.audit.append({ event: "run-requested", by: actor });
    await ask();
    return reply.code(202).send({ status: "accepted" });
  };
  const json: Answer = async ({ params: { id } }, reply) => {
    const report = await app.report(id);
    return report ? reply.type("application/json").send(jsonReport(report)) : notFound(reply);
  };
  const page: Answer = async ({ params: { id } }, reply) => {
    const report = await app.report(id);
    return report ? reply.type("text/html; charset=utf-8").send(htmlReport(report)) : notFound(reply);
  };
  const list: Answer = () => store.runs.list(listedRuns);
  serve("POST /runs", askForRun, askForRun);
  serve("GET /status", status, status);
  serve("GET /runs", list, list);
  serve("GET /runs/:id", async ({ params: { id } }, reply) => (await store.runs.find(id)) ?? notFound(reply), json);
  serve("GET /runs/:id/report.json", json);
  serve("GET /runs/:id/report.html", page, page);
};

const serveAudit = (serve: Serve, { store }: App): void => {
  serve("GET /audit", async ({ query }, reply) => {
    const wanted = auditQuery.safeParse(query);
    if (!wanted.success) return reply.code(400).send({ code: "query-invalid", message: z.prettifyError(wanted.error) });
    return store.audit.list(wanted.data);
  });
  serve("GET /audit/verification", () => store.audit.verify());
};

const errorCode = (cause: unknown): string => String((cause as NodeJS.ErrnoException).code);

const notFound = (reply: FastifyReply) => reply.code(404).send({ code: "not-found", message: "there is no such run" });
