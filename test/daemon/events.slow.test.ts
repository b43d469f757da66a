/** Whoever follows a run while it waits for hours: the connection is kept alive, and ends with the token. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CliProcess, runCli } from "../support/processes/cli-process.ts";
import { controlUrl, type DaemonSite, daemonToken, openDaemonSite } from "../support/processes/daemon-site.ts";

let site: DaemonSite;
let daemon: CliProcess;
let url: string;

const musterd = (...words: readonly string[]) =>
  runCli([...words, "--config", site.config], {
    env: { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken },
    cwd: site.folder,
  });

beforeAll(async () => {
  site = await openDaemonSite({ runAtStart: false });
  daemon = site.startDaemon();
  url = await controlUrl(daemon);
});
afterAll(async () => {
  daemon.signal("SIGTERM");
  await daemon.ended;
  await site.close();
});

const ask = (token: string, path: string, body?: object): Promise<Response> =>
  fetch(`${url}/v1${path}`, {
    headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });

it("a token that is revoked follows no run any longer, and one that is not goes on", { timeout: 120_000 }, async () => {
  await ask(daemonToken, "/pause", { until: "2099-01-01T00:00:00Z", reason: "a test" });
  const { id } = (await (await ask(daemonToken, "/runs", {})).json()) as { readonly id: string };
  const { stdout } = await musterd("tokens", "add", "ci", "--role", "viewer", "--json");
  const { secret } = JSON.parse(stdout) as { readonly secret: string };
  const [revoked, kept] = await Promise.all([
    ask(secret, `/runs/${id}/events`),
    ask(daemonToken, `/runs/${id}/events`),
  ]);
  await musterd("tokens", "revoke", "ci");
  const waiting = `event: progress\ndata: {"id":"${id}","status":"requested"}\n\n`;
  expect(await revoked?.text()).toBe(waiting);
  await ask(daemonToken, `/runs/${id}/cancel`, {});
  expect(await kept?.text()).toBe(`${waiting}:\n\nevent: end\ndata: {"id":"${id}","status":"cancelled"}\n\n`);
});

it("one caller follows at most twenty runs at a time, and takes no connection from others", async () => {
  await ask(daemonToken, "/pause", { until: "2099-01-01T00:00:00Z", reason: "a test" });
  const { id } = (await (await ask(daemonToken, "/runs", {})).json()) as { readonly id: string };
  const { stdout } = await musterd("tokens", "add", "greedy", "--role", "viewer", "--json");
  const { secret } = JSON.parse(stdout) as { readonly secret: string };
  const answers = await Promise.all(Array.from({ length: 25 }, () => ask(secret, `/runs/${id}/events`)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(await refused[0]?.json()).toMatchObject({
    code: "too-many-requests",
    message: "token greedy follows as many runs as one caller may",
  });
  const other = await ask(daemonToken, `/runs/${id}/events`);
  expect(other.status).toBe(200);
  await answers.find(({ status }) => status === 200)?.body?.cancel();
  await expect
    .poll(
      async () => {
        const again = await ask(secret, `/runs/${id}/events`);
        await again.body?.cancel();
        return again.status;
      },
      { timeout: 10_000 },
    )
    .toBe(200);
  await ask(daemonToken, `/runs/${id}/cancel`, {});
  for (const { body } of [...answers, other]) body?.cancel().catch(() => undefined);
}, 60_000);
