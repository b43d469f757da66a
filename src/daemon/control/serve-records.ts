/** What is known, over HTTP: single records with their history, and the audit trail. */
import type { App } from "../../app/app.ts";
import { auditQuery } from "./request-forms.ts";
import { queryOf, type Serve } from "./serving.ts";

export const serveRecords = (serve: Serve, { explain, store }: App): void => {
  serve("GET /explain/:name", async ({ params: { name } }) => (await explain(name)).explanation);
  serve("GET /history/:name", ({ params: { name } }) => store.findHistory(name));
  serve("GET /audit", async (request) => store.audit.list(queryOf(request, auditQuery)));
  serve("GET /audit/verification", () => store.audit.verify());
};
