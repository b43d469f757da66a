/**
 * Tests what reports say about the people policy: the calendar with its rows in both languages, where the formats show it, and the
 * words for people who start, go on leave and come back.
 */
import { expect, it } from "vitest";
import type { Due } from "../../../src/model/plan/due.ts";
import { jsonReport } from "../../../src/report/json/json.ts";
import { calendarOf } from "../../../src/report/text/calendar.ts";
import { textReport } from "../../../src/report/text/text.ts";
import { change, planWith, reportOf } from "../report-builder.ts";

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
  expect(calendarOf(plan, "zh-TW")?.rows.map(({ event }) => event)).toEqual(["啟用", "離職日"]);
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

it.each([
  ["create", "before-hire-date", "joins", "到職", "the hire date is still ahead"],
  ["reactivate", "hire-date-reached", "starts (active)", "到職（啟用）", ""],
  ["deactivate", "on-leave", "goes on leave (disabled)", "留職停薪（停用）", ""],
  ["reactivate", "leave-ended", "returns", "復職", "the leave is over"],
  ["deactivate", "missing-in-source", "is disabled", "離職（停用）", "missing from the source"],
] as const)("says that %s, because %s, means that somebody %s", (action, reason, en, zh, why) => {
  const one = change({ kind: "employee", key: "amy", label: "王小美", action, reason, fields: [] });
  const shown = (language: "en" | "zh-TW") =>
    textReport({ ...reportOf(planWith({ changes: [one] })), language }, { colour: false, width: 120, full: true });
  expect(shown("en")).toMatch(new RegExp(`amy .*${RegExp.escape(en)}`));
  expect(shown("en")).toContain(why);
  expect(shown("zh-TW")).toMatch(new RegExp(`amy .*${RegExp.escape(zh)}`));
});
