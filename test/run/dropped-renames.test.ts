/**
 * Runs on sites that answer a new code or account with 200 and keep the old one: the run says so, writes nothing that builds on
 * the new one, and does not try for ever.
 */
import { beforeEach, describe, expect, it } from "vitest";
import type { OperationId } from "../../src/contract/contract.ts";
import { MusterdError } from "../../src/lib/errors.ts";
import type { Rename } from "../../src/model/directory/snapshot.ts";
import type { RunDeps } from "../../src/run/reconcile.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { directoryOf, organisationOf } from "../support/directory/organisation-document.ts";
import { refreshesAfterLastWrite, refreshesOf } from "../support/servers/service-fixture.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

let today: string;

beforeEach(() => {
  today = "2026-11-21";
});

useRunSite({ nowMs: () => Date.parse(`${today}T04:00:00Z`) });

type Codes = Readonly<Record<"level" | "department" | "title" | "function" | "category" | "account", string>>;

const old: Codes = { level: "L1", department: "RD", title: "T1", function: "F1", category: "C1", account: "amy" };

/** Amy has a post that names all codes; `bob` gets another last day, so that every run has something to write. */
const office = (codes: Codes, day: string) =>
  directory()
    .level(codes.level)
    .title(codes.title)
    .category(codes.category)
    .function(codes.function, { category: codes.category })
    .department("QA", { level: codes.level })
    .department(codes.department, { level: codes.level })
    .employee(codes.account, { name: "Amy", number: "1" })
    .in(codes.department, { title: codes.title, functions: [codes.function] })
    .employee("bob", { number: "2", expiredTime: `${day}T15:59:59.000Z` })
    .in("QA");

const cases: readonly [keyof Codes, OperationId][] = [
  ["level", "V3"],
  ["department", "D3"],
  ["title", "T3"],
  ["function", "J6"],
  ["category", "J1"],
  ["account", "E11"],
];

describe.each(cases)("a site that drops a new code: %s", (field, operation) => {
  const codes = { ...old, [field]: "NEW" };
  const renames: readonly Rename[] = field === "account" ? [] : [{ kind: field, from: old[field], to: "NEW" }];
  const drops = () => fixture.fault({ operation, kind: "status", status: 200, body: "none", times: 1 });
  const runTo = async (day: string) => {
    await fixture.forgetCalls();
    const { run, plan, error } = await site.run({ source: office(codes, day).source(renames) });
    const outcomes = [...((await site.store.plans.read(run.id))?.outcomes.values() ?? [])];
    const failed = outcomes.flatMap(({ result, code }) => (result === "failed" ? [code] : []));
    const calls = await fixture.calls();
    expect(error).toBeUndefined();
    return { run, plan, failed, calls, state: directoryOf(await fixture.dump()) };
  };

  it("is told in the run, twice; then the change is held, and tried again after a week", async () => {
    await serviceHas(office(old, "2027-01-01"));
    const before = directoryOf(await fixture.dump());
    for (const day of ["2027-01-02", "2027-01-03"]) {
      await drops();
      const { run, failed, calls, state } = await runTo(day);
      expect([run.status, failed]).toEqual(["partial", ["not-applied"]]);
      expect(refreshesOf(calls)).toHaveLength(1);
      expect(refreshesAfterLastWrite(calls)).toHaveLength(1);
      expect({ ...state, employees: state.employees.map(({ expiredTime: _, ...rest }) => rest) }).toEqual({
        ...before,
        employees: before.employees.map(({ expiredTime: _, ...rest }) => rest),
      });
    }
    const third = await runTo("2027-01-03");
    expect(third.run.status).toBe("succeeded");
    expect(third.plan?.changes).toEqual([]);
    expect(third.plan?.held.map(({ reason }) => reason)).toContain("does-not-converge");
    today = "2026-11-30";
    const later = await runTo("2027-01-03");
    expect([later.run.status, later.failed]).toEqual(["succeeded", []]);
    expect(later.state).toEqual(directoryOf(organisationOf(office(codes, "2027-01-03").full())));
  });
});

it("a change that was sent is not called untried where the store cannot note that it may come late", async () => {
  await serviceHas(office(old, "2027-01-01"));
  await fixture.fault({ operation: "E11", kind: "status", status: 200, body: "none", times: 1 });
  const source = office({ ...old, account: "ann" }, "2027-01-01").source();
  const change = (full: RunDeps): RunDeps => {
    const expectLateWrite = () => Promise.reject(new MusterdError("store-unavailable", "locked", { hint: "wait" }));
    return { ...full, store: { ...full.store, debts: { ...full.store.debts, expectLateWrite } } };
  };
  const { run } = await site.run({ source, change });
  expect(run).toMatchObject({ status: "failed", refresh: "done", error: { code: "store-unavailable" } });
  const outcomes = [...((await site.store.plans.read(run.id))?.outcomes.values() ?? [])];
  expect(outcomes.map(({ result, code }) => [result, code])).toEqual([["failed", "store-unavailable"]]);
});

it("a leaver whose new account the service refuses is disabled under the old one", async () => {
  const company = (account: string, active: boolean) =>
    directory()
      .level("L1")
      .department("RD")
      .employee("bob", { number: "2" })
      .in("RD")
      .employee(account, { name: "Amy", number: "1", active })
      .in("RD");
  await serviceHas(company("amy", true));
  await fixture.fault({ operation: "E11", kind: "status", status: 400, times: 1 });
  const { run } = await site.run({ source: company("ann", false).source() });
  const outcomes = (await site.store.plans.read(run.id))?.outcomes;
  expect(outcomes?.get("employee/amy/rename")).toMatchObject({ result: "failed", code: "target-refused" });
  expect(outcomes?.get("employee/amy/deactivate")).toMatchObject({ result: "applied" });
  const { employees } = directoryOf(await fixture.dump());
  expect(employees.map(({ account, active }) => [account, active])).toEqual([
    ["bob", true],
    ["amy", false],
  ]);
  const next = await site.run({ source: company("ann", false).source() });
  expect(next.run.status).toBe("succeeded");
  expect(directoryOf(await fixture.dump()).employees.map(({ account }) => account)).toEqual(["bob", "ann"]);
});

describe("a site that ignores every new code of a department", () => {
  const company = (rd: string, lab: string) =>
    directory()
      .level("L1")
      .department(rd, { name: "Research" })
      .department(lab, { name: "Laboratory" })
      .employee("amy", { number: "1" })
      .in(rd)
      .employee("bob", { number: "2" })
      .in(lab);

  it.each(["listed", "linked"] as const)("moves nobody when two exchange their codes (%s)", async (how) => {
    await serviceHas(company("RD", "LAB"), { ignores: ["D3"] });
    const linked = how === "linked" ? { linked: true as const } : {};
    const renames: readonly Rename[] = [
      { kind: "department", from: "RD", to: "LAB", ...linked },
      { kind: "department", from: "LAB", to: "RD", ...linked },
    ];
    const before = directoryOf(await fixture.dump());
    for (let night = 0; night < 4; night += 1) {
      const { plan } = await site.run({ source: company("LAB", "RD").source(renames) });
      // Tried twice, then held.
      expect(plan?.changes).toHaveLength(night < 2 ? 3 : 0);
      expect(directoryOf(await fixture.dump())).toEqual(before);
    }
  });
});
