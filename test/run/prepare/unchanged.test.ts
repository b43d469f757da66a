/**
 * Runs that plan nothing because nothing has changed, with a real service: what ends this, one thing at a time, and the law that no run
 * skips a plan that would not be empty, over random histories of both sides.
 */
import { hash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { turns } from "../../../src/model/directory/known-details.ts";
import type { Kind } from "../../../src/model/plan/plan.ts";
import type { RunDeps, RunRequest } from "../../../src/run/reconcile.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { organisationOf } from "../../support/directory/organisation-document.ts";
import { quickSettings } from "../../support/servers/service-fixture.ts";
import { fixture, redis, useRunParts } from "../../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../../support/suites/run-site.ts";
import { cases } from "../../support/suites/runs.ts";

useRunParts();

const company = (dan: "RD" | "HR") =>
  ["ann", "bob", "cat"]
    .reduce((all, name) => all.employee(name).in("RD"), directory().level("L1").department("RD").department("HR"))
    .employee("dan")
    .in(dan);
const office = company("RD");
const grown = office.employee("eve").in("RD");
const moved = office.employee("eve").in("HR");

let site: RunSite;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.parse("2026-11-21T04:00:00Z");
  await fixture.load(organisationOf(office.full()));
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => nowMs });
});
afterEach(() => site.close());

const noLinks = { employee: new Map<string, string>(), department: new Map<string, string>() };

type Age = { readonly feed: string; readonly kind: Kind; readonly modifiedMs: number };
type Given = { readonly basis?: string; readonly readAll?: boolean; readonly ages?: readonly Age[] };

const run = async (from = office, request: Partial<RunRequest> & Given = {}, store?: Store) => {
  const { basis = "one", readAll = false, ages = [], ...rest } = request;
  const source = from.source();
  const state = async () => ({ digest: hash("sha256", JSON.stringify(source), "hex"), ages });
  const change = (deps: RunDeps): RunDeps => ({
    ...deps,
    source: { ...deps.source, state },
    reading: { how: "incremental", basis, readAll },
    ...(store && { store }),
  });
  const { run: ended, plan } = await site.run({ source, change, ...rest });
  return { id: ended.id, status: ended.status, plan, isUnchanged: plan?.unchanged !== undefined };
};

/** Runs until nothing has changed. */
const settle = async (from = office) => {
  for (let left = 4; left > 0; left -= 1) if ((await run(from)).isUnchanged) return;
  throw new Error("the runs never find both sides unchanged");
};

