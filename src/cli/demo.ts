/**
 * `musterd demo`: the whole job on a sample company, with everything embedded. The service starts as the company was some
 * weeks ago, HR's export is of today; the story ends with a second plan that finds nothing to do.
 */
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type App, openApp } from "../app.ts";
import { type Config, loadConfig } from "../config.ts";
import { type OperationId, specOf } from "../contract/contract.ts";
import { calendarDate, systemClock } from "../lib/clock.ts";
import { createLog } from "../lib/log.ts";
import { htmlReport } from "../report/html.ts";
import { textReport } from "../report/text.ts";
import { sampleCompany } from "../sample/sample-company.ts";
import { sampleSections } from "../sample/sections.ts";
import { type Environment, startEmbeddedService } from "./context.ts";
import { type Call, loadCompany, readCalls } from "./sandbox.ts";
import { reportStyle, showProgress } from "./terminal.ts";

type DemoOptions = { readonly people: string; readonly folder: string; readonly language?: Config["language"] };

const sampleConfig = fileURLToPath(new URL("../../config/sample-company.yaml", import.meta.url));

export const demoCommand = async (options: DemoOptions, environment: Environment): Promise<number> => {
  const folder = resolve(options.folder);
  await rm(folder, { recursive: true, force: true });
  const hr = join(folder, "hr");
  await mkdir(hr, { recursive: true });
  const today = calendarDate(systemClock.nowMs());
  const { before, files } = sampleCompany({ people: Number(options.people) || 300, today });
  for (const [name, content] of Object.entries(files)) await writeFile(join(hr, name), content);
  const file = join(folder, "musterd.yaml");
  await copyFile(sampleConfig, file);
  const loaded = loadConfig(file, environment);
  const service = await startEmbeddedService(join(folder, "service.db"));
  const language = options.language ?? loaded.language;
  const config: Config = { ...loaded, language, stateFolder: folder };
  const app = openApp(config, service.settings, createLog("silent"), service.identity);
  try {
    await loadCompany(service.url, service.adminKey, { organisation: before, ...sampleSections(before, today) });
    console.log(`A sample company: ${before.employees.length} people, ${before.departments.length} departments.`);
    console.log(`The service shows it as it was some weeks ago; HR's export of today lies in ${hr}.\n`);
    return await tell(app, join(folder, "report.html"), () => readCalls(service.url, service.adminKey));
  } finally {
    await app.close();
    await service.close();
  }
};

/** Plan, apply, plan again. */
const tell = async (app: App, htmlFile: string, calls: () => Promise<readonly Call[]>): Promise<number> => {
  console.log("1. What would change? (`musterd plan`: reads only)\n");
  const planned = await app.plan([]);
  const report = await app.report(planned.run.id);
  if (report) console.log(textReport(report, reportStyle(false)));
  const afterPlan = await calls();
  console.log(`\n   ${afterPlan.length} calls to the service, ${writes(afterPlan).length} of them writing.\n`);

  console.log("2. Apply it (`musterd apply`)\n");
  const runs = await app.openRuns();
  const progress = showProgress();
  const { run } = await runs
    .reconcile({
      trigger: "command",
      approve: async () => true,
      onProgress: progress.update,
    })
    .finally(progress.end);
  await runs.close();
  const applied = await app.report(run.id);
  if (applied) await writeFile(htmlFile, htmlReport(applied), { mode: 0o600 });
  const afterApply = (await calls()).slice(afterPlan.length);
  const changing = writes(afterApply);
  const refreshes = refreshesIn(changing);
  console.log(
    `   ${run.status}: ${run.applied} changes applied, ${run.failed} failed, ${run.held} held; ` +
      `${changing.length - refreshes.length} writing calls, then ${refreshes.length} permission refresh` +
      `${changing.at(-1)?.operation === "P1" ? ", the last call of all that write" : ""}.\n`,
  );

  console.log("3. And now? (`musterd plan` again)\n");
  const second = await app.plan([]);
  const rest = second.plan.changes.length;
  const afterSecond = (await calls()).slice(afterPlan.length + afterApply.length);
  console.log(rest === 0 ? "   Nothing to do: HR and the service agree." : `   ${rest} changes are left.`);
  console.log(`   ${writes(afterSecond).length} writing calls, ${refreshesIn(afterSecond).length || "no"} refresh.\n`);
  console.log(`The report, to open and search in a browser: ${htmlFile}`);
  return run.status === "succeeded" && rest === 0 ? 0 : 1;
};

const refreshesIn = (calls: readonly Call[]): Call[] => calls.filter(({ operation }) => operation === "P1");

const writes = (calls: readonly Call[]): Call[] =>
  calls.filter(({ operation }) => operation !== null && specOf(operation as OperationId).mutates);
