/** Tests the commands as users and scripts use them: exit codes, standard output and standard error. */
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import { processUser } from "../../src/lib/process-user.ts";
import { type CliResult, runCli, startCli } from "../support/processes/cli-process.ts";
import { officeFiles, officePeople, officeSettings } from "../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../support/processes/workplace.ts";
import { openServiceFixture, refreshesOf, type ServiceFixture, writesOf } from "../support/servers/service-fixture.ts";
import { freePort } from "../support/servers/shared-redis.ts";

let fixture: ServiceFixture;
let place: Workplace;
let empty: Organisation;
const people = officePeople(6);

beforeAll(async () => {
  fixture = await openServiceFixture();
  empty = await fixture.dump();
});

beforeEach(async () => {
  await fixture.load(empty);
  await fixture.forgetCalls();
  place = await openWorkplace(officeFiles(people), officeSettings(fixture));
});

afterEach(() => place.remove());

afterAll(() => fixture.close());

const musterd = (command: string, ...more: readonly string[]): Promise<CliResult> =>
  runCli([command, "--config", place.config, ...more], { env: { API_KEY: fixture.apiKey }, cwd: place.folder });

const applied = async (): Promise<void> => {
  expect((await musterd("apply", "--yes")).code).toBe(0);
  await fixture.forgetCalls();
};

/** Parses standard output as JSON. Fails if it contains anything else, or if standard error is not empty. */
const onlyJson = ({ stdout, stderr }: CliResult): unknown => {
  expect(stderr).toBe("");
  return JSON.parse(stdout);
};

describe("plan", () => {
  it("ends with 2 where there is something to do, with 0 where there is not, and never writes", async () => {
    const first = await musterd("plan");
    expect(first).toMatchObject({ code: 2, stderr: "" });
    expect(first.stdout).toContain("Fingerprint: ");
    const calls = await fixture.calls();
    expect(calls.length).toBeGreaterThan(0);
    expect([...writesOf(calls), ...refreshesOf(calls)]).toEqual([]);
    await applied();
    expect(await musterd("plan")).toMatchObject({ code: 0, stderr: "" });
  });

  it("ends with 2 where the gate has held a kind, which was not compared", async () => {
    await applied();
    const files = officeFiles(people);
    const shifted = String(files["employees.csv"]).replaceAll(/0900-111-2\d+/g, "somebody");
    await place.write({ ...files, "employees.csv": shifted });
    const held = await musterd("plan", "--json");
    expect(held.code).toBe(2);
    expect(JSON.parse(held.stdout)).toMatchObject({ totals: { changes: 0 }, findings: [{ rule: "cells-unread" }] });
    expect((await musterd("apply", "--yes")).code).toBe(2);
    const status = await musterd("status", "--json");
    expect(status.code).toBe(2);
    expect(JSON.parse(status.stdout).remaining).toMatchObject([{ level: "waiting", code: "kinds-held" }]);
    await place.write(files);
    expect((await musterd("apply", "--yes")).code).toBe(0);
    expect((await musterd("status")).code).toBe(0);
  });

  it("prints JSON alone where it is asked to, whatever it finds, and the report in the language that is asked for", async () => {
    expect(onlyJson(await musterd("plan", "--json"))).toMatchObject({ totals: { changes: 9 } });
    expect((await musterd("plan", "--language", "zh-TW")).stdout).toContain("新增");
    await applied();
    expect(onlyJson(await musterd("plan", "--json"))).toMatchObject({ totals: { changes: 0 } });
    await place.write(officeFiles([]));
    const refused = await musterd("plan", "--json");
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: "source-empty", hint: expect.any(String) } });
  });

  it("writes the report in every format for its owner alone, and says so where it cannot", async () => {
    const files = { html: "p.html", markdown: "p.md", csv: "p.csv", xlsx: "p.xlsx" };
    const begins = { html: /^<!doctype html>/i, markdown: /^# /, csv: /^\ufeffStatus,Kind/, xlsx: /^PK/ };
    const options = Object.entries(files).flatMap(([format, file]) => [`--${format}`, file]);
    const { code, stdout } = await musterd("plan", ...options);
    expect(code).toBe(2);
    expect(stdout).toContain("HTML report: p.html\nMarkdown report: p.md\nCSV report: p.csv\nXLSX report: p.xlsx\n");
    for (const format of ["html", "markdown", "csv", "xlsx"] as const) {
      const file = join(place.folder, files[format]);
      expect(((await stat(file)).mode & 0o777).toString(8)).toBe("600");
      expect(await readFile(file, "utf8")).toMatch(begins[format]);
    }
    const refused = await musterd("plan", "--xlsx", "nowhere/plan.xlsx");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^report-unwritable: the XLSX report/) });
    const unsaved = await musterd("apply", "--yes", "--html", "nowhere/run.html", "--xlsx", "run.xlsx");
    const why = "report-unwritable: the HTML report cannot be written: ENOENT";
    expect(unsaved).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
    // What was done is shown all the same, and the other file is there.
    expect(unsaved.stdout).toContain("Result: ✓ applied 9");
    expect(await readFile(join(place.folder, "run.xlsx"), "utf8")).toMatch(begins.xlsx);
  });
});

