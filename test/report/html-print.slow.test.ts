/** Prints HTML reports to PDF in Chromium and reads what is on the paper. */
import type { Page } from "playwright-core";
import { getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import type { Language } from "../../src/model/words/language.ts";
import { useBrowser } from "./page-visit.ts";
import { change, planWith, reportOf } from "./report-builder.ts";
import { largePlan, samplePlan } from "./sample-plan.ts";

const visit = useBrowser();

type Item = { readonly str: string; readonly width: number; readonly transform: readonly number[] };

/** The texts of the printed page, and those that stick out of an A4 page. */
const printed = async (page: Page): Promise<{ readonly text: string; readonly outside: readonly string[] }> => {
  const pdf = await getDocumentProxy(
    new Uint8Array(await page.pdf({ preferCSSPageSize: true, printBackground: true })),
  );
  const items: Item[] = [];
  const outside: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const sheet = await pdf.getPage(number);
    const [, , width = 0] = sheet.view;
    expect(Math.round(width)).toBe(595);
    const found = (await sheet.getTextContent()).items as Item[];
    items.push(...found);
    outside.push(
      ...found.filter(({ transform: [, , , , x = 0], width: w }) => x < 0 || x + w > width).map(({ str }) => str),
    );
  }
  return {
    text: items
      .map(({ str }) => str)
      .join("")
      .replaceAll(/\s/g, ""),
    outside,
  };
};

const leavers = (size: number) =>
  Array.from({ length: size }, (_, index) =>
    change({ key: `leaver${index}`, label: `離職${index}`, action: "deactivate", fields: [] }),
  );

describe("a printed report", () => {
  it.each<Language>(["en", "zh-TW"])("has every entry and every total, and cuts off nothing (%s)", async (language) => {
    const plan = planWith({ ...largePlan(150), changes: [...largePlan(150).changes, ...leavers(32)] });
    await visit(reportOf(plan, { language }), async (page) => {
      const { text, outside } = await printed(page);
      expect(outside).toEqual([]);
      for (let index = 0; index < 150; index += 1) expect(text).toContain(`new${index}@example.com`);
      for (let index = 0; index < 32; index += 1) expect(text).toContain(`離職${index}leaver${index}`);
      expect(text).toContain(language === "en" ? "32aredisabled" : "離職（停用）32");
      expect(text).toContain(language === "en" ? "150arechanged" : "資料異動150");
    });
  });

  it.each<Language>(["en", "zh-TW"])("states all fields, reasons and held changes (%s)", async (language) => {
    await visit(reportOf(samplePlan, { language }), async (page) => {
      const { text, outside } = await printed(page);
      expect(outside).toEqual([]);
      for (const part of ["chen.my@example.com", "E0301", "供應商稽核與客訴分析", "wu.jl", "employees.csv:42"])
        expect(text).toContain(part);
    });
  });

  it("of very many entries is only the worst, and says so", async () => {
    const plan = planWith({ ...largePlan(3500), changes: [...largePlan(3500).changes, ...leavers(150)] });
    await visit(reportOf(plan), async (page) => {
      const { text } = await printed(page);
      expect(text).toContain("all3,650entriesareinthefile");
      for (let index = 0; index < 150; index += 1) expect(text).toContain(`離職${index}leaver${index}`);
      expect(text).not.toContain("new3333@example.com");
    });
  });
});
