/** Tests the HTML report in a real browser. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ExplainRow, Explanation } from "../../src/model/runs/explanation.ts";
import { problemsOf } from "../support/processes/browser.ts";
import { drawnKeys, useBrowser } from "./page-visit.ts";
import { change, departmentsNamed, outcomesOf, planWith, reportOf } from "./report-builder.ts";
import { largePlan, samplePlan } from "./sample-plan.ts";

const visit = useBrowser();

const matches = (page: Page) => page.getByRole("status").textContent();
const search = (page: Page, text: string) => page.getByRole("searchbox").fill(text);
const filter = async (page: Page, name: string | RegExp) => {
  await page.locator("details.filters").evaluate((details) => details.setAttribute("open", ""));
  await page.getByRole("button", { name }).click();
};
const all = 14;

describe("the HTML report in a browser", () => {
  it("shows exactly the entries of the name that is searched for", async () => {
    await visit(reportOf(samplePlan, { language: "zh-TW" }), async (page) => {
      await expect.poll(() => drawnKeys(page)).toHaveLength(all);
      await search(page, "王小明");
      await expect.poll(() => drawnKeys(page)).toEqual(["wang.xm"]);
      await expect.poll(() => matches(page)).toBe(`顯示 1 筆，共 ${all} 筆`);
    });
  });

  it("finds by account, code, department, value, width of letters, and several words", async () => {
    await visit(reportOf(samplePlan), async (page) => {
      for (const [text, keys] of [
        ["HUANG.ZQ", ["huang.zq", "RD"]],
        ["QA", ["QA", "QA"]],
        ["人力資源部", ["chen.my"]],
        ["Ｅ０３０１", ["chen.my"]],
        ["employees.csv:42", ["E0042"]],
        ["no such thing", []],
      ] as const) {
        await search(page, text);
        await expect.poll(async () => ({ text, rows: await drawnKeys(page) })).toEqual({ text, rows: keys });
      }
      expect(await page.getByText("Nothing matches the search and the filters.").isVisible()).toBe(true);
      await page.getByRole("button", { name: "Clear" }).click();
      await expect.poll(() => matches(page)).toBe(`${all} of ${all} shown`);
    });
  });

  it("filters by kind, by what happens and by state, also together with the search", async () => {
    const failed = samplePlan.changes.find(({ key }) => key === "lee.xh")?.id ?? "";
    const outcomes = outcomesOf(
      ...samplePlan.changes.map(({ id }) => ({ changeId: id, result: id === failed ? "failed" : "applied" }) as const),
    );
    await visit(reportOf(samplePlan, { outcomes }), async (page) => {
      expect((await drawnKeys(page))[0]).toBe("lee.xh");
      await filter(page, /^Failed/);
      await expect.poll(() => drawnKeys(page)).toEqual(["lee.xh"]);
      await filter(page, /^Held/);
      await filter(page, /^Failed/);
      await expect.poll(() => drawnKeys(page)).toEqual(["OLD", "lin.dw"]);
      await filter(page, /^Departments/);
      await expect.poll(() => drawnKeys(page)).toEqual(["OLD"]);
      await filter(page, /^Held/);
      await filter(page, /^Are closed/);
      await expect.poll(() => drawnKeys(page)).toEqual(["OLD"]);
      await search(page, "wang");
      await expect.poll(() => drawnKeys(page)).toEqual([]);
    });
  });

  it("shows hostile names as text, in lists and pictures", async () => {
    const label = `<script>alert("1")</script><img src=x onerror=alert(2)>`;
    const state = { name: label, parent: null, people: 1, total: 1 };
    const organisation = {
      departments: [
        { code: label, after: state },
        { code: "B", before: state },
      ],
      flows: [{ from: "B", to: label, people: 1 }],
    };
    const names = departmentsNamed({ [label]: label });
    const plan = planWith({ changes: [change({ label, key: "x", department: label })], organisation, names });
    await visit(reportOf(plan), async (page) => {
      expect(await page.locator("tbody th.who bdi").first().textContent()).toBe(label);
      expect(await page.locator("img").count()).toBe(0);
      expect(await page.locator("svg text.name").first().textContent()).toContain("<script>");
      await search(page, "<script>");
      await expect.poll(() => drawnKeys(page)).toEqual(["x"]);
    });
  });

  it("draws a few of 10,000 entries, on demand 100 at a time, turns the page, and finds one of them", async () => {
    await visit(reportOf(largePlan(10_000)), async (page) => {
      expect(await matches(page)).toBe("10,000 of 10,000 shown");
      expect(await drawnKeys(page)).toHaveLength(5);
      await page.getByRole("button", { name: "Show all" }).click();
      const first = await drawnKeys(page);
      expect(first).toHaveLength(100);
      await page.getByRole("button", { name: "Next" }).click();
      await expect.poll(async () => (await drawnKeys(page)).filter((key) => first.includes(key))).toEqual([]);
      expect(await drawnKeys(page)).toHaveLength(100);
      await search(page, "user7777");
      await expect.poll(() => drawnKeys(page)).toEqual(["user7777"]);
    });
  });

  it("shows what happens alike to 800 people as one group, whose page is not long", async () => {
    const leaver = (index: number) =>
      change({ key: `user${index}`, action: "deactivate", fields: [{ field: "active", before: true, after: false }] });
    const plan = planWith({ changes: Array.from({ length: 800 }, (_, index) => leaver(index)) });
    await visit(reportOf(plan), async (page) => {
      expect(await page.locator(".group h3").allTextContents()).toEqual(["Employees: 800 are disabled"]);
      expect(await page.locator(".cause").textContent()).toContain("active: yes → no");
      expect(await drawnKeys(page)).toHaveLength(5);
      expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThan(2000);
    });
  });

  it("names the command that explains an entry", async () => {
    await visit(reportOf(samplePlan), async (page) => {
      await search(page, "chen.my");
      await page.getByText("Why?").first().click();
      await expect.poll(() => page.getByText("musterd explain chen.my").isVisible()).toBe(true);
    });
  });

  it("shows no key as an option of that command, because HR could name a configuration of its own", async () => {
    const plan = planWith({ changes: [change({ key: "--config=/hr/evil.yaml" })] });
    await visit(reportOf(plan), async (page) => {
      await page.getByText("Why?").first().click();
      const command = page.getByText("musterd explain");
      await expect.poll(() => command.textContent()).toBe("musterd explain 'employee/--config=/hr/evil.yaml'");
    });
  });

  it("opens the explanation of a row, keeps it open, and prints it", async () => {
    const explanation: Explanation = {
      version: 1,
      subject: { kind: "employee", key: "chen.my", label: "陳美玉", number: "E0301" },
      today: "2026-11-21",
      fingerprint: samplePlan.fingerprint,
      result: "nothing",
      records: [
        {
          setting: "source.employees",
          file: "employees.csv",
          line: 7,
          outOfScope: false,
          fields: [{ field: "name", cells: { 姓名: "<b>陳美玉</b>" }, value: "陳美玉" }],
          rejected: [],
        },
      ],
      dropped: [],
      match: { state: "matched", by: "number", steps: [], candidates: [] },
      standing: [],
      fields: [{ field: "name", source: "陳美玉", target: "陳美玉", changes: [], held: [], why: "same" }],
      changes: [],
      held: [],
      elsewhere: [],
      notices: [],
      breaches: [],
      past: [],
      names: { level: {}, title: {}, function: {}, department: {}, employee: {} },
    };
    const explain: ExplainRow = ({ key }) => (key === "chen.my" ? explanation : undefined);
    await visit(reportOf(samplePlan, { explain }), async (page) => {
      await search(page, "chen.my");
      const row = page.locator('tbody[data-key="chen.my"]').first();
      await row.locator("summary", { hasText: "Why?" }).press("Enter");
      await expect.poll(() => row.getByRole("heading", { level: 4 }).allTextContents()).toContain("Fields");
      expect(await row.getByRole("listitem").allTextContents()).toContain('name 姓名 "<b>陳美玉</b>" → 陳美玉');
      expect(await row.getByRole("listitem").allTextContents()).toContain("name: 陳美玉");
      expect(await page.getByLabel("Why? 陳美玉").count()).toBeGreaterThan(0);
      expect(await problemsOf(page)).toEqual([]);
      await search(page, "wang");
      await search(page, "chen.my");
      await expect.poll(() => row.getByText("employees.csv:7").isVisible()).toBe(true);
      await page.emulateMedia({ media: "print" });
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await row.getByText("employees.csv:7").isVisible()).toBe(true);
      expect(await page.locator("details.why:visible").count()).toBe(1);
    });
  });

  it("has headings, a labelled search box, table headers and pressed buttons for those who do not see it", async () => {
    await visit(reportOf(samplePlan), async (page) => {
      expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
      expect(await page.getByRole("heading", { level: 2, name: "Everything else" }).isVisible()).toBe(true);
      expect(await page.getByRole("searchbox", { name: "Search" }).isVisible()).toBe(true);
      expect(await page.getByRole("columnheader", { name: "What happens" }).first().isVisible()).toBe(true);
      await filter(page, /^Employees/);
      expect(await page.getByRole("button", { name: /^Employees/, pressed: true }).count()).toBe(1);
      expect(await page.getByRole("button", { pressed: true }).count()).toBe(1);
      expect(await problemsOf(page)).toEqual([]);
    });
  });

  it("fits a phone without scrolling sideways", async () => {
    await visit(
      reportOf(samplePlan, { language: "zh-TW" }),
      async (page) => {
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
        await expect.poll(() => drawnKeys(page)).toHaveLength(all);
      },
      { viewport: { width: 360, height: 800 } },
    );
  });
});
