/**
 * Runs on sites where a write takes something along that cannot be given back: the site's own rules, other people's objects or the
 * configuration forbid it. The run names it as failed and does not end as "succeeded". A wrapped connection to the real service
 * plays the habit.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Operation } from "../../src/model/operation.ts";
import type { RunDeps } from "../../src/run/reconcile.ts";
import { type DirectoryBuilder, directory } from "../support/directory-builder.ts";
import { directoryOf } from "../support/organisation-document.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/run-parts.ts";
import { openRunSite, type RunSite } from "../support/run-site.ts";
import { quickSettings } from "../support/service-fixture.ts";

let site: RunSite;
const clock = { nowMs: () => Date.parse("2026-11-21T04:00:00Z") };

useRunParts();

beforeEach(async () => {
  site = await openRunSite(quickSettings(fixture), redis, clock);
});

afterEach(async () => {
  await site.close();
  await fixture.quirks({});
});

type Perform = (operation: Operation) => ReturnType<RunDeps["target"]["perform"]>;
type Settings = NonNullable<Parameters<RunSite["run"]>[0]["settings"]>;

/** Makes a run with the source `wanted`; after every operation with this id, `extra` happens as well. */
const run = async (
  wanted: DirectoryBuilder,
  id: Operation["id"],
  extra: (perform: Perform) => Promise<unknown>,
  settings: Settings = {},
) => {
  const change = (full: RunDeps): RunDeps => ({
    ...full,
    target: {
      ...full.target,
      operationsAtATime: 1,
      perform: async (operation, beforeCall) => {
        const perform: Perform = (one) => full.target.perform(one, beforeCall);
        const performed = await perform(operation);
        if (operation.id === id) await extra(perform);
        return performed;
      },
    },
  });
  const { run: done } = await site.run({ source: wanted.source(), settings, change });
  const outcomes = [...((await site.store.plans.read(done.id))?.outcomes.values() ?? [])];
  const failed = outcomes.flatMap((one) =>
    one.result === "failed" ? [`${one.changeId} ${one.code}: ${one.message}`] : [],
  );
  return { status: done.status, failed, state: directoryOf(await fixture.dump()) };
};

const takes =
  (...operations: readonly Operation[]) =>
  async (perform: Perform): Promise<void> => {
    for (const one of operations) await perform(one);
  };

describe("a manager whom a write takes away and the configuration does not permit to be one", () => {
  const later = { name: "Amy Wang", expiredTime: "2027-01-31T15:59:59.000Z", resignationDate: "2027-03-31" };
  type Own = { readonly name?: string; readonly expiredTime?: string; readonly resignationDate?: string };
  const staffed = (own: Own & { readonly active?: boolean }, approver = "chief", inRd = true) => {
    let all = directory().level("L1").department("RD", { manager: "boss" }).department("QA");
    all = all.employee("boss", { number: "1" }).in("QA").employee("chief", { number: "2" }).in("QA");
    all = all.employee("amy", { number: "3", name: "Amy", active: true, ...own });
    return inRd ? all.in("RD", { supervisor: approver }) : all.in("QA");
  };

  it.each<[Operation["id"], DirectoryBuilder]>([
    ["E7", staffed({ active: false })],
    ["E8", staffed({ expiredTime: later.expiredTime })],
    ["E9", staffed({ resignationDate: later.resignationDate })],
    ["E11", staffed({ name: later.name })],
    ["E13", staffed({}, "boss")],
    ["E14", staffed({}, "chief", false)],
  ])("fails %s by name", async (id, wanted) => {
    await serviceHas(staffed({}), { managersAreMembers: false });
    const { status, failed, state } = await run(wanted, id, takes({ id: "D11", code: "RD" }));
    expect(state.departments).toContainEqual(expect.objectContaining({ code: "RD", manager: null }));
    expect(failed).toEqual([
      `manager/RD/update/again taken-along: ${id} took along: manager; it cannot be given back: not-a-member`,
    ]);
    expect(status).toBe("partial");
  });
});
