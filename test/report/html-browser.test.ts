/** Tests the HTML report in a real browser. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { htmlReport } from "../../src/report/html.ts";
import type { Report } from "../../src/report/report.ts";
import { browserArguments, browserPath } from "../support/browser.ts";
import { change, outcomesOf, planWith, reportOf } from "./report-builder.ts";
import { largePlan, samplePlan } from "./sample-plan.ts";

let launched: Promise<Browser> | undefined;
let folder: string;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-report-"));
});

afterAll(async () => {
  await (await launched)?.close();
  await rm(folder, { recursive: true });
});

/** Opens the report in a browser page. Fails if the page writes to the console or requests anything else. */
const visit = async (report: Report, look: () => Promise<void>, width = 1200): Promise<void> => {
  const file = join(folder, "report.html");
  await writeFile(file, htmlReport(report));
  const complaints: string[] = [];
  const requests: string[] = [];
  launched ??= chromium.launch({ executablePath: browserPath(), args: [...browserArguments] });
  page = await (await launched).newPage({ viewport: { width, height: 900 } });
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  page.on("dialog", (dialog) => {
    complaints.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(file).href);
  await look();
  await page.close();
  expect({ complaints, requests }).toEqual({ complaints: [], requests: [pathToFileURL(file).href] });
};

const rows = () => page.locator("tbody[data-key]:visible").evaluateAll((all) => all.map((row) => row.dataset["key"]));
const matches = () => page.getByRole("status").textContent();
const search = (text: string) => page.getByRole("searchbox").fill(text);
const filter = (name: string | RegExp) => page.getByRole("button", { name }).click();

describe("the HTML report in a browser", () => {
  it("shows exactly the rows of the name that is searched for", async () => {
    await visit(reportOf(samplePlan, { language: "zh-TW" }), async () => {
      await expect.poll(rows).toHaveLength(16);
      await search("王小明");
      await expect.poll(rows).toEqual(["wang.xm", "wang.xm", "wang.xm/RD"]);
      await expect.poll(matches).toBe("顯示 3 項，共 16 項");
    });
  });

  it("finds by account, code, department, value, width of letters, and several words", async () => {
    await visit(reportOf(samplePlan), async () => {
      for (const [text, keys] of [
        ["HUANG.ZQ", ["huang.zq", "RD"]],
        ["QA", ["QA", "QA"]],
        ["人力資源部", ["chen.my", "lin.dw"]],
        ["Ｅ０３０１", ["chen.my"]],
        ["研發部 李曉華", ["lee.xh"]],
        ["employees.csv:42", ["E0042"]],
        ["no such thing", []],
      ] as const) {
        await search(text);
        expect({ text, rows: await rows() }).toEqual({ text, rows: keys });
      }
      expect(await page.getByText("Nothing matches the search and the filters.").isVisible()).toBe(true);
      await page.getByRole("button", { name: "Clear" }).click();
      await expect.poll(matches).toBe("16 of 16 shown");
    });
  });

  it("filters by kind, action and state, also together with the search", async () => {
    const failed = samplePlan.changes[5]?.id ?? "";
    const outcomes = outcomesOf(
      ...samplePlan.changes.map(({ id }) => ({ changeId: id, result: id === failed ? "failed" : "applied" }) as const),
    );
    await visit(reportOf(samplePlan, { outcomes }), async () => {
      await filter(/^Failed/);
      await expect.poll(rows).toEqual(["wang.xm"]);
      await filter(/^Held/);
      await expect.poll(rows).toEqual(["wang.xm", "OLD", "lin.dw"]);
      await filter(/^Departments/);
      await expect.poll(rows).toEqual(["OLD"]);
      await filter(/^Failed/);
      await filter(/^Held/);
      await expect.poll(rows).toEqual(["RD2", "QA", "OLD", "QA"]);
      await filter(/^Deactivate/);
      await expect.poll(rows).toEqual(["OLD"]);
      await search("wang");
      await expect.poll(rows).toEqual([]);
    });
  });

  it("shows hostile names as text", async () => {
    const label = `<script>alert("1")</script><img src=x onerror=alert(2)>`;
    await visit(reportOf(planWith({ changes: [change({ label, key: "x", department: label })] })), async () => {
      expect(await page.locator("tbody th.who bdi").first().textContent()).toBe(label);
      expect(await page.locator("img").count()).toBe(0);
      await search("<script>");
      await expect.poll(rows).toEqual(["x"]);
    });
  });

  it("draws few rows of 10,000 changes, finds one of them, and shows a group piece by piece", async () => {
    await visit(reportOf(largePlan(10_000)), async () => {
      await expect.poll(matches).toBe("10,000 of 10,000 shown");
      await expect.poll(rows).toHaveLength(0);
      await page.locator("summary").first().click();
      await expect.poll(rows).toHaveLength(100);
      await page.getByRole("button", { name: "Show 150 more" }).click();
      await expect.poll(rows).toHaveLength(250);
      await search("user7777");
      await expect.poll(rows).toEqual(["user7777"]);
    });
  });

  it("opens every group in full for printing, and closes them after it", async () => {
    await visit(reportOf(largePlan(5000)), async () => {
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      await expect.poll(rows).toHaveLength(5000);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      await expect.poll(rows).toHaveLength(0);
    });
  });

  it("opens and closes all groups", async () => {
    await visit(reportOf(samplePlan), async () => {
      await page.getByRole("button", { name: "Close all" }).click();
      await expect.poll(rows).toHaveLength(0);
      await page.getByRole("button", { name: "Open all" }).click();
      await expect.poll(rows).toHaveLength(16);
    });
  });

  it("has headings, a labelled search box, table headers and pressed buttons for those who do not see it", async () => {
    await visit(reportOf(samplePlan), async () => {
      expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
      expect(await page.getByRole("heading", { level: 2, name: "Changes" }).isVisible()).toBe(true);
      expect(await page.getByRole("searchbox", { name: "Search" }).isVisible()).toBe(true);
      expect(await page.getByRole("columnheader", { name: "Before" }).first().isVisible()).toBe(true);
      await filter(/^Employees/);
      expect(await page.getByRole("button", { name: /^Employees/, pressed: true }).count()).toBe(1);
      expect(await page.getByRole("button", { pressed: true }).count()).toBe(1);
    });
  });

  it("fits a phone without scrolling sideways", async () => {
    await visit(
      reportOf(samplePlan, { language: "zh-TW" }),
      async () => {
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
        await expect.poll(rows).toHaveLength(16);
      },
      360,
    );
  });
});
