/**
 * Every command and the daemon end soon after their last line, with the exit code of their result, whatever the network does to
 * Redis, the directory, PostgreSQL and the service, and whatever takes the output. CI tries one
 * of the four faults.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { ldapPeople } from "../support/ldap/ldap-people.ts";
import { startSlapd } from "../support/ldap/slapd.ts";
import { type CliProcess, startCli } from "../support/processes/cli-process.ts";
import { daemonToken } from "../support/processes/daemon-site.ts";
import { officeFiles, officePeople, officeSettings } from "../support/processes/small-office.ts";
import { openWorkplace } from "../support/processes/workplace.ts";
import { postgresServer } from "../support/servers/postgres.ts";
import { openRelay, type Relay, type RelayFault, relayFaults } from "../support/servers/relay.ts";
import { openServiceFixture } from "../support/servers/service-fixture.ts";
import { startSharedRedis } from "../support/servers/shared-redis.ts";
import { inPart } from "../support/suites/runs.ts";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const relayTo = async (to: Parameters<typeof openRelay>[0], fault?: RelayFault): Promise<Relay> => {
  const relay = await openRelay(to);
  closing.push(relay.close);
  relay.set(fault);
  return relay;
};

const portOf = (url: string): number => Number(new URL(url).port);

/** An office whose service and Redis are behind relays; the relay of Redis has a fault only where a test gives it one. */
const openOffice = async (settings: object = {}) => {
  const fixture = await openServiceFixture();
  const redis = await startSharedRedis();
  closing.push(fixture.close, redis.kill);
  const service = await relayTo({ host: "127.0.0.1", port: portOf(fixture.url) });
  const redisRelay = await relayTo({ host: "127.0.0.1", port: redis.port });
  const quick = { timeoutMs: 1_000, retries: 0 };
  const office = officeSettings({ ...fixture, url: `http://127.0.0.1:${service.port}` }, quick);
  const place = await openWorkplace(officeFiles(officePeople(6)), {
    ...office,
    redis: { url: "env:REDIS_ADDRESS", timeoutMs: 4_000 },
    daemon: { port: 0, schedule: "0 0 29 2 *", token: "env:DAEMON_TOKEN" },
    ...settings,
  });
  closing.push(place.remove);
  const env = {
    API_KEY: fixture.apiKey,
    DAEMON_TOKEN: daemonToken,
    REDIS_ADDRESS: redis.url.replace(String(redis.port), String(redisRelay.port)),
  };
  const start = (command: string, ...more: readonly string[]) =>
    startCli([...command.split(" "), "--config", place.config, ...more], { env });
  return { service, redis: redisRelay, start };
};

/** The time limits of the code add up to nine seconds; a busy machine needs longer for what comes between them. */
const longestMs = 30_000;

/** The exit code, if the process ends in time after the last thing that it said, and how long that took. */
const ending = async (child: CliProcess) => {
  let said = "";
  let saidAt = performance.now();
  const watch = setInterval(() => {
    const now = child.stdout() + child.stderr();
    if (now !== said) [said, saidAt] = [now, performance.now()];
    // A run may be silent for as long as its time limits let it wait.
    if (performance.now() - saidAt > 2 * longestMs) child.signal("SIGKILL");
  }, 20);
  const { code } = await child.ended;
  clearInterval(watch);
  // A command that says everything at its end may do so between two looks.
  if (child.stdout() + child.stderr() !== said) saidAt = performance.now();
  expect({ isInTime: performance.now() - saidAt < longestMs, said }).toEqual({ isInTime: true, said });
  return code;
};

const shown = async (child: CliProcess, text: string): Promise<void> => {
  while (!child.stderr().includes(text)) await once(child.output, "data");
};

/** Stops a daemon or a service; the time counts from the signal. */
const stopping = async (child: CliProcess) => {
  const begun = performance.now();
  child.signal("SIGTERM");
  const code = await ending(child);
  return { code, ms: performance.now() - begun };
};

describe.each(inPart(1, relayFaults))("Redis behind a relay with the fault %s", (fault) => {
  it("lets apply end", async () => {
    const office = await openOffice();
    if (fault === "no-ends") office.redis.set(fault);
    const apply = office.start("apply", "--yes");
    if (fault !== "no-ends") await shown(apply, "1 of 9");
    office.redis.set(fault);
    const code = await ending(apply);
    expect(code).toBe(fault !== "no-ends" && apply.stderr().includes("redis-unavailable") ? 1 : 0);
  });

  it("lets the daemon stop", async () => {
    const office = await openOffice();
    if (fault === "no-ends") office.redis.set(fault);
    const daemon = office.start("daemon");
    await daemon.logged("run ended");
    office.redis.set(fault);
    const { code, ms } = await stopping(daemon);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(longestMs);
    expect(daemon.stderr()).toContain("daemon stopped");
    expect(fault === "no-ends" ? office.redis.connections() : 0).toBe(0);
  });
});

