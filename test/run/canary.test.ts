/** Runs that try a few entries first, on the real service: what stops the rest, what is left, and that one refresh comes after both. */
import { describe, expect, it } from "vitest";
import type { Canary } from "../../src/model/plan/canary.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { refreshesAfterLastWrite, refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

useRunSite({ nowMs: () => Date.parse("2026-11-21T04:00:00Z") });

const accounts = ["amy", "ann", "bob", "eve", "joe"];
const office = directory().level("L1").department("RD").department("QA").title("T1").title("T2");
const staffed = (title: string) =>
  accounts.reduce(
    (all, account) => all.employee(account).in("RD", { title, supervisor: "boss" }),
    office.employee("boss").in("RD", { supervisor: null }).managing("QA"),
  );
const newcomers = accounts.reduce((all, account) => all.employee(account).in("RD"), office.department("NEW"));

const peopleNow = async () => directoryOf(await fixture.dump()).employees.map(({ account }) => account);
const outcomes = async (run: string) => {
  const sums: Record<string, number> = {};
  for (const { result, code } of (await site.store.plans.read(run))?.outcomes.values() ?? [])
    sums[[result, code].join(" ").trim()] = (sums[[result, code].join(" ").trim()] ?? 0) + 1;
  return sums;
};
const refreshes = async () => {
  const calls = await fixture.calls();
  return [refreshesOf(calls).length, refreshesAfterLastWrite(calls).length];
};

describe("a run with a canary", () => {
  it("asks when the canary is written and read back, then does the rest, and refreshes once", async () => {
    await serviceHas(office);
    const seen: Canary[] = [];
    const goOn = async (_: unknown, canary: Canary) => {
      seen.push(canary);
      expect(await peopleNow()).toEqual(["amy"]);
      expect(refreshesOf(await fixture.calls())).toEqual([]);
      return true;
    };
    const { run } = await site.run({ source: newcomers.source(), canary: { entries: 2, goOn } });
    expect(seen).toMatchObject([{ entries: 2, untried: [] }]);
    expect(run).toMatchObject({ status: "succeeded", applied: 6, notTried: 0 });
    expect(await refreshes()).toEqual([1, 1]);
    expect(await peopleNow()).toEqual(accounts);
  });

  it("that nobody agrees to leaves the rest to the next run, which may do it although it exceeds the limits", async () => {
    await serviceHas(office);
    const goOn = async () => false;
    const { run, error } = await site.run({ source: newcomers.source(), canary: { entries: 2, goOn } });
    expect([run.status, error?.code, await outcomes(run.id)]).toEqual([
      "partial",
      "canary-only",
      { applied: 2, "not-tried canary-only": 4 },
    ]);
    expect(await refreshes()).toEqual([1, 1]);
    const settings = { caps: { employee: { create: { count: 0 } } } };
    const next = await site.run({ source: newcomers.source(), settings });
    expect(next.run).toMatchObject({ status: "succeeded", applied: 4 });
    expect((await site.plan({ source: newcomers.source() })).changes).toEqual([]);
  });

  it("stops where a write has taken something along, and the next run, which knows it, does the rest", async () => {
    await serviceHas(staffed("T1"), { supervisorsOnReplace: "dropped", managersAreMembers: false });
    const never = async () => Promise.reject(new Error("nobody is to be asked"));
    const { run, error } = await site.run({ source: staffed("T2").source(), canary: { entries: 1, goOn: never } });
    expect([run.status, error?.code]).toEqual(["partial", "canary-differs"]);
    expect(await outcomes(run.id)).toMatchObject({ "not-tried canary-differs": 4 });
    expect(await refreshes()).toEqual([1, 1]);
    const next = await site.run({ source: staffed("T2").source() });
    expect(next.run).toMatchObject({ status: "succeeded", failed: 0 });
    const { employees } = directoryOf(await fixture.dump());
    expect(employees.filter(({ account }) => account !== "boss").map(({ posts }) => posts[0])).toEqual(
      accounts.map(() => expect.objectContaining({ title: "T2", supervisor: "boss" })),
    );
  });

  it("stops where a change of the canary is refused", async () => {
    await serviceHas(office);
    await fixture.fault({ operation: "E12", kind: "status", status: 400, times: 1 });
    const { error, run } = await site.run({
      source: newcomers.source(),
      canary: { entries: 2, goOn: async () => true },
    });
    expect([run.status, error?.code]).toEqual(["partial", "canary-differs"]);
  });

  it("whose process stops at the question writes nothing more, and refreshes what is written", async () => {
    await serviceHas(office);
    const ending = new AbortController();
    const goOn = async () => {
      ending.abort(new Error("stop"));
      return true;
    };
    const { run } = await site.run({ source: newcomers.source(), canary: { entries: 2, goOn }, signal: ending.signal });
    expect([run.applied, run.notTried]).toEqual([2, 4]);
    expect(writesOf(await fixture.calls()).filter(({ operation }) => operation === "E12")).toHaveLength(1);
    expect(await refreshes()).toEqual([1, 1]);
  });
});
