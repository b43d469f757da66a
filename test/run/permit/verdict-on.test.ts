/** Tests which decision of people lets a blocked plan through: an open release of this plan that names each exceeded limit. */
import { expect, it } from "vitest";
import type { Breach, Plan } from "../../../src/model/plan/plan.ts";
import type { Verdict } from "../../../src/model/runs/verdict.ts";
import { verdictOn, withAccepted } from "../../../src/run/permit/verdict-on.ts";
import type { Prepared } from "../../../src/run/prepare/prepare-plan.ts";
import { change, planWith } from "../../report/report-builder.ts";

const people = { timeZone: "Asia/Taipei" };
const nowMs = Date.parse("2026-11-27T02:00:00Z");
const leavers = { code: "cap-exceeded", kind: "employee", action: "deactivate" } as Breach;
const emptied = { code: "source-empty", kind: "title" } as Breach;
const blocked = planWith({ changes: [change()], breaches: [leavers] });

const release: Verdict = {
  verdict: "released",
  fingerprint: blocked.fingerprint,
  run: "r1",
  by: { kind: "person", name: "ann" },
  at: "2026-11-27T01:00:00Z",
  reason: "a site is closed",
  accepted: ["cap-exceeded:employee/deactivate"],
  expiresAt: "2026-11-27T02:00:01Z",
};

const on = async (verdict: Verdict | undefined, plan: Plan = blocked) => {
  const find = async (fingerprint: string) => (verdict?.fingerprint === fingerprint ? verdict : undefined);
  const deps = {
    store: { verdicts: { find } },
    clock: { nowMs: () => nowMs },
    settings: { people },
  } as unknown as Parameters<typeof verdictOn>[0];
  const { release: found, refusal } = await verdictOn(deps, plan);
  return found ? "released" : (refusal?.code ?? "nothing");
};

it("an open release of this plan that names every exceeded limit lets it through", async () => {
  expect(await on(release)).toBe("released");
  const both = planWith({ changes: [change()], breaches: [leavers, emptied] });
  expect(await on({ ...release, accepted: [...release.accepted, "source-empty:title"] }, both)).toBe("released");
});

it.each<{ readonly where: string; readonly verdict?: Verdict; readonly plan?: Plan }>([
  { where: "nobody has decided" },
  { where: "the release is over", verdict: { ...release, expiresAt: "2026-11-27T02:00:00Z" } },
  { where: "it has been used", verdict: { ...release, usedBy: "r2" } },
  { where: "it is of another plan", verdict: { ...release, fingerprint: "b2".repeat(32) } },
  { where: "it names none of the limits", verdict: { ...release, accepted: [] } },
  {
    where: "it names one of two limits",
    verdict: release,
    plan: planWith({ changes: [change()], breaches: [leavers, emptied] }),
  },
  { where: "no limit is exceeded", verdict: release, plan: planWith({ changes: [change()] }) },
  { where: "there is nothing to write", verdict: release, plan: planWith({ breaches: [leavers] }) },
])("nothing is let through where $where", async ({ verdict, plan }) => {
  expect(await on(verdict, plan)).toBe("nothing");
});

it("a rejected plan is refused, also where no limit is exceeded any more", async () => {
  const rejected = { ...release, verdict: "rejected" } as const;
  expect(await on(rejected)).toBe("plan-rejected");
  expect(await on(rejected, planWith({ changes: [change()] }))).toBe("plan-rejected");
});

it("a plan that is let through names what its own approval accepts and what the release does, and is blocked no more", () => {
  const prepared = { plan: { ...blocked, accepted: ["quality-rows-lost"] } } as unknown as Prepared;
  const of = { fingerprint: blocked.fingerprint, accepted: release.accepted, by: "ann", at: release.at, reason: "x" };
  const { plan } = withAccepted(prepared, of);
  expect(plan.breaches).toEqual([]);
  expect(plan.accepted).toEqual(["quality-rows-lost", "cap-exceeded:employee/deactivate"]);
});
