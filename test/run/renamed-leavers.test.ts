/**
 * A leaver gets a new account in the same run, or should have got one: what is remembered follows the account that is there, for an undo, and
 * for the return from a leave.
 */
import { beforeEach, describe, expect, it } from "vitest";
import { MusterdError } from "../../src/lib/errors.ts";
import type { RunDeps } from "../../src/run/reconcile.ts";
import type { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

let nowMs: number;

beforeEach(() => {
  nowMs = Date.parse("2026-11-21T04:00:00Z");
});

useRunSite({ nowMs: () => nowMs });

const office = (account: string, amy: object = {}) =>
  directory()
    .level("L1")
    .department("RD")
    .employee("bob", { number: "2" })
    .in("RD")
    .employee("cid", { number: "3" })
    .in("RD")
    .employee(account, { name: "Amy", number: "1", ...amy })
    .in("RD");

const amy = async () => {
  const found = (await fixture.dump()).employees.find(({ employeeNumber }) => employeeNumber === "1");
  return [found?.account, found?.active];
};

/** What the store knows of people in these fields: their status, or why they are disabled. */
const remembered = async (...fields: readonly string[]) =>
  [...(await site.store.ledger.read()).written].flatMap(([key, value]) =>
    value !== null && key.startsWith("employee/") && fields.some((field) => key.endsWith(` ${field}`))
      ? [`${key}: ${value}`]
      : [],
  );
const causes = ["disabledFor", "createdFor"];

const run = (source: ReturnType<typeof directory>) => site.run({ source: source.source() });

const undo = (id: string) => {
  nowMs += 60_000;
  return site.run({ source: directory().source(), undoes: id });
};

const refused = { operation: "E11", kind: "status", status: 400, times: 1 } as const;
const unanswered = { operation: "E11", kind: "reset", when: "after", times: 1 } as const;

const sites: [string, Partial<Quirks>][] = [
  ["whoever is inactive", {}],
  ["nobody who is inactive", { inactivePeople: "hidden" }],
  ["nobody's status", { notShown: ["active"] }],
];

describe.each(sites)("a site that shows %s", (_, quirks) => {
  it.each([
    ["was renamed", undefined, "ann"],
    ["could not be renamed", refused, "amy"],
    ["was renamed without an answer", unanswered, "ann"],
  ])("lets in again a leaver who %s", async (_name, fault, account) => {
    await serviceHas(office("amy"), quirks);
    if (fault) await fixture.fault(fault);
    const left = await run(office("ann", { active: false }));
    expect(await amy()).toEqual([account, false]);
    expect(await remembered("writtenStatus", ...causes)).toEqual([`employee/${account} writtenStatus: inactive`]);
    const undone = await undo(left.run.id);
    expect([undone.run.status, undone.plan?.held]).toEqual(["succeeded", []]);
    expect(await amy()).toEqual(["amy", true]);
    expect(await remembered("writtenStatus", ...causes)).toEqual(["employee/amy writtenStatus: active"]);
  });

  it.each([
    ["is renamed back", undefined, "ann"],
    ["cannot be renamed back", refused, "amy"],
  ])(
    "disables by an undo a returner who %s, and lets in again whom only the undo has disabled",
    async (_name, fault, account) => {
      await serviceHas(office("ann"), quirks);
      await run(office("ann", { active: false }));
      const back = await run(office("amy", { active: true }));
      expect(await amy()).toEqual(["amy", true]);
      if (fault) await fixture.fault(fault);
      await undo(back.run.id);
      expect(await amy()).toEqual([account, false]);
      expect(await remembered("writtenStatus", ...causes)).toEqual([
        `employee/${account} disabledFor: undone`,
        `employee/${account} writtenStatus: inactive`,
      ]);
      await run(office("amy"));
      expect(await amy()).toEqual(["amy", true]);
    },
  );
});

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
  ["is refused", "amy", refused],
])(
  "lets in again after a leave whose account %s, where the run ended after the disabling",
  async (_, account, fault) => {
    await serviceHas(office("amy"), {});
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
  ["is refused", "amy", refused],
])("remembers the cause once, where the account %s", async (_, account, fault) => {
  await serviceHas(office("amy"), {});
  if (fault) await fixture.fault(fault);
  await site.run({ source: office(fault ? "ann" : account, { active: undefined, onLeave: true }).source() });
  expect(await remembered(...causes)).toEqual([`employee/${account} disabledFor: on-leave`]);
});
