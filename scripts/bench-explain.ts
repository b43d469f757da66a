/**
 * `node scripts/bench-explain.ts [people]`: measures what the explanations of an HTML report cost, in time, additional memory and
 * size: planning and the page without them and with them, each in a process of its own, for an initial load (every person is
 * created) and for a company in which a story of six weeks has happened. The script asserts nothing.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { systemClock } from "../src/lib/clock.ts";
import { createLog } from "../src/lib/log.ts";
import type { Plan } from "../src/model/plan/plan.ts";
import { rowsToExplain } from "../src/report/page/data.ts";
import { htmlReport } from "../src/report/page/html.ts";
import { explainRows, keepingRows } from "../src/run/explain-record.ts";
import { preparePlan } from "../src/run/prepare/prepare-plan.ts";
import { sampleCompany } from "../src/sample/sample-company.ts";
import type { TargetReader } from "../src/site/target.ts";
import { createHrSource } from "../src/source/hr-source.ts";
import { sourceSettings } from "../src/source/settings.ts";
import { openStore } from "../src/store/store.ts";
import { reportOf } from "../test/report/report-builder.ts";
import { directoryOf } from "../test/sample/organisation-directory.ts";
import { freshMemory } from "../test/source/csv-folder.ts";
import { defaultSettings } from "../test/support/random/arbitraries.ts";
import { memoryTarget } from "../test/support/target/memory-target.ts";

const today = "2026-11-21";
const nothing = { levels: [], titles: [], categories: [], functions: [], departments: [], employees: [] };

const peakMiB = (): number => process.resourceUsage().maxRSS / 1024;

const openSource = (folder: string) => {
  const { source } = parse(readFileSync("config/sample-company.yaml", "utf8"));
  const { files, feeds: _, ...rest } = source;
  const feeds = { hr: { files: { settleSeconds: 0, ...files, folder: join(folder, "hr") } } };
  return createHrSource(sourceSettings.parse({ ...rest, feeds }), freshMemory, systemClock);
};

const measure = async (folder: string, state: string, explains: boolean): Promise<void> => {
  const target = memoryTarget(JSON.parse(readFileSync(join(folder, state), "utf8")));
  const store = openStore(join(mkdtempSync(join(folder, "store-")), "musterd.db"), "bench", systemClock);
  const source = openSource(folder);
  const given = { source, store, settings: defaultSettings, clock: systemClock, log: createLog("silent") };
  const reader: Pick<TargetReader, "readLists" | "readUnlisted" | "readDetails" | "timeMs"> = {
    readLists: async () => target.lists(),
    readUnlisted: async () => [],
    readDetails: async (_, scope) => target.snapshot(scope),
    timeMs: () => undefined,
  };
  const { deps, readings } = keepingRows(given, { explains });
  const times: string[] = [];
  const timed = async <T>(name: string, run: () => T | Promise<T>): Promise<T> => {
    const startedMs = performance.now();
    const result = await run();
    times.push(`${name} ${((performance.now() - startedMs) / 1000).toFixed(2)} s (${Math.round(peakMiB())} MiB)`);
    return result;
  };
  const prepared = await timed("plan", () => preparePlan({ ...deps, target: reader as TargetReader }));
  const run = await store.runs.begin("command", "planned");
  await store.plans.keep(run, prepared.plan);
  const { plan } = (await store.plans.read(run)) as { readonly plan: Plan };
  const report = reportOf(plan, { language: "zh-TW" });
  const { readings: read } = readings(prepared);
  const explain =
    read && (await timed("explanations opened", () => explainRows(given, read, rowsToExplain(report), run)));
  const page = await timed("page", () => htmlReport({ ...report, ...(explain && { explain }) }));
  await store.close();
  const size = `${(Buffer.byteLength(page) / 1e6).toFixed(2)} MB`;
  console.log(
    `  ${explains ? "explained" : "plain    "} ${state}: ${plan.changes.length} changes · ${times.join(" · ")} · ${size}`,
  );
};

const measureApart = (given: readonly string[]): void => {
  const script = [...process.execArgv, import.meta.filename, "measure", ...given];
  const { status } = spawnSync(process.execPath, script, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${given.join(" ")} was not measured`);
};

const [first = "100000", ...rest] = process.argv.slice(2);
if (first === "measure") await measure(rest[0] ?? "", rest[1] ?? "", rest[2] === "true");
else {
  const folder = mkdtempSync(join(tmpdir(), "musterd-bench-"));
  try {
    const { before, files } = sampleCompany({ people: Number(first), today });
    mkdirSync(join(folder, "hr"));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, "hr", name), content);
    writeFileSync(join(folder, "initial.json"), JSON.stringify(nothing));
    writeFileSync(join(folder, "story.json"), JSON.stringify(directoryOf(before)));
    console.log(`A company of ${first} people`);
    for (const state of ["initial.json", "story.json"])
      for (const explains of [false, true]) measureApart([folder, state, String(explains)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
