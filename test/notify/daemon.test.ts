/** Tests what the daemon tells, as a process: occurrences are brought about, told once, and their ends are told once. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type CliProcess, logLines } from "../support/cli-process.ts";
import { controlUrl, daemonToken, openDaemonSite } from "../support/daemon-site.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A site whose messages go to a receiver; `notify` adds settings. */
const openTold = async (notify: object = {}, daemon: Readonly<Record<string, unknown>> = {}) => {
  const receiver = await startReceiver();
  closing.push(receiver.close);
  const site = await openDaemonSite(daemon);
  closing.push(site.close);
  const settings = {
    channels: { hook: { kind: "webhook", url: "env:HOOK", least: "info" } },
    // The sample's files keep the day on which they were made.
    sourceHours: 8000,
    ...notify,
  };
  await site.configure({ notify: settings });
  const start = (): CliProcess => {
    const process = site.startDaemon({ HOOK: receiver.url });
    closing.push(async () => {
      process.signal("SIGKILL");
      await process.ended;
    });
    return process;
  };
  return { site, receiver, settings, start };
};

const askRun = async (daemon: CliProcess): Promise<void> => {
  const headers = { Authorization: `Bearer ${daemonToken}` };
  await fetch(`${await controlUrl(daemon)}/runs`, { method: "POST", headers });
};

const typesOf = (receiver: Receiver): readonly string[] => receiver.accepted().map(({ type }) => type);

describe("the daemon", () => {
  it("tells a run that fails once, however often it fails, and once that it is over", async () => {
    const { site, receiver, start } = await openTold({}, { retry: [0.005] });
    const [file = ""] = Object.keys(site.files);
    await rm(join(site.folder, file));
    const daemon = start();
    const told = await receiver.until("source-refused.began");
    expect(told.data).toMatchObject({ severity: "error", details: { reason: { code: "source-file-missing" } } });
    expect(told.data.next).toContain("musterd source check");
    await receiver.until("quarantine.began");
    await site.write(site.files);
    await askRun(daemon);
    const over = await receiver.until("source-refused.ended");
    expect(over.data.thread).toBe(told.data.id);
    await receiver.until("quarantine.ended");
    await receiver.until("run-succeeded.once");
    const types = typesOf(receiver);
    expect(types.toSorted()).toEqual([...new Set(types)].toSorted());
    expect(logLines(daemon.stderr()).filter(({ msg }) => msg === "run ended").length).toBeGreaterThan(2);
  });
});
