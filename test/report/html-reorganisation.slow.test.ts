/** The report of a reorganisation of 3,000 people: what the first screen shows, that everybody can read it, and its pictures. */
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { companyOf, markCounts } from "../../src/report/entries/company-trees.ts";
import { launchBrowser, problemsOf } from "../support/processes/browser.ts";
import { useBrowser } from "./page-visit.ts";
import { reorganisationPlan } from "./reorganised-company.ts";
import { reportOf } from "./report-builder.ts";
import { takeReportPictures } from "./report-pictures.ts";

const plan = await reorganisationPlan();
const { flows } = plan.organisation;
const visit = useBrowser();

/** True if the element is inside the first screen, at least to nine tenths. */
const isOnFirstScreen = async (page: Page, selector: string): Promise<boolean> => {
  const box = await page.locator(selector).first().boundingBox();
  const { height = 0 } = page.viewportSize() ?? {};
  return box !== null && box.y + box.height * 0.9 <= height;
};

describe("a reorganisation of 3,000 people", () => {
  it("is the one that the requirements name", () => {
    expect(markCounts(companyOf(plan.organisation))).toEqual({ closed: 4, new: 6, moved: 80, renamed: 62 });
    const people = (of: typeof flows) => of.reduce((sum, flow) => sum + flow.people, 0);
    expect(people(flows.filter(({ from, to }) => from !== null && to !== null))).toBe(1340);
    expect(plan.held).toEqual([]);
  });

  it("is understood on the first screen: figures, the worst, and the picture of both trees", async () => {
    await visit(
      reportOf(plan, { language: "zh-TW" }),
      async (page) => {
        const tiles = (await page.locator(".tiles li").allInnerTexts()).map((text) => text.replace("\n", " "));
        expect(tiles).toEqual(expect.arrayContaining(["27 離職（停用）", "36 到職", "1,340 調動", "4 部門停用"]));
        expect(tiles).toEqual(expect.arrayContaining(["6 部門新增", "80 部門移動", "62 部門更名"]));
        for (const part of [".tiles", ".alarm", ".tree svg.wide"])
          expect([part, await isOnFirstScreen(page, part)]).toEqual([part, true]);
        expect(await page.locator(".tree svg.wide .bands path").count()).toBeGreaterThan(20);
        const names = await page.locator(".tree svg.wide text.name").allTextContents();
        expect(names).toEqual(expect.arrayContaining(["集團品質中心", "車用電子事業群", "第12廠", "包裝課"]));
      },
      { viewport: { width: 1440, height: 900 } },
    );
  });

  it("has the same facts as tables: every changed department, and every flow of people", async () => {
    await visit(reportOf(plan), async (page) => {
      for (const [name, rows] of [
        ["departments", 50],
        ["flows", 50],
      ] as const) {
        const details = page.locator(`details[data-table=${name}]`);
        await details.locator("summary").click();
        await expect.poll(() => details.locator("tbody tr").count()).toBe(rows);
      }
      const row = page.locator("details[data-table=departments] tbody tr", { hasText: "集團品質中心 (B500)" }).first();
      expect(await row.innerText()).toMatch(/Is new/);
    });
  });

  it.each([
    ["on a desk", { viewport: { width: 1440, height: 900 } }],
    ["in the dark", { viewport: { width: 1440, height: 900 }, colorScheme: "dark" }],
    ["on a phone", { viewport: { width: 390, height: 844 } }],
  ] as const)("has no serious problem of accessibility %s, and nothing is cut off", async (_, options) => {
    await visit(
      reportOf(plan, { language: "zh-TW" }),
      async (page) => {
        await page.locator("details[data-table=departments] summary").click();
        await page.locator("details[data-table=flows] summary").click();
        expect(await problemsOf(page)).toEqual([]);
        const width = await page.evaluate("document.documentElement.scrollWidth");
        expect(width).toBeLessThanOrEqual(options.viewport.width);
      },
      options,
    );
  });

  it("has pictures for the documentation, in the five forms in which it is read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "musterd-pictures-"));
    const browser = await launchBrowser();
    try {
      const files = await takeReportPictures(browser, reportOf(plan), folder, folder);
      expect(files).toHaveLength(5);
      for (const file of files) {
        expect((await stat(file)).size).toBeGreaterThan(20_000);
        expect((await stat(join("docs/pictures", file.slice(folder.length)))).size).toBeLessThan(200_000);
        expect((await readFile(file)).subarray(1, 4).toString()).toBe("PNG");
      }
    } finally {
      await browser.close();
      await rm(folder, { recursive: true });
    }
  });
});
