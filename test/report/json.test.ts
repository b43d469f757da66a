import { describe, expect, it } from "vitest";
import { jsonReport } from "../../src/report/json.ts";
import { change, held, outcomesOf, planWith, reportOf, runWith } from "./report-builder.ts";
import { samplePlan } from "./sample-plan.ts";

describe("jsonReport", () => {
  it("has its documented keys, in their order", () => {
    const json = JSON.parse(jsonReport(reportOf(samplePlan)));
    expect(Object.keys(json)).toEqual(
      "format version target source madeAt today fingerprint only totals run counts changes held proposals adoption notices due rejected dropped findings breaches accepted approval names organisation".split(
        " ",
      ),
    );
    expect(Object.keys(json.changes[0])).toEqual(
      "id kind key label department action reason step wave needs fields outcome".split(" "),
    );
    expect(Object.keys(json.held[0])).toEqual(
      "id kind key label department action reason about fields candidates".split(" "),
    );
    expect(json).toMatchObject({ format: "musterd-report", version: 1, run: null });
  });

  it("shows a change with its outcome and without operations or what is to be remembered", () => {
    const one = change({
      operations: [{ id: "E7", account: "wang.xm", active: true }],
      remember: [{ subject: "employee/wang.xm", field: "resignationDate", value: "2026-11-30" }],
    });
    const outcomes = outcomesOf({ changeId: one.id, result: "failed", code: "refused", message: "status 400" });
    const report = reportOf(planWith({ changes: [one] }), { outcomes, run: runWith({ status: "partial" }) });
    const json = JSON.parse(jsonReport(report));
    expect(json.changes).toEqual([
      {
        id: "employee/wang.xm/update",
        kind: "employee",
        key: "wang.xm",
        label: "王小明",
        department: null,
        action: "update",
        reason: "differs",
        step: 5,
        wave: 1,
        needs: [],
        fields: [{ field: "email", before: "old@example.com", after: "new@example.com" }],
        outcome: { result: "failed", code: "refused", message: "status 400" },
      },
    ]);
    expect(json.run).toEqual(report.run);
  });

  it("counts by kind and action, the same in every language", () => {
    const plan = planWith({
      changes: [change(), change({ key: "b", action: "create" })],
      held: [held({ kind: "title" })],
    });
    const none = {
      create: 0,
      update: 0,
      move: 0,
      rename: 0,
      reorder: 0,
      deactivate: 0,
      reactivate: 0,
      remove: 0,
      held: 0,
    };
    expect(JSON.parse(jsonReport(reportOf(plan))).totals).toEqual({
      changes: 2,
      held: 1,
      notices: 0,
      breaches: 0,
      rejected: 0,
      dropped: 0,
      byKind: { title: { ...none, held: 1 }, employee: { ...none, create: 1, update: 1 } },
    });
    expect(jsonReport(reportOf(plan, { language: "zh-TW" }))).toBe(jsonReport(reportOf(plan)));
  });

  it("counts rejected rows and fields that are left out apart, a row with two bad cells once", () => {
    const told = {
      kind: "employee",
      file: "people.csv",
      line: 3,
      column: "hired",
      code: "date-invalid",
      reason: "?",
    } as const;
    const rejected = [told, { ...told, column: "born" }, { ...told, line: 4, dropped: "field" as const }];
    const json = JSON.parse(jsonReport(reportOf(planWith({ rejected }))));
    expect(json.totals).toMatchObject({ rejected: 1, dropped: 1 });
    expect([json.rejected, json.dropped].map((list) => list.map(({ line }: { line: number }) => line))).toEqual([
      [3, 3],
      [4],
    ]);
  });

  it("masks a value and says that there was none where there was none", () => {
    const fields = [{ field: "idCardNumber", before: null, after: "A123456789" }];
    const json = JSON.parse(jsonReport(reportOf(planWith({ changes: [change({ fields })] }))));
    expect(json.changes[0].fields).toEqual([{ field: "idCardNumber", before: null, after: "•••" }]);
  });
});
