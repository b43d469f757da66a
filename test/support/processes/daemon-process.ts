/** Helpers for tests with a daemon process, and the check of what must be true when no daemon runs. */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { type CliProcess, type LogLine, logLines } from "./cli-process.ts";
import { controlUrl, type DaemonSite, daemonToken } from "./daemon-site.ts";

export const lines = (daemon: CliProcess, message: string): readonly LogLine[] =>
  logLines(daemon.stderr()).filter(({ msg }) => msg === message);

export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await delay(10);
};

/** Resolves when `count` runs have ended as succeeded. */
export const untilSucceeded = (daemon: CliProcess, count = 1): Promise<void> =>
  until(() => lines(daemon, "run ended").filter(({ status }) => status === "succeeded").length >= count);

export const stopped = async (daemon: CliProcess): Promise<void> => {
  daemon.signal("SIGTERM");
  expect({ ...(await daemon.ended), log: daemon.stderr() }).toMatchObject({ code: 0, signal: null });
};

export const askForRun = async (daemon: CliProcess): Promise<Response> =>
  fetch(`${await controlUrl(daemon)}/runs`, { method: "POST", headers: { Authorization: `Bearer ${daemonToken}` } });

/**
 * Expects that the service is in step with HR, that no refresh is owed, and that no person exists twice. Call it only while no
 * daemon runs.
 */
export const expectConverged = async (site: DaemonSite) => {
  const found = await site.look();
  expect(found.plan.changes).toEqual([]);
  expect(found.owed).toBe(false);
  const organisation = await site.fixture.dump();
  for (const key of ["account", "employeeNumber"] as const) {
    const values = organisation.employees.map((person) => person[key]).filter(Boolean);
    expect(values.length).toBe(new Set(values).size);
  }
  return { ...found, organisation };
};
