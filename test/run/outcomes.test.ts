/**
 * Tests how a run ends when something fails, is refused or is stopped. The service's call log and the store are checked.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OperationId } from "../../src/contract/contract.ts";
import { MusterdError } from "../../src/lib/errors.ts";
import { createLog } from "../../src/lib/log.ts";
import type { Department } from "../../src/model/directory/directory.ts";
import type { Outcome } from "../../src/model/runs/run.ts";
import { openRedis } from "../../src/queue/redis.ts";
import { cancelled } from "../../src/run/cancelled.ts";
import type { RunDeps } from "../../src/run/reconcile.ts";
import type { Lease } from "../../src/store/next-run/lease.ts";
import { connect, everythingIn } from "../queue/redis-kinds.ts";
import { profileQuirks } from "../service/running-service.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { defaultSettings } from "../support/random/arbitraries.ts";
import { quickSettings, refreshesAfterLastWrite, refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

let site: RunSite;
let now: number;

useRunParts();

beforeEach(async () => {
  now = Date.parse("2026-11-21T04:00:00Z");
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => now });
});

afterEach(() => site.close());

const office = directory().level("L1").department("RD").department("QA");

/** Returns `office` with `count` people whose names end in `suffix`. */
const staffed = (count: number, suffix: string, fields: object = {}, department = "RD"): DirectoryBuilder =>
  Array.from({ length: count }, (_, at) => `e${at}`).reduce(
    (all, account, at) =>
      all
        .employee(account, {
          name: [account, suffix].filter(Boolean).join(" "),
          number: `N${at}`,
          idCardNumber: `Z90000${at + 100}`,
          ...fields,
        })
        .in(department),
    office,
  );

const refuse = (operation: OperationId, times: number, after = 0, status = 400) =>
  fixture.fault({ operation, kind: "status", status, times, after });

const outcomesOf = async (run: string): Promise<readonly Outcome[]> => [
  ...((await site.store.plans.read(run))?.outcomes.values() ?? []),
];

const summed = (outcomes: readonly Outcome[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { result, code } of outcomes) {
    const name = code === undefined ? result : `${result} ${code}`;
    sums[name] = (sums[name] ?? 0) + 1;
  }
  return sums;
};

/** Counts the writes that were carried out, all refreshes, and the refreshes after the last write. */
const callsMade = async () => {
  const calls = await fixture.calls();
  return {
    writes: writesOf(calls).filter(({ status }) => status === 200).length,
    refreshes: refreshesOf(calls).length,
    afterLastWrite: refreshesAfterLastWrite(calls).length,
  };
};

