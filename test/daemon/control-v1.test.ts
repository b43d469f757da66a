/** Tests the control interface over HTTP to a daemon process, and that its OpenAPI document says what it does. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { controlDocument } from "../../src/daemon/control/control-document.ts";
import { type Role, roles } from "../../src/model/role.ts";
import { type CliProcess, runCli, startCli } from "../support/processes/cli-process.ts";
import { controlUrl, type DaemonSite, daemonToken, openDaemonSite } from "../support/processes/daemon-site.ts";

type Operation = { readonly responses: object; readonly requestBody?: { readonly content: object } };

const document = controlDocument() as { readonly paths: Record<string, Record<string, Operation>> };
let site: DaemonSite;
let daemon: CliProcess;
let url: string;
const secrets = new Map<Role, string>();

const env = () => ({ API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken });
const musterd = (...words: readonly string[]) =>
  runCli([...words, "--config", site.config], { env: env(), cwd: site.folder });

beforeAll(async () => {
  site = await openDaemonSite({ runAtStart: false, port: 0 });
  await site.configure({ guard: { caps: { employee: { update: { count: 0 } } } } });
  daemon = site.startDaemon();
  url = await controlUrl(daemon);
  for (const role of roles) {
    const { stdout } = await musterd("tokens", "add", role, "--role", role, "--json");
    secrets.set(role, JSON.parse(stdout).secret);
  }
});
afterAll(async () => {
  daemon.signal("SIGTERM");
  await daemon.ended;
  await site.close();
});

/** Sends a request, and checks that the document has its address and the status of the answer. */
const ask = async (
  role: Role,
  method: string,
  path: string,
  body?: object,
  headers: object = {},
): Promise<Response> => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${secrets.get(role)}`,
      ...(body && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const [bare = ""] = path.split("?");
  const template = Object.keys(document.paths).find((one) =>
    new RegExp(`^${one.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`).test(bare),
  );
  const operation = document.paths[template ?? ""]?.[method.toLowerCase()];
  expect(Object.keys(operation?.responses ?? {}), `${method} ${path}`).toContain(String(answer.status));
  return answer;
};

/** What the tests read of answers. */
type Told = Readonly<Record<"id" | "status" | "fingerprint" | "follows", string>> & {
  readonly remaining: readonly object[];
  readonly changes: readonly Readonly<Record<"kind" | "action" | "key", string>>[];
};

const json = async <T = Told>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T;

/** The run after its end. */
const ended = async (id: string) => {
  for (;;) {
    const run = await json(ask("viewer", "GET", `/v1/runs/${id}`));
    if (run.status !== "requested" && run.status !== "running") return run;
    await delay(50);
  }
};

describe("a plan that is blocked", () => {
  it("is asked for with an id, looked at in four formats, followed, rejected, released, applied and found in the history", async () => {
    const key = { "Idempotency-Key": "night-1" };
    const asked = await ask("operator", "POST", "/v1/runs", { reason: "payroll tomorrow" }, key);
    expect(asked.status).toBe(202);
    const { id } = (await asked.json()) as Told;
    expect(asked.headers.get("location")).toBe(`/v1/runs/${id}`);
    const followed = await (await ask("viewer", "GET", `/v1/runs/${id}/events`)).text();
    expect(followed).toMatch(/^event: (progress|end)\ndata: \{/);
    expect(JSON.parse(followed.split("event: end\ndata: ")[1] ?? "")).toMatchObject({ id, status: "blocked" });
    expect(await json(ask("operator", "POST", "/v1/runs", { reason: "payroll tomorrow" }, key))).toMatchObject({ id });
    expect((await ask("operator", "POST", "/v1/runs", { dry: true }, key)).status).toBe(409);
    const run = await json(ask("viewer", "GET", `/v1/runs/${id}`));
    expect(run).toMatchObject({ status: "blocked", trigger: "request", askedBy: "token operator" });
    const starts = { json: "{", html: "<!doctype html>", md: "# ", xlsx: "PK" };
    for (const [format, start] of Object.entries(starts)) {
      const text = await (await ask("viewer", "GET", `/v1/runs/${id}/report.${format}`)).text();
      expect(text.slice(0, start.length).toLowerCase()).toBe(start.toLowerCase());
    }
    const decide = (verb: string, more: object = {}) =>
      ask("approver", "POST", `/v1/runs/${id}/${verb}`, {
        fingerprint: run.fingerprint.slice(0, 12),
        reason: "HR has confirmed",
        ...more,
      });
    expect((await decide("release", { reason: "" })).status).toBe(400);
    expect((await decide("release", { fingerprint: "0123456789ab" })).status).toBe(409);
    expect((await decide("release", { accepted: ["x"] })).status).toBe(400);
    expect((await decide("reject")).status).toBe(200);
    expect(await json(decide("release"))).toMatchObject({ code: "plan-rejected" });
    const withdrawn = await musterd(
      "reject",
      run.fingerprint.slice(0, 12),
      "--withdraw",
      "--reason",
      "right after all",
    );
    expect(withdrawn.code).toBe(0);
    const released = await json(decide("release"));
    const applied = await ended(released.follows);
    expect(applied).toMatchObject({ status: "succeeded", release: { by: "token approver" }, refresh: "done" });
    expect((await decide("release")).status).toBe(409);
    const report = await json(ask("viewer", "GET", `/v1/runs/${released.follows}/report.json`));
    const account = report.changes.find(({ kind, action }) => kind === "employee" && action === "update")?.key ?? "";
    const history = await json(ask("viewer", "GET", `/v1/history/${account}`));
    expect(history).toMatchObject({ kind: "employee", key: account });
    expect(history.changes[0]).toMatchObject({
      run: released.follows,
      releasedBy: "token approver",
      askedBy: "token approver",
    });
    expect((await ask("viewer", "GET", "/v1/history/nobody-at-all")).status).toBe(404);
    const shown = await musterd("history", account);
    expect(shown.stdout).toContain("released by token approver");
  });
});

describe("a request", () => {
  it("for a plan only writes nothing, and one for nobody who is known fails", async () => {
    const { id } = await json(ask("operator", "POST", "/v1/runs", { dry: true }));
    expect(await ended(id)).toMatchObject({ status: "planned" });
    const other = await json(ask("operator", "POST", "/v1/runs", { only: ["nobody-at-all"] }));
    expect(await ended(other.id)).toMatchObject({ status: "failed", error: { code: "subject-unknown" } });
    expect((await json(ask("viewer", "GET", "/v1/status"))).remaining).toEqual([]);
    expect((await ask("operator", "POST", "/v1/runs", { whole: true })).status).toBe(400);
  });

  it("waits while runs are paused, and is taken back by cancelling", async () => {
    expect((await ask("operator", "POST", "/v1/pause", { until: "2020-01-01T00:00:00Z", reason: "x" })).status).toBe(
      400,
    );
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await ask("operator", "POST", "/v1/pause", { until, reason: "moving" })).status).toBe(200);
    expect((await musterd("status")).stdout).toContain("no run begins before");
    const { id } = await json(ask("operator", "POST", "/v1/runs", { dry: true }));
    expect(await json(ask("viewer", "GET", `/v1/runs/${id}`))).toEqual({ id, status: "requested", trigger: "request" });
    expect(await json(ask("operator", "POST", `/v1/runs/${id}/cancel`))).toEqual({ status: "cancelled" });
    expect((await ask("viewer", "GET", `/v1/runs/${id}`)).status).toBe(404);
    expect((await ask("operator", "POST", `/v1/runs/${id}/cancel`)).status).toBe(404);
    const next = await json(ask("operator", "POST", "/v1/runs", { dry: true }));
    await delay(300);
    expect((await json(ask("viewer", "GET", `/v1/runs/${next.id}`))).status).toBe("requested");
    expect(await json(ask("operator", "POST", "/v1/resume"))).toEqual({ status: "resumed" });
    expect(await ended(next.id)).toMatchObject({ status: "planned" });
    expect((await ask("operator", "POST", `/v1/runs/${next.id}/cancel`)).status).toBe(409);
  });

  it("refuses explanations when eight are waited for, because each reads both sides", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask("viewer", "GET", "/v1/explain/000001")));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(8).fill(200),
      ...Array(4).fill(429),
    ]);
    expect((await ask("viewer", "GET", "/v1/explain/000001")).status).toBe(200);
  });

  it("explains a record, tells what only a person can decide, and keeps answers that fit both sides", async () => {
    const runs = await json<readonly Told[]>(ask("viewer", "GET", "/v1/runs?limit=100"));
    expect(runs.length).toBeGreaterThan(3);
    for (const limit of ["0", "1.5", "1001"])
      expect((await ask("viewer", "GET", `/v1/runs?limit=${limit}`)).status).toBe(400);
    expect((await ask("viewer", "GET", "/v1/explain/nobody-at-all")).status).toBe(404);
    expect(await json(ask("viewer", "GET", "/v1/explain/000001"))).toHaveProperty("result");
    expect(Object.keys(await json(ask("viewer", "GET", "/v1/proposals"))).toSorted()).toEqual([
      "proposals",
      "questions",
    ]);
    const wrong = { decisions: [{ source: "nobody", target: "nobody", same: true }] };
    expect(await json(ask("approver", "POST", "/v1/proposals", wrong))).toMatchObject({ code: "decision-invalid" });
  });
});

describe("musterd resync --wait", () => {
  it("follows the run to its end, prints what came of it and exits as apply does", async () => {
    await site.configure({ daemon: { port: Number(new URL(url).port) } });
    const child = startCli(["resync", "--wait", "--config", site.config], { env: env(), cwd: site.folder });
    expect(await child.ended).toMatchObject({ code: 0 });
    expect(child.stdout()).toMatch(/ · succeeded · on request · .*\n`musterd show \S+` shows its report\.\n$/);
  });
});

describe("the OpenAPI document", () => {
  it("is served without a token, and passes the linter's recommended rules without a warning", async () => {
    const served = await (await fetch(`${url}/v1/openapi.json`)).json();
    expect(served).toEqual(JSON.parse(JSON.stringify(document)));
    const folder = await mkdtemp(join(tmpdir(), "musterd-control-"));
    const file = join(folder, "control.json");
    await writeFile(file, JSON.stringify(served));
    const redocly = fileURLToPath(new URL("../../node_modules/.bin/redocly", import.meta.url));
    const environment = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const linted = promisify(execFile)(redocly, ["lint", "--extends=recommended-strict", file], {
      env: environment,
      cwd: folder,
    });
    await expect(linted).resolves.toMatchObject({ stderr: expect.stringContaining("Woohoo") });
    await rm(folder, { recursive: true });
  });

  it("is made once, because strangers ask for it", () => {
    expect(controlDocument()).toBe(document);
  });

  it("describes bodies as they are judged", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const body = document.paths["/v1/runs/{id}/release"]?.["post"]?.requestBody?.content as Record<
      string,
      { schema: object }
    >;
    const validate = ajv.compile(body["application/json"]?.schema ?? {});
    expect(validate({ fingerprint: "0123456789ab", reason: "x" })).toBe(true);
    expect(validate({ fingerprint: "0123456789ab" })).toBe(false);
    expect(validate({ fingerprint: "xyz", reason: "x" })).toBe(false);
  });
});

describe("what is refused before anybody is asked", () => {
  const refusal = async (
    path: string,
    init: Omit<RequestInit, "headers"> & { readonly headers?: object } = {},
  ): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${secrets.get("operator")}`, ...init.headers };
    const answer = await fetch(`${url}${path}`, { ...init, headers });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const body = (await answer.json()) as object;
    expect(Object.keys(body)).toEqual(["code", "message"]);
    return [answer.status, (body as { code: string }).code];
  };
  const sent = (body: string, type = "application/json") => ({
    method: "POST",
    headers: { "Content-Type": type },
    body,
  });

  it("is an error like all others", async () => {
    expect(await refusal("/v1/runs", sent("{"))).toEqual([400, "body-invalid"]);
    expect(await refusal("/v1/runs", sent("<a/>", "text/xml"))).toEqual([415, "content-type-unsupported"]);
    expect(await refusal("/v1/runs", sent(`{"reason":"${"x".repeat(70_000)}"}`))).toEqual([413, "body-too-large"]);
    expect(await refusal("/v1/runs/%zz")).toEqual([400, "address-invalid"]);
    expect(await refusal(`/v1/runs/${"a".repeat(20_000)}`)).toEqual([431, "headers-too-large"]);
  });

  it("is no long name, such as a code that is a path", async () => {
    const answer = await ask("viewer", "GET", `/v1/history/${encodeURIComponent("總公司/研發處/平台組".repeat(12))}`);
    expect([answer.status, (await answer.json()).code]).toEqual([404, "subject-unknown"]);
  });
});
