/** Tests how `musterd resync` reaches the daemon: at every address that a daemon may have, and while it is started anew. */

import { appendFile, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { askerOf } from "../../../src/cli/plans/ask-daemon.ts";
import { writeFirstRun } from "../../docs/blocks.ts";
import { temporaryDirectory } from "../../service/running-service.ts";
import { runCli } from "../../support/processes/cli-process.ts";

const env = { MUSTERD_TOKEN: "token-of-tests-7Qx2" };
const servers: Server[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const listen = async (host: string, port: number, answer: RequestListener): Promise<Server> => {
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen({ host, port, ipv6Only: true }, resolve),
  );
  servers.push(server);
  return server;
};
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const resync = async (host: string, port: number, ...more: readonly string[]) => {
  const cwd = await temporaryDirectory();
  folders.push(cwd);
  writeFirstRun(cwd);
  await appendFile(join(cwd, "musterd.yaml"), `daemon: { token: env:MUSTERD_TOKEN, host: "${host}", port: ${port} }\n`);
  return runCli(["resync", ...more], { cwd, env });
};

it.each([["::1"], ["::"]])("asks a daemon that listens at %s", async (host) => {
  const accepted = '{"status":"accepted","id":"R1"}';
  const server = await listen(host, 0, (_request, answer) => answer.writeHead(202).end(accepted));
  const port = portOf(server);
  expect(await resync(host, port, "--json")).toMatchObject({ code: 0, stdout: `${accepted}\n` });
  server.close();
  expect((await resync(host, port)).stderr).toMatch(/^daemon-unreachable: .*\[::1\]/);
});

const entries = { planned: 9, held: 2, applied: 3, alreadySo: 1, unconfirmed: 1, failed: 0, notTried: 4 };
const run = (more: object = {}) => ({
  id: "R1",
  status: "succeeded",
  trigger: "request",
  startedAt: "2026-11-21T01:00:00.000Z",
  endedAt: "2026-11-21T01:02:00.000Z",
  fingerprint: "3f2a9c41d07e",
  entries,
  ...more,
});

/** A daemon whose run has ended so, and that does `next` next; `newest` is its newest run. */
const daemonAfter = async (ended: object, next: object, newest: object = ended): Promise<number> => {
  const answers: readonly (readonly [string, object])[] = [
    ["/runs/R1", ended],
    ["/runs?limit=1", [newest]],
    ["/status", { nextRun: next }],
  ];
  const server = await listen("127.0.0.1", 0, ({ method, url = "" }, answer) => {
    if (method === "POST") return answer.writeHead(202).end('{"id":"R1"}');
    const [, found] = answers.find(([path]) => url.endsWith(path)) ?? [];
    return answer.writeHead(found ? 200 : 404).end(JSON.stringify(found ?? {}));
  });
  return portOf(server);
};
const bySchedule = { at: "2026-11-22T01:00:00.000Z", by: "schedule" };

it("prints in one line what came of its run, and how its report is shown", async () => {
  const port = await daemonAfter(run(), bySchedule);
  expect(await resync("127.0.0.1", port, "--wait")).toMatchObject({
    code: 0,
    stdout: [
      "2026-11-21 09:02 · succeeded · on request · 4 applied · 1 not confirmed · 4 not tried · 2 held · R1",
      "`musterd show R1` shows its report.",
      "",
    ].join("\n"),
    stderr: "",
  });
  expect(await resync("127.0.0.1", port, "--wait", "--quiet")).toMatchObject({ code: 0, stdout: "" });
});

it("tells when the daemon repeats a run that has failed, and nothing of a run that it does not repeat", async () => {
  const error = { code: "target-unavailable", message: "the service did not answer", hint: "look whether it runs" };
  const failed = run({ status: "failed", error, fingerprint: undefined });
  const port = await daemonAfter(failed, { at: "2026-11-21T01:07:00.000Z", by: "retry" });
  const told = await resync("127.0.0.1", port, "--wait");
  expect(told).toMatchObject({ code: 1, stdout: expect.stringContaining("failed (target-unavailable)") });
  expect(told.stdout).not.toContain("musterd show");
  expect(told.stderr).toMatch(
    /^The daemon repeats the run at 2026-11-21 09:07 \(Asia\/Taipei\)\.\ntarget-unavailable: /,
  );
  const once = await resync("127.0.0.1", await daemonAfter(failed, bySchedule), "--wait");
  expect(once.stderr).toMatch(/^target-unavailable: /);
});

it("names the run in which the daemon does what an interrupted one has left", async () => {
  const interrupted = run({ status: "interrupted" });
  const port = await daemonAfter(interrupted, bySchedule, { id: "R2", status: "running" });
  expect(await resync("127.0.0.1", port, "--wait")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("interrupted"),
    stderr: "The daemon does the rest in run R2.\n",
  });
});

