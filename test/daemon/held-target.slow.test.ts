/** A daemon whose run waits for the run of a command, as somebody who answers its question the next morning. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { askForRun, lines, stopped, untilSucceeded } from "../support/processes/daemon-process.ts";
import { openDaemonSite } from "../support/processes/daemon-site.ts";

it("says once that it waits for another run, and runs afterwards", async () => {
  const site = await openDaemonSite({ runAtStart: false });
  onTestFinished(() => site.close());
  const daemon = site.startDaemon();
  onTestFinished(() => daemon.signal("SIGKILL"));
  await daemon.logged("daemon ready");
  const held = Promise.withResolvers<void>();
  const writes = Promise.withResolvers<void>();
  site.proxy.watch(() => {
    writes.resolve();
    return held.promise;
  });
  const apply = site.startApply();
  onTestFinished(() => apply.signal("SIGKILL"));
  await writes.promise;
  expect((await askForRun(daemon)).status).toBe(202);
  await daemon.logged("no run now", { code: "run-in-progress" });
  // It tries every five seconds.
  await delay(12_000);
  expect(lines(daemon, "no run now")).toHaveLength(1);
  held.resolve();
  expect((await apply.ended).code).toBe(0);
  await untilSucceeded(daemon);
  await stopped(daemon);
});
