/** Tests in whole runs with a real service when the permission refresh is called, and which process may mark it as done. */
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MusterdError } from "../../src/lib/errors.ts";
import { createLog } from "../../src/lib/log.ts";
import { cancelled } from "../../src/run/cancelled.ts";
import type { RunDeps } from "../../src/run/reconcile.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { organisationOf } from "../support/directory/organisation-document.ts";
import { quickSettings, refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

let now: number;
const opened: RunSite[] = [];

useRunParts();

const office = directory().level("L1").department("RD").employee("ann").in("RD");
const wanted = office.employee("bob").in("RD").source();

beforeEach(async () => {
  now = Date.parse("2026-11-21T04:00:00Z");
  await fixture.load(organisationOf(office.full()));
  await fixture.forgetCalls();
});

afterEach(async () => {
  for (const site of opened.splice(0)) await site.close();
});

const openSite = async (state: "known" | "new" = "known"): Promise<RunSite> => {
  const site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => now }, state);
  opened.push(site);
  return site;
};

const callsMade = async () => {
  const calls = await fixture.calls();
  return { writes: writesOf(calls).length, refreshes: refreshesOf(calls).length };
};

/** Acts as another process while ours is stopped: takes the lease, owes a refresh, settles it if `paying`, and ends. */
const takeOver = async ({ store }: RunSite, paying: boolean): Promise<void> => {
  now += 60_000;
  const lease = await store.leases.take();
  await store.debts.oweRefresh("of the other");
  if (paying) await store.debts.refreshPaid((await store.debts.unpaidWrite()) ?? 0, lease.holder);
  await lease.release();
};

describe("a store without data about the target", () => {
  it("owes one refresh at the first applied run, even if nothing is written, and logs what is missing", async () => {
    const site = await openSite("new");
    const lines: unknown[] = [];
    const log = { ...createLog("silent"), info: (...line: unknown[]) => void lines.push(line) };
    const change = (full: RunDeps): RunDeps => ({ ...full, log });
    const declined = await site.run({ source: office.source(), approve: async () => false });
    expect(declined.run.refresh).toBe("not-needed");
    expect(await site.store.isNew()).toBe(true);
    const { run } = await site.run({ source: office.source(), change });
    expect(run).toMatchObject({ status: "succeeded", planned: 0, refresh: "done" });
    expect(JSON.stringify(lines)).toContain("the store has no data about this target");
    expect((await site.run({ source: office.source() })).run.refresh).toBe("not-needed");
    expect(await callsMade()).toEqual({ writes: 0, refreshes: 1 });
  });
});

