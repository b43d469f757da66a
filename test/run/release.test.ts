/** A release permits exactly one plan that exceeds limits, and permits it once; reports contain the release. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/plan/plan.ts";
import { breachName } from "../../src/model/plan/release.ts";
import { jsonReport } from "../../src/report/json/json.ts";
import { htmlReport } from "../../src/report/page/html.ts";
import { textReport } from "../../src/report/text/text.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { quickSettings, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

useRunParts();

let site: RunSite;

const before = office("", true);

beforeEach(async () => {
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
  await serviceHas(before);
});

afterEach(() => site.close());

/** Returns an office with six people, of whom the last three leave if `stay` is false. */
function office(suffix: string, stay: boolean): DirectoryBuilder {
  return [0, 1, 2, 3, 4, 5].reduce(
    (all, at) =>
      all
        .employee(`e${at}`, { name: `e${at}${suffix}`, number: `N${at}`, ...(at > 2 && !stay && { active: false }) })
        .in("RD"),
    directory().level("L1").department("RD"),
  );
}

const wanted = office("新", false);
const caps = { employee: { update: { count: 1 }, deactivate: { count: 1 } } };
const both = ["cap-exceeded:employee/update", "cap-exceeded:employee/deactivate"];

/** Runs like `musterd apply --plan … --accept … --reason …`. */
const apply = (plan: Pick<Plan, "fingerprint">, accepted: readonly string[], source = wanted) =>
  site.run({
    source: source.source(),
    settings: { caps, accepted },
    release: { fingerprint: plan.fingerprint, accepted, by: "ann@hr-01", at: "2026-11-21T03:59:00Z", reason: "merger" },
  });

const seen = () => site.plan({ source: wanted.source(), settings: { caps } });

const writes = async (): Promise<number> => writesOf(await fixture.calls()).length;

describe("a release", () => {
  it("permits the plan that was seen, and every report of the run says who, when, what and why", async () => {
    const plan = await seen();
    expect(plan.breaches.map(breachName).toSorted()).toEqual(both.toSorted());
    const { run, plan: applied } = await apply(plan, both);
    expect(run).toMatchObject({ status: "succeeded", applied: plan.changes.length });
    expect(run.release).toMatchObject({ by: "ann@hr-01", reason: "merger", accepted: both });
    const kept = await site.store.runs.find(run.id);
    expect(kept?.release).toEqual(run.release);
    if (!applied) throw new Error("the run has no plan");
    const report = { plan: applied, run, target: "t", source: "s", madeAt: run.startedAt, language: "en" } as const;
    const shown = [
      textReport(report, { colour: false, width: 300, full: true }),
      htmlReport(report),
      jsonReport(report),
    ];
    for (const text of shown) for (const part of ["ann@hr-01", "merger", ...both]) expect(text).toContain(part);
  });

  it("that names only one of two breaches permits nothing", async () => {
    const { run, error } = await apply(await seen(), both.slice(0, 1));
    expect(run.status).toBe("blocked");
    expect(error?.message).toContain("3 × employee/deactivate");
    expect(run.release).toBeUndefined();
    expect(await writes()).toBe(0);
  });

  it("permits no other plan, even if only one field has changed in the source or the service", async () => {
    const plan = await seen();
    const otherSource = await apply(plan, both, office("新新", false));
    expect(otherSource.error).toMatchObject({ code: "plan-stale" });
    await serviceHas(office("舊", true));
    const otherService = await apply(plan, both);
    expect(otherService.error).toMatchObject({ code: "plan-stale" });
    expect(await writes()).toBe(0);
  });

  it("can be used once: the same changes need another release", async () => {
    const plan = await seen();
    const first = await apply(plan, both);
    await serviceHas(before);
    await site.store.ledger.forget("applied/", new Set());
    const again = await apply(plan, both);
    expect(again.error).toMatchObject({ code: "release-used", message: expect.stringContaining(first.run.id) });
    expect(await writes()).toBe(0);
  });
});
