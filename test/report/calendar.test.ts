/** Tests the calendar of a report: its rows in both languages, and where the formats show it. */
import { expect, it } from "vitest";
import type { Due } from "../../src/model/plan.ts";
import { calendarOf } from "../../src/report/calendar.ts";
import { jsonReport } from "../../src/report/json.ts";
import { textReport } from "../../src/report/text.ts";
import { planWith, reportOf } from "./report-builder.ts";

const due: readonly Due[] = [
  { date: "2026-11-22", what: "active", key: "amy", label: "王小美", department: "RD" },
  { date: "2026-11-30", what: "last-day", key: "bob", label: "bob" },
];
const plan = { ...planWith({ due }), names: { ...planWith({}).names, department: { RD: "研發部" } } };

it("has a row for each entry, with names, in the language of the report", () => {
  expect(calendarOf(plan, "en")?.rows).toEqual([
    { date: "2026-11-22", event: "becomes active", person: "王小美 (amy)", department: "研發部" },
    { date: "2026-11-30", event: "last working day", person: "bob", department: "" },
  ]);
  expect(calendarOf(plan, "zh-TW")?.rows.map(({ event }) => event)).toEqual(["啟用", "最後工作日"]);
});

it("is in the text and the JSON report", () => {
  const text = textReport(reportOf(plan), { colour: false, width: 100, full: false });
  expect(text).toContain("Due in the next 14 days · 2\n  2026-11-22  王小美 (amy) · 研發部 · becomes active\n");
  expect(JSON.parse(jsonReport(reportOf(plan))).due).toEqual(due);
});

it("is absent when nothing comes due", () => {
  expect(calendarOf(planWith({}), "en")).toBeUndefined();
  expect(textReport(reportOf(planWith({})), { colour: false, width: 100, full: false })).not.toContain("Due in");
  expect(JSON.parse(jsonReport(reportOf(planWith({})))).due).toEqual([]);
});
