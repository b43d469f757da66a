/** The terminal is closed during a run: SIGHUP arrives once or twice, writing to the terminal fails, the run ends in order. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { startCli } from "../support/processes/cli-process.ts";
import { type DaemonSite, daemonToken, openDaemonSite } from "../support/processes/daemon-site.ts";
import { refreshesAfterLastWrite, refreshesOf } from "../support/servers/service-fixture.ts";

const entry = fileURLToPath(new URL("../../src/cli/musterd.js", import.meta.url));

let site: DaemonSite;

afterEach(() => site.close());

describe("a terminal that is closed in the middle of a run", () => {
  it.each([["apply", "--yes"], ["daemon"]])("lets %s end it: refreshed and cancelled", async (...command) => {
    site = await openDaemonSite();
    await site.fixture.quirks({ p1DelayMs: 200 });
    const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], API_KEY: site.fixture.apiKey };
    const child = spawn(process.execPath, [entry, ...command, "--config", site.config], {
      env: { ...env, DAEMON_TOKEN: daemonToken },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "exit");
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    site.proxy.watch(({ number, path, moment }) => {
      const closes = number === 8 && moment === "answered";
      if (closes) for (const stream of [child.stdout, child.stderr]) stream.destroy();
      if (closes || (path.endsWith("/permission/update") && moment === "asked")) child.kill("SIGHUP");
    });
    const [code, signal] = (await ended) as [number | null, string | null];
    expect({ code, signal }).toEqual({ code: command[0] === "daemon" ? 0 : 1, signal: null });
    const { runs, owed } = await site.look();
    expect(runs[0]).toMatchObject({ status: "cancelled", refresh: "done", error: { code: "cancelled" } });
    expect(owed).toBe(false);
    const calls = await site.fixture.calls();
    expect(refreshesOf(calls)).toHaveLength(1);
    expect(refreshesAfterLastWrite(calls)).toHaveLength(1);
  });
});

describe("waiting for the permission refresh", () => {
  it("is shown by apply and logged by the daemon", async () => {
    site = await openDaemonSite();
    const env = { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken };
    const apply = startCli(["apply", "--yes", "--config", site.config], { env });
    expect(await apply.ended).toEqual({ code: 0, signal: null });
    expect(apply.stderr()).toMatch(
      /35 of 35 entries .*\n( {2}reading: .*\n)* {2}permission refresh …\n( {2}reading: .*\n)*$/,
    );
    await site.fixture.load(site.before);
    const daemon = site.startDaemon();
    expect(await daemon.logged("permission refresh awaited")).toMatchObject({ seconds: 0 });
    daemon.signal("SIGTERM");
    await daemon.ended;
  });
});

describe("a stop while the service asks the refresh to wait for an hour", () => {
  it.each([
    ["apply", 1],
    ["daemon", 0],
  ] as const)("lets %s end soon, and the refresh stays owed", async (command, code) => {
    site = await openDaemonSite();
    await site.fixture.fault({ operation: "P1", kind: "status", status: 429, retryAfterSeconds: 3_600 });
    const refused = Promise.withResolvers<void>();
    site.proxy.watch(({ path, moment }) => {
      if (path.endsWith("/permission/update") && moment === "passed") refused.resolve();
    });
    const child = command === "apply" ? site.startApply() : site.startDaemon();
    await refused.promise;
    const stoppedAt = performance.now();
    child.signal("SIGTERM");
    expect(await child.ended).toEqual({ code, signal: null });
    expect(performance.now() - stoppedAt).toBeLessThan(30_000);
    const { runs, owed } = await site.look();
    expect(runs).toMatchObject([{ status: "cancelled", refresh: "owed", error: { code: "cancelled" } }]);
    expect(owed).toBe(true);
    const daemon = site.startDaemon();
    await daemon.logged("run ended", { status: "succeeded" });
    daemon.signal("SIGTERM");
    await daemon.ended;
    expect(refreshesAfterLastWrite(await site.fixture.calls())).toHaveLength(1);
  });
});
