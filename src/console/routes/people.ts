/** Serves people and departments. */
import type { App } from "../../app/app.ts";
import { MusterdError } from "../../lib/errors.ts";
import { actorOf } from "../access/visit.ts";
import { explanationPage, type FoundName, recordPage, searchPage, shownChanges, shownNames } from "../pages/people.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Asked, Server } from "../serve.ts";
import { reportWith } from "./newest-plan.ts";

/** The person whom changes have shown with this employee number: plans name people by account and name only. */
const byNumber = async ({ store }: Pick<App, "store">, wanted: string): Promise<readonly FoundName[]> => {
  const found = await store.findHistory(wanted).catch((thrown: unknown) => {
    if (thrown instanceof MusterdError) return undefined;
    throw thrown;
  });
  return found?.kind === "employee" ? [{ kind: found.kind, key: found.key, label: found.label }] : [];
};

export const servePeople = (server: Server, { app, wake }: ConsoleParts): void => {
  const { store, config } = app;
  const { timeZone } = config.daemon;

  server.page("/people", async (visit, { query }) => {
    const wanted = (query("q") ?? "").trim();
    if (wanted === "") return searchPage(visit, wanted, []);
    const found = await store.names.search(wanted, shownNames + 1);
    return searchPage(visit, wanted, found.length > 0 ? found : await byNumber(app, wanted));
  });
  const keyOf = ({ param, query }: Asked): string => query("key") ?? param("key");
  server.page("/people/:kind/:key", async (visit, asked) => {
    const { param } = asked;
    const kind = (["employee", "department"] as const).find((one) => one === param("kind"));
    if (!kind) return undefined;
    const key = keyOf(asked);
    const past = await (await store.history(kind))(key, shownChanges + 1);
    const newest = await store.planHeaders.newest("names");
    const found = await store.names.find(kind, key);
    if (past.length === 0 && !found) return undefined;
    const runs = await Promise.all([...new Set(past.map(({ runId }) => runId))].map((id) => store.runs.find(id)));
    const releasedBy = new Map(runs.flatMap((run) => (run?.release ? [[run.id, run.release.by] as const] : [])));
    const label = found?.label ?? past[0]?.change.label ?? key;
    const due = (newest?.header.due ?? []).filter((one) => kind === "employee" && one.key === key);
    const report = newest && reportWith(app, newest.header, visit.language);
    return report && recordPage(visit, { kind, key, label, past, releasedBy, due, report, timeZone });
  });
  server.form(
    "/people/:kind/:key/apply",
    async (visit, asked) => {
      const only = [`${asked.param("kind")}/${keyOf(asked)}`];
      await store.requests.add({ trigger: "request", by: actorOf(visit), only });
      wake();
      return { to: "/?done=started" };
    },
    { role: "operator" },
  );
  server.form("/people/look", async (visit, { field }) => {
    const { plan, explanation } = await app.explain(field("word") ?? "");
    const { changes: _, ...header } = plan;
    return explanationPage(visit, explanation, { ...reportWith(app, header, visit.language), plan });
  });
};