describe("a service that shows nobody any more", () => {
  it("is written to only when somebody accepts that it was emptied", async () => {
    await applied();
    await fixture.load(empty);
    await fixture.forgetCalls();
    const blocked = await musterd("apply", "--yes", "--json");
    expect(blocked.code).toBe(1);
    expect(JSON.parse(blocked.stderr)).toMatchObject({
      error: { code: "target-empty", message: expect.stringContaining("although 6 people were there") },
    });
    expect(writesOf(await fixture.calls())).toEqual([]);
    const { fingerprint } = JSON.parse((await musterd("plan", "--json")).stdout) as { readonly fingerprint: string };
    const accepted = [
      "--plan",
      fingerprint.slice(0, 12),
      "--accept",
      "target-empty:employee",
      "--reason",
      "a new sandbox",
    ];
    expect((await musterd("apply", "--yes", ...accepted)).code).toBe(0);
    expect((await fixture.dump()).employees).toHaveLength(6);
  });
});

describe("apply", () => {
  it("carries out the plan, shows its progress on standard error, and refreshes once", async () => {
    const result = await musterd("apply", "--yes");
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(/^( {2}\d+ of 9 entries \(\d+\/s\)\n)+ {2}permission refresh …\n$/);
    expect(result.stderr).toContain("9 of 9 entries");
    expect(result.stdout).toContain("Permission refresh: done");
    expect(refreshesOf(await fixture.calls())).toHaveLength(1);
  });

  it("carries out exactly the plan that was approved", async () => {
    const { fingerprint } = onlyJson(await musterd("plan", "--json")) as { fingerprint: string };
    await place.write(officeFiles(officePeople(7)));
    const stale = await musterd("apply", "--yes", "--plan", fingerprint.slice(0, 12));
    expect(stale).toMatchObject({ code: 1, stderr: expect.stringMatching(/^plan-stale: /) });
    expect(writesOf(await fixture.calls())).toEqual([]);
    await place.write(officeFiles(people));
    expect((await musterd("apply", "--yes", "--plan", fingerprint.slice(0, 12))).code).toBe(0);
  });

  it("prints JSON alone on standard output, ends with 1 when a change failed, and show tells which", async () => {
    await fixture.fault({ operation: "E12", kind: "status", status: 400 });
    const result = await musterd("apply", "--yes", "--json");
    expect(result.code).toBe(1);
    expect(JSON.parse(result.stdout)).toMatchObject({ run: { status: "partial", failed: 1 } });
    const shown = await musterd("show", "last");
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(shown.stdout).toContain("target-refused");
  });

  it("is stopped by a signal in an orderly way", async () => {
    await fixture.fault({ operation: "E12", kind: "hang", ms: 300, when: "before", times: 6 });
    const cli = startCli(["apply", "--config", place.config, "--yes"], { env: { API_KEY: fixture.apiKey } });
    while (writesOf(await fixture.calls()).length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    cli.signal("SIGINT");
    expect(await cli.ended).toEqual({ code: 1, signal: null });
    expect(cli.stderr()).toMatch(/^cancelled: the run was stopped on request \(SIGINT\)$/m);
    const calls = await fixture.calls();
    expect(refreshesOf(calls)).toHaveLength(1);
    expect(calls.at(-1)?.operation).toBe("P1");
  });
});

describe("apply, while the service takes long for the refresh", () => {
  it("says what it waits for when it is stopped, and ends at a second signal; the next run refreshes", async () => {
    await fixture.fault({ operation: "P1", kind: "hang", ms: 60_000, when: "before" });
    const cli = startCli(["apply", "--config", place.config, "--yes"], { env: { API_KEY: fixture.apiKey } });
    const says = async (text: string) => {
      while (!cli.stderr().includes(text)) await once(cli.output, "data");
    };
    await says("permission refresh");
    for (const signal of ["SIGHUP", "SIGHUP"] as const) cli.signal(signal);
    await says("stopping: ");
    cli.signal("SIGINT");
    expect(await cli.ended).toEqual({ code: 1, signal: null });
    await fixture.mend();
    expect((await musterd("apply", "--yes")).stdout).toContain("Permission refresh: done");
  });
});

describe("runs and show", () => {
  it("list what was done and show one of it, the last or by its id", async () => {
    await applied();
    const runs = onlyJson(await musterd("runs", "--json", "--limit", "1")) as readonly { id: string; status: string }[];
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ status: "succeeded", planned: 9, applied: 9, refresh: "done" });
    const [{ startedAt, endedAt, phasesMs }] = runs as unknown as readonly [
      { startedAt: string; endedAt: string; phasesMs: Readonly<Record<string, number>> },
    ];
    expect(runs[0]).toMatchObject({ askedBy: processUser(), entries: { planned: 9, applied: 9, failed: 0 } });
    expect(Object.keys(phasesMs).toSorted()).toEqual(
      ["applying", "planning", "reading-site", "reading-source", "refresh", "waiting"].toSorted(),
    );
    expect(Math.max(...Object.values(phasesMs))).toBeLessThanOrEqual(Date.parse(endedAt) - Date.parse(startedAt));
    const table = await musterd("runs");
    expect(table).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(runs[0]?.id ?? "?") });
    expect(table.stdout).not.toMatch(/ 0 s /);
    expect(table.stdout).toMatch(/9 applied\n[^]*by command:\s+\S+@/);
    const byId = onlyJson(await musterd("show", runs[0]?.id ?? "", "--json"));
    expect(byId).toMatchObject({ run: { id: runs[0]?.id }, totals: { changes: 9 } });
    expect(onlyJson(await musterd("show", "last", "--json"))).toEqual(byId);
    expect(await musterd("show", "20000101T000000-0000")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^run-unknown: .*\n {2}hint: /),
    });
  });
});