describe("a run", () => {
  it.each([
    ["owes nothing", false, "not-needed"],
    ["makes the refresh that an earlier one owes", true, "done"],
  ])("without a write %s", async (_, isOwed, refresh) => {
    const site = await openSite();
    if (isOwed) await site.store.debts.oweRefresh("an earlier run");
    const change = (full: RunDeps): RunDeps => ({
      ...full,
      target: {
        ...full.target,
        // Somebody else creates the person meanwhile.
        perform: async (_, beforeCall) => {
          await beforeCall(false);
          await fixture.load(organisationOf(office.employee("bob").in("RD").full()));
          return "already-so";
        },
      },
    });
    const { run } = await site.run({ source: wanted, change });
    expect(run).toMatchObject({ status: "succeeded", alreadySo: 1, refresh });
    expect(await callsMade()).toEqual({ writes: 0, refreshes: isOwed ? 1 : 0 });
  });

  it("that is stopped, and whose refresh fails, too, is cancelled and owes the refresh", async () => {
    const site = await openSite();
    const ending = new AbortController();
    const change = (full: RunDeps): RunDeps => {
      const refresh = () => Promise.reject(new MusterdError("refresh-unknown", "no answer", { hint: "none" }));
      return { ...full, target: { ...full.target, refresh } };
    };
    const onProgress = () => ending.abort(cancelled("the test"));
    const { run } = await site.run({ source: wanted, signal: ending.signal, onProgress, change });
    expect(run).toMatchObject({ status: "cancelled", refresh: "owed", error: { code: "cancelled" } });
  });

  it("stores on disk that a refresh is owed before the first write is sent", async () => {
    const site = await openSite();
    const moments: string[] = [];
    const change = (full: RunDeps): RunDeps => {
      const { debts } = full.store;
      const oweRefresh = async (run: string): Promise<void> => {
        await pause(50);
        await debts.oweRefresh(run);
        moments.push("owed");
      };
      const perform: RunDeps["target"]["perform"] = (operation, beforeCall) =>
        full.target.perform(operation, async (writes) => {
          await beforeCall(writes);
          if (writes) moments.push("write");
        });
      return {
        ...full,
        store: { ...full.store, debts: { ...debts, oweRefresh } },
        target: { ...full.target, perform },
      };
    };
    await site.run({ source: wanted, change });
    expect(moments.indexOf("owed")).toBe(0);
    expect(moments.filter((moment) => moment === "owed")).toHaveLength(1);
    expect(moments).toContain("write");
  });

  it("continues to its end when the clock is set forward by an hour", async () => {
    const site = await openSite();
    const change = (full: RunDeps): RunDeps => ({
      ...full,
      target: {
        ...full.target,
        perform: async (operation, beforeCall) => {
          now += 3_600_000;
          return full.target.perform(operation, beforeCall);
        },
      },
    });
    const { run } = await site.run({ source: wanted, change });
    expect(run).toMatchObject({ status: "succeeded", applied: run.planned, refresh: "done" });
    expect(run.planned).toBeGreaterThan(0);
    expect((await callsMade()).refreshes).toBe(1);
  });

  it("that has lost its lease calls the service no more", async () => {
    const site = await openSite();
    let isAsked = false;
    const change = (full: RunDeps): RunDeps => ({
      ...full,
      target: {
        ...full.target,
        perform: async (_, beforeCall) => {
          await takeOver(site, true);
          await beforeCall(false);
          isAsked = true;
          return "already-so";
        },
      },
    });
    const { run } = await site.run({ source: wanted, change });
    expect(run).toMatchObject({ status: "failed", error: { code: "lease-lost" } });
    expect(isAsked).toBe(false);
  });

  it("that loses its lease while it stores the owed refresh does not write", async () => {
    const site = await openSite();
    const change = (full: RunDeps): RunDeps => {
      const { debts } = full.store;
      const oweRefresh = async (run: string): Promise<void> => {
        await debts.oweRefresh(run);
        await takeOver(site, true);
      };
      return { ...full, store: { ...full.store, debts: { ...debts, oweRefresh } } };
    };
    const { run } = await site.run({ source: wanted, change });
    expect(run).toMatchObject({ status: "failed", error: { code: "lease-lost" } });
    expect(await callsMade()).toEqual({ writes: 0, refreshes: 0 });
  });

  it("that was suspended in a write while another run refreshed owes a refresh again", async () => {
    const site = await openSite();
    const change = (full: RunDeps): RunDeps => ({
      ...full,
      target: {
        ...full.target,
        perform: async (operation, beforeCall) => {
          const performed = await full.target.perform(operation, beforeCall);
          await takeOver(site, true);
          return performed;
        },
      },
    });
    const { run } = await site.run({ source: wanted, change });
    expect(run).toMatchObject({ refresh: "owed" });
    expect(await site.store.debts.refreshOwed()).toBe(true);
    expect((await site.run({ source: wanted })).run).toMatchObject({ planned: 0, refresh: "done" });
  });

  it("with a write that got no answer is followed by another refresh, because the service may carry the write out late", async () => {
    const site = await openSite();
    await fixture.fault({ operation: "E12", kind: "status", status: 502, times: 1, after: 0 });
    const { run } = await site.run({ source: wanted });
    expect(run).toMatchObject({ status: "succeeded", applied: run.planned, refresh: "done" });
    expect((await site.run({ source: wanted })).run.refresh).toBe("not-needed");
    now += 900_000;
    expect((await site.run({ source: wanted })).run).toMatchObject({ planned: 0, refresh: "done" });
    expect((await site.run({ source: wanted })).run.refresh).toBe("not-needed");
    expect((await callsMade()).refreshes).toBe(2);
  });

  it("whose store cannot note that a write may come late owes the refresh, and expects the write as soon as it can be noted", async () => {
    const site = await openSite();
    await fixture.fault({ operation: "E12", kind: "status", status: 502, times: 1, after: 0 });
    const database = new DatabaseSync(site.file);
    const changed = "NEW.late_until IS NOT OLD.late_until";
    database.exec(
      `CREATE TRIGGER full BEFORE UPDATE ON refresh WHEN ${changed} BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    );
    const { run } = await site.run({ source: wanted });
    expect(run).toMatchObject({ status: "failed", refresh: "owed" });
    database.exec("DROP TRIGGER full");
    database.close();
    expect((await site.run({ source: wanted })).run).toMatchObject({ status: "succeeded", refresh: "done" });
    expect(await site.store.debts.lateWritesUntilMs()).toBe(now + 900_000);
  });

  it.each<[string, object, boolean]>([
    ["ignores a creation, expects it late", { ignores: ["E12"] }, true],
    ["ignores a change, expects it late", { ignores: ["E11"] }, true],
    ["stores another text, expects nothing", { storedTexts: ["upper-case"] }, false],
    ["takes something along, expects nothing", { takesAlong: ["E11-titles"] }, false],
  ])("on a site that %s", async (_, quirks, isExpected) => {
    await fixture.quirks(quirks);
    const site = await openSite();
    const renamed = directory()
      .level("L1")
      .title("T")
      .department("RD")
      .employee("ann", { name: "Ann" })
      .in("RD", { title: "T" });
    const later = renamed.employee("bob", { name: "Bob" }).in("RD").source();
    const { run } = await site.run({ source: later });
    expect(run.refresh).toBe("done");
    now += 900_000;
    expect(await site.store.debts.refreshOwed()).toBe(isExpected);
  });

  it("whose second write about a newcomer is refused expects the first one late", async () => {
    const site = await openSite();
    await fixture.fault({ operation: "E9", kind: "status", status: 400, times: 9, after: 0 });
    const ahead = office.employee("bob", { resignationDate: "2027-12-31" }).in("RD").source();
    const { run } = await site.run({ source: ahead });
    expect(run).toMatchObject({ failed: 1, refresh: "done" });
    now += 900_000;
    expect(await site.store.debts.refreshOwed()).toBe(true);
  });

  it("that was suspended in its refresh while another run wrote does not mark that write as refreshed", async () => {
    const site = await openSite();
    const change = (full: RunDeps): RunDeps => ({
      ...full,
      target: {
        ...full.target,
        refresh: async (beforeCall) => {
          await full.target.refresh(beforeCall);
          await takeOver(site, false);
        },
      },
    });
    const { run } = await site.run({ source: wanted, change });
    expect(run).toMatchObject({ status: "failed", refresh: "owed", error: { code: "lease-lost" } });
    expect((await site.run({ source: wanted })).run).toMatchObject({ planned: 0, refresh: "done" });
  });

  it("does not settle late writes with a refresh that began before their time was over", async () => {
    const site = await openSite();
    await site.store.debts.oweRefresh("an earlier run");
    await site.store.debts.expectLateWrite();
    now += 899_999;
    const change = (full: RunDeps): RunDeps => {
      const refresh: RunDeps["target"]["refresh"] = async (beforeCall) => {
        await full.target.refresh(beforeCall);
        now += 1;
      };
      return { ...full, target: { ...full.target, refresh } };
    };
    expect((await site.run({ source: office.source(), change })).run.refresh).toBe("done");
    expect(await site.store.debts.refreshOwed()).toBe(true);
  });

  it("whose store failed at the end is closed by the next run of the same process", async () => {
    const site = await openSite();
    const full = new MusterdError("store-unavailable", "the disk is full", { hint: "free space" });
    const change = (all: RunDeps): RunDeps => {
      const runs = { ...all.store.runs, end: () => Promise.reject(full) };
      return { ...all, store: { ...all.store, runs } };
    };
    await expect(site.run({ source: wanted, change })).rejects.toBe(full);
    const [cutOff = ""] = await site.store.runs.unfinished();
    expect((await site.run({ source: wanted })).run).toMatchObject({ status: "succeeded", planned: 0 });
    expect(await site.store.runs.find(cutOff)).toMatchObject({ status: "interrupted" });
    expect(await site.store.runs.unfinished()).toEqual([]);
  });
});
