/**
 * `npm run pictures`: takes the pictures of the README in docs/pictures/ with the Chromium of the tests: the report of the demo,
 * that of a reorganisation, the explorer (the web page of the interface) of a service with the sample company, and the console.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { startService } from "../src/service/service.ts";
import { takeConsolePictures } from "../test/console/console-pictures.ts";
import { reorganisationPlan } from "../test/report/reorganised-company.ts";
import { reportOf } from "../test/report/report-builder.ts";
import { pictureFonts, takeReportPictures } from "../test/report/report-pictures.ts";
import { launchBrowser } from "../test/support/processes/browser.ts";

const pictures = join(import.meta.dirname, "../docs/pictures");
const folder = mkdtempSync(join(tmpdir(), "musterd-pictures-"));
const style = { content: pictureFonts };
const service = await startService({
  database: ":memory:",
  host: "127.0.0.1",
  port: 0,
  corpCode: "DEMO",
  keys: [],
  adminKey: "an-admin-key",
});
const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 640 }, bypassCSP: true });

  const command = join(import.meta.dirname, "../src/cli/musterd.js");
  execFileSync(process.execPath, [command, "demo", "--folder", folder], { stdio: "ignore" });
  await page.goto(pathToFileURL(join(folder, "report.html")).href);
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.addStyleTag(style);
  await page.screenshot({ path: join(pictures, "report.png") });
  await page.setViewportSize({ width: 1000, height: 640 });

  await takeReportPictures(browser, reportOf(await reorganisationPlan()), pictures, folder);

  await takeConsolePictures(pictures);

  await page.goto(`${service.url}/docs/`);
  await page.locator("#operations-tag-Departments").click();
  await page.locator("#operations-Departments-createDepartment").click();
  await page.locator("#operations-tag-Departments").evaluate((heading) => heading.scrollIntoView());
  await page.addStyleTag(style);
  await page.screenshot({ path: join(pictures, "explorer.png") });
} finally {
  await browser.close();
  await service.close();
  rmSync(folder, { recursive: true });
}
