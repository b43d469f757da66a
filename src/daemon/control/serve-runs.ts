/** Runs over HTTP: asked for, looked at, followed, cancelled; their reports. */
import { setTimeout as pause } from "node:timers/promises";
import type { App } from "../../app/app.ts";
import { MusterdError } from "../../lib/errors.ts";
import { createOpenStreams } from "../../lib/http/open-streams.ts";
import { actorText } from "../../model/runs/actor.ts";
import type { Report } from "../../report/entries/report.ts";
import { jsonReport } from "../../report/json/json.ts";
import { htmlReport } from "../../report/page/html.ts";
import { workbookType, xlsxReport } from "../../report/tables/xlsx.ts";
import { markdownReport } from "../../report/text/markdown.ts";
import { cancelRun, type LiveRun } from "../state/live-run.ts";
import { runBody, runsQuery } from "./request-forms.ts";
import { type Answer, type Asked, bodyOf, queryOf, runUnknown, type Serve } from "./serving.ts";

/** `wake`: a request has been stored. */
export type RunParts = { readonly app: App; readonly live: LiveRun; readonly wake: () => void };

const earlierLimit = 50;
const lookEveryMs = 500;
/** Proxies cut a connection on which nothing is sent, and a caller who is gone is only noticed by sending. */
const aliveMs = 20_000;

export const serveRuns = (serve: Serve, { app, live, wake }: RunParts): void => {
  const { store } = app;
  const asked = async (request: Asked, by: Parameters<Answer>[2]["actor"]): Promise<string> => {
    const { reason, ...wanted } = bodyOf(request, runBody);
    const key = request.headers["idempotency-key"];
    const more = { ...(typeof key === "string" && { key }), ...(reason !== undefined && { reason }) };
    const id = await store.requests.add({ trigger: "request", by, ...wanted }, more);
    wake();
    return id;
  };
  serve(
    "POST /runs",
    async (request, reply, { actor }) => {
      const id = await asked(request, actor);
      return reply.code(202).header("Location", `/v1/runs/${id}`).send({ status: "accepted", id });
    },
    async (request, reply, { actor }) => {
      await asked(request, actor);
      return reply.code(202).send({ status: "accepted" });
    },
  );
  serve(
    "GET /runs",
    (request) => store.runs.list(queryOf(request, runsQuery).limit),
    () => store.runs.list(earlierLimit),
  );
  const stateOf = async (id: string) => {
    const run = await store.runs.find(id);
    if (run) return run;
    const request = await store.requests.find(id);
    return request && ({ id, status: "requested", trigger: request.trigger } as const);
  };
  serve(
    "GET /runs/:id",
    async ({ params: { id } }) => {
      const found = await stateOf(id);
      if (!found) throw runUnknown();
      return found;
    },
    reportAs(app, "application/json", jsonReport),
  );
  const page = reportAs(app, "text/html; charset=utf-8", htmlReport);
  serve("GET /runs/:id/report.json", reportAs(app, "application/json", jsonReport));
  serve("GET /runs/:id/report.html", page, page);
  serve(
    "GET /runs/:id/report.md",
    reportAs(app, "text/markdown; charset=utf-8", (report) => markdownReport(report, true)),
  );
  serve(
    "GET /runs/:id/report.xlsx",
    reportAs(app, workbookType, (report) => Buffer.from(xlsxReport(report))),
  );
  serve("GET /runs/:id/events", eventsOf(live, stateOf));
  serve("POST /runs/:id/cancel", async ({ params: { id } }, reply, { actor }) => {
    if (await store.requests.withdraw(id, actor)) return { status: "cancelled" };
    const run = await store.runs.find(id);
    if (!run) throw runUnknown();
    if (run.status !== "running" || !(await cancelRun(store, live, id, actor))) {
      return reply.code(409).send({ code: "run-not-here", message: "the run has ended, or another process does it" });
    }
    return reply.code(202).send({ status: "cancelling" });
  });
};

const reportAs =
  (app: App, type: string, write: (report: Report) => string | Buffer): Answer =>
  async ({ params: { id } }, reply) => {
    const report = await app.report(id);
    if (!report) throw runUnknown();
    return reply.type(type).send(write(report));
  };

type StateOf = (
  id: string,
) => Promise<{ readonly id: string; readonly status: string; readonly endedAt?: string } | undefined>;

/**
 * Server-sent events: `progress` whenever something has changed, and `end` with the run. The last one ends the answer, and so does
 * the end of the caller's token.
 */
const eventsOf = (live: LiveRun, stateOf: StateOf): Answer => {
  const streams = createOpenStreams();
  return async ({ params: { id } }, reply, { actor, mayStill }) => {
    const first = await stateOf(id);
    if (!first) throw runUnknown();
    const close = streams.open(actorText(actor));
    if (!close) throw tooManyStreams(actorText(actor));
    const { raw } = reply.hijack();
    raw.once("close", close);
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, { "content-type": "text/event-stream" });
    const send = (event: string, data: object) => raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    let [sent, aliveAt] = ["", performance.now()];
    for (let state: typeof first | undefined = first; !raw.destroyed; state = await stateOf(id).catch(() => first)) {
      if (!state) {
        send("end", { id, status: "cancelled" });
        break;
      }
      if (state.status !== "running" && state.status !== "requested") {
        send("end", state);
        break;
      }
      const running = live.running();
      const progress = running?.id === id ? running.progress : undefined;
      const now = { id, status: state.status, ...(progress && { progress }) };
      // Nobody reads it any more.
      if (raw.writableNeedDrain) raw.destroy();
      if (JSON.stringify(now) !== sent) send("progress", now);
      sent = JSON.stringify(now);
      await pause(lookEveryMs, undefined, { ref: false });
      if (performance.now() - aliveAt < aliveMs) continue;
      aliveAt = performance.now();
      if (!(await mayStill().catch(() => true))) break;
      raw.write(":\n\n");
    }
    raw.end();
    return reply;
  };
};

const tooManyStreams = (who: string): MusterdError =>
  new MusterdError("too-many-requests", `${who} follows as many runs as one caller may`, {
    hint: "end the connections that nobody needs any more, or ask GET /v1/runs/ID from time to time",
    retryable: true,
  });