it("tells the end of its run also if the daemon stops with it", async () => {
  const error = {
    code: "cancelled",
    message: "the run was stopped on request (SIGTERM)",
    hint: "the next run does the rest",
  };
  const server = await listen("127.0.0.1", 0, ({ method }, answer) => {
    if (method === "POST") return answer.writeHead(202).end('{"id":"R1"}');
    if (!server.listening) return answer.destroy();
    server.close();
    return answer.writeHead(200, { connection: "close" }).end(JSON.stringify(run({ status: "cancelled", error })));
  });
  const { code, stderr } = await resync("127.0.0.1", portOf(server), "--wait");
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^cancelled: /)]);
});

it("follows its run while the daemon is started anew", async () => {
  const first = await listen("127.0.0.1", 0, (request, answer) => {
    if (request.method === "POST") return answer.writeHead(202).end('{"id":"R1"}');
    request.socket.destroy();
    first.close();
    return undefined;
  });
  const port = portOf(first);
  const again = pause(2_500).then(() =>
    listen("127.0.0.1", port, (request, answer) =>
      request.url?.endsWith("/R1") ? answer.writeHead(200).end(JSON.stringify(run())) : answer.writeHead(404).end("{}"),
    ),
  );
  expect(await resync("127.0.0.1", port, "--wait")).toMatchObject({ code: 0, stderr: "" });
  await again;
});

const said = (code: string, more: object = {}) => JSON.stringify({ code, message: `about ${code}`, ...more });
it.each<[number, string, RegExp]>([
  [401, said("unauthorised"), /compare daemon\.token/],
  [403, said("role-missing"), /role operator/],
  [403, said("no-token-configured"), /start the daemon anew/],
  [404, "<html>Not here</html>", /daemon\.host and daemon\.port/],
  [302, "", /daemon\.host and daemon\.port/],
  [429, said("too-many-requests"), /again/],
  [500, said("internal"), /log of the daemon/],
  [503, said("store-unavailable", { hint: "free space on the disk" }), /free space on the disk/],
  [502, "{", /log of the daemon/],
])("a daemon that answers %s is not refused for its token alone: %s", async (status, body, hint) => {
  const server = await listen("127.0.0.1", 0, (_request, answer) => answer.writeHead(status).end(body));
  const { code, stderr } = await resync("127.0.0.1", portOf(server));
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^daemon-refused: the daemon answered ${status}`)),
  ]);
  expect(stderr).toMatch(hint);
  expect(stderr.includes("daemon.token")).toBe(status === 401);
  expect(stderr.includes("about ")).toBe(body.includes("about "));
  expect(stderr).not.toContain("html");
});

it.each(["<html></html>", "{}", "", "null"])("takes an answer of another program for no run: %s", async (body) => {
  const server = await listen("127.0.0.1", 0, (_request, answer) => answer.end(body));
  for (const more of [[], ["--wait"]]) {
    const { code, stdout, stderr } = await resync("127.0.0.1", portOf(server), ...more);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("daemon-refused: the daemon answered 200\n");
    expect(stderr).toContain("another program");
  }
});

it.each<[string, RequestListener]>([
  ["nothing", () => undefined],
  ["no end", (_request, answer) => answer.write("{")],
])("does not wait for ever for a daemon that hangs: %s", async (_, hangs) => {
  const server = await listen("127.0.0.1", 0, hangs);
  const url = `http://127.0.0.1:${portOf(server)}`;
  await expect(askerOf("token", 200)("POST", url)).rejects.toMatchObject({
    code: "daemon-unreachable",
    message: `no daemon answers at ${url} within 0.2 s`,
  });
  server.closeAllConnections();
});
