/** `musterd service audit`: on a database and on a running service, with its filters and formats. */
import { readFile, rm, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { AuditLine } from "../../../src/contract/audit.ts";
import { temporaryDirectory } from "../../service/running-service.ts";
import { logLines, runCli, startCli } from "../../support/processes/cli-process.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await temporaryDirectory();
});
afterEach(() => rm(cwd, { recursive: true }));

const service = (parameters: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCli(["service", ...parameters], { env: { MUSTERD_ADMIN_KEY: "admin-secret-of-tests", ...env }, cwd });

const printed = async (...parameters: readonly string[]): Promise<readonly AuditLine[]> =>
  JSON.parse((await service(["audit", ...parameters, "--json"])).stdout) as readonly AuditLine[];

const user = `command line (${userInfo().username})`;

it("shows what was done by the command line, with the user of this machine", async () => {
  await service(["keys", "add", "hr", "--permissions", "P-Org"]);
  await service(["dump", "--section", "access", "--out", "dump.yaml"]);
  await service(["keys", "remove", "nobody"]);
  const lines = await printed("--kind", "key-made", "key-removed", "dump");
  expect(lines.map(({ kind, result, who, about }) => [kind, result, who, about])).toEqual([
    ["key-made", "ok", user, "hr"],
    ["dump", "ok", user, "access"],
    ["key-removed", "refused", user, "DELETE /sandbox/keys/:name"],
  ]);
  const table = await service(["audit", "--kind", "key-made"]);
  expect(table).toMatchObject({ code: 0, stderr: "" });
  expect(table.stdout).toMatch(
    /^time \(\+08:00\) +event +result +who +from +about\n\d{4}-\d\d-\d\dT[\d:]{8} +key-made +ok/,
  );
  expect((await service(["audit", "--kind", "key-made", "--lang", "zh-TW"])).stdout).toMatch(
    /^時間（\+08:00） +事件.*\n.*成功/,
  );
  expect((await service(["audit", "--who", "amy"])).stdout).toBe("No events.\n");
  expect(await printed("--result", "refused")).toHaveLength(1);
  expect(await printed("--since", "2100-01-01")).toEqual([]);
  expect(await printed("--until", "2020-01-01T12:00")).toEqual([]);
  expect(await printed("--limit", "1")).toHaveLength(1);
});

it("writes the lines to a file that only its owner can read", async () => {
  await service(["keys", "add", "hr", "--permissions", "P-Org"]);
  const written = await service(["audit", "--out", "audit.json"]);
  expect(written).toMatchObject({ code: 0, stdout: "Written: audit.json\n" });
  expect((await stat(join(cwd, "audit.json"))).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(join(cwd, "audit.json"), "utf8"))).toHaveLength(1);
});

it.each([
  ["--kind", "nonsense", /Allowed choices are sign-in, /],
  ["--since", "yesterday", /^option-invalid: yesterday is neither/],
  ["--limit", "0", /^option-invalid: 0 is not a number of lines/],
])("refuses %s %s", async (option, value, says) => {
  const { code, stderr } = await service(["audit", option, value]);
  expect(code).toBe(1);
  expect(stderr).toMatch(says);
});

it("of a running service is also in its log, from its first load on", async () => {
  const running = startCli(["service", "--port", "0", "--sample", "100", "--audit-days", "30"], {
    env: { MUSTERD_ADMIN_KEY: "admin-secret-of-tests" },
    cwd,
  });
  await running.logged("audit");
  while (!running.stdout().includes("reference service: ")) await new Promise(setImmediate);
  const url = /http:\/\/[\d.:]+/.exec(running.stdout())?.[0] ?? "";
  await service(["keys", "add", "hr", "--permissions", "P-Org", "--url", url]);
  expect(await service(["keys", "list", "--url", url], { MUSTERD_ADMIN_KEY: "wrong-secret-of-tests" })).toMatchObject({
    code: 1,
  });
  const lines = await printed("--url", url);
  const shown = lines.map(({ kind, result, who, about }) => [kind, result, who, about]);
  expect(shown).toEqual([
    ["load", "ok", "admin", expect.stringContaining("organisation")],
    ["key-made", "ok", "admin", "hr"],
    ["sandbox", "refused", null, "GET /sandbox/keys"],
  ]);
  const logged = logLines(running.stderr()).filter(({ msg }) => msg === "audit");
  expect(logged.slice(0, 3).map(({ kind, result, who, about }) => [kind, result, who, about])).toEqual(shown);
  expect(running.stderr()).not.toContain("secret-of-tests");
  running.signal("SIGTERM");
  expect(await running.ended).toMatchObject({ code: 0 });
});

it.each([
  [["--audit-days", "0"], /^option-invalid: 0 is not a number of days/],
  [["--quota-gib", "0"], /^option-invalid: 0 is not a size in GiB/],
  [["--trust-proxy", "proxy.example"], /^option-invalid: proxy.example is neither an address/],
])("the service refuses %j", async (parameters, says) => {
  const { code, stderr } = await service(["--port", "0", ...parameters]);
  expect(code).toBe(1);
  expect(stderr).toMatch(says);
});
