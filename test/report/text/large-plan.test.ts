/** A short report stays short whatever the size of its plan. */
import { expect, it } from "vitest";
import { markdownReport } from "../../../src/report/text/markdown.ts";
import { longestShort } from "../../../src/report/text/short-report.ts";
import { textReport } from "../../../src/report/text/text.ts";
import { change, departmentsNamed, held, planWith, reportOf } from "../report-builder.ts";

const lineCount = (report: string): number => report.trimEnd().split("\n").length;

it("a short report of 12,003 changes of all kinds has at most 60 lines, and counts them all", () => {
  const actions = ["update", "deactivate", "reactivate"] as const;
  const changes = Array.from({ length: 12_003 }, (_, at) => {
    const action = actions[at % 3] ?? "update";
    const field = ["email", "phoneNumber", "name", "active"][at % 4] ?? "name";
    return change({
      id: `${at}`,
      key: `user${at}`,
      label: `人員 ${at}`,
      department: `D${at % 900}`,
      action,
      fields: [{ field, before: at, after: at + 1 }],
    });
  });
  const plan = planWith({
    changes,
    held: Array.from({ length: 200 }, (_, at) => held({ id: `held ${at}`, key: `held${at}` })),
    names: departmentsNamed({ D1: "研發部" }),
  });
  for (const language of ["en", "zh-TW"] as const) {
    const report = reportOf(plan, { language });
    const text = textReport(report, { colour: false, width: 80, full: false });
    expect(lineCount(text)).toBeLessThanOrEqual(longestShort);
    expect(lineCount(markdownReport(report, false))).toBeLessThanOrEqual(longestShort);
    expect(text).toContain("4,001");
  }
});
