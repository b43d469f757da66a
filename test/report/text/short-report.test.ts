/** A report that is not asked for in full is read at once: at most 60 lines, whatever it reports. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownReport } from "../../../src/report/text/markdown.ts";
import { longestShort } from "../../../src/report/text/short-report.ts";
import { textReport } from "../../../src/report/text/text.ts";
import { cases } from "../../support/suites/runs.ts";
import { arbitraryReport } from "../arbitrary-report.ts";

const lineCount = (report: string): number => report.trimEnd().split("\n").length;

describe("a short report", () => {
  it("has at most 60 lines, as text of any width and as Markdown", () => {
    fc.assert(
      fc.property(arbitraryReport, fc.integer({ min: 20, max: 200 }), (report, width) => {
        expect(lineCount(textReport(report, { colour: false, width, full: false }))).toBeLessThanOrEqual(longestShort);
        expect(lineCount(markdownReport(report, false))).toBeLessThanOrEqual(longestShort);
      }),
      { seed: 20261123, ...cases(150) },
    );
  });
});
