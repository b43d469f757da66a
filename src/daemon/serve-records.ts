/** What is known, over HTTP: single records with their history, and the audit trail. */
import type { App } from "../app/app.ts";
import { auditQuery } from "./request-forms.ts";
import { queryOf, type Serve } from "./serving.ts";

/** Each explanation takes as long as a reading of both sides. */
const mostWaiting = 8;

export const serveRecords = (serve: Serve, { explain, store }: App): void => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  // One at a time, because each reads both sides.
  serve("GET /explain/:name", async ({ params: { name } }, reply) => {
    if (waiting >= mostWaiting)
      return reply
        .code(429)
        .header("Retry-After", "30")
        .send({ code: "too-many-requests", message: `${waiting} explanations are waited for` });
    waiting += 1;
    const explained = last
      .then(() => explain(name))
      .finally(() => {
        waiting -= 1;
      });
    last = explained.catch(() => undefined);
    return (await explained).explanation;
  });
  serve("GET /history/:name", ({ params: { name } }) => store.findHistory(name));
  serve("GET /audit", async (request) => store.audit.list(queryOf(request, auditQuery)));
  serve("GET /audit/verification", () => store.audit.verify());
};
