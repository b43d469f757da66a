/** Why somebody was disabled is remembered where the same run gives a new account, whatever becomes of it, and of the disabling. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { MusterdError } from "../../src/lib/errors.ts";
import type { RunDeps } from "../../src/run/reconcile.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

useRunParts();

let site: RunSite;

beforeEach(async () => {
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
});
afterEach(() => site.close());

const office = (account: string, amy: object = {}) =>
  directory()
    .level("L1")
    .department("RD")
    .employee("bob", { number: "2" })
    .in("RD")
    .employee(account, { name: "Amy", number: "1", ...amy })
    .in("RD");

const amy = async () => {
  const found = (await fixture.dump()).employees.find(({ employeeNumber }) => employeeNumber === "1");
  return [found?.account, found?.active];
};

const remembered = async () =>
  [...(await site.store.ledger.read()).written].flatMap(([key, value]) =>
    value !== null && /^employee\/.* (disabledFor|createdFor)$/.test(key) ? [`${key}: ${value}`] : [],
  );

/** The run ends right after the service has disabled somebody, and remembers nothing of it. */
const endingAfterDisabling = (full: RunDeps): RunDeps => ({
  ...full,
  target: {
    ...full.target,
    perform: async (operation, beforeCall) => {
      const performed = await full.target.perform(operation, beforeCall);
      if (operation.id !== "E7") return performed;
      throw new MusterdError("store-unavailable", "locked", { hint: "wait" });
    },
  },
});

it.each([
  ["is the old one", "amy", undefined],
  ["is new", "ann", undefined],
  ["is refused", "amy", { operation: "E11", kind: "status", status: 400, times: 1 } as const],
])(
  "lets in again after a leave whose account %s, where the run ended after the disabling",
  async (_, account, fault) => {
    await serviceHas(office("amy"));
    if (fault) await fixture.fault(fault);
    const wanted = fault ? "ann" : account;
    await site.run({
      source: office(wanted, { active: undefined, onLeave: true }).source(),
      change: endingAfterDisabling,
    });
    expect(await amy()).toEqual([account, false]);
    await site.run({ source: office(wanted, { active: undefined, onLeave: false }).source() });
    expect(await amy()).toEqual([wanted, true]);
  },
);

it.each([
  ["is the old one", "amy", undefined],
  ["is new", "ann", undefined],
  ["is refused", "amy", { operation: "E11", kind: "status", status: 400, times: 1 } as const],
])("remembers the cause once, where the account %s", async (_, account, fault) => {
  await serviceHas(office("amy"));
  if (fault) await fixture.fault(fault);
  await site.run({ source: office(fault ? "ann" : account, { active: undefined, onLeave: true }).source() });
  expect(await remembered()).toEqual([`employee/${account} disabledFor: on-leave`]);
});
