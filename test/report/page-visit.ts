/** Opens HTML reports in Chromium for tests. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import type { Report } from "../../src/report/entries/report.ts";
import { htmlReport } from "../../src/report/page/html.ts";
import { launchBrowser } from "../support/processes/browser.ts";

/**
 * Returns a function that opens a report from a file and calls `look` with the page. It fails if the page writes to the console
 * or requests anything else.
 */
export const useBrowser = () => {
  let launched: Promise<Browser> | undefined;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "musterd-report-"));
  });
  afterAll(async () => {
    await (await launched)?.close();
    await rm(folder, { recursive: true });
  });
  return async (report: Report, look: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) => {
    const file = join(folder, "report.html");
    await writeFile(file, htmlReport(report));
    const complaints: string[] = [];
    const requests: string[] = [];
    launched ??= launchBrowser();
    const page = await (await launched).newPage({ viewport: { width: 1200, height: 900 }, ...options });
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => requests.push(request.url()));
    page.on("dialog", (dialog) => {
      complaints.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(pathToFileURL(file).href);
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await look(page);
    await page.close();
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [pathToFileURL(file).href] });
  };
};

/** Returns the keys of the entries that are drawn. */
export const drawnKeys = (page: Page): Promise<readonly (string | undefined)[]> =>
  page.locator("tbody[data-key]:visible").evaluateAll((all) => all.map((row) => row.dataset["key"]));
