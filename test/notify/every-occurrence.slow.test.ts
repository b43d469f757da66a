/**
 * Tests the occurrences that other tests of messages do not bring about, in one life of the real daemon: each is told once, and its end
 * once. The daemon's clock is moved where an occurrence needs time.
 */
import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import type { CliProcess } from "../support/processes/cli-process.ts";
import { controlUrl, daemonToken } from "../support/processes/daemon-site.ts";
import { askRun, closeTold, hook, openTold } from "../support/processes/told-site.ts";
import { startReceiver } from "../support/servers/receiver.ts";
import { shiftedClock } from "../support/shifted-clock.ts";

afterEach(closeTold);

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const openLife = async () => {
  const { site, receiver, settings, start } = await openTold({}, { runAtStart: false, retry: [600] });
  const second = await startReceiver();
  const channels = { ...hook, second: { kind: "webhook", url: "env:SECOND", digests: ["daily", "weekly"] } };
  const told = { ...settings, channels, heldAbove: 0, refreshOwedMinutes: 1, silenceHours: 8000 };
  await site.configure({ notify: told });
  const { env, later } = await shiftedClock(site.folder);
  return { site, receiver, second, later, start: () => start({ ...env, SECOND: second.url }) };
};

const headers = { Authorization: `Bearer ${daemonToken}` };

/** Waits until a run is in progress, and returns its address. */
const runningRun = async (daemon: CliProcess): Promise<string> => {
  const url = `${await controlUrl(daemon)}/v1/runs`;
  for (;;) {
    const runs = (await (await fetch(url, { headers })).json()) as { id: string; status: string }[];
    const running = runs.find(({ status }) => status === "running");
    if (running) return `${url}/${running.id}`;
    await pause(20);
  }
};

it("each occurrence is told once, and its end once, in a life with every trouble", async () => {
  const { site, receiver, second, later, start } = await openLife();
  const { fixture } = site;
  const employees = String(site.files["employees.csv"]);
  const [, row = ""] = employees.split("\n");
  const [number = "", account = ""] = row.split(",");
  // The same person under another number and account: somebody must say whether it is one.
  const renamed = row.replace(number, `9${number}`).replace(account, `${account}.x`);
  await site.write({ "employees.csv": employees.replace(row, renamed) });
  second.answer(...Array.from({ length: 400 }, () => 500));
  const daemon = start();

  await fixture.fault({ operation: "E1", kind: "status", status: 401, times: 100 });
  await askRun(daemon);
  await receiver.until("access-refused.began");
  await fixture.mend();
  await fixture.fault({ operation: "E1", kind: "status", status: 503, times: 100 });
  await askRun(daemon);
  await receiver.until("run-failed.began");
  await fixture.mend();

  await fixture.fault({ operation: "E11", kind: "status", status: 400, times: 100 });
  await askRun(daemon);
  await receiver.until("run-partial.began");
  await receiver.until("run-failed.ended");
  await receiver.until("access-refused.ended");
  await receiver.until("changes-held.began");
  await receiver.until("questions-open.began");
  await fixture.mend();
  await fixture.fault({ operation: "P1", kind: "status", status: 400, times: 100 });
  await askRun(daemon);
  // A run is asked for after each step of the clock, because what is due is looked at after each run.
  while (!receiver.accepted().some(({ type }) => type === "channel-failing.began")) {
    await later(10 * minuteMs);
    await askRun(daemon);
    await pause(500);
  }
  await receiver.until("refresh-owed.began");
  second.answer();
  await fixture.mend();

  await site.write(site.files);
  await askRun(daemon);
  await receiver.until("run-partial.ended");
  await receiver.until("changes-held.ended");
  await receiver.until("questions-open.ended");
  await later(61 * minuteMs);
  await askRun(daemon);
  await receiver.until("refresh-owed.ended");
  await receiver.until("run-succeeded.once");
  await receiver.until("channel-failing.ended");

  await fixture.fault({ operation: "E1", kind: "hang", ms: 60_000, times: 1 });
  await askRun(daemon);
  await fetch(`${await runningRun(daemon)}/cancel`, { method: "POST", headers });
  await receiver.until("run-cancelled.once");
  await fixture.mend();

  const { bavail, bsize } = await statfs(site.folder);
  const large = join(site.folder, "state", "large.db");
  const file = await open(large, "w");
  await file.truncate(Math.min(bavail * bsize, 8 * 2 ** 40));
  await file.close();
  await later(10 * minuteMs);
  await askRun(daemon);
  await receiver.until("disk-nearly-full.began");
  await rm(large);
  await later(10 * minuteMs);
  await askRun(daemon);
  await receiver.until("disk-nearly-full.ended");

  await later(8 * dayMs);
  await askRun(daemon);
  await second.until("digest-daily.once");
  await second.until("digest-weekly.once");

  await fixture.fault({ operation: "E1", kind: "hang", ms: 60_000, times: 1 });
  await askRun(daemon);
  await runningRun(daemon);
  daemon.signal("SIGKILL");
  await daemon.ended;
  await fixture.mend();
  start();
  await receiver.until("run-interrupted.once");

  // One message of each phase of each trouble, and one of each event.
  const told = receiver.accepted().map(({ type, data }) => `${type} ${data.thread}`);
  expect(told.toSorted()).toEqual([...new Set(told)].toSorted());
});
