/** Starts the browser for tests of pages: Chromium or Chrome, installed or fetched. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";

const fetched = fileURLToPath(new URL("../../../.cache/parts/bin/chromium", import.meta.url));
const browserPaths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", fetched];

const browserPath = (): string => {
  const found = process.env["CHROMIUM"] ?? browserPaths.find((path) => existsSync(path));
  if (found === undefined || !existsSync(found))
    throw new Error(
      `these tests need Chromium: none at ${found ?? browserPaths.join(", ")}; install it (apt-get install chromium) or name it in CHROMIUM`,
    );
  return found;
};

const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const offline = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** How long a page is waited for, in milliseconds: a machine with six workers on two slow cores needs more than the usual 30 s. */
const patience = 120_000;

/** Starts a browser whose pages are waited for with patience. */
export const launchBrowser = async (): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath: browserPath(), args: [...quiet, ...offline] });
  const newContext = browser.newContext.bind(browser);
  const newPage = browser.newPage.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(patience);
    return context;
  };
  browser.newPage = async (options) => {
    const page = await newPage(options);
    page.setDefaultTimeout(patience);
    return page;
  };
  return browser;
};

type Violation = { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] };

/** Returns what axe-core calls more than a minor problem (two landmarks of one name are moderate), with the first element of each. */
export const problemsOf = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const violations = (await page.evaluate("axe.run().then(({ violations }) => violations)")) as readonly Violation[];
  return violations.filter(({ impact }) => impact !== "minor").map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};
