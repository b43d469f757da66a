import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonReport } from "../../../src/report/json/json.ts";
import { reportJsonSchema, reportSchema } from "../../../src/report/json/report-schema.ts";
import { cases } from "../../support/suites/runs.ts";
import { arbitraryReport } from "../arbitrary-report.ts";
import { change, held, outcomesOf, planWith, reportOf, runWith } from "../report-builder.ts";
import { samplePlan } from "../sample-plan.ts";

describe("jsonReport", () => {
  it("has its documented keys, in their order", () => {
    const json = JSON.parse(jsonReport(reportOf(samplePlan)));
    expect(Object.keys(json)).toEqual(
      "format version target source madeAt today undoes fingerprint only totals run counts entries heldEntries movements changes held proposals adoption notices habits due rejected dropped findings breaches earlier accepted approval reading unchanged names organisation".split(
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
      byVerb: [
        { kind: "employee", verb: "joins", count: 1 },
        { kind: "employee", verb: "changed", count: 1 },
      ],
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

  it("has an entry for each object, with the ids of its changes, and the same for what is held", () => {
    const changes = [
      change({ kind: "manager", key: "RD", label: "研發部", fields: [{ field: "manager", before: "a", after: "b" }] }),
      change({
        kind: "department",
        key: "RD",
        label: "研發部",
        fields: [{ field: "name", before: "舊", after: "研發部" }],
      }),
    ];
    const json = JSON.parse(jsonReport(reportOf(planWith({ changes, held: [held({ kind: "post" }), held()] }))));
    expect(json.entries).toMatchObject([
      {
        kind: "department",
        key: "RD",
        verbs: ["manager-replaced", "renamed"],
        severe: true,
        changes: ["manager/RD/update", "department/RD/update"],
      },
    ]);
    expect(json.heldEntries).toMatchObject([
      { kind: "employee", key: "lin.dw", held: ["post/lin.dw/update", "employee/lin.dw/update"] },
    ]);
  });

  it("follows the published schema, whatever the plan", () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const checked = reportSchema.safeParse(JSON.parse(jsonReport(report)));
        expect(checked.error?.issues ?? []).toEqual([]);
      }),
      { seed: 20261122, ...cases(300) },
    );
    expect(reportSchema.safeParse(JSON.parse(jsonReport(reportOf(samplePlan)))).success).toBe(true);
    expect(reportSchema.safeParse({ ...JSON.parse(jsonReport(reportOf(samplePlan))), extra: 1 }).success).toBe(false);
  });

  it("is described by docs/report.schema.json as it is now (`npm run schema`)", () => {
    expect(JSON.parse(readFileSync("docs/report.schema.json", "utf8"))).toEqual(
      JSON.parse(JSON.stringify(reportJsonSchema())),
    );
  });
});
