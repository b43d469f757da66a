/**
 * A run that was suspended while another process took over: what it has read is old, and it must remember nothing of it. Real service and
 * store; only the suspension is played, between two awaits.
 */
import { beforeEach, expect, it } from "vitest";
import type { RunDeps } from "../../src/run/reconcile.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { writesOf } from "../support/servers/service-fixture.ts";
import { fixture, serviceHas, site, useRunSite } from "../support/suites/run-parts.ts";

let now: number;
/** The memory as the other process left it. */
let left: ReadonlyMap<string, string | null>;

beforeEach(() => {
  now = Date.parse("2026-11-21T04:00:00Z");
});

useRunSite({ nowMs: () => now });

const office = (name: string, resignationDate: string | null = null) =>
  directory().level("L1").department("RD").employee("ann", { name, resignationDate }).in("RD").employee("bob").in("RD");

/** Another process does a whole run while ours stands still. */
const takeOver = async (): Promise<void> => {
  now += 3_600_000;
  const { run } = await site.run({ source: office("Ann Lee", "2027-01-31").source() });
  expect(run).toMatchObject({ status: "succeeded", failed: 0 });
  left = (await site.store.ledger.read()).written;
};

const isInStep = async (): Promise<void> => {
  expect((await site.store.ledger.read()).written).toEqual(left);
  await fixture.forgetCalls();
  const { plan } = await site.run({ source: office("Ann Lee", "2027-01-31").source() });
  expect([plan?.changes, plan?.notices, writesOf(await fixture.calls())]).toEqual([[], [], []]);
};

/** Calls `act` in one of the calls, counted from 1. */
const atCall = (which: number, act: () => Promise<void>) => {
  let calls = 0;
  return async () => void ((calls += 1) === which && (await act()));
};

const suspended = {
  "while it reads the lists": ["readLists", 1],
  "while it reads the posts": ["readDetails", 1],
  "while it reads back the lists": ["readLists", 2],
  "while it reads back the posts": ["readDetails", 2],
} as const;

const suspendedIn = (full: RunDeps, reading: "readLists" | "readDetails", stop: () => Promise<void>): RunDeps => {
  const { target } = full;
  const then = async <Read>(read: Read): Promise<Read> => {
    await stop();
    return read;
  };
  const changed: Partial<typeof target> =
    reading === "readLists"
      ? { readLists: async (...asked) => then(await target.readLists(...asked)) }
      : { readDetails: async (...asked) => then(await target.readDetails(...asked)) };
  return { ...full, target: { ...target, ...changed } };
};

it.each(Object.keys(suspended) as (keyof typeof suspended)[])(
  "a run that was suspended %s leaves the memory as the other run left it (life 23002797)",
  async (when) => {
    await serviceHas(office("Ann"));
    const [reading, call] = suspended[when];
    const stop = atCall(call, takeOver);
    const { run } = await site.run({
      source: office("Ann Wu", "2027-06-30").source(),
      change: (full) => suspendedIn(full, reading, stop),
    });
    expect(run).toMatchObject({ status: "failed", error: { code: "lease-lost" } });
    await isInStep();
  },
);

it("a run that was suspended while somebody approved its plan leaves the memory as the other run left it", async () => {
  await serviceHas(office("Ann"));
  const approve = async () => {
    await takeOver();
    return true;
  };
  const { run } = await site.run({ source: office("Ann Wu", "2027-06-30").source(), approve });
  expect(run).toMatchObject({ status: "failed", error: { code: "lease-lost" } });
  await isInStep();
});
