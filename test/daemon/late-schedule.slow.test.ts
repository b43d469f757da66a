/** The schedule of a daemon that could not run when its time came. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { stopped, untilSucceeded } from "../support/processes/daemon-process.ts";
import { openDaemonSite } from "../support/processes/daemon-site.ts";

it("begins the run late if the machine slept at its time, instead of a day later", async () => {
  const site = await openDaemonSite({ runAtStart: false });
  onTestFinished(() => site.close());
  const dueMs = Math.ceil(Date.now() / 1000) * 1000 + 30_000;
  await site.configure({ daemon: { schedule: `${new Date(dueMs).getSeconds()} * * * * *` } });
  const daemon = site.startDaemon();
  onTestFinished(() => daemon.signal("SIGKILL"));
  await daemon.logged("daemon ready");
  expect(Date.now()).toBeLessThan(dueMs - 1_000);
  daemon.signal("SIGSTOP");
  await delay(dueMs + 4_000 - Date.now());
  expect(daemon.stderr()).not.toContain("run started");
  daemon.signal("SIGCONT");
  await daemon.logged("run started", { trigger: "schedule" });
  // The next time is a minute after the first one.
  expect(Date.now()).toBeLessThan(dueMs + 30_000);
  await untilSucceeded(daemon);
  await stopped(daemon);
});