describe("check", () => {
  it("finds every part in order", async () => {
    const { code, stdout, stderr } = await musterd("check");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.match(/^✓ (\w+)/gm)).toEqual([
      "✓ configuration",
      "✓ state",
      "✓ database",
      "✓ space",
      "✓ source",
      "✓ target",
      "✓ clock",
      "✓ redis",
      "✓ lock",
      "✓ runs",
      "✓ certificates",
    ]);
    const calls = await fixture.calls();
    expect(calls.map(({ operation }) => operation)).toEqual(["V1", "D1", "T1", "J4", "E1"]);
    expect(stdout).toContain("V1, D1, T1, J4, E1 answered; D10, D9, E2, E4 not tried");
  });

  it("names the operation whose binding does not answer", async () => {
    await place.configure(officeSettings(fixture, { paths: { T1: "GET /titles" } }));
    const { code, stdout } = await musterd("check");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^✗ target T1 +target-misconfigured: GET \/openapi\/base\/v1\/titles does not answer as T1 .*\(404\)\n.*target\.paths\.T1\n.*other operations were found/m,
    );
    expect(stdout).not.toContain(fixture.apiKey);
  });

  it("names a channel for messages that nobody answers", async () => {
    await place.configure({
      ...officeSettings(fixture),
      notify: { channels: { hook: { kind: "webhook", url: "env:HOOK" } } },
    });
    const env = { API_KEY: fixture.apiKey, HOOK: `http://127.0.0.1:${await freePort()}` };
    const { code, stdout } = await runCli(["check", "--config", place.config], { env });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ .*channel-failed: .*\n.*notify\.channels\.hook/m);
  });

  it("names every problem at once", async () => {
    await place.write({ "employees.csv": "" });
    const port = await freePort();
    await place.configure(officeSettings({ ...fixture, url: `http://127.0.0.1:${port}` }, { retries: 0 }));
    const env = { API_KEY: fixture.apiKey, REDIS_URL: "http://localhost" };
    const result = await runCli(["check", "--config", place.config, "--json"], { env });
    expect(result.code).toBe(1);
    const checks = onlyJson(result) as readonly { part: string; error?: { code: string } }[];
    expect(checks.map(({ part, error }) => [part, error?.code])).toEqual([
      ["configuration", undefined],
      ["state", undefined],
      ["database", undefined],
      ["space", undefined],
      ["source", "source-empty"],
      ["target", "target-unavailable"],
      ["clock", undefined],
      ["redis", "redis-unavailable"],
      ["lock", undefined],
      ["runs", undefined],
      ["certificates", undefined],
    ]);
  });
});

