/** The process that makes what is kept of one large plan, and ends. It is told where the store is, and the id of the run. */
import { once } from "node:events";
import { openReportsApart, type ReportsPlace } from "../../app/reports-apart.ts";
import { languages } from "../../model/words/language.ts";
import { madeNames, makeText } from "./page-texts.ts";

export type Order = { readonly place: ReportsPlace; readonly runId: string };

const [order] = await once(process, "message");
const { place, runId } = order as Order;
// The daemon has ended, and nobody waits for the pages any more.
process.once("disconnect", () => process.exit());
const reports = openReportsApart(place);
const names = madeNames(languages);
const keep = await Promise.all(names.map((name) => reports.begin(runId, name)));
const report = await reports.report(runId);
if (report) for (const [at, name] of names.entries()) await keep[at]?.(makeText(name, report));
await reports.close();
process.disconnect?.();
