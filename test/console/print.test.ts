/** Tests in Chromium that the printed page of a decision has what stands folded on the screen, and nothing to press. */
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { change, planWith } from "../report/report-builder.ts";
import { launchBrowser } from "../support/processes/browser.ts";
import { type ServedConsole, serveForTest, signIn } from "./served-console.ts";

const fingerprint = "ab".repeat(32);
const breach = { code: "cap-exceeded", kind: "employee", action: "update", count: 2, limit: 1, base: 9 } as const;
let at: ServedConsole;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  at = await serveForTest();
  const { runs, plans } = at.app.store;
  const run = await runs.begin("schedule", "planned");
  const folded = change({ kind: "title", key: "T9", label: "A folded title", action: "create", fields: [] });
  await plans.keep(run, planWith({ changes: [change(), folded], fingerprint, breaches: [breach] }));
  const error = { code: "cap-exceeded", message: "too many" };
  await runs.end(run, { status: "blocked", refresh: "not-needed", error });
  await at.server.listen({ port: 0, host: "127.0.0.1" });
  browser = await launchBrowser();
  const context = await browser.newContext({ locale: "en-GB" });
  const { port } = at.server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  await signIn(context, at, url, "ann");
  page = await context.newPage();
  await page.goto(`${url}/decide/${fingerprint.slice(0, 12)}`);
});
afterAll(async () => {
  await browser.close();
  at.server.server.closeAllConnections();
  await at.close();
});

it("prints what else the plan does, and nothing to press", async () => {
  const shown = () => page.locator("main").innerText();
  expect(await shown()).not.toContain("A folded title");
  expect(await shown()).toContain("Reject and tell HR");
  await page.emulateMedia({ media: "print" });
  expect(await shown()).toContain("A folded title");
  for (const pressed of ["Your decision", "Reject", "Ask somebody else", "Release this once"])
    expect(await shown()).not.toContain(pressed);
});
