/** Tests who may send which request of the control interface, over HTTP to a daemon process. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requests as table } from "../../src/daemon/control/requests.ts";
import { type Role, roles } from "../../src/model/role.ts";
import type { AuditEntry } from "../../src/model/runs/audit.ts";
import { type CliProcess, runCli } from "../support/processes/cli-process.ts";
import { controlUrl, type DaemonSite, daemonToken, openDaemonSite } from "../support/processes/daemon-site.ts";

let site: DaemonSite;
let daemon: CliProcess;
let url: string;
const secrets = new Map<string, string>();

const musterd = (...words: readonly string[]) =>
  runCli([...words, "--config", site.config], {
    env: { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken },
    cwd: site.folder,
  });

const addToken = async (name: string, ...more: readonly string[]): Promise<void> => {
  const { stdout } = await musterd("tokens", "add", name, "--json", ...more);
  secrets.set(name, JSON.parse(stdout).secret);
};

beforeAll(async () => {
  site = await openDaemonSite({ runAtStart: false, apply: false });
  daemon = site.startDaemon();
  url = await controlUrl(daemon);
  for (const role of roles) await addToken(role, "--role", role);
  secrets.set("daemon.token", daemonToken);
});
afterAll(async () => {
  daemon.signal("SIGTERM");
  await daemon.ended;
  await site.close();
});

const ask = (token: string | undefined, method: string, path: string): Promise<Response> =>
  fetch(`${url}${path}`, { method, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });

const requests = Object.entries(table).map(([name, spec]): readonly [string, readonly Role[]] => [name, spec.roles]);
const callers: readonly (readonly [string, Role])[] = [
  ...roles.map((role) => [role, role] as const),
  ["daemon.token", "operator"],
];
const cells = requests.flatMap(([name, permitted]) =>
  callers.map(([caller, role]) => [name, caller, permitted.includes(role)] as const),
);

describe("a request", () => {
  it.each(cells)("%s of %s is answered: %s", async (name, caller, isPermitted) => {
    const [method = "", path = ""] = name.split(" ");
    const answer = await ask(
      secrets.get(caller),
      method,
      `/v1${path.replace(":id", "none").replace(":name", "nobody")}`,
    );
    const isRefused = answer.status === 403 && (await answer.text()).includes("role-missing");
    expect(isRefused).toBe(!isPermitted);
    expect([200, 202, 400, 403, 404, 409]).toContain(answer.status);
  });

  it.each(requests)("%s needs a token", async (name) => {
    const [method = "", path = ""] = name.split(" ");
    for (const token of [undefined, "musterd_guess"]) {
      const answer = await ask(token, method, `/v1${path.replace(":id", "none").replace(":name", "nobody")}`);
      expect(answer.status).toBe(401);
    }
  });

  it("has the same answer at its earlier address, within the same roles", async () => {
    const runs = (token: string) => ask(secrets.get(token), "GET", "/runs");
    expect((await runs("viewer")).status).toBe(200);
    expect((await ask(secrets.get("viewer"), "POST", "/runs")).status).toBe(403);
    expect((await ask(secrets.get("operator"), "POST", "/runs")).status).toBe(202);
    expect((await ask(secrets.get("auditor"), "GET", "/audit")).status).toBe(404);
  });

  it("is documented with its roles", () => {
    const lines = requests.map(([name, permitted]) => {
      const [method, path = ""] = name.split(" ");
      const who = permitted.length === roles.length ? "all" : permitted.join(", ");
      return `| \`${method} /v1${path.replace(":id", "ID").replace(":name", "NAME")}\` | ${who} |`;
    });
    const documented = readFileSync("docs/operating.md", "utf8").split("\n");
    expect(lines.filter((line) => !documented.some((one) => one.startsWith(line)))).toEqual([]);
  });
});

describe("a token", () => {
  it("is refused once it is revoked or has expired, beside the running daemon", async () => {
    await addToken("short", "--role", "viewer");
    const status = async (name: string) => (await ask(secrets.get(name), "GET", "/v1/runs")).status;
    expect(await status("short")).toBe(200);
    expect((await musterd("tokens", "list")).stdout).toMatch(/short +viewer +20/);
    expect((await musterd("tokens", "revoke", "short")).stdout).toBe("The token short is revoked.\n");
    expect(await status("short")).toBe(401);
    await addToken("lasting", "--role", "viewer", "operator", "--expires", "2099-12-31");
    expect(await status("lasting")).toBe(200);
    const past = (await site.addEndedToken("past")) ?? "";
    expect((await ask(past, "GET", "/v1/runs")).status).toBe(401);
    const list = JSON.parse((await musterd("tokens", "list", "--json")).stdout) as { name: string }[];
    expect(list.find(({ name }) => name === "lasting")).toMatchObject({ roles: ["viewer", "operator"] });
    expect(list.map(({ name }) => name)).toContain("past");
    for (const secret of [secrets.get("lasting"), past]) expect(JSON.stringify(list)).not.toContain(secret);
  });

  it("needs a name of its own and a role", async () => {
    expect((await musterd("tokens", "add", "viewer", "--role", "viewer")).stderr).toMatch(/^option-invalid: /);
    expect((await musterd("tokens", "add", "a b", "--role", "viewer")).stderr).toMatch(/^option-invalid: /);
    expect((await musterd("tokens", "add", "new")).code).toBe(1);
    expect((await musterd("tokens", "revoke", "nobody")).stderr).toMatch(/^option-invalid: /);
  });

  it("and what was refused are in the audit trail, which has no secret", async () => {
    const answer = await ask(secrets.get("auditor"), "GET", "/v1/audit?limit=1000");
    const entries = (await answer.json()) as readonly AuditEntry[];
    const about = (event: string) => entries.filter((entry) => entry.event === event);
    expect(about("token-added").map((entry) => [entry.about, entry.facts["roles"]])).toContainEqual([
      "viewer",
      ["viewer"],
    ]);
    expect(about("token-revoked").map((entry) => entry.about)).toEqual(["short"]);
    // On a busy machine these tests take more than a minute, and there is an entry a minute.
    expect(about("token-refused")[0]).toMatchObject({ by: { kind: "request" }, facts: { times: 1 } });
    expect(about("request-refused")[0]).toMatchObject({ by: { kind: "token" }, facts: { times: 1 } });
    expect(about("run-requested")[0]?.by).toMatchObject({ kind: "token", name: "operator" });
    for (const secret of secrets.values()) expect(JSON.stringify(entries)).not.toContain(secret);
    expect((await ask(secrets.get("auditor"), "GET", "/v1/audit?limit=0")).status).toBe(400);
    const verified = await (await ask(secrets.get("auditor"), "GET", "/v1/audit/verification")).json();
    expect(verified).not.toHaveProperty("problem");
  });
});
