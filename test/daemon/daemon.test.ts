/** Tests the daemon as a process: HTTP interface, schedule, signals, and log. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { RunSummary } from "../../src/model/runs/run.ts";
import type { CliProcess } from "../support/processes/cli-process.ts";
import { logLines } from "../support/processes/cli-process.ts";
import { controlUrl, type DaemonSite, daemonToken, openDaemonSite } from "../support/processes/daemon-site.ts";
import { refreshesAfterLastWrite, refreshesOf, writesOf } from "../support/servers/service-fixture.ts";
import { startSharedRedis } from "../support/servers/shared-redis.ts";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const openSite = async (daemon: Readonly<Record<string, unknown>> = {}): Promise<DaemonSite> => {
  const site = await openDaemonSite(daemon);
  closing.push(() => site.close());
  return site;
};

const start = (site: DaemonSite, env: Readonly<Record<string, string>> = {}): CliProcess => {
  const daemon = site.startDaemon(env);
  closing.push(async () => {
    daemon.signal("SIGKILL");
    await daemon.ended;
  });
  return daemon;
};

const bearer = { Authorization: `Bearer ${daemonToken}` };

const ask = async (daemon: CliProcess, headers: Record<string, string> = bearer): Promise<Response> =>
  fetch(`${await controlUrl(daemon)}/runs`, { method: "POST", headers });

const runsOf = async (daemon: CliProcess): Promise<readonly RunSummary[]> =>
  (await fetch(`${await controlUrl(daemon)}/runs`, { headers: bearer })).json() as Promise<readonly RunSummary[]>;

/** Resolves when `count` runs have ended. */
const untilEnded = async (daemon: CliProcess, count: number): Promise<void> => {
  while (logLines(daemon.stderr()).filter(({ msg }) => msg === "run ended").length < count) await delay(10);
};

const stopped = async (daemon: CliProcess): Promise<void> => {
  daemon.signal("SIGTERM");
  expect({ ...(await daemon.ended), log: daemon.stderr() }).toMatchObject({ code: 0, signal: null });
  const end = logLines(daemon.stderr()).filter(({ msg }) => msg.startsWith("daemon stop"));
  expect(end).toMatchObject([{ msg: "daemon stops", by: "SIGTERM" }, { msg: "daemon stopped" }]);
};

describe("the control interface", () => {
  it("answers a wrong token late, logs it once a minute with its address, and refuses two Host headers", async () => {
    const site = await openSite({ runAtStart: false });
    const daemon = start(site);
    const url = await controlUrl(daemon);
    const startMs = performance.now();
    const wrong = { Authorization: "Bearer guess", "X-Forwarded-For": "10.1.2.3" };
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(daemon, wrong)));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(performance.now() - startMs).toBeGreaterThan(900);
    const logged = logLines(daemon.stderr()).filter(({ msg }) => msg.includes("sent no token or a wrong one"));
    expect(logged).toMatchObject([{ level: 40, from: "127.0.0.1", times: 1 }]);
    expect(daemon.stderr()).not.toContain("guess");
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*several-hosts/s);
    await stopped(daemon);
  });

  it("tells that it lives and is ready to everybody, and takes runs from who has the token", async () => {
    const site = await openSite({ runAtStart: false });
    const daemon = start(site);
    const url = await controlUrl(daemon);
    for (const path of ["/healthz", "/readyz"]) expect((await fetch(`${url}${path}`)).status).toBe(200);
    const { headers: caution } = await fetch(`${url}/healthz`);
    expect([caution.get("cache-control"), caution.get("x-frame-options")]).toEqual(["no-store", "DENY"]);
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: "ready" });
    const wrong: readonly Record<string, string>[] = [
      {},
      { Authorization: "Bearer wrong" },
      { Authorization: daemonToken },
      { Authorization: "Bearer " },
    ];
    for (const headers of wrong) {
      const answer = await ask(daemon, headers);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: "unauthorised" });
      expect((await fetch(`${url}/runs`, { headers: headers })).status).toBe(401);
    }
    expect(await runsOf(daemon)).toEqual([]);
    expect(await site.fixture.calls()).toEqual([]);

    const answer = await ask(daemon);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ status: "accepted" });
    await untilEnded(daemon, 1);
    const [run] = await runsOf(daemon);
    expect(run).toMatchObject({ status: "succeeded", trigger: "request", refresh: "done" });
    const report = await fetch(`${url}/runs/${run?.id}`, { headers: bearer });
    expect(await report.json()).toMatchObject({ run: { id: run?.id } });
    const page = await fetch(`${url}/runs/${run?.id}/report.html`, { headers: bearer });
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toMatch(/^<!doctype html>/i);
    expect((await fetch(`${url}/runs/unknown`, { headers: bearer })).status).toBe(404);
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
    await stopped(daemon);
  });

  it("without a token in the configuration answers health checks and nothing else", async () => {
    const site = await openSite({ runAtStart: false, token: undefined });
    const daemon = start(site);
    const answer = await ask(daemon);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "no-token-configured" });
    expect((await fetch(`${await controlUrl(daemon)}/healthz`)).status).toBe(200);
    await stopped(daemon);
    expect(await site.fixture.calls()).toEqual([]);
  });

  it("on a port that is taken is one error, and the process ends", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    closing.push(async () => taken.close());
    const { port } = taken.address() as { port: number };
    const site = await openSite({ port });
    const daemon = start(site);
    expect(await daemon.ended).toEqual({ code: 1, signal: null });
    expect(daemon.stderr()).toMatch(new RegExp(`^control-unavailable: .*port ${port} \\(EADDRINUSE\\)$`, "m"));
    expect(await site.fixture.calls()).toEqual([]);
  });
});

