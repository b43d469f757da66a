/** A daemon whose messages go to a receiver of webhooks. */

import { startReceiver } from "../servers/receiver.ts";
import type { CliProcess } from "./cli-process.ts";
import { controlUrl, daemonToken, openDaemonSite } from "./daemon-site.ts";

const closing: (() => Promise<unknown>)[] = [];

/** Closes what the tests have opened. */
export const closeTold = async (): Promise<void> => {
  for (const close of closing.splice(0).reverse()) await close();
};

/** A channel that gets everything. */
export const hook = { hook: { kind: "webhook", url: "env:HOOK", least: "info" } };

/** A site whose messages go to a receiver; `notify` adds settings. */
export const openTold = async (notify: object = {}, daemon: Readonly<Record<string, unknown>> = {}) => {
  const receiver = await startReceiver();
  closing.push(receiver.close);
  const site = await openDaemonSite(daemon);
  closing.push(site.close);
  const settings = {
    channels: hook,
    // The sample's files keep the day on which they were made.
    sourceHours: 8000,
    ...notify,
  };
  await site.configure({ notify: settings });
  const start = (env: Readonly<Record<string, string>> = {}): CliProcess => {
    const process = site.startDaemon({ HOOK: receiver.url, ...env });
    closing.push(async () => {
      process.signal("SIGKILL");
      await process.ended;
    });
    return process;
  };
  return { site, receiver, settings, start };
};

export const askRun = async (daemon: CliProcess): Promise<void> => {
  const headers = { Authorization: `Bearer ${daemonToken}` };
  await fetch(`${await controlUrl(daemon)}/runs`, { method: "POST", headers });
};
