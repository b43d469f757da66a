/** One entry for each object that a plan changes: examples of what people call it, and laws over random plans. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { type Entries, type Entry, entriesOf } from "../../../src/report/entries/entries.ts";
import { entryPhrasing } from "../../../src/report/phrasing/entry-phrasing.ts";
import { phrasing } from "../../../src/report/phrasing/phrasing.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { pairs } from "../../support/random/arbitraries.ts";
import { cases } from "../../support/suites/runs.ts";
import { memoryTarget } from "../../support/target/memory-target.ts";
import { planBetween } from "../../support/target/plan-between.ts";
import { planFor } from "../../support/target/planning.ts";
import { arbitraryReport } from "../arbitrary-report.ts";
import { change, outcomesOf, planWith, reportOf } from "../report-builder.ts";

const office = directory()
  .level("L1")
  .title("T1", { title: "工程師" })
  .title("T2", { title: "課長" })
  .department("HQ", { name: "總公司" })
  .department("D1", { name: "電路設計課", parent: "HQ" })
  .department("D2", { name: "生產一部", parent: "HQ" });

const only = (found: Entries): Entry => {
  expect(found.entries).toHaveLength(1);
  return found.entries[0] as Entry;
};

const summary = (plan: Plan, entry: Entry, language: "en" | "zh-TW" = "en") =>
  entryPhrasing(plan, phrasing(reportOf(plan, { language }))).summary(entry);

describe("an entry", () => {
  it("says once that a person moves, although it takes two changes", () => {
    const plan = planBetween(
      office.employee("wang", { name: "王小明" }).in("D1", { title: "T1", functions: [] }),
      office.employee("wang", { name: "王小明" }).in("D2", { title: "T2", functions: [] }),
    );
    expect(plan.changes.map(({ id }) => id)).toEqual(["post/wang/update", "post/wang/remove"]);
    const entry = only(entriesOf(plan));
    expect(entry).toMatchObject({ kind: "employee", key: "wang", department: "D2", verbs: ["moves"], severe: false });
    expect(entry.facts).toEqual([
      {
        kind: "post",
        field: "post",
        department: "D1",
        before: ["main", "T1"],
        after: null,
        changes: plan.changes.map(({ id }) => id),
      },
      {
        kind: "post",
        field: "post",
        department: "D2",
        before: null,
        after: ["main", "T2"],
        changes: ["post/wang/update"],
      },
    ]);
    expect(summary(plan, entry)).toBe("moves: 電路設計課 (D1) · 工程師 (T1) → 生產一部 (D2) · 課長 (T2)");
    expect(summary(plan, entry, "zh-TW")).toBe("調動：電路設計課 (D1) · 工程師 (T1) → 生產一部 (D2) · 課長 (T2)");
  });

  it("of a mover who keeps the former department mentions the part-time post apart", () => {
    const plan = planBetween(
      office.employee("wang").in("D1", { title: "T1", functions: [] }),
      office.employee("wang").in("D2", { title: "T2", functions: [] }).in("D1", { title: "T1", functions: [] }),
    );
    const entry = only(entriesOf(plan));
    expect(entry.verbs).toEqual(["moves"]);
    const say = entryPhrasing(plan, phrasing(reportOf(plan)));
    expect(say.rest(entry).map((fact) => say.fact(fact))).toMatchObject([
      {
        name: "post · 電路設計課 (D1)",
        before: expect.stringMatching(/^main/),
        after: expect.stringMatching(/^part-time/),
      },
    ]);
  });

  it("holds a manager's change with the department, with the names of the old and the new one", () => {
    const staff = office.employee("wang", { name: "王小明" }).in("D1").employee("lee", { name: "李曉華" }).in("D1");
    const of = (manager: string) =>
      directory({
        ...staff.build(),
        departments: [
          { code: "D1", name: "電路設計課", parent: "HQ", level: "L1", active: true, manager },
          { code: "HQ", name: "總公司", parent: null, level: "L1", active: true },
        ],
      });
    const plan = planBetween(of("wang"), of("lee"));
    const entry = only(entriesOf(plan));
    expect(entry).toMatchObject({ kind: "department", key: "D1", verbs: ["manager-replaced"], severe: true });
    expect(summary(plan, entry)).toBe("gets another manager: 王小明 (wang) → 李曉華 (lee)");
  });

  it("keeps an object whose code changes together, under the new code", () => {
    const plan = planBetween(office, office, {
      renames: [{ kind: "title", from: "T1", to: "T9" }],
      stated: (source) => ({
        ...source,
        directory: directory().title("T9", { title: "資深工程師" }).title("T2", { title: "課長" }).build(),
      }),
    });
    const entry = only(entriesOf(plan));
    expect(entry).toMatchObject({ kind: "title", key: "T9", formerKey: "T1", label: "資深工程師", verbs: ["renamed"] });
    expect(entry.facts.map(({ field, before, after }) => [field, before, after])).toEqual([
      ["code", "T1", "T9"],
      ["title", "工程師", "資深工程師"],
    ]);
  });

  it("tells two titles apart that swap their codes", () => {
    const codes = (a: string, b: string) => directory().title(a, { title: "甲" }).title(b, { title: "乙" });
    const plan = planBetween(codes("T1", "T2"), codes("T2", "T1"), {
      renames: [
        { kind: "title", from: "T1", to: "T2" },
        { kind: "title", from: "T2", to: "T1" },
      ],
    });
    expect(plan.changes.length).toBe(3);
    expect(entriesOf(plan).entries.map(({ key, formerKey, label }) => ({ key, formerKey, label }))).toEqual([
      { key: "T1", formerKey: "T2", label: "乙" },
      { key: "T2", formerKey: "T1", label: "甲" },
    ]);
  });

  it("has the worst outcome of its changes, and stands first if one has failed", () => {
    const plan = planWith({
      changes: [
        change({ key: "a", action: "deactivate", fields: [{ field: "active", before: true, after: false }] }),
        change({ key: "b" }),
        change({ kind: "post", key: "b", fields: [{ field: "post:D1", before: null, after: ["part-time", ""] }] }),
      ],
    });
    const outcomes = outcomesOf(
      { changeId: "employee/a/deactivate", result: "applied" },
      { changeId: "employee/b/update", result: "applied" },
      { changeId: "post/b/update", result: "failed", code: "refused" },
    );
    const [first, second] = entriesOf(plan, outcomes).entries;
    expect(first).toMatchObject({
      key: "b",
      outcome: { result: "failed", code: "refused", changes: ["post/b/update"] },
    });
    expect(second).toMatchObject({ key: "a", verbs: ["leaves"], severe: true, outcome: { result: "applied" } });
    expect(entriesOf(plan).entries.map(({ key }) => key)).toEqual(["a", "b"]);
  });
});

describe("the entries of any plan", () => {
  const law = { seed: 20261122, ...cases(200) };
  const isPartition = (plan: Plan) => {
    const { entries, held } = entriesOf(plan);
    expect(entries.flatMap(({ changes }) => changes).sort()).toEqual(plan.changes.map(({ id }) => id).sort());
    expect(held.flatMap((entry) => entry.held)).toHaveLength(plan.held.length);
    expect(new Set(held.flatMap((entry) => entry.held)).size).toBe(plan.held.length);
    for (const entry of entries) {
      expect(entry.verbs.length).toBeGreaterThan(0);
      for (const fact of entry.facts) {
        const fields = plan.changes
          .filter(({ id }) => fact.changes.includes(id))
          .flatMap((one) => one.fields)
          .filter(({ field }) => field === fact.field || field.startsWith("post:"));
        expect(entry.changes).toEqual(expect.arrayContaining([...fact.changes]));
        expect(fields.map(({ after }) => after)).toContainEqual(fact.after);
      }
    }
  };

  it("are one for each object: every change and every held change is in exactly one", () => {
    fc.assert(
      fc.property(arbitraryReport, ({ plan }) => isPartition(plan)),
      law,
    );
    fc.assert(
      fc.property(pairs(), (pair) => {
        const plan = planFor(pair, memoryTarget(pair.current, pair.rules), pair.memory);
        isPartition(plan);
        const { entries } = entriesOf(plan);
        expect(new Set(entries.map(({ kind, key }) => `${kind}/${key}`)).size).toBe(entries.length);
      }),
      law,
    );
  });
});
