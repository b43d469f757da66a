/** Tests that the command which lets a blocked plan pass stands at the step that speaks of it, in every format. */
import { describe, expect, it } from "vitest";
import { htmlReport } from "../../src/report/page/html.ts";
import { reportTables } from "../../src/report/tables/tables.ts";
import { markdownReport } from "../../src/report/text/markdown.ts";
import { textReport } from "../../src/report/text/text.ts";
import { planWith, reportOf } from "./report-builder.ts";

const breach = {
  code: "cap-exceeded",
  kind: "employee",
  action: "deactivate",
  count: 1200,
  limit: 30,
  base: 10_000,
} as const;
const report = reportOf(planWith({ breaches: [breach] }));
const formats: Readonly<Record<string, () => string>> = {
  text: () => textReport(report, { colour: false, width: 100, full: false }),
  markdown: () => markdownReport(report, true),
  html: () => htmlReport(report),
  table: () => JSON.stringify([...reportTables(report)[0].rows()]),
};

describe.each(Object.entries(formats))("a blocked plan as %s", (_name, format) => {
  it("has its command between the step of the approval and that of the limit", () => {
    const written = format();
    const places = ["approve exactly this plan", "--accept cap-exceeded:employee/deactivate", "raise the limit in"].map(
      (text) => written.indexOf(text),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
