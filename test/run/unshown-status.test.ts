/**
 * A site that shows of nobody whether they are active: it may have the property under a name of its own. HR's leavers are disabled once,
 * returners are enabled once, nobody else is touched, and the plan says what is not compared.
 */
import { beforeEach, describe, expect, it } from "vitest";
import type { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";
import { idsOf } from "../support/target/plan-between.ts";

let nowMs: number;

beforeEach(() => {
  nowMs = Date.parse("2026-11-21T04:00:00Z");
});

useRunSite({ nowMs: () => nowMs });

const office = (bob: object = {}): DirectoryBuilder =>
  directory()
    .level("L1")
    .department("RD")
    .employee("ann", { number: "1" })
    .in("RD")
    .employee("bob", { number: "2", ...bob })
    .in("RD")
    .employee("cid", { number: "3" })
    .in("RD");
const empty = directory();
const hidden: Partial<Quirks> = { notShown: ["active"] };

const isActive = async (account: string) =>
  (await fixture.dump()).employees.find((one) => one.account === account)?.active;
const statusCalls = async () => (await fixture.calls()).filter(({ operation }) => operation === "E7");
const runOf = async (desired: DirectoryBuilder) => {
  await fixture.forgetCalls();
  const { run, plan } = await site.run({ source: desired.source() });
  return { run, ids: idsOf(plan?.changes ?? []), notices: plan?.notices ?? [] };
};
const inStep = { status: "succeeded", applied: 0, held: 0, failed: 0 };

describe("a site that shows nobody's status", () => {
  it.each(["active", "inactive"] as const)(
    "is imported and in step on the next night, and who was created %s can sign in",
    async (newEmployees) => {
      await serviceHas(empty, { ...hidden, newEmployees });
      expect((await runOf(office())).run).toMatchObject({ status: "succeeded", failed: 0, held: 0 });
      expect([await isActive("ann"), await isActive("bob"), await isActive("cid")]).toEqual([true, true, true]);
      expect(await statusCalls()).toHaveLength(3);
      const { run, ids, notices } = await runOf(office());
      expect([run, ids]).toMatchObject([inStep, []]);
      expect(writesOf(await fixture.calls())).toEqual([]);
      expect(notices).toContainEqual({ code: "not-shown", kind: "employee", key: "*", label: "active" });
    },
  );

  it("disables a leaver once, and enables who returns once", async () => {
    await serviceHas(office(), hidden);
    const gone = office({ active: false });
    expect((await runOf(gone)).ids).toEqual(["employee/bob/deactivate"]);
    expect([await isActive("bob"), refreshesOf(await fixture.calls()).length]).toEqual([false, 1]);
    expect((await runOf(gone)).run).toMatchObject(inStep);
    expect((await runOf(office())).ids).toEqual(["employee/bob/reactivate"]);
    expect(await isActive("bob")).toBe(true);
    expect((await runOf(office())).run).toMatchObject(inStep);
  });

  it("takes back a disabling by an undo", async () => {
    await serviceHas(office(), hidden);
    const { run } = await runOf(office({ active: false }));
    const undone = await site.run({ source: empty.source(), undoes: run.id });
    expect([undone.run.status, await isActive("bob")]).toEqual(["succeeded", true]);
  });

  it("creates a joiner disabled, who can sign in from the hire date", async () => {
    await serviceHas(office(), hidden);
    const joining = (hireDate: string) => office().employee("dee", { number: "4", hireDate }).in("RD");
    const waiting = joining("2026-11-25");
    await runOf(waiting);
    expect(await isActive("dee")).toBe(false);
    expect((await runOf(waiting)).run).toMatchObject(inStep);
    nowMs += 5 * 86_400_000;
    await runOf(waiting);
    expect(await isActive("dee")).toBe(true);
    expect((await runOf(waiting)).run).toMatchObject(inStep);
  });

  it("disables again where the service was put back to before", async () => {
    await serviceHas(office(), hidden);
    const gone = office({ active: false, name: "Bob Left", email: "left@example.com" });
    await runOf(gone);
    await serviceHas(office(), hidden);
    const { run } = await runOf(gone);
    expect([run.status, await isActive("bob")]).toEqual(["succeeded", false]);
    expect((await runOf(gone)).run).toMatchObject(inStep);
  });

  it("leaves nobody disabled by a memory of its own where the status shows again", async () => {
    await serviceHas(office(), hidden);
    await runOf(office({ active: false }));
    await serviceHas(office(), { notShown: [] });
    expect((await runOf(office())).ids).toEqual([]);
    expect((await runOf(office({ active: false }))).ids).toEqual(["employee/bob/deactivate"]);
  });
});
