/** Tests what `musterd resync --wait` tells of a run that does not begin. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { startCli } from "../../support/processes/cli-process.ts";
import { controlUrl, type DaemonSite, daemonToken, openDaemonSite } from "../../support/processes/daemon-site.ts";

let site: DaemonSite;
beforeEach(async () => {
  site = await openDaemonSite({ runAtStart: false });
});
afterEach(() => site.close());

it("tells once that its run has not begun, and goes on waiting for it", async () => {
  const daemon = site.startDaemon();
  const url = await controlUrl(daemon);
  const post = (path: string, body: object) =>
    fetch(`${url}/v1/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${daemonToken}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect((await post("pause", { until, reason: "payday" })).status).toBe(200);
  await site.configure({ daemon: { port: Number(new URL(url).port) } });
  const env = { DAEMON_TOKEN: daemonToken, API_KEY: site.fixture.apiKey };
  const resync = startCli(["resync", "--wait", "--config", site.config], { env });
  await new Promise<void>((resolve) => {
    resync.output.on("data", () => resync.stderr().includes("has not begun") && resolve());
  });
  await post("resume", {});
  expect(await resync.ended).toMatchObject({ code: 0 });
  expect(resync.stderr()).toBe("The run has not begun yet; `musterd status` says why.\n");
  daemon.signal("SIGTERM");
  await daemon.ended;
}, 60_000);
