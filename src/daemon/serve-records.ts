/** What is known, over HTTP: single records with their history, and the audit trail. */
import type { App } from "../app/app.ts";
import { auditQuery } from "./request-forms.ts";
import { queryOf, type Serve } from "./serving.ts";

export const serveRecords = (serve: Serve, { explain, store }: App): void => {
  let last: Promise<unknown> = Promise.resolve();
  // One at a time, because each reads both sides.
  serve("GET /explain/:name", async ({ params: { name } }) => {
    const explained = last.then(() => explain(name));
    last = explained.catch(() => undefined);
    return (await explained).explanation;
  });
  serve("GET /history/:name", ({ params: { name } }) => store.findHistory(name));
  serve("GET /audit", async (request) => store.audit.list(queryOf(request, auditQuery)));
  serve("GET /audit/verification", () => store.audit.verify());
};
