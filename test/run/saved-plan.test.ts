/** A saved plan is applied exactly as it was saved, or refused with the differences; its file contains no personal data. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { asMusterdError } from "../../src/lib/errors.ts";
import type { Change, Plan } from "../../src/model/plan.ts";
import { openPlan, requireSamePlan, type SavedPlan, sealPlan } from "../../src/run/saved-plan.ts";
import { createVault, type Vault } from "../../src/store/vault.ts";
import { type Pair, pairs } from "../support/arbitraries.ts";
import { memoryTarget } from "../support/memory-target.ts";
import { planFor } from "../support/planning.ts";

let folder: string;
let vault: Vault;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "musterd-saved-"));
  vault = createVault(join(folder, "musterd.key"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const planOf = (pair: Pair): Plan => planFor(pair, memoryTarget(pair.current, pair.rules), pair.memory);

const saved = (plan: Plan, name = "a service", own = vault): string =>
  sealPlan(own, name, "2026-11-22T08:00:00.000Z", plan);

const opened = (text: string, own = vault): SavedPlan => openPlan(own, "a service", text, "plan.json");

type Person = { readonly account: string; readonly email?: string | null };

/** Returns the same pair with another `email` of one person in the source or in the service. */
const withEmail = (pair: Pair, side: "source" | "service", account: string, email: string): Pair => {
  const changed = <T extends Person>(people: readonly T[]): T[] =>
    people.map((person) => (person.account === account ? { ...person, email } : person));
  const { directory } = pair.source;
  if (side === "service") return { ...pair, current: { ...pair.current, employees: changed(pair.current.employees) } };
  return {
    ...pair,
    source: { ...pair.source, directory: { ...directory, employees: changed(directory.employees ?? []) } },
  };
};

const emailWritten = ({ kind, action, fields }: Change): boolean =>
  kind === "employee" && action === "update" && fields.some(({ field }) => field === "email");

it("a difference in any field that a plan depends on makes it stale, and the error names the change", () => {
  let tried = 0;
  fc.assert(
    fc.property(pairs(), fc.constantFrom("source", "service"), (pair, side) => {
      const plan = planOf(pair);
      const change = plan.changes.find(emailWritten);
      fc.pre(change !== undefined);
      const other = planOf(withEmail(pair, side, change.key, "somebody.else@example.org"));
      fc.pre(other.changes.some(({ id }) => id === change.id));
      tried += 1;
      const file = opened(saved(plan));
      expect(() => requireSamePlan(file, plan)).not.toThrow();
      expect(() => requireSamePlan(file, other)).toThrow(
        expect.objectContaining({ code: "plan-stale", message: expect.stringContaining(`~ ${change.id}: email`) }),
      );
    }),
    { seed: 20261122, numRuns: 200 },
  );
  expect(tried).toBe(200);
}, 120_000);

/** Returns the error code of a refused call; undefined when the call was not refused. */
const refusal = (call: () => void): string | undefined => {
  try {
    call();
    return undefined;
  } catch (error) {
    return asMusterdError(error).code;
  }
};

it("a plan that is accepted as the saved one has the same writes, operation by operation", () => {
  fc.assert(
    fc.property(pairs(), pairs(), (one, two) => {
      const [plan, other] = [planOf(one), planOf({ ...one, source: two.source })];
      const file = opened(saved(plan));
      expect(file.changes).toEqual(JSON.parse(JSON.stringify(plan.changes)));
      const isSame = JSON.stringify(other.changes) === JSON.stringify(plan.changes);
      expect(refusal(() => requireSamePlan(file, other))).toBe(isSame ? undefined : "plan-stale");
    }),
    { seed: 20261122, numRuns: 200 },
  );
}, 120_000);

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
  const stranger = createVault(join(folder, "another.key"));
  expect(() => opened(text, stranger)).toThrow(expect.objectContaining({ code: "plan-file-foreign" }));
  expect(() => opened(saved(plan, "another service"))).toThrow(expect.objectContaining({ code: "plan-file-foreign" }));
  const at = text.lastIndexOf('"') - 20;
  const damaged = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
  expect(() => opened(damaged)).toThrow(expect.objectContaining({ code: "plan-file-foreign" }));
  for (const none of ["", "{}", "no JSON", text.replace("musterd-plan", "musterd-report")])
    expect(() => opened(none)).toThrow(expect.objectContaining({ code: "plan-file-invalid" }));
});
