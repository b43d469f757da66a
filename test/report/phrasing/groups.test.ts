/** What happens alike to many objects is one group, and says only what is true of all of them. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change } from "../../../src/model/plan/plan.ts";
import { entriesOf } from "../../../src/report/entries/entries.ts";
import { presentable } from "../../../src/report/entries/report.ts";
import { entryPhrasing } from "../../../src/report/phrasing/entry-phrasing.ts";
import { groupsOf } from "../../../src/report/phrasing/groups.ts";
import { phrasing } from "../../../src/report/phrasing/phrasing.ts";
import { cases } from "../../support/suites/runs.ts";
import { arbitraryReport } from "../arbitrary-report.ts";
import { change, planWith, reportOf } from "../report-builder.ts";

describe("groups", () => {
  it("have every entry once, and state only values that all of their entries have", () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const { plan, outcomes } = presentable(report);
        const { entries } = entriesOf(plan, outcomes);
        const groups = groupsOf(entries);
        const found = groups.flatMap((group) => group.entries);
        expect(found).toHaveLength(entries.length);
        expect(new Set(found)).toEqual(new Set(entries));
        for (const { common, entries: alike } of groups)
          for (const { facts } of alike)
            for (const { kind, field, after } of common)
              expect(facts.map((fact) => [fact.kind, fact.field, fact.after])).toContainEqual([kind, field, after]);
      }),
      { seed: 20261123, ...cases(150) },
    );
  });

  it("say which file states what they have in common, and in which column; an undo follows no file", () => {
    const leavers = ["a", "b"].map((key) =>
      change({
        key,
        action: "deactivate",
        reason: "source-says-inactive",
        fields: [{ field: "active", before: true, after: false }],
      }),
    );
    const joiners = ["c", "d"].map((key) => change({ key, action: "create", reason: "missing-in-target" }));
    const origins = [
      { kind: "department", name: "departments.csv", columns: { code: "部門代號" } },
      { kind: "employee", name: "employees.csv", columns: { number: "工號", active: "在職狀態" } },
      { kind: "employee", name: "the directory", columns: { number: "employeeNumber" } },
    ] as const;
    const causes = (changes: readonly Change[], undoes?: string) => {
      const plan = planWith({ changes: [...changes], ...(undoes !== undefined && { undoes }) });
      const tell = entryPhrasing(plan, phrasing(reportOf(plan, { origins })));
      return groupsOf(entriesOf(plan).entries).map(tell.cause);
    };
    expect(causes(leavers)).toEqual([expect.stringMatching(/ · employees\.csv \(在職狀態\)$/)]);
    expect(causes(joiners)).toEqual(["employees.csv · the directory"]);
    expect(causes(leavers, "20261121T020000-1f3a09c4")).toEqual([expect.not.stringContaining("employees.csv")]);
  });

  it("part where the cause is another one: the fields, or the reason", () => {
    const leaver = (key: string, reason: "source-says-inactive" | "last-day-passed") =>
      change({
        key,
        action: "deactivate",
        reason,
        department: key,
        fields: [{ field: "active", before: true, after: false }],
      });
    const changes = [
      ...["a", "b", "c"].map((key) => leaver(key, "source-says-inactive")),
      leaver("d", "last-day-passed"),
      change({ key: "e", fields: [{ field: "email", before: "x", after: "y" }] }),
      change({ key: "f", fields: [{ field: "email", before: "x", after: "z" }] }),
    ];
    const groups = groupsOf(entriesOf(planWith({ changes })).entries);
    expect(
      groups.map(({ verb, entries, common, departments }) => [verb, entries.length, common.length, departments]),
    ).toEqual([
      ["leaves", 3, 1, 3],
      ["leaves", 1, 0, 1],
      ["changed", 2, 0, 0],
    ]);
  });
});