describe("a run that finds nothing changed", () => {
  it("requests the lists and the share that is due, plans nothing, and has the plan of the run before", async () => {
    await settle();
    await fixture.forgetCalls();
    const { id, status, plan } = await run();
    expect(status).toBe("succeeded");
    expect(plan).toMatchObject({ changes: [], unchanged: "2026-11-21T04:00:00.000Z", sourceCounts: { employee: 4 } });
    expect((await site.store.plans.read(id))?.plan).toEqual(plan);
    const counts = Map.groupBy(await fixture.calls(), ({ operation }) => operation);
    for (const list of ["V1", "D1", "T1", "J4", "E1"] as const) expect(counts.get(list)).toHaveLength(1);
    expect((counts.get("E4") ?? []).length + (counts.get("D10") ?? []).length).toBeLessThan(4);
  });

  it("notes how old the data of each kind are, as far as their feed says it", async () => {
    await settle();
    const kept = (kind: Kind, modifiedMs: number) => ({ feed: "hr", kind, rows: 4, modifiedMs });
    await site.store.readings.keep([kept("employee", 1), kept("department", 2)]);
    expect((await run(office, { ages: [{ feed: "hr", kind: "department", modifiedMs: 3 }] })).isUnchanged).toBe(true);
    const found = (await site.store.readings.read()).map(({ kind, modifiedMs }) => [kind, modifiedMs]);
    expect(Object.fromEntries(found)).toEqual({ employee: 1, department: 3 });
  });

  it("reads with each list requested once where something has changed", async () => {
    await settle();
    await fixture.forgetCalls();
    expect((await run(grown)).plan?.changes.map(({ id }) => id)).toContain("employee/eve/create");
    const reading = (await fixture.calls()).slice(0, 9).map(({ operation }) => operation);
    expect(reading.filter((one) => one === "E1")).toHaveLength(1);
  });

  const ends: Readonly<Record<string, () => Promise<unknown>>> = {
    "another source": async () => [grown],
    "another configuration or version": async () => [office, { basis: "two" }],
    "another day": async () => void (nowMs += 86_400_000),
    "everything asked for": async () => [office, { readAll: true }],
    "a restriction": async () => [office, { only: ["ann"] }],
    "a change in the service": () => fixture.load(organisationOf(grown.full())),
    "a decision": () =>
      site.store.decisions.keep([{ kind: "employee", source: "ann", target: "bob", same: false }], nowMs),
    "a changed memory": () =>
      site.remember([{ subject: "employee/ann", field: "resignationDate", value: "2026-01-01" }]),
    "a learnt link": () => site.store.links.remember(noLinks, { ...noLinks, employee: new Map([["7", "ann"]]) }),
    "an interrupted run": async () => void (await site.store.runs.begin("command", "running")),
    "a list that cannot be read at first": async () =>
      void (await fixture.fault({ operation: "E1", kind: "status", status: 503, times: 1 })),
  };
  for (const [what, end] of Object.entries(ends))
    it(`is not one after ${what}`, async () => {
      await settle();
      const given = await end();
      const [from, request] = Array.isArray(given) ? (given as [typeof office, Given]) : [];
      expect(await run(from, request)).toMatchObject({
        status: "succeeded",
        isUnchanged: false,
      });
    });

  it("stays one while the share that is due, of each person once, is as it was", async () => {
    await settle();
    await fixture.forgetCalls();
    for (let runs = 0; runs < turns; runs += 1) expect((await run()).isUnchanged).toBe(true);
    const read = (await fixture.calls()).filter(({ operation }) => operation === "E4");
    expect(read).toHaveLength(4);
  });

  it("comes again only when a whole run has had nothing to do since a restricted one", async () => {
    await settle();
    await run(office, { only: ["ann"] });
    expect((await run()).isUnchanged).toBe(false);
    expect((await run()).isUnchanged).toBe(true);
  });

  it("is not one where the store has been restored from before a change", async () => {
    await settle();
    const backup = `${site.file}.backup`;
    const database = new DatabaseSync(site.file);
    database.exec(`VACUUM INTO '${backup}'`);
    database.close();
    await run(grown);
    await settle(grown);
    const restored = openStore(backup, fixture.url, { nowMs: () => nowMs });
    for (const from of [office, grown]) expect((await run(from, {}, restored)).isUnchanged).toBe(false);
    await restored.close();
  });

  it("is not one where the service has been restored from before changes, which the plan tells", async () => {
    await settle();
    const larger = ["eve", "fay", "gil", "hal"].reduce((all, name) => all.employee(name).in("HR"), office);
    await run(larger);
    await settle(larger);
    await fixture.load(organisationOf(office.full()));
    const { isUnchanged, plan } = await run(larger);
    const codes = plan?.notices.map(({ code }) => code);
    expect([isUnchanged, codes]).toEqual([false, expect.arrayContaining(["target-older-than-memory"])]);
  });

  it("finds within as many runs as there are shares what somebody has changed by hand and no list shows", async () => {
    await settle();
    await fixture.load(organisationOf(company("HR").full()));
    let runs = 0;
    while (runs < turns && (await run()).isUnchanged) runs += 1;
    expect(runs).toBeLessThan(turns);
  });
});

it("no run skips a plan that would not be empty", async () => {
  const sides = { office, grown, moved };
  // Changes by hand that a list shows.
  const byHand = { office, other: office.department("XX") };
  const side = fc.constantFrom("office", "grown", "moved" as const);
  const event = fc.oneof(
    { weight: 4, arbitrary: fc.record({ source: side, times: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ loaded: fc.constantFrom("office", "other" as const) }) },
    { weight: 1, arbitrary: fc.constantFrom("day", "memory", "interrupted", "undo" as const) },
  );
  let skipped = 0;
  const missed: object[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 6 }), async (events) => {
      let last = "";
      for (const one of events) {
        if (one === "day") nowMs += 86_400_000;
        else if (one === "memory")
          await site.remember([{ subject: "employee/ann", field: "resignationDate", value: String(nowMs) }]);
        else if (one === "interrupted") await site.store.runs.begin("command", "running");
        else if (one === "undo") await run(office, { undoes: last }).catch(() => undefined);
        else if ("loaded" in one) await fixture.load(organisationOf(byHand[one.loaded].full()));
        else
          for (let left = one.times; left > 0; left -= 1) {
            const from = sides[one.source];
            const { plan, id, isUnchanged } = await run(from);
            if (plan && plan.changes.length > 0) last = id;
            if (!isUnchanged) continue;
            skipped += 1;
            const fresh = await site.plan({ source: from.source() });
            const ids = [...(plan?.held ?? []), ...fresh.changes].map((planned) => planned.id);
            if (
              !isDeepStrictEqual(
                ids,
                fresh.held.map((held) => held.id),
              )
            )
              missed.push({ events, ids });
          }
      }
    }),
    { seed: 20_261_126, ...cases(16) },
  );
  expect(missed).toEqual([]);
  expect(skipped).toBeGreaterThan(0);
});
