/**
 * Tests what the daemon tells of troubles that need time or a damaged installation: a store that fails, guessing that ends, a report
 * that the service does not take; and that the service's own notifications (N1) tell the same as the webhook.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { callerOf } from "../service/running-service.ts";
import { controlUrl } from "../support/processes/daemon-site.ts";
import { askRun, closeTold, hook, openTold } from "../support/processes/told-site.ts";
import { shiftedClock } from "../support/shifted-clock.ts";

afterEach(closeTold);

it("a store that fails is told once by each channel, and once that it works again", async () => {
  const { site, receiver, settings, start } = await openTold({}, { runAtStart: false, retry: [60] });
  const account = site.before.employees.find(({ corpCode }) => corpCode === undefined)?.account ?? "";
  const codes = ["store-failed"];
  const service = { kind: "service", to: [account], occurrences: codes };
  await site.configure({ notify: { ...settings, channels: { ...hook, service } } });
  const key = join(site.folder, "state", "musterd.key");
  await mkdir(key, { recursive: true, mode: 0o700 });
  const daemon = start();
  await askRun(daemon);
  const told = await receiver.until("store-failed.began");
  expect(told.data.details.reason?.code).toBe("store-unavailable");
  await rm(key, { recursive: true });
  await askRun(daemon);
  expect((await receiver.until("store-failed.ended")).data.thread).toBe(told.data.id);
  const notices = async () => (await site.fixture.calls()).filter(({ operation }) => operation === "N1");
  await expect.poll(async () => (await notices()).length).toBe(2);
  expect((await notices()).map(({ status }) => status)).toEqual([200, 200]);
  const types = receiver.accepted().map(({ type }) => type);
  expect(types.filter((type) => type.startsWith("store-failed")).toSorted()).toEqual([
    "store-failed.began",
    "store-failed.ended",
  ]);
});

it("guessed tokens and a report that the service does not take are told once, and their ends an hour later", async () => {
  const { site, receiver, settings, start } = await openTold({}, { runAtStart: false });
  await site.configure({ notify: settings, filing: { library: "HR", folder: "/musterd" } });
  const { env, later } = await shiftedClock(site.folder);
  const daemon = start(env);
  const url = await controlUrl(daemon);
  const guess = (at: number) => fetch(`${url}/v1/runs`, { headers: { Authorization: `Bearer musterd_${at}` } });
  await Promise.all(Array.from({ length: 25 }, (_, at) => guess(at)));
  await askRun(daemon);
  const guessed = await receiver.until("tokens-refused.began");
  for (let tries = 0; tries < 3; tries += 1) {
    const isTried = () => daemon.stderr().split("not submitted to the service").length > tries + 1;
    await expect.poll(isTried).toBe(true);
    await later(10 * 60_000);
  }
  await askRun(daemon);
  const owed = await receiver.until("submission-failing.began");
  expect(owed.data.details).toMatchObject({ name: "report", codes: ["target-refused"] });
  await callerOf(site.fixture.url).admin("PUT", "/company", {
    libraries: [{ code: "HR", name: "HR", folders: [{ path: "/musterd" }] }],
  });
  // An attempt that was under way is refused once more, and the next one is due some minutes after its end.
  const isSubmitted = async () => {
    await later(61 * 60_000);
    return daemon.stderr().includes('"submitted to the service"');
  };
  await expect.poll(isSubmitted, { interval: 1000 }).toBe(true);
  await askRun(daemon);
  expect((await receiver.until("tokens-refused.ended")).data.thread).toBe(guessed.data.id);
  expect((await receiver.until("submission-failing.ended")).data.thread).toBe(owed.data.id);
  const types = receiver.accepted().map(({ type }) => type);
  const single = types.filter((type) => /^(tokens-refused|submission-failing)/.test(type));
  expect(single.toSorted()).toEqual([...new Set(single)].toSorted());
});
