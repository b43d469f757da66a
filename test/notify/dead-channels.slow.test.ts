/** Tests that no run waits for a channel: with every channel dead, runs go on one after the other while all deliveries still hang. */
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { askRun, closeTold, openTold } from "../support/processes/told-site.ts";

afterEach(closeTold);

/** Takes connections, and never says a word. */
const openSilence = async () => {
  const open = new Set<Socket>();
  let taken = 0;
  const server = createServer((socket) => {
    taken += 1;
    open.add(socket);
    socket.on("error", () => undefined).on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const close = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { port, taken: () => taken, close };
};

const runs = 3;

it("three runs end although no channel ever delivers anything", async () => {
  const silence = await openSilence();
  const { site, settings, start } = await openTold({}, { runAtStart: false });
  const beat = { kind: "heartbeat", url: "env:HTTP" };
  const webhook = { kind: "webhook", url: "env:HTTP", least: "info" };
  const mail = {
    kind: "mail",
    url: "env:SMTP",
    from: "a@example.com",
    to: ["b@example.com"],
    least: "info",
    tls: "off",
  };
  const env = { HTTP: `http://127.0.0.1:${silence.port}/`, SMTP: `smtp://127.0.0.1:${silence.port}` };
  await site.configure({ notify: { ...settings, channels: { beat, webhook, mail } } });
  const daemon = start(env);
  await daemon.logged("daemon ready");
  const store = new DatabaseSync(join(site.folder, "state", "musterd.db"));
  const ended = () => store.prepare("SELECT 1 FROM run WHERE ended_at IS NOT NULL").all().length;
  for (let at = 1; at <= runs; at += 1) {
    await askRun(daemon);
    while (ended() < at) await pause(20);
  }
  const delivered = store.prepare("SELECT 1 FROM message WHERE ended_at IS NOT NULL").all();
  store.close();
  expect(delivered).toEqual([]);
  expect(silence.taken()).toBeGreaterThanOrEqual(3);
  silence.close();
});