describe("runs", () => {
  it("that are asked for during a run become one following run", async () => {
    const site = await openSite();
    const held = Promise.withResolvers<void>();
    await site.fixture.fault({ operation: "P1", kind: "hang", ms: 1_500, when: "before" });
    site.proxy.watch(({ path, moment }) => {
      if (path.endsWith("/permission/update") && moment === "asked") held.resolve();
    });
    const daemon = start(site);
    await held.promise;
    for (let count = 0; count < 5; count += 1) expect((await ask(daemon)).status).toBe(202);
    await untilEnded(daemon, 2);
    await stopped(daemon);
    const { runs } = await site.look();
    expect(runs.map(({ trigger, status, planned }) => ({ trigger, status, planned }))).toEqual([
      { trigger: "request", status: "succeeded", planned: 0 },
      { trigger: "start-up", status: "succeeded", planned: expect.any(Number) },
    ]);
  });

  it("begin by the clock, also after one could not be stored", async () => {
    const site = await openSite({ runAtStart: false, schedule: "* * * * * *" });
    await site.look();
    // The daemon writes, too.
    const database = new DatabaseSync(join(site.folder, "state", "musterd.db"), { timeout: 10_000 });
    closing.push(async () => database.close());
    database.exec("CREATE TRIGGER full BEFORE INSERT ON run_request BEGIN SELECT RAISE(ABORT, 'full'); END");
    const daemon = start(site);
    await daemon.logged("the run is repeated");
    database.exec("DROP TRIGGER full");
    await untilEnded(daemon, 2);
    await stopped(daemon);
    const { runs, plan } = await site.look();
    const byDaemon = runs.filter(({ trigger }) => trigger !== "command");
    expect(byDaemon.length).toBeGreaterThanOrEqual(2);
    expect(new Set(byDaemon.map(({ trigger }) => trigger))).toEqual(new Set(["schedule"]));
    expect(plan.changes).toEqual([]);
    expect(refreshesOf(await site.fixture.calls())).toHaveLength(1);
  });

  it("go on after one that the service stopped", async () => {
    const site = await openSite();
    await site.fixture.fault({ operation: "E1", kind: "status", status: 401, times: 2 });
    const daemon = start(site);
    await untilEnded(daemon, 1);
    expect((await fetch(`${await controlUrl(daemon)}/readyz`)).status).toBe(200);
    expect((await ask(daemon)).status).toBe(202);
    await untilEnded(daemon, 2);
    await stopped(daemon);
    const { runs } = await site.look();
    expect(runs.map(({ status, error }) => [status, error?.code])).toEqual([
      ["succeeded", undefined],
      ["failed", "target-unauthorized"],
    ]);
  });

  it("only plan where the configuration says so", async () => {
    const site = await openSite({ apply: false });
    const daemon = start(site);
    await untilEnded(daemon, 1);
    await stopped(daemon);
    expect((await site.look()).runs[0]).toMatchObject({ status: "planned", refresh: "not-needed" });
    const calls = await site.fixture.calls();
    expect([...writesOf(calls), ...refreshesOf(calls)]).toEqual([]);
  });

  it("are repeated for a refresh that another process has left owed", async () => {
    const site = await openSite({ runAtStart: false });
    const daemon = start(site);
    await controlUrl(daemon);
    await site.owe();
    await untilEnded(daemon, 1);
    await stopped(daemon);
    const { runs, owed } = await site.look();
    expect([runs[0]?.trigger, owed]).toEqual(["retry", false]);
    expect(refreshesAfterLastWrite(await site.fixture.calls())).toHaveLength(1);
  });

  it("that were accepted are not lost with the daemon", async () => {
    const site = await openSite({ runAtStart: false });
    await site.fixture.fault({ operation: "P1", kind: "hang", ms: 700, when: "before" });
    const held = Promise.withResolvers<void>();
    site.proxy.watch(({ path, moment }) => {
      if (path.endsWith("/permission/update") && moment === "asked") held.resolve();
    });
    const first = start(site);
    await ask(first);
    await held.promise;
    await ask(first);
    await stopped(first);
    const second = start(site);
    await untilEnded(second, 1);
    await stopped(second);
    expect((await site.look()).runs.map(({ trigger }) => trigger)).toEqual(["request", "request"]);
  });
});

