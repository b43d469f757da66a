/** Tests which changes an approval covers, with random plans and with examples. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kinds } from "../../src/model/directory/kind.ts";
import type { Approval } from "../../src/model/plan/approval.ts";
import type { Change, FieldChange } from "../../src/model/plan/plan.ts";
import type { PlanSettings } from "../../src/model/plan/settings.ts";
import { covers } from "../../src/plan/approval.ts";
import { judge } from "../../src/plan/guard.ts";
import { change as changeOf, planWith } from "../report/report-builder.ts";
import { keptApproval } from "../support/kept-approval.ts";
import { defaultSettings, pairs } from "../support/random/arbitraries.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { planFor } from "../support/target/planning.ts";

const parameters = { seed: 20_261_122, numRuns: 1000 };
const monday = "2026-11-23T02:00:00.000Z";
const tuesday = "2026-11-24T01:00:00.000Z";

const fields = fc.uniqueArray(
  fc.record<FieldChange>({
    field: fc.constantFrom("name", "email", "post:RD"),
    after: fc.constantFrom("a", "b", null, ["main", "T1"]),
  }),
  { selector: ({ field }) => field, maxLength: 3 },
);

const change: fc.Arbitrary<Change> = fc
  .record({
    kind: fc.constantFrom("employee", "post", "department"),
    key: fc.constantFrom("E1", "E2", "E1/update"),
    action: fc.constantFrom("create", "update"),
    fields,
  })
  .map((drawn) => changeOf(drawn as Partial<Change>));

const distinct = fc.uniqueArray(change, { selector: ({ kind, key, action }) => JSON.stringify([kind, key, action]) });

/** A second implementation of the rule that the guard does not count what an approval covers. It works without digests. */
const isPartOf = (approved: readonly Change[], { kind, key, action, fields: wanted }: Change): boolean =>
  approved.some(
    (each) =>
      each.key === key &&
      ((each.kind === kind && each.action === action) ||
        (each.kind === (kind === "post" ? "employee" : kind) && each.action === "create" && wanted.length > 0)) &&
      wanted.every(({ field, after }) =>
        each.fields.some((own) => own.field === field && JSON.stringify(own.after) === JSON.stringify(after)),
      ),
  );

const approvalFor = (changes: readonly Change[], more: Partial<Approval> = {}): Approval => ({
  ...keptApproval(planWith({ changes }), undefined, monday),
  ...more,
});

