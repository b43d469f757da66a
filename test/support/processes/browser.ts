/** Finds the browser for tests of pages: Chromium or Chrome, installed or fetched. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import type { Page } from "playwright-core";

const fetched = fileURLToPath(new URL("../../../.cache/parts/bin/chromium", import.meta.url));
const browserPaths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", fetched];

export const browserPath = (): string => {
  const found = process.env["CHROMIUM"] ?? browserPaths.find((path) => existsSync(path));
  if (found === undefined || !existsSync(found))
    throw new Error(
      `these tests need Chromium: none at ${found ?? browserPaths.join(", ")}; install it (apt-get install chromium) or name it in CHROMIUM`,
    );
  return found;
};

const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const offline = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const browserArguments: readonly string[] = [...quiet, ...offline];

type Violation = { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] };

/** Returns what axe-core calls more than a minor problem (two landmarks of one name are moderate), with the first element of each. */
export const problemsOf = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const violations = (await page.evaluate("axe.run().then(({ violations }) => violations)")) as readonly Violation[];
  return violations.filter(({ impact }) => impact !== "minor").map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};
