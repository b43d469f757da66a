/** Serves what HR delivered, what is known of the service, and the audit trail. */
import { Readable } from "node:stream";
import { sortedByLoss } from "../../model/directory/snapshot.ts";
import { habitsOf } from "../../model/memory/site-habit.ts";
import { actorText } from "../../model/runs/actor.ts";
import { rowPlace } from "../../report/entries/report.ts";
import { phrasing } from "../../report/phrasing/phrasing.ts";
import { csvLine } from "../../report/tables/csv.ts";
import { auditPage, sitePage, sourcePage } from "../pages/knowledge.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Asked, Server } from "../serve.ts";
import { reportWith } from "./newest-plan.ts";

const countedRuns = 30;
const listedEntries = 100;

export const serveKnowledge = (server: Server, { app, calls }: ConsoleParts): void => {
  const { store, config, target } = app;
  const { timeZone } = config.daemon;

  server.page("/source", async (visit) => {
    const newest = await store.planHeaders.newest("rejected");
    const report = newest && reportWith(app, newest.header, visit.language);
    const counts = await store.planHeaders.sourceCounts(countedRuns);
    return sourcePage(visit, { feeds: await store.readings.read(), counts, report, timeZone });
  });
  server.page("/source/rejected.csv", async (visit, asked) => {
    const newest = await store.planHeaders.newest("rejected");
    if (!newest) return undefined;
    const say = phrasing(reportWith(app, newest.header, visit.language));
    const { rows } = sortedByLoss(newest.header.rejected);
    const heads = (["columnPlace", "columnColumn", "columnReason", "columnKey"] as const).map((name) =>
      say.phrase(name),
    );
    const lines = rows.map((row) => [rowPlace(row), row.column, say.rejection(row), row.key ?? ""]);
    await sendCsv(asked, "rejected.csv", [[heads, ...lines]]);
    return undefined;
  });
  server.page("/site", async (visit) => sitePage(visit, target, habitsOf(await store.ledger.read()), await calls()));
  server.page(
    "/audit",
    async (visit, { query }) => {
      const before = Number(query("before") ?? Number.NaN);
      const after = Number.isInteger(before) ? Math.max(0, before - listedEntries - 1) : undefined;
      const limit = after === undefined ? listedEntries : before - 1 - after;
      const entries = await store.audit.list({ after, limit: Math.max(limit, 0), newest: after === undefined });
      return auditPage(visit, { entries, verification: await store.audit.verify(), timeZone });
    },
    { role: "auditor" },
  );
  server.page(
    "/audit.csv",
    async (_visit, asked) => {
      await sendCsv(asked, "audit.csv", auditLines(store));
      return undefined;
    },
    { role: "auditor" },
  );
};

type Lines = readonly (readonly string[])[];

const auditLines = async function* ({ audit }: ConsoleParts["app"]["store"]): AsyncGenerator<Lines> {
  yield [["number", "at", "event", "by", "about", "reason", "facts", "version", "host", "digest"]];
  for await (const entries of audit.pages())
    yield entries.map(({ number, at, event, by, reason = "", about = "", facts, version, host, digest }) => {
      return [String(number), at, event, actorText(by), about, reason, JSON.stringify(facts), version, host, digest];
    });
};

const sendCsv = async (
  { reply }: Asked,
  name: string,
  parts: AsyncIterable<Lines> | readonly Lines[],
): Promise<void> => {
  const text = async function* (): AsyncGenerator<string> {
    yield "\ufeff";
    for await (const lines of parts) yield lines.map(csvLine).join("");
  };
  await reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(Readable.from(text()));
};
