/**
 * Tests what a daemon does after a cancelled run whose refresh has failed, and after an undo that ended early: it makes the refresh, nothing of
 * what was cancelled, and nothing of what the undo has taken back. CI leaves out the undo that could not refresh.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import type { RunSummary } from "../../src/model/runs/run.ts";
import { startCli } from "../support/processes/cli-process.ts";
import { controlUrl, type DaemonSite, daemonToken, openDaemonSite } from "../support/processes/daemon-site.ts";
import { refreshesAfterLastWrite, refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { inPart } from "../support/suites/runs.ts";

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
  await daemon.logged("the refresh that was left owed was made");
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

it.each(inPart(1, ["was killed", "could not refresh"]))(
  "an undo that %s is followed by its refresh, not by a run that takes it back",
  async (how) => {
    site = await openDaemonSite({ runAtStart: false });
    stop = async () => undefined;
    expect((await site.startApply().ended).code).toBe(0);
    const before = writesOf(await site.fixture.calls()).length;
    if (how === "could not refresh")
      await site.fixture.fault({ operation: "P1", kind: "status", status: 400, times: 1 });
    const env = { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken };
    const undo = startCli(["undo", "last", "--yes", "--config", site.config], { env });
    let answered = 0;
    site.proxy.watch(({ moment }) => {
      if (how === "was killed" && moment === "answered" && ++answered === 5) undo.signal("SIGKILL");
    });
    expect((await undo.ended).code).toBe(how === "was killed" ? null : 1);
    await site.proxy.quiet();
    const undone = writesOf(await site.fixture.calls()).length;
    const daemon = site.startDaemon();
    stop = () => {
      daemon.signal("SIGKILL");
      return daemon.ended;
    };
    await daemon.logged("the refresh that was left owed was made");
    const calls = await site.fixture.calls();
    expect([undone > before, writesOf(calls).length]).toEqual([true, undone]);
    expect(refreshesAfterLastWrite(calls)).toHaveLength(1);
    daemon.signal("SIGTERM");
    await daemon.ended;
    expect(daemon.stderr()).not.toContain("run started");
    const { owed, runs } = await site.look();
    expect(owed).toBe(false);
    expect(runs[0]).toMatchObject({ status: how === "was killed" ? "interrupted" : "failed", undoes: runs[1]?.id });
  },
  120_000,
);