describe("resync", () => {
  const daemonPart = (more: object) => ({ daemon: { schedule: "0 0 29 2 *", token: "env:TOKEN", ...more } });

  it("asks the daemon of the configuration for a run, or says why it cannot", async () => {
    const port = await freePort();
    await place.configure({ ...officeSettings(fixture), ...daemonPart({ port, runAtStart: false }) });
    const env = { API_KEY: fixture.apiKey, TOKEN: "right-token-of-tests" };
    const resync = (given: object) => runCli(["resync", "--config", place.config], { env: { ...env, ...given } });
    expect(await resync({})).toMatchObject({ code: 1, stderr: expect.stringMatching(/^daemon-unreachable: /) });
    const daemon = startCli(["daemon", "--config", place.config], { env });
    await daemon.logged("daemon ready");
    expect(await resync({ TOKEN: "wrong-token-of-tests" })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^daemon-refused: .*401/),
    });
    expect(await resync({})).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Accepted/), stderr: "" });
    await daemon.logged("run ended");
    daemon.signal("SIGTERM");
    expect(await daemon.ended).toEqual({ code: 0, signal: null });
    await place.configure(officeSettings(fixture));
    expect(await resync({})).toMatchObject({ code: 1, stderr: expect.stringMatching(/^no-token-configured: /) });
  });
});

describe("service", () => {
  it("tells where it is and with which keys, and ends with a signal", async () => {
    const service = startCli(["service", "--port", "0", "--database", join(place.folder, "own.db")]);
    while (!service.stdout().includes("Admin-Key")) await new Promise((resolve) => setTimeout(resolve, 5));
    const url = /http:\/\/\S+/.exec(service.stdout())?.[0];
    expect((await fetch(`${url}/sandbox/health`)).status).toBe(200);
    const key = /^Api-Key: (\S+)$/m.exec(service.stdout())?.[1] ?? "";
    const levels = await fetch(`${url}/openapi/organization/v1/department/levels`, { headers: { "Api-Key": key } });
    expect(levels.status).not.toBe(401);
    service.signal("SIGTERM");
    expect(await service.ended).toEqual({ code: 0, signal: null });
  });
});