describe("a signal", () => {
  it("in the middle of a run ends it: refreshed, cancelled, and nothing is called any more", async () => {
    const site = await openSite();
    const daemon = start(site);
    site.proxy.watch(({ number, moment }) => {
      if (number === 8 && moment === "answered") daemon.signal("SIGTERM");
    });
    expect(await daemon.ended).toEqual({ code: 0, signal: null });
    const calls = await site.fixture.calls();
    expect(refreshesAfterLastWrite(calls)).toHaveLength(1);
    expect(refreshesOf(calls)).toHaveLength(1);
    const { runs, owed, plan } = await site.look();
    expect(runs[0]).toMatchObject({ status: "cancelled", refresh: "done", error: { code: "cancelled" } });
    expect(runs[0]?.notTried).toBeGreaterThan(0);
    expect(owed).toBe(false);
    expect(plan.changes.length).toBeGreaterThan(0);
  });

  it("while a run reads does not wait for the service", async () => {
    const site = await openSite();
    await site.fixture.fault({ operation: "E1", kind: "hang", ms: 50_000, when: "before" });
    const daemon = start(site);
    await daemon.logged("run started");
    await stopped(daemon);
    expect((await site.look()).runs[0]).toMatchObject({ status: "cancelled", refresh: "not-needed" });
  });

  it("ends the daemon also when its Redis has gone for good", async () => {
    const site = await openSite();
    const redis = await startSharedRedis();
    closing.push(redis.kill);
    const daemon = start(site, { REDIS_URL: redis.url });
    await untilEnded(daemon, 1);
    await redis.kill();
    await daemon.logged("redis connection trouble");
    await stopped(daemon);
    expect((await site.look()).runs).toHaveLength(1);
  });

  it("before the daemon is ready is obeyed as soon as it is", async () => {
    const site = await openSite();
    const daemon = start(site);
    await daemon.logged("redis chosen");
    await stopped(daemon);
    expect((await site.look()).owed).toBe(false);
  });
});

describe("the log", () => {
  it("is JSON lines without ID numbers, birth dates, phones, names and secrets", async () => {
    const site = await openSite();
    await site.fixture.fault({ operation: "E11", kind: "status", status: 400, times: 3 });
    const daemon = start(site, { NODE_NO_WARNINGS: "0" });
    await untilEnded(daemon, 1);
    await ask(daemon);
    await untilEnded(daemon, 2);
    await stopped(daemon);
    const said = `${daemon.stdout()}${daemon.stderr()}`;
    const lines = daemon.stderr().trimEnd().split("\n");
    expect(logLines(daemon.stderr())).toHaveLength(lines.length);
    expect(said).toContain("change failed");
    const people = [...site.before.employees, ...(await site.fixture.dump()).employees];
    const personal = people.flatMap(({ idCardNumber, phoneNumber, birthDate, name }) => [
      idCardNumber,
      phoneNumber,
      birthDate?.slice(0, 10),
      birthDate?.slice(0, 10).replaceAll("-", ""),
      name,
    ]);
    const values = [...new Set([...personal, daemonToken, site.fixture.apiKey])].filter(Boolean) as string[];
    expect(values.length).toBeGreaterThan(400);
    expect(values.filter((value) => said.includes(value))).toEqual([]);
  });
});