describe("a run", () => {
  it("in which a change fails continues with all changes that do not need it, and the next run does the rest", async () => {
    await serviceHas(office);
    const wanted = office.department("NEW").employee("ann").in("NEW").employee("bob").in("RD");
    await refuse("D2", 1);
    const { run } = await site.run({ source: wanted.source() });
    expect(run).toMatchObject({ status: "partial", refresh: "done", applied: 1, failed: 1, notTried: 1 });
    expect(await outcomesOf(run.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ changeId: "department/NEW/create", result: "failed", code: "target-refused" }),
        {
          changeId: "employee/ann/create",
          result: "not-tried",
          code: "prerequisite-failed",
          message: "department/NEW/create",
        },
        { changeId: "employee/bob/create", result: "applied" },
      ]),
    );
    const next = await site.run({ source: wanted.source() });
    expect(next.run).toMatchObject({ status: "succeeded", applied: 2 });
    expect((await site.run({ source: wanted.source() })).plan?.changes).toEqual([]);
  });

  it("creates nobody more after twenty refusals in a row, goes on with all else, and refreshes what was written", async () => {
    await serviceHas(office);
    await refuse("E12", 500, 10);
    const { run } = await site.run({ source: staffed(200, "").managing("RD").source() });
    expect(run).toMatchObject({ status: "partial", refresh: "done" });
    const closed = (await outcomesOf(run.id)).find(({ code }) => code === "breaker-open");
    expect(closed?.message).toMatch(/^20 changes in a row failed with target-refused; the last one: E12 .*refused it/);
    // At a site that creates people as inactive, each newcomer needs a second write (R54).
    const writesEach = profileQuirks().newEmployees === "inactive" ? 2 : 1;
    // When the twentieth change failed, up to fifteen others were under way, which may fail too. As many may have failed before
    // the second write of the last success, which ended the series.
    const refused = writesOf(await fixture.calls()).filter(({ status }) => status === 400);
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(refused.length).toBeLessThan(20 + 16 * writesEach);
    // The manager is one of those who were refused.
    expect([run.applied, run.failed + run.notTried]).toEqual([10, 191]);
    expect(await callsMade()).toEqual({ writes: 10 * writesEach, refreshes: 1, afterLastWrite: 1 });
  });

  it("follows a rule of the site about the next member: the next run satisfies it by what this one has done", async () => {
    await serviceHas(staffed(1, ""));
    const wanted = staffed(60, "");
    await refuse("E12", 500);
    const stated = wanted.source();
    const withManager = ({ code, ...one }: Department) => ({ code, ...one, ...(code === "RD" && { manager: "e0" }) });
    const departments = stated.directory.departments?.map(withManager) ?? [];
    const managed = { ...stated, directory: { ...stated.directory, departments } };
    const first = await site.run({ source: managed });
    expect(first.run).toMatchObject({ status: "partial", applied: 1, refresh: "done" });
    await fixture.mend();
    expect((await site.run({ source: managed })).run).toMatchObject({ status: "succeeded", applied: 59 });
  });

  it("is stopped when two kinds of changes are refused twenty times, and nothing has worked meanwhile", async () => {
    await serviceHas(staffed(60, ""));
    await refuse("E11", 500);
    await refuse("E14", 500);
    const wanted = staffed(60, "", { phoneNumber: "0912-000-001" }, "QA");
    const { run } = await site.run({ source: wanted.source() });
    expect(run).toMatchObject({ status: "failed", error: { code: "breaker-open" } });
    expect(run.error?.message).toMatch(/the last one: E14 /);
  });

  // A create that is refused is looked up before it counts; one other may be sent meanwhile.
  it.each([
    ["twenty equal failures, but for the one under way", 400, 20, 21],
    ["one answer that its key is not permitted", 401, 1, 1],
  ])("on one connection sends no write after %s", async (_, status, atLeast, atMost) => {
    await serviceHas(office);
    await refuse("E12", 500, 10, status);
    const single = { ...quickSettings(fixture), concurrency: 1 };
    const slow = await openRunSite(single, redis, { nowMs: () => now });
    const { run } = await slow.run({ source: staffed(200, "").source() });
    await slow.close();
    const sent = writesOf(await fixture.calls()).filter((call) => call.status === status).length;
    expect(sent).toBeGreaterThanOrEqual(atLeast);
    expect(sent).toBeLessThanOrEqual(atMost);
    // Where newcomers need two writes, one may have had its first.
    expect(run.status).toBe(status === 400 ? "partial" : "failed");
    expect([190, 191]).toContain(run.failed + run.notTried);
    expect([sent, sent + 1]).toContain(run.failed);
  });

  it("that loses its permission is stopped; the refresh stays owed until a later run can make it", async () => {
    await serviceHas(office);
    await refuse("E12", 500, 10, 401);
    await refuse("P1", 1, 0, 401);
    const wanted = staffed(200, "").source();
    const { run, error } = await site.run({ source: wanted });
    expect(run).toMatchObject({ status: "failed", refresh: "owed", error: { code: "target-unauthorized" } });
    expect(error).toMatchObject({ place: { operation: "E12", status: 401 } });
    expect(writesOf(await fixture.calls()).filter(({ status }) => status === 401).length).toBeLessThanOrEqual(16);
    expect(await site.store.debts.refreshOwed()).toBe(true);

    await fixture.mend();
    await fixture.forgetCalls();
    const next = await site.run({ source: wanted });
    expect(next.run).toMatchObject({ status: "succeeded", refresh: "done" });
    expect(await callsMade()).toMatchObject({ refreshes: 1, afterLastWrite: 1 });
    expect(await site.store.debts.refreshOwed()).toBe(false);
  });

  it("that is stopped counts a change without a write as not tried", async () => {
    await serviceHas(office);
    await refuse("E2", 500, 0, 401);
    const { run } = await site.run({ source: staffed(20, "").source() });
    expect(run).toMatchObject({ status: "failed", applied: 0, failed: 0, notTried: 20 });
    expect(writesOf(await fixture.calls())).toEqual([]);
  });

  it("whose refresh fails has failed, and the next run makes the refresh although it writes nothing", async () => {
    await serviceHas(office);
    await refuse("P1", 1);
    const wanted = staffed(1, "").source();
    const { run } = await site.run({ source: wanted });
    expect(run).toMatchObject({ status: "failed", applied: 1, refresh: "owed", error: { code: "target-refused" } });
    await fixture.forgetCalls();
    const next = await site.run({ source: wanted });
    expect(next.run).toMatchObject({ status: "succeeded", planned: 0, refresh: "done" });
    expect(await callsMade()).toMatchObject({ writes: 0, refreshes: 1 });
  });

  it("with too many failures disables nobody", async () => {
    await serviceHas(staffed(6, "").employee("leaver").in("QA"));
    await refuse("E11", 3);
    const wanted = staffed(6, "新").employee("leaver", { active: false }).in("QA").source();
    const { run } = await site.run({ source: wanted, maxFailures: 2 });
    expect(run.status).toBe("partial");
    expect(summed(await outcomesOf(run.id))).toEqual({
      applied: 3,
      "failed target-refused": 3,
      "not-tried too-many-failures": 1,
    });
    expect((await fixture.calls()).filter(({ operation }) => operation === "E7")).toEqual([]);
    const next = await site.run({ source: wanted, maxFailures: 2 });
    expect(next.run).toMatchObject({ status: "succeeded", applied: 4 });
  });

  it("in which newcomers are refused disables the leavers whom HR names, because their licences may be what is lacking", async () => {
    await serviceHas(staffed(1, "").employee("leaver").in("QA"));
    await refuse("E12", 9);
    const wanted = staffed(5, "").employee("leaver", { active: false }).in("QA").source();
    const { run } = await site.run({ source: wanted, maxFailures: 2 });
    expect(summed(await outcomesOf(run.id))).toEqual({ applied: 1, "failed target-refused": 4 });
    expect((await fixture.calls()).filter(({ operation }) => operation === "E7")).toHaveLength(1);
  });

  it("in which newcomers are refused disables nobody whom HR no longer lists, because they may be the newcomers under other keys", async () => {
    const before = staffed(1, "").employee("leaver").in("QA").employee("gone").in("QA");
    await serviceHas(before);
    const settings = { people: { ...defaultSettings.people, missing: 1 } };
    expect((await site.run({ source: before.source(), settings })).run.status).toBe("succeeded");
    await refuse("E12", 9);
    const wanted = staffed(5, "").employee("leaver", { active: false }).in("QA").source();
    const { run } = await site.run({ source: wanted, settings, maxFailures: 2 });
    expect(summed(await outcomesOf(run.id))).toEqual({ "failed target-refused": 4, "not-tried too-many-failures": 2 });
    expect((await fixture.calls()).filter(({ operation }) => operation === "E7")).toEqual([]);
  });

  it("does not remember a refused last day, and the next run writes it", async () => {
    await serviceHas(office.employee("ann").in("RD"));
    const source = office.employee("ann", { resignationDate: "2027-01-31" }).in("RD").source();
    await refuse("E9", 1);
    expect((await site.run({ source })).run).toMatchObject({ status: "partial", failed: 1 });
    expect((await site.run({ source })).run).toMatchObject({ status: "succeeded", applied: 1 });
    expect((await site.run({ source })).run).toMatchObject({ status: "succeeded", planned: 0 });
  });

  it("in which musterd itself refuses many changes is not stopped, and disables leavers", async () => {
    await serviceHas(staffed(25, "").employee("leaver").in("RD"));
    const refused = new MusterdError("gone", "the object is not there", { hint: "none" });
    const change = (full: RunDeps): RunDeps => ({
      ...full,
      target: {
        ...full.target,
        perform: (operation, beforeCall) =>
          operation.id === "E11" ? Promise.reject(refused) : full.target.perform(operation, beforeCall),
      },
    });
    const wanted = staffed(25, "新").employee("leaver", { active: false }).in("RD");
    const { run } = await site.run({ source: wanted.source(), change });
    expect(run).toMatchObject({ status: "partial", applied: 1, failed: 25, notTried: 0 });
  });

  it("that the guard blocks, or nobody approves, writes nothing and refreshes nothing", async () => {
    await serviceHas(staffed(5, ""));
    const wanted = staffed(5, "新").source();
    const settings = { caps: { employee: { update: { count: 4 } } } };
    const blocked = await site.run({ source: wanted, settings });
    expect(blocked.run).toMatchObject({ status: "blocked", refresh: "not-needed", planned: 5, notTried: 0 });
    expect(blocked.error).toMatchObject({
      code: "cap-exceeded",
      message: expect.stringContaining("5 × employee/update"),
    });
    const declined = await site.run({ source: wanted, approve: async () => false });
    expect(declined.run).toMatchObject({ status: "planned", refresh: "not-needed" });
    const planned = await site.plan({ source: wanted });
    expect(planned.fingerprint).toBe(declined.plan?.fingerprint);
    expect(await callsMade()).toEqual({ writes: 0, refreshes: 0, afterLastWrite: 0 });
    const accepted = await site.run({
      source: wanted,
      settings: { ...settings, accepted: ["cap-exceeded:employee/update"] },
    });
    expect(accepted.run).toMatchObject({ status: "succeeded", applied: 5 });
  });

  it("makes an owed refresh when the guard blocks its plan, and leaves it owed when nobody approves", async () => {
    await serviceHas(staffed(5, ""));
    await site.store.debts.oweRefresh("an earlier run");
    const wanted = staffed(5, "新").source();
    const declined = await site.run({ source: wanted, approve: async () => false });
    expect(declined.run).toMatchObject({ status: "planned", refresh: "owed" });
    expect(await callsMade()).toMatchObject({ refreshes: 0 });
    const blocked = await site.run({ source: wanted, settings: { caps: { employee: { update: { count: 4 } } } } });
    expect(blocked.run).toMatchObject({ status: "blocked", refresh: "done" });
    expect(await callsMade()).toMatchObject({ writes: 0, refreshes: 1 });
  });

  it("that was interrupted is closed by the next run, which makes its refresh", async () => {
    await serviceHas(staffed(2, ""));
    const cutOff = await site.store.runs.begin("schedule", "running");
    await site.store.plans.keepToApply(cutOff, await site.plan({ source: staffed(2, "新").source() }));
    await site.store.debts.oweRefresh(cutOff);
    const cleared: string[] = [];
    const change = (full: RunDeps): RunDeps => {
      const take = async () => ({ ...(await full.store.leases.take()), replaced: "host:7:x" });
      const store = { ...full.store, leases: { ...full.store.leases, take } };
      return { ...full, store, clearQueue: async (id) => void cleared.push(id) };
    };
    const { run } = await site.run({ source: staffed(2, "").source(), change });
    expect(run).toMatchObject({ status: "succeeded", planned: 0, refresh: "done" });
    expect(cleared).toEqual([cutOff]);
    const [taken] = await site.store.audit.list({ limit: 9, events: ["lease-taken-over"] });
    expect(taken?.facts).toEqual({ holder: "process 7 on host" });
    expect(await site.store.runs.find(cutOff)).toMatchObject({ status: "interrupted", notTried: 2 });
    expect((await site.store.plans.read(cutOff))?.plan.changes.flatMap(({ operations }) => operations)).toEqual([]);
    expect(await callsMade()).toMatchObject({ writes: 0, refreshes: 1 });
  });

  it("is refused while another run has the lease", async () => {
    await serviceHas(staffed(1, ""));
    const held = await site.store.leases.take();
    await expect(site.run({ source: staffed(1, "新").source() })).rejects.toMatchObject({ code: "run-in-progress" });
    expect(await fixture.calls()).toEqual([]);
    await held.release();
  });

  it("whose lease has expired continues if nobody else has taken it", async () => {
    await serviceHas(office);
    const { run } = await site.run({
      source: staffed(100, "").source(),
      onProgress: ({ done }) => {
        if (done % 30 === 0) now += 3_600_000;
      },
    });
    expect(run).toMatchObject({ status: "succeeded", applied: 100, refresh: "done" });
  });

  it("that loses its lease writes nothing more and leaves the refresh to the new holder", async () => {
    await serviceHas(office);
    const wanted = staffed(200, "").source();
    let other: Promise<Lease> | undefined;
    const { run } = await site.run({
      source: wanted,
      onProgress: ({ done }) => {
        if (done < 20) return;
        now += 60_000;
        other ??= site.store.leases.take();
      },
    });
    expect(run).toMatchObject({ status: "failed", refresh: "owed", error: { code: "lease-lost" } });
    expect(run.unconfirmed).toBeLessThan(20 + 64);
    expect(await callsMade()).toMatchObject({ refreshes: 0 });
    await (await other)?.release();
    expect((await site.run({ source: wanted })).run).toMatchObject({ status: "succeeded", refresh: "done" });
  });

  it("that cannot store an outcome ends, and refreshes after the last call in progress", async () => {
    await serviceHas(office);
    const breaking = (full: RunDeps): RunDeps => {
      let count = 0;
      const record: typeof full.store.plans.record = (run, outcome, memory) => {
        count += 1;
        return count > 10
          ? Promise.reject(new Error("the disk is full"))
          : full.store.plans.record(run, outcome, memory);
      };
      return { ...full, store: { ...full.store, plans: { ...full.store.plans, record } } };
    };
    const { run } = await site.run({ source: staffed(200, "").source(), change: breaking });
    expect(run).toMatchObject({ status: "failed", refresh: "done", error: { code: "internal" } });
    const calls = await callsMade();
    expect(calls).toMatchObject({ refreshes: 1, afterLastWrite: 1 });
    expect(calls.writes).toBeLessThan(200);
    // At a site that creates people as inactive, each newcomer needs a second write (R54).
    const writesEach = profileQuirks().newEmployees === "inactive" ? 2 : 1;
    expect(200 - run.notTried).toBeGreaterThanOrEqual(calls.writes / writesEach);
  });

  it("puts nothing about people into Redis", async () => {
    await serviceHas(office);
    const admin = connect(redis);
    const looks: Promise<string>[] = [];
    const { run } = await site.run({
      source: staffed(300, "員").source(),
      onProgress: ({ done }) => {
        if (done % 50 === 1) looks.push(everythingIn(admin));
      },
    });
    // The random digits of the run's id may contain "e1".
    const contents = (await Promise.all(looks)).join("\n").replaceAll(run.id, "RUN");
    admin.disconnect();
    expect(contents).toContain('"data"');
    for (const text of ["員", "Z90000", "N1", "e1"]) {
      const inData = [...contents.matchAll(/"data":"(?:[^"\\]|\\.)*"/g)].filter(([data]) => data.includes(text));
      expect(inData).toEqual([]);
    }
    expect(contents).not.toMatch(/Z90000|員/);
  });
});

