/**
 * Examples of restricted runs with a real service over HTTP, client, Redis and store: they write to nobody else, refresh once,
 * and leave what musterd remembers of the rest as it is.
 */
import { beforeEach, describe, expect, it } from "vitest";
import { directory } from "../support/directory/directory-builder.ts";
import type { FullDirectory } from "../support/directory/full-directory.ts";
import { directoryOf, organisationOf } from "../support/directory/organisation-document.ts";
import { refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, site, useRunSite } from "../support/suites/run-parts.ts";

const clock = { nowMs: () => Date.parse("2026-11-21T04:00:00Z") };

useRunSite(clock);

const ofService = async (): Promise<FullDirectory> => directoryOf(await fixture.dump());

describe("a restricted run", () => {
  const office = (suffix: string) =>
    ["ann", "bob", "eve"].reduce(
      (all, account) => all.employee(account, { name: `${account}${suffix}`, number: `N-${account}` }).in("RD"),
      directory().level("L1").department("RD"),
    );
  const source = office("新").source();

  beforeEach(async () => {
    await fixture.load(organisationOf(office("").full()));
    await fixture.forgetCalls();
  });

  const namesNow = async () => (await ofService()).employees.map(({ name }) => name);

  it("changes its subject alone, refreshes once, and reports whom it leaves out", async () => {
    const { run, plan } = await site.run({ source, only: ["N-bob"] });
    expect(run).toMatchObject({ status: "succeeded", applied: 1, refresh: "done" });
    expect(plan?.only).toEqual({
      subjects: [{ kind: "employee", key: "bob", label: "bob新", named: "N-bob" }],
      leftOut: 2,
      leftOutEntries: 2,
    });
    expect(await namesNow()).toEqual(["ann", "bob新", "eve"]);
    const calls = await fixture.calls();
    expect([writesOf(calls).length, refreshesOf(calls).length]).toEqual([1, 1]);
    expect((await site.store.plans.read(run.id))?.plan.only).toEqual(plan?.only);
  });

  it("does not stand for a whole run: the profile, run requests and an approval stay as they are", async () => {
    await site.store.requests.add({ trigger: "request" });
    const approval = { givenAt: "2026-11-21T03:00:00.000Z", digests: new Set(["0123456789abcdef"]), emptyKinds: [] };
    await site.store.approvals.keep(approval);
    await site.run({ source, only: ["bob"] });
    expect(await site.store.requests.next()).toMatchObject({ trigger: "request" });
    expect(await site.store.approvals.read()).toEqual(approval);
    expect(await site.store.sourceProfile.read()).toBeUndefined();
    await site.run({ source });
    expect(await site.store.requests.next()).toBeUndefined();
    expect(await site.store.approvals.read()).toBeUndefined();
    expect(await site.store.sourceProfile.read()).toBeDefined();
  });

  it("does not forget how often a change that it leaves out was applied in vain", async () => {
    const count = { subject: "applied/employee/ann/update", field: "fields", value: "0123456789abcdef:1" };
    await site.remember([count]);
    await site.run({ source, only: ["bob"] });
    expect((await site.store.ledger.read()).written.get(`${count.subject} fields`)).toBe(count.value);
  });

  it("is judged by the guard for what is left", async () => {
    const caps = { employee: { update: { count: 1 } } };
    expect((await site.run({ source, settings: { caps } })).run.status).toBe("blocked");
    expect((await site.run({ source, settings: { caps }, only: ["ann", "bob"] })).run.status).toBe("blocked");
    expect((await site.run({ source, settings: { caps }, only: ["ann"] })).run.status).toBe("succeeded");
  });

  it("repairs what its writes took from others, and leaves their other differences", async () => {
    const people = (account: string, suffix: string, title: string) =>
      directory()
        .level("L1")
        .department("RD")
        .title("T1")
        .title("T2")
        .employee(account, { name: "ann", number: "N1" })
        .in("RD", { title: "T1", functions: [] })
        .managing("RD")
        .employee("bob", { name: `bob${suffix}`, number: "N2" })
        .in("RD", { title, functions: [], supervisor: account });
    await fixture.load(organisationOf(people("ann", "", "T1").full()));
    // The site forgets who manages and who approves when an account is renamed.
    await fixture.quirks({ renamedAccounts: "forgotten" });
    const { run } = await site.run({ source: people("ann.c", "新", "T2").source(), only: ["N1"] });
    expect(run.status).toBe("succeeded");
    const { departments, employees } = await ofService();
    expect(departments[0]?.manager).toBe("ann.c");
    expect(employees.find(({ account }) => account === "bob")).toMatchObject({
      name: "bob",
      posts: [{ title: "T1", supervisor: "ann.c" }],
    });
  });

  it("with a name that nobody or several have ends with an error before anything is written", async () => {
    expect((await site.run({ source, only: ["zoe"] })).error?.code).toBe("subject-unknown");
    const twins = directory()
      .level("L1")
      .department("RD")
      .employee("a1", { name: "王" })
      .employee("a2", { name: "王" });
    const { error } = await site.run({ source: twins.source(), only: ["王"] });
    expect(error).toMatchObject({ code: "subject-ambiguous", message: expect.stringContaining("employee/a2 (王)") });
    expect(writesOf(await fixture.calls())).toEqual([]);
  });
});
