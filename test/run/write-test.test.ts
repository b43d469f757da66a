/** The write test on the real service: what it finds on sites with habits, and that the test person is afterwards as before. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "../../src/lib/log.ts";
import { ledgerKey, shownLateEntry } from "../../src/model/memory/memory.ts";
import { habitsOf } from "../../src/model/memory/site-habit.ts";
import { writeTest } from "../../src/run/write-test.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { quickSettings, refreshesAfterLastWrite, refreshesOf } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

useRunParts();

let site: RunSite;
let target: TargetWriter;
const log = createLog("silent");

beforeEach(async () => {
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
  target = openWriter(quickSettings(fixture), log);
});
afterEach(async () => {
  await target.close();
  await site.close();
});

const office = directory()
  .level("L1")
  .department("RD")
  .department("QA")
  .title("T1")
  .title("T2")
  .department("LAB")
  .employee("boss")
  .in("QA", { title: "T1" })
  .employee("other")
  .in("RD", { title: "T1", supervisor: "boss" })
  .employee("probe", { number: "P1", englishName: "Probe" })
  .in("RD", { title: "T1", supervisor: "boss" })
  .managing("RD");

const probed = (signal = new AbortController().signal, own = target) =>
  writeTest({ store: site.store, target: own, log, today: "2026-11-21" }, "probe", signal);

const refreshes = async () => {
  const calls = await fixture.calls();
  return [refreshesOf(calls).length, refreshesAfterLastWrite(calls).length];
};

describe("a write test", () => {
  it("of a site without habits finds none, restores the person, and refreshes once", async () => {
    await serviceHas(office, {});
    const before = await fixture.dump();
    expect(await probed()).toEqual({ account: "probe", tried: ["E11", "E14", "E13", "E7"], observed: [], left: [] });
    expect(await fixture.dump()).toEqual(before);
    expect(await refreshes()).toEqual([1, 1]);
    expect(await site.store.debts.refreshState()).toBe("not-needed");
  });

  it.each([
    [{ supervisorsOnReplace: "dropped" } as const, ["E14 takes-along supervisor supervisor"]],
    [{ takesAlong: ["E7-off-titles"] }, ["E7 takes-along post posts"]],
    [{ takesAlong: ["E13-members"] }, ["E13 takes-from-others supervisor supervisor"]],
    [{ takesAlong: ["E14-members-approvers"] }, ["E14 takes-from-others supervisor supervisor"]],
    [{ managerLeaves: "cleared" } as const, ["E7 takes-along manager manager"]],
    [{ ignores: ["E7"] as const }, ["E7 stores-otherwise employee active"]],
    [{ inactivePeople: "hidden" } as const, []],
    [{ staleReadings: 1 }, []],
  ])("of a site with %j finds it, remembers it, and restores the person", async (quirks, expected) => {
    await serviceHas(office, quirks as object);
    const before = await fixture.dump();
    const { left, showsLate } = await probed();
    expect({ left, showsLate }).toEqual({ left: [], showsLate: undefined });
    expect(await fixture.dump()).toEqual(before);
    const known = habitsOf(await site.store.ledger.read());
    expect(known.map(({ operation, does, kind, field }) => `${operation} ${does} ${kind} ${field}`)).toEqual(expected);
  });

  it("of a site whose lists show a write only after the refresh says so, tries nothing else, and puts the person back", async () => {
    await serviceHas(office, { staleReadings: "until-refresh" });
    const before = await fixture.dump();
    expect(await probed()).toEqual({ account: "probe", tried: ["E11"], observed: [], showsLate: true, left: [] });
    expect(await fixture.dump()).toEqual(before);
    const { written } = await site.store.ledger.read();
    expect(written.get(ledgerKey(shownLateEntry.subject, shownLateEntry.field))).toBe(shownLateEntry.value);
    expect(habitsOf({ written })).toEqual([]);
    expect(await site.store.debts.refreshState()).toBe("not-needed");
  });

  it("tries the manager of a department in which the person is alone, and of no other", async () => {
    await serviceHas(office.employee("probe2").in("LAB", { title: "T1", supervisor: "boss" }).managing("LAB"), {});
    const before = await fixture.dump();
    const { tried, left } = await writeTest(
      { store: site.store, target, log, today: "2026-11-21" },
      "probe2",
      new AbortController().signal,
    );
    expect({ tried, left }).toEqual({ tried: ["E11", "E14", "E13", "D11", "D12", "E7"], left: [] });
    expect(await fixture.dump()).toEqual(before);
  });

  it("of a site on which writes take from others puts the others right first, and names what is left", async () => {
    await serviceHas(office, { takesAlong: ["E14-members-titles"] } as object);
    expect(await probed()).toMatchObject({
      observed: expect.arrayContaining([{ operation: "E14", does: "takes-from-others", kind: "post", field: "posts" }]),
      left: ["post/posts"],
    });
    const { employees } = await target.readDetails(await target.readLists(), {
      managersOf: [],
      postsOf: ["other"],
      membersOf: [],
    });
    expect(employees.find(({ account }) => account === "other")?.posts).toMatchObject([{ title: "T1" }]);
  });

  it("beside more people than are looked at leaves posts and approvers alone", async () => {
    const crowd = Array.from({ length: 51 }, (_, at) => `m${at}`).reduce(
      (all, account) => all.employee(account).in("RD"),
      office,
    );
    await serviceHas(crowd, {});
    expect(await probed()).toEqual({ account: "probe", tried: ["E11", "E7"], observed: [], left: [] });
  });

  it("whose key may not write ends at the first refusal", async () => {
    await serviceHas(office, {});
    await fixture.fault({ operation: "E11", kind: "status", status: 401, times: 1 });
    expect(await probed()).toMatchObject({
      tried: [],
      refused: { operation: "E11", code: "target-unauthorized" },
      left: [],
    });
  });

  it.each([{}, { staleReadings: "until-refresh" }])(
    "that was cut off is put right by the next one, on a site with %j",
    async (quirks) => {
      await serviceHas(office, quirks as object);
      const before = await fixture.dump();
      let writes = 0;
      const dying: TargetWriter = {
        ...target,
        perform: (operation, guard) =>
          writes++ < 1 ? target.perform(operation, guard) : Promise.reject(new Error("the process is killed")),
        readLists: () => (writes > 0 ? Promise.reject(new Error("the process is killed")) : target.readLists()),
      };
      await expect(probed(undefined, dying)).rejects.toThrow("the process is killed");
      expect(await fixture.dump()).not.toEqual(before);
      expect(await probed()).toMatchObject({ left: [] });
      expect(await fixture.dump()).toEqual(before);
    },
  );

  it("that could not put everything back is put right before another one begins", async () => {
    await serviceHas(office, {});
    const before = await fixture.dump();
    await fixture.quirks({ takesAlong: ["E14-members-titles"] });
    expect(await probed()).toMatchObject({ left: ["post/posts"] });
    const calls = (await fixture.calls()).length;
    expect(await probed()).toEqual({ account: "probe", tried: [], observed: [], left: ["post/posts/other"] });
    expect((await fixture.calls()).slice(calls).filter(({ operation }) => operation === "E11")).toEqual([]);
    await fixture.quirks({ takesAlong: [] });
    expect(await probed()).toMatchObject({ tried: ["E11", "E14", "E13", "E7"], left: [] });
    expect(await fixture.dump()).toEqual(before);
  });

  it("of an account that is not there writes nothing", async () => {
    await serviceHas(directory().level("L1"));
    await expect(probed()).rejects.toMatchObject({ code: "subject-unknown" });
    expect((await site.store.runs.list(1))[0]).toMatchObject({ status: "failed", refresh: "not-needed" });
    expect(await refreshes()).toEqual([0, 0]);
  });
});
