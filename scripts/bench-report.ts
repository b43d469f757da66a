/**
 * `node scripts/bench-report.ts [people ...]`: measures the HTML report of an initial load (default: of 10,000 and 100,000 people):
 * time, additional memory and size of making it, and in Chromium the time until it can be read, and of searches. The script asserts
 * nothing. The report is made in a separate process, so that its memory can be measured.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { emptyMemory } from "../src/model/memory/memory.ts";
import { maskPlan } from "../src/model/plan/sensitive.ts";
import { htmlReport } from "../src/report/page/html.ts";
import { sampleCompany } from "../src/sample/sample-company.ts";
import { reportOf } from "../test/report/report-builder.ts";
import { readSample } from "../test/sample/sample-source.ts";
import { launchBrowser } from "../test/support/processes/browser.ts";
import { defaultSettings } from "../test/support/random/arbitraries.ts";
import { memoryTarget } from "../test/support/target/memory-target.ts";
import { planFor } from "../test/support/target/planning.ts";

const today = "2026-11-21";

/** Returns a plan as the store keeps it, from which the command line makes reports. */
const initialLoad = async (people: number): Promise<string> => {
  const source = await readSample(sampleCompany({ people, today }));
  const nothing = { levels: [], titles: [], categories: [], functions: [], departments: [], employees: [] };
  const pair = { source, current: nothing, memory: emptyMemory, settings: defaultSettings, today, rules: {}, seed: 1 };
  return JSON.stringify(maskPlan(planFor(pair, memoryTarget(nothing), emptyMemory)));
};

const peakMiB = (): number => process.resourceUsage().maxRSS / 1024;

const measureMaking = (planFile: string, pageFile: string): void => {
  const report = reportOf(JSON.parse(readFileSync(planFile, "utf8")), { language: "zh-TW" });
  const before = peakMiB();
  const startedMs = performance.now();
  const page = htmlReport(report);
  const seconds = (performance.now() - startedMs) / 1000;
  const more = peakMiB() - before;
  writeFileSync(pageFile, page);
  console.log(`  made in ${seconds.toFixed(2)} s, ${report.plan.changes.length} changes, ${Math.round(more)} MiB more`);
};

const measureReading = async (pageFile: string): Promise<void> => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const startedMs = performance.now();
    await page.goto(pathToFileURL(pageFile).href);
    await page.locator("tbody[data-key]").first().waitFor();
    const opened = performance.now() - startedMs;
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    const ready = performance.now() - startedMs;
    console.log(`  opened in ${Math.round(opened)} ms, searchable after ${Math.round(ready)} ms`);
    for (const text of ["000777", "陳", "a", "第1廠 一課", "no such thing"]) {
      const spent = await page.evaluate(`(async () => {
        const start = performance.now();
        const search = document.getElementById("search");
        search.value = ${JSON.stringify(text)};
        search.dispatchEvent(new Event("input"));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        return performance.now() - start;
      })()`);
      const found = await page.getByRole("status").textContent();
      console.log(`  search "${text}": ${Math.round(spent as number)} ms   ${found}`);
    }
  } finally {
    await browser.close();
  }
};

const [first, ...rest] = process.argv.slice(2);
if (first === "make") measureMaking(rest[0] ?? "", rest[1] ?? "");
else {
  const folder = mkdtempSync(join(tmpdir(), "musterd-bench-"));
  try {
    const sizes = first === undefined ? [10_000, 100_000] : [first, ...rest].map(Number);
    for (const people of sizes) {
      const [plan, page] = [join(folder, "plan.json"), join(folder, "report.html")];
      writeFileSync(plan, await initialLoad(people));
      console.log(`Report of an initial load of ${people} people`);
      spawnSync(process.execPath, [import.meta.filename, "make", plan, page], { stdio: "inherit" });
      console.log(`  ${(statSync(page).size / 1e6).toFixed(2)} MB`);
      await measureReading(page);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
