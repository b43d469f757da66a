/**
 * `musterd demo`: plans and applies for a sample company, with a Redis and a service that run only for the demo. The service
 * contains the company of six weeks ago, HR's export the company of today. At the end a second plan finds nothing to do. `--stay`
 * opens the console instead.
 */
import { appendFile, copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type App, openAppOf } from "../../app/app.ts";
import { type Config, loadConfig } from "../../config/config.ts";
import { type OperationId, specOf } from "../../contract/contract.ts";
import { calendarDate, systemClock } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import { createLog } from "../../lib/log.ts";
import { writePrivateFile } from "../../lib/private-file.ts";
import { processActor } from "../../lib/process-user.ts";
import { htmlReport } from "../../report/page/html.ts";
import { textReport } from "../../report/text/text.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { sampleCompany } from "../../sample/sample-company.ts";
import { sampleSections } from "../../sample/sections.ts";
import type { Command, CommonOptions } from "../open/context.ts";
import { startEmbeddedService } from "../open/embedded-service.ts";
import { askAt } from "../service/service-connection.ts";
import { headcount } from "../terminal/number-option.ts";
import { print, writeReport } from "../terminal/output.ts";
import { type ProgressDisplay, showProgress } from "../terminal/progress.ts";
import { canDraw, reportStyle } from "../terminal/terminal.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import { type CliWords, wordsOf } from "../words/words.ts";
import { stay, stayingSettings } from "./demo-stay.ts";

type DemoOptions = CommonOptions & { readonly people: string; readonly folder: string; readonly stay?: boolean };

const sampleConfig = fileURLToPath(new URL("../../../config/sample-company.yaml", import.meta.url));

export const demoCommand: Command<"demo", DemoOptions> = async (options, environment) => {
  const people = headcount(options.people);
  const folder = resolve(options.folder);
  const hr = join(folder, "hr");
  await emptied(folder);
  await mkdir(hr);
  const today = calendarDate(systemClock.nowMs());
  const { before, files } = sampleCompany({ people, today });
  for (const [name, content] of Object.entries(files)) await writeFile(join(hr, name), content);
  const file = join(folder, "musterd.yaml");
  await copyFile(sampleConfig, file);
  if (options.stay) await appendFile(file, stayingSettings);
  const loaded = loadConfig(file, environment);
  const service = await startEmbeddedService(join(folder, "service.db"));
  const { language } = options;
  const words = wordsOf(language);
  const progress = showProgress(language, options.quiet === true, canDraw(environment));
  const config: Config = { ...loaded, language, stateFolder: folder };
  const target = { identity: service.identity, connect: async () => service.settings };
  const app = openAppOf(config, target, createLog("silent"), { update: progress.reading, end: progress.end });
  try {
    const ask = askAt(service.url, service.adminKey);
    await ask("PUT", "/company", { organisation: before, ...sampleSections(before, today) });
    print(words.demo.company(before.employees.length, before.departments.length));
    print(`${words.demo.where(hr)}\n`);
    if (options.stay) {
      await stay(app, words.demo);
      return 0;
    }
    const calls = async () => (await ask("GET", "/calls")) as readonly Call[];
    return await tell(app, join(folder, "report.html"), calls, words.demo, progress);
  } finally {
    progress.close();
    await app.close();
    await service.close();
  }
};

/** One line of the service's log of calls. */
type Call = { readonly operation: string | null };

/** Lies in every folder that the demo has made, so that no other folder is ever emptied. */
const marker = ".musterd-demo";

/** Makes the folder, or deletes what an earlier demo has left in it. */
const emptied = async (folder: string): Promise<void> => {
  const refusal = (why: string, cause?: unknown) =>
    new MusterdError("option-invalid", `the demo cannot use the folder ${folder}: ${why}`, {
      hint: "name a new or an empty folder with --folder",
      cause,
    });
  try {
    // As private as a state folder, because the default one is inside it.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = await readdir(folder);
    if (names.length > 0 && !names.includes(marker)) throw refusal("it has files that no demo has written");
    for (const name of names) await rm(join(folder, name), { recursive: true });
    await writeFile(join(folder, marker), "");
  } catch (error) {
    throw error instanceof MusterdError ? error : refusal((error as Error).message, error);
  }
};

const tell = async (
  app: App,
  htmlFile: string,
  calls: () => Promise<readonly Call[]>,
  words: CliWords["demo"],
  progress: ProgressDisplay,
): Promise<ExitCode<"demo">> => {
  print(`${words.plan}\n`);
  const planned = await app.plan([]);
  const report = await app.report(planned.run.id);
  if (report) writeReport(`${textReport(report, reportStyle(false))}\n`);
  const afterPlan = await calls();
  print(`\n   ${words.calls(afterPlan.length, writes(afterPlan).length)}\n`);

  print(`${words.apply}\n`);
  const runs = await app.openRuns();
  const { run, readings } = await runs
    .reconcile({
      trigger: "command",
      by: processActor(),
      explains: true,
      approve: async () => {
        progress.begin();
        return true;
      },
      onProgress: progress.update,
    })
    .finally(progress.end);
  await runs.close();
  const applied = await app.report(run.id, readings);
  if (applied) await writePrivateFile(htmlFile, htmlReport(applied));
  const afterApply = (await calls()).slice(afterPlan.length);
  const changing = writes(afterApply);
  const refreshes = refreshesIn(changing);
  const status = reportWords(app.config.language).statuses[run.status];
  const isLast = changing.at(-1)?.operation === "P1";
  print(`   ${words.applied(status, run.entries.applied, run.entries.failed, run.entries.held)}`);
  print(`   ${words.writes(changing.length - refreshes.length, refreshes.length, isLast)}\n`);

  print(`${words.again}\n`);
  const second = await app.plan([]);
  const rest = second.run.entries.planned;
  const afterSecond = (await calls()).slice(afterPlan.length + afterApply.length);
  print(`   ${rest === 0 ? words.agree : words.left(rest)}`);
  print(`   ${words.after(writes(afterSecond).length, refreshesIn(afterSecond).length)}\n`);
  print(words.report(htmlFile));
  return run.status === "succeeded" && rest === 0 ? 0 : 1;
};

const refreshesIn = (calls: readonly Call[]): Call[] => calls.filter(({ operation }) => operation === "P1");

const writes = (calls: readonly Call[]): Call[] =>
  calls.filter(({ operation }) => operation !== null && specOf(operation as OperationId).mutates);
