/** A saved plan is applied exactly as it was saved, or refused with the differences; its file contains no personal data. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SourceSnapshot, TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { maskPlan } from "../../../src/model/plan/sensitive.ts";
import { approvalRefusal } from "../../../src/run/permit/approved-plan.ts";
import { openPlan, type SavedPlan, sealPlan } from "../../../src/run/permit/saved-plan.ts";
import type { Store } from "../../../src/store/store.ts";
import { createVault, type Vault } from "../../../src/store/vault/vault.ts";
import { keysInFile } from "../../../src/store/vault/vault-keys.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { type Pair, pairs } from "../../support/random/arbitraries.ts";
import { sides, singleDifference } from "../../support/random/single-differences.ts";
import { cases, isInPart } from "../../support/suites/runs.ts";
import { executePlan } from "../../support/target/execute-plan.ts";
import { memoryTarget } from "../../support/target/memory-target.ts";
import { planBetween } from "../../support/target/plan-between.ts";
import { planFor } from "../../support/target/planning.ts";

let folder: string;
let vault: Vault;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "musterd-saved-"));
  vault = createVault(keysInFile(join(folder, "musterd.key")));
});
afterAll(() => rmSync(folder, { recursive: true }));

const planOf = (pair: Pair): Plan => planFor(pair, memoryTarget(pair.current, pair.rules), pair.memory);

const saved = (plan: Plan, name = "a service", own = vault): string =>
  sealPlan(own, name, "2026-11-22T08:00:00.000Z", plan);

const opened = (text: string, own = vault): SavedPlan => openPlan(own, "a service", text, "plan.json");

/** No run is known to this store. */
const store = {
  runs: { fingerprintsWith: async () => [], lastPlanned: async () => undefined, releasedRun: async () => undefined },
  plans: { read: async () => undefined },
} as unknown as Store;

const refusalOf = (approved: SavedPlan, plan: Plan) => approvalRefusal({ store }, { approved }, plan);

/** The service, and what is remembered, after `plan` has been applied to the service of `pair`. */
const appliedTo = (pair: Pair, plan: Plan): unknown => {
  const target = memoryTarget(pair.current, pair.rules);
  const { memory, refusals } = executePlan(plan, target, pair.memory, { seed: pair.seed });
  return { state: target.state, written: Object.fromEntries(memory.written), refusals };
};

it("of differences in one field, those that a plan rests on make it stale; with all others it is applied", async () => {
  const tally = new Map<string, number>();
  const count = (name: string) => tally.set(name, (tally.get(name) ?? 0) + 1);
  await fc.assert(
    fc.asyncProperty(pairs(), sides, fc.nat(), async (pair, side, draw) => {
      const plan = planOf(pair);
      const difference = singleDifference(pair, side, draw);
      fc.pre(plan.changes.length > 0 && difference !== undefined);
      const now = planOf(difference.pair);
      const refusal = await refusalOf(opened(saved(plan)), now);
      count(`${side} ${refusal ? "stale" : "applied"}`);
      const same = JSON.stringify(now.changes) === JSON.stringify(plan.changes);
      expect([difference.field, refusal?.code]).toEqual([difference.field, same ? undefined : "plan-stale"]);
      const named = /^ {2}[~+-] (\S+?)(:|$)/m.exec(refusal?.message ?? "")?.[1];
      const ids = new Set([...plan.changes, ...now.changes].map(({ id }) => id));
      expect(ids.has(named ?? "")).toBe(!same);
      // Unless it is stale, the saved plan does to the service as it is now what the present one does.
      const applied = same ? { ...now, changes: opened(saved(plan)).changes } : now;
      expect(appliedTo(difference.pair, applied)).toEqual(appliedTo(difference.pair, now));
    }),
    { seed: 20_261_122, ...cases(200) },
  );
  // The cases of CI are too few to meet each end.
  if (isInPart) return;
  for (const side of ["source", "service", "configuration"])
    for (const end of ["stale", "applied"]) expect(tally.get(`${side} ${end}`) ?? 0).toBeGreaterThan(8);
});

it("a plan that is accepted as the saved one has the same writes, operation by operation", async () => {
  await fc.assert(
    fc.asyncProperty(pairs(), pairs(), async (one, two) => {
      const [plan, other] = [planOf(one), planOf({ ...one, source: two.source })];
      const file = opened(saved(plan));
      expect(file.changes).toEqual(JSON.parse(JSON.stringify(plan.changes)));
      const isSame = JSON.stringify(other.changes) === JSON.stringify(plan.changes);
      expect((await refusalOf(file, other))?.code).toBe(isSame ? undefined : "plan-stale");
    }),
    { seed: 20261122, ...cases(200) },
  );
});