describe.each(inPart(1, relayFaults))("the service behind a relay with the fault %s", (fault) => {
  it.each([
    ["plan", 2],
    ["check", 0],
    ["adopt --list", 0],
  ])("lets %s end", async (command, works) => {
    const office = await openOffice();
    office.service.set(fault);
    const child = office.start(command);
    const code = await ending(child);
    const expected = fault === "no-ends" || command === "adopt --list" ? works : 1;
    expect({ code, stderr: child.stderr() }).toEqual({ code: expected, stderr: child.stderr() });
  });

  it("lets the daemon stop", async () => {
    const office = await openOffice();
    const daemon = office.start("daemon");
    await daemon.logged("run ended");
    office.service.set(fault);
    expect(await stopping(daemon)).toMatchObject({ code: 0 });
  });
});

describe.each(inPart(1, relayFaults))("a directory behind a relay with the fault %s", (fault) => {
  it("lets source check end", async () => {
    const people = ldapPeople({ people: 20 });
    const slapd = await startSlapd({ ldif: people.ldif() });
    closing.push(slapd.stop);
    const relay = await relayTo({ host: "127.0.0.1", port: portOf(slapd.url) }, fault);
    const ldap = { url: `ldap://127.0.0.1:${relay.port}`, bind: "anonymous", insecure: true, timeoutSeconds: 2 };
    const office = await openOffice({
      source: {
        feeds: { ad: { ldap } },
        employees: {
          base: people.base,
          filter: "(objectClass=user)",
          attributes: { account: "sAMAccountName", number: "employeeNumber", name: "displayName" },
        },
      },
    });
    const child = office.start("source check");
    const code = await ending(child);
    expect(child.stdout() + child.stderr()).not.toContain("config-invalid");
    const expected = fault === "no-ends" ? 0 : 1;
    expect({ code, stderr: child.stderr() }).toEqual({ code: expected, stderr: child.stderr() });
  });
});

describe.each(inPart(1, relayFaults))("PostgreSQL behind a relay with the fault %s", (fault) => {
  it("lets the service stop", async () => {
    const server = await postgresServer();
    const address = new URL((await server.freshDatabase()).replace("@/", "@localhost/"));
    const relay = await relayTo({ path: `${address.searchParams.get("host")}/.s.PGSQL.5432` });
    if (fault === "no-ends") relay.set(fault);
    const database = `postgres://${address.username}:${address.password}@127.0.0.1:${relay.port}${address.pathname}`;
    const service = startCli(["service", "--port", "0"], { env: { DATABASE_URL: database } });
    while (!service.stdout().includes("Admin-Key")) await once(service.output, "data");
    relay.set(fault);
    // The audit trail has a line that is to be stored.
    const url = /http:\/\/[\d.:]+/.exec(service.stdout())?.[0];
    await fetch(`${url}/sandbox/company`, { headers: { "Admin-Key": "wrong" } }).catch(() => undefined);
    // A service whose connection is lost ends by itself.
    const { code, ms } = fault === "reset" ? { code: await ending(service), ms: 0 } : await stopping(service);
    expect(ms).toBeLessThan(longestMs);
    const isLost = fault === "silent" || fault === "reset";
    expect({ code, isSaid: service.stderr().includes("service-database") }).toEqual({
      code: isLost ? 1 : 0,
      isSaid: isLost,
    });
    expect(fault === "no-ends" ? relay.connections() : 0).toBe(0);
  });
});

describe("a client that sends half a request and never leaves", () => {
  it.each(["daemon", "service"])("does not keep the %s", async (command) => {
    const office = await openOffice();
    const child =
      command === "daemon" ? office.start("daemon") : startCli(["service", "--port", "0", "--database", ":memory:"]);
    const address = /http:\/\/[\d.]+:(\d+)/;
    while (!address.test(child.stdout() + child.stderr())) await once(child.output, "data");
    if (command === "daemon") await child.logged("daemon ready");
    const port =
      command === "daemon"
        ? portOf(String((await child.logged("daemon ready"))["url"]))
        : Number(address.exec(child.stdout())?.[1]);
    const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    client.on("error", () => undefined);
    await once(client, "connect");
    client.write("POST /runs HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{");
    const { code, ms } = await stopping(child);
    client.destroy();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(longestMs);
  });
});

describe("standard output", () => {
  const entry = fileURLToPath(new URL("../../src/cli/musterd.js", import.meta.url));
  const said = async (parameters: readonly string[], stdout: number | "pipe", closes: boolean) => {
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, [entry, ...parameters], {
      env: { PATH, HOME },
      stdio: ["ignore", stdout, "pipe"],
    });
    if (closes) child.stdout?.destroy();
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (part: string) => {
      stderr += part;
    });
    const [code] = (await once(child, "close")) as [number];
    return { code, stderr };
  };

  it("that is full is an error", async () => {
    const { code, stderr } = await said(["--help"], openSync("/dev/full", "w"), false);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^output-unwritable: .*ENOSPC/) });
  });

  it("that nobody reads any more is none", async () => {
    expect(await said(["--help"], "pipe", true)).toEqual({ code: 0, stderr: "" });
  });
});