describe("a run that is stopped", () => {
  it("in the middle ends after the calls in progress and is refreshed; the next run does the rest", async () => {
    await serviceHas(office);
    const ending = new AbortController();
    const wanted = staffed(300, "").source();
    const { run } = await site.run({
      source: wanted,
      signal: ending.signal,
      onProgress: ({ done }) => {
        if (done === 50) ending.abort(cancelled("the test"));
      },
    });
    expect(run).toMatchObject({ status: "cancelled", refresh: "done", error: { code: "cancelled" } });
    expect(run.applied).toBe(0);
    expect(run.unconfirmed).toBeGreaterThanOrEqual(50);
    expect(run.unconfirmed).toBeLessThan(100);
    expect(run.unconfirmed + run.notTried + run.failed).toBe(300);
    expect(await callsMade()).toMatchObject({ refreshes: 1, afterLastWrite: 1 });
    expect((await site.run({ source: wanted })).run).toMatchObject({ status: "succeeded" });
    expect((await site.run({ source: wanted })).run).toMatchObject({ planned: 0, refresh: "not-needed" });
  });

  it("before its first write does not refresh", async () => {
    await serviceHas(office);
    const ending = new AbortController();
    const approve = async () => {
      ending.abort(cancelled("the test"));
      return true;
    };
    const { run } = await site.run({ source: staffed(3, "").source(), signal: ending.signal, approve });
    expect(run).toMatchObject({ status: "cancelled", refresh: "not-needed" });
    expect(await callsMade()).toEqual({ writes: 0, refreshes: 0, afterLastWrite: 0 });
    expect(await site.store.debts.refreshOwed()).toBe(false);
  });

  it("while it reads does not wait for the service", async () => {
    await serviceHas(office);
    await fixture.fault({ operation: "E1", kind: "hang", ms: 50_000, when: "before" });
    const ending = new AbortController();
    const running = site.run({ source: staffed(3, "").source(), signal: ending.signal });
    ending.abort(cancelled("the test"));
    expect((await running).run).toMatchObject({ status: "cancelled", planned: 0, refresh: "not-needed" });
  });

  it("while it waits for approval does not wait for an answer", async () => {
    await serviceHas(office);
    const ending = new AbortController();
    const approve = () => {
      ending.abort(cancelled("the test"));
      return new Promise<boolean>(() => undefined);
    };
    const { run } = await site.run({ source: staffed(3, "").source(), signal: ending.signal, approve });
    expect(run).toMatchObject({ status: "cancelled", refresh: "not-needed" });
  });

  it("while Redis is unreachable still ends and makes its refresh", async () => {
    await serviceHas(office);
    const own = await openRedis({ searchPath: process.env["PATH"] ?? "" }, createLog("silent"));
    const other = await openRunSite(quickSettings(fixture), own, { nowMs: () => now });
    const ending = new AbortController();
    let gone: Promise<void> | undefined;
    const { run } = await other.run({
      source: staffed(600, "").source(),
      signal: ending.signal,
      onProgress: ({ done }) => {
        if (done === 20) gone = own.close().then(() => ending.abort(cancelled("the test")));
      },
    });
    await gone;
    expect(run).toMatchObject({ status: "cancelled", refresh: "done" });
    expect(run.notTried).toBeGreaterThan(0);
    await other.close();
  });
});

describe("a run request", () => {
  it("is kept if the process dies as the run begins", async () => {
    await serviceHas(office);
    await site.store.requests.add({ trigger: "request" });
    const dying = (full: RunDeps): RunDeps => {
      const begin = () => Promise.reject(new Error("killed"));
      return { ...full, store: { ...full.store, runs: { ...full.store.runs, begin } } };
    };
    await expect(site.run({ source: office.source(), change: dying })).rejects.toThrow("killed");
    expect(await site.store.requests.next()).toMatchObject({ trigger: "request" });
    await site.run({ source: office.source() });
    expect(await site.store.requests.next()).toBeUndefined();
  });
});