describe("a plan rests on values that are written along although they do not change", () => {
  const office = directory()
    .level("L1")
    .department("HQ")
    .department("RD", { parent: "HQ" })
    .department("QA", { parent: "HQ" });
  /** The code of the refusal, and the line that names the difference. */
  const stale = async (before: Plan | undefined, now: Plan | undefined) => {
    const refusal = before && now && (await refusalOf(opened(saved(before)), now));
    return [refusal?.code, refusal?.message.split("\n  ")[1]];
  };
  const along = "other values that are written with it";

  it("the other posts of a person: E14 states them all", async () => {
    const posts = (title: string) => office.title("T1").title("T2").employee("ann").in("HQ", { title, functions: [] });
    const wanted = office.title("T1").title("T2").employee("ann").in("HQ").in("RD");
    const unstated = { stated: withoutTitles };
    const [before, now] = ["T1", "T2"].map((title) => planBetween(posts(title), wanted, unstated));
    expect(await stale(before, now)).toEqual(["plan-stale", `~ post/ann/update: ${along}`]);
  });

  it("hidden fields of a person: E11 states them with HR's value", async () => {
    const hidden = { shown: withHiddenPhones };
    const wanted = (phoneNumber: string) => office.employee("ann", { name: "安", phoneNumber }).in("RD");
    const [before, now] = ["1", "2"].map((phone) =>
      planBetween(office.employee("ann").in("RD"), wanted(phone), hidden),
    );
    expect(await stale(before, now)).toEqual(["plan-stale", `~ employee/ann/update: ${along}`]);
  });

  it("login methods from the configuration: E12 states them", async () => {
    const wanted = office.employee("ann").in("RD");
    const [before, now] = [["UOF"], ["LDAP"]].map((newEmployeeLogin) =>
      planBetween(office, wanted, { settings: { newEmployeeLogin } }),
    );
    expect(await stale(before, now)).toEqual(["plan-stale", `~ employee/ann/create: ${along}`]);
  });

  it("positions of siblings: D7 states a position among them", async () => {
    const tree = (last: boolean) => {
      const level = directory().level("L1").department("HQ").department("QA", { parent: null, order: 5 });
      const one = level.department("RD", { parent: "HQ", order: 0 });
      return last ? one.department("IT", { parent: "HQ", order: 1 }) : one;
    };
    const wanted = directory()
      .level("L1")
      .department("HQ")
      .department("RD", { parent: "HQ" })
      .department("QA", { parent: "HQ" });
    const refused = await stale(planBetween(tree(false), wanted), planBetween(tree(true), wanted));
    expect(refused).toEqual(["plan-stale", `~ department/QA/move: ${along}`]);
  });
});

const withoutTitles = (source: SourceSnapshot): SourceSnapshot => ({
  ...source,
  directory: {
    ...source.directory,
    employees: (source.directory.employees ?? []).map((person) => ({
      ...person,
      posts: (person.posts ?? []).map(({ department, main }) => ({ department, main })),
    })),
  },
});

const withHiddenPhones = (target: TargetSnapshot): TargetSnapshot => ({
  ...target,
  employees: target.employees.map(({ phoneNumber: _phone, ...person }) => ({ ...person, hidden: ["phoneNumber"] })),
});

it("only what differs is named as stale, although the store has masked the plan that was shown", async () => {
  const now = directory().level("L1").department("RD").employee("ann", { phoneNumber: "1" }).in("RD");
  const wanted = (name: string) =>
    directory().level("L1").department("RD", { name }).employee("ann", { phoneNumber: "2" }).in("RD");
  const [shown, plan] = [planBetween(now, wanted("研發")), planBetween(now, wanted("研究"))];
  const repairs = shown.changes.map((change) => ({ ...change, id: `${change.id}/again`, repairs: change.id }));
  const kept = {
    runs: { fingerprintsWith: async () => [], lastPlanned: async () => "R", releasedRun: async () => undefined },
    // What the run of a plan has put right afterwards was never shown.
    plans: { read: async () => ({ plan: { ...maskPlan(shown), changes: [...maskPlan(shown).changes, ...repairs] } }) },
  } as unknown as Store;
  const refusal = await approvalRefusal({ store: kept }, { approved: { fingerprint: shown.fingerprint } }, plan);
  expect(refusal?.message.split("\n  ").slice(1)).toEqual(["~ department/RD/update: name"]);
  expect(plan.changes.map(({ id }) => id)).toContain("employee/ann/update");
});

it("digits with which another plan begins, too, approve neither", async () => {
  const now = directory().level("L1").department("RD", { name: "研發" });
  const plan = planBetween(now, directory().level("L1").department("RD", { name: "研究" }));
  const digits = plan.fingerprint.slice(0, 12);
  const refusal = (...made: readonly string[]) =>
    approvalRefusal(
      { store: { ...store, runs: { ...store.runs, fingerprintsWith: async () => made } } },
      { approved: { fingerprint: digits } },
      plan,
    );
  expect(await refusal(plan.fingerprint)).toBeUndefined();
  expect(await refusal(`${digits}${"0".repeat(52)}`)).toMatchObject({ code: "plan-stale" });
  expect(await refusal(plan.fingerprint, `${digits}${"0".repeat(52)}`)).toMatchObject({ code: "plan-stale" });
});

it("the file shows no personal data, and opens only in its installation and for its target", () => {
  const [pair] = fc.sample(pairs(), { seed: 20261122, numRuns: 1 });
  if (!pair) throw new Error("no pair was drawn");
  const plan = planOf(pair);
  expect(plan.changes.length).toBeGreaterThan(0);
  const text = saved(plan);
  for (const { key, label } of plan.changes.filter(({ kind }) => kind === "employee")) {
    expect(text).not.toContain(`"${key}"`);
    expect(text).not.toContain(label);
  }
  const stranger = createVault(keysInFile(join(folder, "another.key")));
  expect(() => opened(text, stranger)).toThrow(expect.objectContaining({ code: "plan-file-foreign" }));
  expect(() => opened(saved(plan, "another service"))).toThrow(expect.objectContaining({ code: "plan-file-foreign" }));
  const at = text.lastIndexOf('"') - 20;
  const damaged = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
  expect(() => opened(damaged)).toThrow(expect.objectContaining({ code: "plan-file-foreign" }));
  for (const none of ["", "{}", "no JSON", text.replace("musterd-plan", "musterd-report")])
    expect(() => opened(none)).toThrow(expect.objectContaining({ code: "plan-file-invalid" }));
});
