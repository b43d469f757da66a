/** Tests the form about a blocked plan through the real daemon: the service's signed callback, and a forged one. */
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { runCli } from "../support/processes/cli-process.ts";
import { controlUrl, daemonToken } from "../support/processes/daemon-site.ts";
import { openSigningApp, openSignOffSite } from "../support/processes/sign-off-site.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
};

it("a signature releases the plan, the service calls back, a forged callback is refused, and check tries the form", async () => {
  const port = await freePort();
  const company = await openSignOffSite({ port });
  closing.push(company.site.close);
  const { site, settings, people } = company;
  const callback = `http://127.0.0.1:${port}/sign-off`;
  const release = { form: { ...settings.release.form, callback } };
  const app = await openSigningApp(company, { release });
  await app.close();
  const env = { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken };
  expect((await runCli(["check", "--config", site.config], { env })).stdout).toContain("PLAN");
  const daemon = site.startDaemon();
  closing.push(async () => {
    daemon.signal("SIGKILL");
    await daemon.ended;
  });
  const url = await controlUrl(daemon);
  await daemon.logged("submitted to the service", { state: "waiting" });
  const isDelivered = async () => {
    const initiations = (await company.service.admin("GET", "/initiations")) as { callback: string }[];
    return initiations.length === 1 && initiations[0]?.callback === "delivered";
  };
  while (!(await isDelivered())) await pause(20);
  const forged = await fetch(`${url}/sign-off`, { method: "POST", body: "{}", headers: { "webhook-id": "x" } });
  expect([forged.status, ((await forged.json()) as { code: string }).code]).toEqual([401, "callback-refused"]);
  const [task] = await company.waitingFor(people.right);
  // The form was looked at while it waited; only then it is known whom it has asked.
  await daemon.logged("a form waits for approvers");
  await company.sign(people.right, task?.nodeId ?? "");
  await daemon.logged("run ended", { status: "succeeded" });
});
