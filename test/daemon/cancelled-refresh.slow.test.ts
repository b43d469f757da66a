/** Tests what a daemon does after a cancelled run whose refresh has failed: it makes the refresh, and nothing of what was cancelled. */
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import type { RunSummary } from "../../src/model/runs/run.ts";
import { controlUrl, type DaemonSite, daemonToken, openDaemonSite } from "../support/processes/daemon-site.ts";
import { refreshesOf, writesOf } from "../support/servers/service-fixture.ts";

let site: DaemonSite;
let stop = async (): Promise<unknown> => undefined;
afterEach(async () => {
  await stop();
  await site.close();
});

const headers = { Authorization: `Bearer ${daemonToken}` };

it("a refresh that a cancelled run owes is made without another run", async () => {
  site = await openDaemonSite({ retry: [1 / 60, 1 / 60] });
  await site.fixture.fault({ operation: "P1", kind: "status", status: 400, times: 2 });
  const daemon = site.startDaemon();
  stop = () => {
    daemon.signal("SIGKILL");
    return daemon.ended;
  };
  const url = await controlUrl(daemon);
  const runs = async () => (await (await fetch(`${url}/runs`, { headers })).json()) as readonly RunSummary[];
  site.proxy.watch(async ({ number, moment }) => {
    if (number !== 8 || moment !== "answered") return;
    const [run] = await runs();
    await fetch(`${url}/v1/runs/${run?.id}/cancel`, { method: "POST", headers });
  });
  await daemon.logged("the refresh of a cancelled run was made");
  await delay(6_000);
  const calls = await site.fixture.calls();
  expect(refreshesOf(calls)).toHaveLength(3);
  expect(writesOf(calls).length).toBeLessThan(60);
  expect(await runs()).toMatchObject([{ status: "cancelled", refresh: "owed" }]);
  daemon.signal("SIGTERM");
  await daemon.ended;
  const { owed, plan } = await site.look();
  expect(owed).toBe(false);
  expect(plan.changes.length).toBeGreaterThan(0);
}, 120_000);