describe("an approval", () => {
  test("covers exactly the changes of its plan, all or some of them", () => {
    let covered = 0;
    fc.assert(
      fc.property(distinct, distinct, (approved, later) => {
        const approval = approvalFor(approved);
        for (const each of [...approved, ...later]) {
          expect(covers(approval, each)).toBe(isPartOf(approved, each));
        }
        covered += later.filter((each) => covers(approval, each)).length;
      }),
      parameters,
    );
    expect(covered).toBeGreaterThan(200);
  });

  test("covers the rest of an interrupted create, but only with the same values", () => {
    const lastDay = { field: "resignationDate", after: "2026-12-02" };
    const approval = approvalFor([changeOf({ key: "E1", action: "create", fields: [lastDay] })]);
    const update = (key: string, after: string) =>
      covers(approval, changeOf({ key, action: "update", fields: [{ ...lastDay, after }] }));
    expect([update("E1", "2026-12-02"), update("E1", "2026-12-03"), update("E2", "2026-12-02")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("covers the posts of people whom it creates, as they were approved, and no others", () => {
    const post = { field: "post:RD", before: null, after: ["main", "T1"] };
    const approval = approvalFor([changeOf({ key: "E1", action: "create", fields: [post] })]);
    const given = (key: string, fields: readonly FieldChange[]) =>
      covers(approval, changeOf({ kind: "post", key, action: "update", fields }));
    expect(given("E1", [post])).toBe(true);
    expect(given("E2", [post])).toBe(false);
    expect(given("E1", [{ ...post, after: ["part-time", "T1"] }])).toBe(false);
    expect(given("E1", [post, { field: "post:HR", before: ["part-time", ""], after: null }])).toBe(false);
    expect(covers(approval, changeOf({ kind: "post", key: "E1", action: "remove", fields: [] }))).toBe(false);
  });

  test("covers the enabling of people whom it creates, not of those whom it creates inactive (life 9000044)", () => {
    const waiting = changeOf({ key: "E2", action: "create", fields: [{ field: "active", after: false }] });
    const approval = approvalFor([changeOf({ key: "E1", action: "create" }), waiting]);
    const enables = (key: string, more: readonly FieldChange[] = []) => {
      const fields = [{ field: "active", before: false, after: true }, ...more];
      return covers(approval, changeOf({ key, action: "reactivate", fields }));
    };
    expect(["E1", "E2", "E3"].map((key) => enables(key))).toEqual([true, false, false]);
    expect(enables("E1", [{ field: "resignationDate", after: null }])).toBe(true);
    expect(enables("E1", [{ field: "resignationDate", after: "2027-01-01" }])).toBe(false);
  });

  test("contains no value in plain text", () => {
    const secret = changeOf({ fields: [{ field: "idCardNumber", before: null, after: "A123456789" }] });
    expect([...approvalFor([secret]).digests].join(" ")).not.toContain("A123456789");
  });

  test("permits the rest of an interrupted plan even if every cap is zero", () => {
    const drawn = { seed: 20_261_122, numRuns: 80 };
    let rest = 0;
    let missed = 0;
    fc.assert(
      fc.property(pairs(), fc.nat({ max: 9999 }), (pair, draw) => {
        const target = memoryTarget(pair.current, pair.rules);
        const plan = planFor(pair, target, pair.memory);
        const operations = plan.changes.reduce((sum, each) => sum + each.operations.length, 0);
        fc.pre(operations > 1);
        const approval = keptApproval(plan, undefined, monday);
        const cut = executePlan(plan, target, pair.memory, {
          seed: pair.seed,
          stopAfter: 1 + (draw % (operations - 1)),
        });
        const later = planFor(pair, target, cut.memory);
        rest += later.changes.length;
        missed += later.changes.filter((each) => !covers(approval, each)).length;
      }),
      drawn,
    );
    expect(rest).toBeGreaterThan(200);
    // A change that was applied in part is another change now, which the approval does not cover. There are few of them.
    expect(missed / rest).toBeLessThan(0.1);
  });
});

describe("the approval kept when a plan begins to be applied", () => {
  const [first, second, third] = ["E1", "E2", "E3"].map((key) => changeOf({ key, action: "create" }));
  const plan = (...changes: (Change | undefined)[]) =>
    planWith({ changes: changes.filter((each) => each !== undefined) });
  const given = keptApproval(plan(first, second), undefined, monday);

  test("stays as it is for the rest of its plan", () => {
    expect(keptApproval(plan(second), given, tuesday)).toBe(given);
  });

  test("replaces the earlier one for any other plan", () => {
    const next = keptApproval(plan(second, third), given, tuesday);
    expect(next.givenAt).toBe(tuesday);
    expect([first, second, third].map((each) => each && covers(next, each))).toEqual([false, true, true]);
  });

  test("keeps the earlier time if the plan passes only because of the earlier approval", () => {
    const resting = { ...plan(second, third), approval: { givenAt: monday, covered: 1, coveredEntries: 1 } };
    expect(keptApproval(resting, given, tuesday).givenAt).toBe(monday);
  });
});

describe("the guard", () => {
  const people = (count: number, action: Change["action"] = "create") =>
    Array.from({ length: count }, (_, index) => changeOf({ kind: "employee", key: `E${index}`, action, fields: [] }));
  const capped = (approval?: Approval, cap = { percent: 20 }): PlanSettings => ({
    ...defaultSettings,
    caps: { employee: { create: cap, deactivate: cap } },
    ...(approval && { approval }),
  });
  const judged = (settings: PlanSettings, changes: readonly Change[], source = 300, target = 5) =>
    judge(settings, changes, { employee: source }, { employee: target });

  test("does not count the rest of an approved plan, and says so", () => {
    const left = people(295);
    expect(judged(capped(), left).breaches).toHaveLength(1);
    expect(judged(capped(approvalFor(people(300))), left)).toEqual({
      breaches: [],
      approval: { givenAt: monday, covered: 295, coveredEntries: 295 },
    });
  });

  test("counts everything else as usual", () => {
    const approval = approvalFor(people(300));
    const others = people(6, "deactivate");
    const { breaches } = judged(capped(approval), [...people(295), ...others]);
    expect(breaches).toMatchObject([{ code: "cap-exceeded", action: "deactivate", count: 6, limit: 5 }]);
    expect(judged(capped(approvalFor([])), people(295))).toMatchObject({ breaches: [{ count: 295 }] });
  });

  test("does not mention an approval without effect", () => {
    expect(judged(capped(approvalFor(people(300))), people(3))).toEqual({ breaches: [] });
    expect(judged(capped(approvalFor([])), people(295))).not.toHaveProperty("approval");
  });

  test("never permits more than it would without the covered changes", () => {
    fc.assert(
      fc.property(distinct, distinct, fc.nat({ max: 3 }), (approved, later, count) => {
        const caps = Object.fromEntries(
          kinds.map((kind) => [kind, { create: { count }, update: { count }, deactivate: { count } }]),
        );
        const settings: PlanSettings = { ...defaultSettings, caps };
        const uncovered = later.filter((each) => !isPartOf(approved, each));
        const approval = approvalFor(approved);
        expect(judge({ ...settings, approval }, later, {}, {}).breaches).toEqual(
          judge(settings, uncovered, {}, {}).breaches,
        );
      }),
      parameters,
    );
  });

  test("accepts an empty source again only for the rest of the plan that it was accepted for", () => {
    const changes = people(3, "deactivate");
    const empty = { emptyKinds: ["employee"] } as const;
    const codes = (approval: Approval, planned: readonly Change[]) =>
      judged(capped(approval, { percent: 100 }), planned, 0, 10).breaches.map(({ code }) => code);
    expect(codes(approvalFor(changes, empty), changes.slice(1))).toEqual([]);
    expect(codes(approvalFor(changes), changes.slice(1))).toEqual(["source-empty"]);
    expect(codes(approvalFor(changes, empty), people(4, "deactivate"))).toEqual(["source-empty"]);
  });

  test("remembers for which kinds the source was empty", () => {
    const plan = planWith({
      sourceCounts: { employee: 0, title: 0, level: 2 },
      targetCounts: { employee: 9, title: 0, level: 0 },
    });
    expect(keptApproval(plan, undefined, monday).emptyKinds).toEqual(["employee"]);
  });
});
