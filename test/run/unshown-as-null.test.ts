/**
 * A site that shows personal values of nobody, and sends null in their place: what musterd wrote looks cleared. It is written once more, because
 * the site may only ignore it in E12; then nobody is written again for it, nothing counts as failed, HR's corrections are sent once, and a
 * number that is given again is asked about by what was written.
 */
import { describe, expect, it } from "vitest";
import type { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { writesOf } from "../support/servers/service-fixture.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";
import { idsOf } from "../support/target/plan-between.ts";

useRunSite({ nowMs: () => Date.parse("2026-11-21T04:00:00Z") });

const quirks: Pick<Quirks, "shownAsNull"> = { shownAsNull: ["idCardNumber", "birthDate", "hireDate", "englishName"] };
const empty = directory();

const people = ["amy", "bob", "cid", "dan"] as const;

const office = (changed: Partial<Record<(typeof people)[number], object>> = {}): DirectoryBuilder =>
  people.reduce(
    (built, account, at) =>
      built
        .employee(account, {
          number: `A${at}`,
          name: `王小${"明美華國"[at]}`,
          idCardNumber: `A12345678${at}`,
          birthDate: `198${at}-02-03`,
          hireDate: "2015-06-01",
          englishName: `Person ${at}`,
          ...changed[account],
        })
        .in("RD"),
    directory().level("L1").department("RD"),
  );

const runOf = async (desired: DirectoryBuilder) => {
  await fixture.forgetCalls();
  const { run, plan } = await site.run({ source: desired.source() });
  return {
    run,
    ids: idsOf(plan?.changes ?? []),
    plan,
    writes: writesOf(await fixture.calls()).map((one) => one.operation),
  };
};
const stored = async (account: string) => (await fixture.dump()).employees.find((one) => one.account === account);

describe("a site that shows null in the place of personal values", () => {
  it("is imported with at most a second write about each, and in step on the next night", async () => {
    await serviceHas(empty, quirks);
    const { run, writes } = await runOf(office());
    expect(run).toMatchObject({ status: "succeeded", failed: 0, held: 0 });
    expect(writes.filter((id) => id === "E11").length).toBeLessThanOrEqual(people.length);
    const next = await runOf(office());
    expect([next.run, next.ids]).toMatchObject([{ status: "succeeded", failed: 0, held: 0 }, []]);
    for (const label of quirks.shownAsNull)
      expect(next.plan?.notices).toContainEqual({ code: "not-shown", kind: "employee", key: "*", label });
  });

  it("is not taken for one that only ignores such a value of newcomers", async () => {
    await serviceHas(empty, { ignores: ["E12.birthDate"] });
    expect((await runOf(office())).run).toMatchObject({ status: "succeeded", failed: 0, held: 0 });
    for (const [at, account] of people.entries())
      expect(await stored(account)).toMatchObject({ birthDate: expect.stringContaining(`198${at}-02-03`) });
  });

  it("is not taken for one that has shown such a value and loses it (life 33000187)", async () => {
    await serviceHas(empty, { ignores: ["E12.birthDate", "E11.englishName"], e11Omitted: "clear" });
    const first = await runOf(office());
    expect(first.run).toMatchObject({ status: "partial", failed: people.length });
    expect(await stored("amy")).toMatchObject({ birthDate: expect.any(String), englishName: null });
    expect((await runOf(office())).run).toMatchObject({ status: "partial", failed: people.length });
    const { run, plan } = await runOf(office());
    expect(run).toMatchObject({ status: "succeeded", held: people.length });
    expect(new Set(plan?.held.map(({ reason }) => reason))).toEqual(new Set(["does-not-converge"]));
  });

  it("gets HR's correction of such a value once", async () => {
    await serviceHas(empty, quirks);
    await runOf(office());
    const corrected = office({ bob: { birthDate: "1981-12-31" } });
    expect((await runOf(corrected)).run).toMatchObject({ status: "succeeded", applied: 1, failed: 0 });
    expect(await stored("bob")).toMatchObject({ birthDate: expect.stringContaining("1981-12-31") });
    expect((await runOf(corrected)).ids).toEqual([]);
  });

  it("keeps the record of somebody whose number, name and account are given to another person", async () => {
    await serviceHas(empty, quirks);
    await runOf(office());
    const another = { idCardNumber: "B987654321", birthDate: "1999-09-09", hireDate: "2026-11-01" };
    const { plan, writes } = await runOf(office({ cid: another }));
    expect([writes, plan?.held.map(({ id, reason }) => [id, reason])]).toEqual([
      [],
      [["employee/cid/update", "number-given-again"]],
    ]);
    expect(await stored("cid")).toMatchObject({ idCardNumber: "A123456782" });
  });

  it("compares a value again once the site shows it of somebody", async () => {
    await serviceHas(empty, quirks);
    await runOf(office());
    await fixture.quirks({});
    expect((await runOf(office())).ids).toEqual([]);
  });
});
