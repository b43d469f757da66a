/**
 * The sample company is imported into an empty service whose answers have other forms. Where nothing is lost, the service equals HR
 * after one run and nothing is left to do; where digits may be lost, the import stops at the first person. CI
 * tries five of the forms; test/client reads the others.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../src/lib/log.ts";
import { openRedis } from "../../src/queue/redis.ts";
import type { RedisHandle } from "../../src/queue/redis-handle.ts";
import { sampleCompany } from "../../src/sample/sample-company.ts";
import { shownDomain } from "../../src/service/kernel/http/answer-forms.ts";
import type { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import { openHrOffice } from "../support/directory/hr-office.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { openServiceFixture, quickSettings, refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { openRunSite } from "../support/suites/run-site.ts";
import { inPart } from "../support/suites/runs.ts";

const today = "2026-11-21";
let redis: RedisHandle;
beforeAll(async () => {
  redis = await openRedis({ searchPath: process.env["PATH"] ?? "" }, createLog("silent"));
});
afterAll(() => redis.close());

type Target = { readonly employeeNumberWidth?: number; readonly accountDomain?: string };

const imported = async (quirks: Partial<Quirks>, target: Target = {}) => {
  const { levels, titles, functions, departments, employees } = sampleCompany({ today, seed: 7 }).before;
  // A moment near 1970 has fewer digits in milliseconds, and is refused, because it may as well be seconds.
  const people = employees
    .filter(({ employeeNumber }) => employeeNumber)
    .map((person) => ({ ...person, birthDate: person.birthDate?.replace(/^19(69|70)/, "1971") ?? null }));
  const office = openHrOffice(directoryOf({ levels, titles, functions, departments, employees: people }), today, 7);
  const fixture = await openServiceFixture();
  await fixture.load({ levels: [], titles: [], functions: [], departments: [], employees: [] });
  await fixture.quirks(quirks);
  const site = await openRunSite({ ...quickSettings(fixture), ...target }, redis, {
    nowMs: () => Date.parse(`${today}T04:00:00Z`),
  });
  const { run, plan } = await site.run({ source: office.source() });
  const outcomes = [...((await site.store.plans.read(run.id))?.outcomes.values() ?? [])];
  const calls = await fixture.calls();
  const close = async () => {
    await site.close();
    await fixture.close();
  };
  return { run, plan, outcomes, calls, close, planAgain: () => site.plan({ source: office.source() }) };
};

const forms: readonly Partial<Quirks>[] = [
  { numbers: "texts" },
  { booleans: "numbers" },
  { booleans: "texts" },
  { booleans: "texts", numbers: "texts", envelope: "model", lists: "flat" },
  { falseAndZero: "left-out" },
  { emptyLists: "null" },
  { emptyLists: "blank" },
  { listRecords: "first-twice" },
  { dateForm: "slashes" },
  { dateForm: "milliseconds" },
  { dateForm: "compact" },
  { dateForm: "epoch" },
  { dateForm: "epoch-number" },
  { dateForm: "date-call" },
  { dateForm: "own-offset" },
  { texts: "trimmed" },
  { texts: "nfkc" },
];

describe("a service whose answers have another form without loss", () => {
  it.each(inPart(5, forms))("is like any other: %j", async (quirks) => {
    const site = await imported(quirks);
    expect(site.outcomes.filter(({ result }) => result !== "applied")).toEqual([]);
    expect(site.run.status).toBe("succeeded");
    expect(refreshesOf(site.calls)).toHaveLength(1);
    const again = await site.planAgain();
    expect([...again.changes, ...again.held]).toEqual([]);
    await site.close();
  });
});

describe("a service whose employee numbers lack their leading zeros", () => {
  it.each(["json", "short-texts"] as const)("is like any other where their width is known: %s", async (form) => {
    const site = await imported({ employeeNumbers: form }, { employeeNumberWidth: 6 });
    expect(site.outcomes.filter(({ result }) => result !== "applied")).toEqual([]);
    expect(site.run.status).toBe("succeeded");
    const again = await site.planAgain();
    expect([...again.changes, ...again.held]).toEqual([]);
    await site.close();
  });

  it.each(["json", "short-texts"] as const)("stops the import at the first person, and says why: %s", async (form) => {
    const site = await imported({ employeeNumbers: form });
    expect(writesOf(site.calls).filter(({ operation }) => operation === "E12")).toHaveLength(1);
    expect(site.run.status).not.toBe("succeeded");
    expect(site.outcomes.some((each) => "code" in each && each.code === "response-unexpected")).toBe(true);
    await site.close();
  });
});

describe("a service that shows accounts with a domain", () => {
  it("is like any other where the domain is known", async () => {
    const site = await imported({ accountsShown: "with-domain" }, { accountDomain: shownDomain });
    expect(site.outcomes.filter(({ result }) => result !== "applied")).toEqual([]);
    expect(site.run.status).toBe("succeeded");
    const again = await site.planAgain();
    expect([...again.changes, ...again.held]).toEqual([]);
    await site.close();
  });

  it("stops the import at the first person, and creates nobody in the next run, either", async () => {
    const site = await imported({ accountsShown: "with-domain" });
    expect(writesOf(site.calls).filter(({ operation }) => operation === "E12")).toHaveLength(1);
    const again = await site.planAgain();
    expect(again.changes.filter(({ kind, action }) => kind === "employee" && action === "create")).toEqual([]);
    expect(
      again.held.filter(({ reason, about }) => reason === "account-domain" && about[0] === shownDomain).length,
    ).toBeGreaterThan(10);
    expect(again.notices).toContainEqual({
      code: "account-domain",
      kind: "employee",
      key: shownDomain,
      label: shownDomain,
    });
    await site.close();
  });
});
