/** What happens alike to many objects is one group, and says only what is true of all of them. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entriesOf } from "../../src/report/entries.ts";
import { groupsOf } from "../../src/report/groups.ts";
import { presentable } from "../../src/report/report.ts";
import { cases } from "../support/runs.ts";
import { arbitraryReport } from "./arbitrary-report.ts";
import { change, planWith } from "./report-builder.ts";

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
