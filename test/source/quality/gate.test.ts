/** The gate: what it refuses, what a person can accept, and what remains of a snapshot if a kind is held (left unchanged). */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorText, MusterdError } from "../../../src/lib/errors.ts";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { Finding, QualityRule, Severity, SourceKind, SourceProfile } from "../../../src/model/plan/quality.ts";
import { passGate, profileToKeep } from "../../../src/source/quality/gate.ts";
import { profileOf } from "../../../src/source/quality/profile.ts";
import { pairs } from "../../support/random/arbitraries.ts";
import { memoryTarget } from "../../support/target/memory-target.ts";
import { planFor } from "../../support/target/planning.ts";
import { company, judged, secrets, settingsOf, snapshotOf } from "./company.ts";

const finding = (severity: Severity, kind: SourceKind, rule: QualityRule = "fill-fell"): Finding => ({
  rule,
  severity,
  kind,
  count: 1,
  limit: 2,
  base: 3,
  message: `${kind} is doubtful`,
  hint: "look",
});

const whole = snapshotOf(company());

const refusalOf = (run: () => unknown): MusterdError => {
  try {
    run();
  } catch (error) {
    if (error instanceof MusterdError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};

describe("a refusal", () => {
  const half = snapshotOf({
    ...company(),
    titles: company().titles.slice(0, 15),
    employees: company().employees.slice(0, 50),
  });
  const found = [...judged(half, whole), finding("hold", "function"), finding("warn", "level")];

  it("names every finding that refuses, and the hint, and identifies nobody", () => {
    const error = refusalOf(() => passGate(half, found, []));
    expect(error.code).toBe("source-quality");
    expect(error.message.split("\n")).toEqual([
      "2 findings refuse the source, so nothing is planned",
      "  rows-fell: rows of title fell from 30 to 15; at least 24 were expected (check that the export is complete; if they are really gone, accept `rows-fell` once)",
      "  rows-fell: rows of employee fell from 100 to 50; at least 80 were expected (check that the export is complete; if they are really gone, accept `rows-fell` once)",
    ]);
    expect(error.hint).toBe(
      "`musterd source check` shows all findings; if the source is right as it is: musterd plan --accept rows-fell",
    );
    for (const secret of secrets) expect(errorText(error)).not.toContain(secret);
  });

  it("is a warning once a person has accepted its rule, and only its rule", () => {
    expect(passGate(half, found.slice(0, 2), ["rows-fell"])).toEqual({
      snapshot: half,
      findings: found.slice(0, 2).map((entry) => ({ ...entry, severity: "warn" })),
    });
    expect(refusalOf(() => passGate(half, found, ["rows-rose"])).code).toBe("source-quality");
  });
});

describe("a held kind", () => {
  const passed = (...findings: readonly Finding[]) => passGate(whole, findings, []).snapshot.directory;
  const full = company();

  it.each([
    ["level", "levels"],
    ["title", "titles"],
    ["category", "categories"],
    ["function", "functions"],
    ["department", "departments"],
  ] as const)("%s leaves the snapshot, and nothing else does", (kind, list) => {
    const { [list]: _held, ...rest } = full;
    expect(passed(finding("hold", kind), finding("warn", "employee"))).toEqual(rest);
  });

  it("employee removes the managers too, whose accounts come from the same rows", () => {
    const { employees: _held, departments, ...rest } = full;
    const unmanaged = departments.map(({ manager: _manager, ...department }) => department);
    expect(passed(finding("hold", "employee"))).toEqual({ ...rest, departments: unmanaged });
  });

  it("post removes all posts", () => {
    const employees = full.employees.map(({ posts: _posts, ...person }) => person);
    expect(passed(finding("hold", "post"))).toEqual({ ...full, employees });
  });

  it.each(["department", "title", "function"] as const)("%s whose keys are in doubt removes the posts too", (kind) => {
    expect(passed(finding("hold", kind, "keys-changed")).employees?.some(({ posts }) => posts)).toBe(false);
  });

  it("level or category whose keys are in doubt is not referred to", () => {
    const { departments, functions } = passed(
      finding("hold", "level", "keys-changed"),
      finding("hold", "category", "keys-changed"),
    );
    expect(departments?.[7]).toEqual({ ...full.departments[7], level: undefined });
    expect(functions?.[7]).toEqual({ ...full.functions[7], category: undefined });
  });

  it("that is accepted is managed", () => {
    expect(passGate(whole, [finding("hold", "employee")], ["fill-fell"]).snapshot).toBe(whole);
  });

  it("keeps what is not records", () => {
    const renames = [{ kind: "title", from: "A", to: "B" }] as const;
    const more = { ...whole, renames, protectedAccounts: ["e000001"] };
    expect(passGate(more, [finding("hold", "title")], []).snapshot).toMatchObject({
      renames,
      protectedAccounts: ["e000001"],
      rejected: [],
    });
  });
});

describe("the plan of a snapshot with held kinds", () => {
  /**
   * Kind → the kinds of changes that are held together with it. If a department is closed, its manager is removed too
   * (operation D11 of the service).
   */
  const partsOf: Readonly<Partial<Record<SourceKind, readonly string[]>>> = {
    department: ["department", "manager"],
    employee: ["employee", "post", "supervisor", "manager"],
    post: ["post", "supervisor"],
  };

  const written = (plan: Plan, kinds: readonly string[]) =>
    plan.changes.filter(
      ({ kind, action, reason }) =>
        kinds.includes(kind) && action !== "rename" && !(kind === "manager" && reason === "source-says-inactive"),
    );

  const kinds = fc.subarray(["level", "title", "category", "function", "department", "employee", "post"] as const, {
    minLength: 1,
  });
  const rule = fc.constantFrom<QualityRule>("fill-fell", "keys-changed");

  /** Changes that do not depend on held kinds: people without posts, and objects that nobody uses. */
  const ofItsOwn = ({ kind, action }: Plan["changes"][number]): boolean =>
    (kind === "employee" && action === "create") ||
    (kind === "category" && action === "reorder") ||
    (kind === "department" && action === "update") ||
    (kind !== "employee" && action === "deactivate");

  it("writes nothing about them but configured renames, and hardly anything that it would not have written otherwise", () => {
    let heldBack = 0;
    fc.assert(
      fc.property(pairs(), kinds, rule, (pair, held, why) => {
        const plan = (source: SourceSnapshot) =>
          planFor({ ...pair, source }, memoryTarget(pair.current, pair.rules), pair.memory);
        const all = plan(pair.source);
        const doubts = held.map((kind) => finding("hold", kind, why));
        const rest = plan(passGate(pair.source, doubts, []).snapshot);
        const parts = held.flatMap((kind) => partsOf[kind] ?? [kind]);
        expect(written(rest, parts)).toEqual([]);
        heldBack += written(all, parts).length;
        const wanted = new Set(all.changes.map(({ id }) => id));
        expect(rest.changes.filter((change) => !wanted.has(change.id) && !ofItsOwn(change))).toEqual([]);
      }),
      { seed: 20_261_121, numRuns: 600 },
    );
    // The test must have covered enough changes that were held.
    expect(heldBack).toBeGreaterThan(300);
  });
});

describe("the profile that is kept", () => {
  const before = profileOf(whole);
  const now = profileOf(snapshotOf(company({ people: 104, departments: 42, titles: 32 })));

  it("is that of the reading where nothing was held", () => {
    expect(profileToKeep(now, before, [finding("warn", "employee")])).toBe(now);
  });

  it("keeps of a held kind what was known before", () => {
    expect(profileToKeep(now, before, [finding("hold", "title")])).toEqual({
      ...now,
      kinds: { ...now.kinds, title: before.kinds.title },
    });
    expect(profileToKeep(now, before, [finding("hold", "department")])).toEqual({
      ...now,
      kinds: { ...now.kinds, department: before.kinds.department },
      tree: before.tree,
    });
    for (const kind of ["post", "employee"] as const) {
      expect(profileToKeep(now, before, [finding("hold", kind)])).toEqual({
        ...now,
        kinds: { ...now.kinds, employee: before.kinds.employee, post: before.kinds.post },
      });
    }
  });

  it("has encodings, columns of conditions, deciding attributes and entries of each kind once: of a held one as before, of another as read now", () => {
    const lists = (when: string): Pick<SourceProfile, "encodings" | "conditions" | "deciding" | "entries"> => ({
      conditions: kinds.map((kind) => ({ kind, column: when, rows: 40, filled: 40 })),
      encodings: kinds.map((kind) => ({ feed: "hr", file: `${kind}.csv`, kind, encoding: when })),
      deciding: kinds.map((kind) => ({ kind, attributes: { [when]: { units: {}, decided: [] } } })),
      entries: kinds.map((kind) => ({ kind, feed: when, entries: [] })),
    });
    const kinds = ["title", "employee"] as const;
    const kept = profileToKeep({ ...now, ...lists("now") }, { ...before, ...lists("before") }, [
      finding("hold", "title"),
    ]);
    const [old, read] = [lists("before"), lists("now")];
    for (const list of ["encodings", "conditions", "deciding", "entries"] as const)
      expect(kept[list]).toEqual([old[list]?.[0], read[list]?.[1]]);
  });

  it("has nothing of a kind that was held in the first reading", () => {
    const { department: _department, ...others } = now.kinds;
    expect(profileToKeep(now, undefined, [finding("hold", "department")])).toEqual({ version: 1, kinds: others });
  });

  it("lets the same broken export be held again in the next run", () => {
    const broken = snapshotOf({
      ...company(),
      employees: company().employees.map(({ email: _email, ...person }) => person),
    });
    const found = judged(broken, whole, { settings: settingsOf() });
    const { findings } = passGate(broken, found, []);
    const kept = profileToKeep(profileOf(broken), before, findings);
    expect(kept.kinds.employee).toEqual(before.kinds.employee);
    expect(findings).toMatchObject([{ rule: "fill-fell", severity: "hold", field: "email" }]);
  });
});
