/**
 * The HTTP interface of the daemon: health checks for orchestrators, and access to runs for callers with the bearer token.
 * Answers are JSON; errors are `{code, message}`.
 */
import type { FastifyInstance } from "fastify";
import type { SignOff } from "../../app/sign-off.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { Metrics } from "../state/metrics.ts";
import type { Readiness } from "../state/readiness.ts";
import { createCallers } from "./callers.ts";
import { controlDocument } from "./control-document.ts";
import { createControlServer } from "./control-server.ts";
import { serveDecisions } from "./serve-decisions.ts";
import { serveRecords } from "./serve-records.ts";
import { type RunParts, serveRuns } from "./serve-runs.ts";
import { serveSignOff } from "./serve-sign-off.ts";
import { createServe } from "./serving.ts";

export type Control = { readonly url: string; readonly close: () => Promise<void> };

/** `status` answers /status; `wake` is called when a request has been stored; `addPages` adds the console. */
export type ControlParts = RunParts & {
  readonly readiness: () => Promise<Readiness>;
  readonly status: () => Promise<object>;
  readonly metrics: Pick<Metrics, "contentType" | "text">;
  readonly onWrongToken: () => void;
  readonly signOff: SignOff;
  readonly addPages: (server: FastifyInstance) => Promise<void>;
};

/** Rejects with `control-unavailable` if it cannot use the address. */
export const listen = async (parts: ControlParts): Promise<Control> => {
  const { app, readiness, status, metrics, onWrongToken, signOff, addPages } = parts;
  const { config } = app;
  const server = createControlServer(app.log);
  const findCaller = createCallers(app, onWrongToken);
  const serve = createServe(server, findCaller);

  server.get("/healthz", async () => ({ status: "ok" }));
  server.get("/readyz", async (_request, reply) => {
    const found = await readiness();
    return reply.code(found.status === "ready" ? 200 : 503).send(found);
  });
  server.get("/metrics", async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  server.get("/v1/openapi.json", async () => controlDocument());
  serve("GET /status", status, status);
  serveRuns(serve, parts);
  serveDecisions(serve, parts);
  serveRecords(serve, app);
  if (config.release.form?.callback !== undefined) await serveSignOff(server, signOff, app.log);
  await addPages(server);

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

const errorCode = (cause: unknown): string => String((cause as NodeJS.ErrnoException).code);
