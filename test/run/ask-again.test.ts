/** Tests that a run that was asked for is not lost with a command that takes its place and does nothing. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { cancelled } from "../../src/run/cancelled.ts";
import type { RunRequest } from "../../src/run/reconcile.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { organisationOf } from "../support/directory/organisation-document.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite, type RunSite } from "../support/suites/run-site.ts";

useRunParts();

const office = directory().level("L1").department("RD").employee("ann").in("RD");
const source = office.employee("bob").in("RD").source();
const chen = { kind: "person", name: "chen" } as const;
let site: RunSite;

beforeEach(async () => {
  await fixture.load(organisationOf(office.full()));
  site = await openRunSite(quickSettings(fixture), redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
});
afterEach(() => site.close());

it.each<[string, string, Partial<RunRequest>]>([
  ["nobody agrees to it", "planned", { approve: async () => false }],
  ["it is for another plan", "planned", { approved: { fingerprint: "0".repeat(12) } }],
  ["it is stopped", "cancelled", { signal: AbortSignal.abort(cancelled("SIGINT")) }],
  ["it fails", "failed", { approve: () => Promise.reject(new Error("a defect")) }],
])("a request that waits is asked for again where a command takes it and %s", async (_, status, request) => {
  const asked = await site.store.requests.add({ trigger: "request", by: chen });
  const { run } = await site.run({ source, ...request });
  expect(run).toMatchObject({ id: asked, status });
  expect(await site.store.requests.next()).toMatchObject({ trigger: "request", by: chen, dry: false, only: [] });
  // The daemon answers it in the end.
  const next = await site.store.requests.next();
  await site.run({ source, requested: next?.runId ?? "" });
  expect(await site.store.requests.next()).toBeUndefined();
});

it("a request that a command has answered is not asked for again, nor one that nobody has made", async () => {
  await site.store.requests.add({ trigger: "schedule" });
  expect((await site.run({ source })).run.status).toBe("succeeded");
  expect(await site.store.requests.next()).toBeUndefined();
  await site.run({ source: office.source(), approve: async () => false });
  expect(await site.store.requests.next()).toBeUndefined();
});

it("a request that is withdrawn just before the run begins stays withdrawn", async () => {
  const asked = await site.store.requests.add({ trigger: "request", by: chen });
  const withdrawing = ({ runs, ...store }: RunSite["store"]) => ({
    ...store,
    runs: {
      ...runs,
      begin: async (...given: Parameters<typeof runs.begin>) => {
        await store.requests.withdraw(asked, chen);
        return runs.begin(...given);
      },
    },
  });
  const { run } = await site.run({
    source,
    approve: async () => false,
    change: ({ store, ...deps }) => ({ ...deps, store: withdrawing(store) }),
  });
  expect(run.status).toBe("planned");
  expect(await site.store.requests.next()).toBeUndefined();
});
