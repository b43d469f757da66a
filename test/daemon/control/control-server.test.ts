/** Tests that nobody keeps the daemon's server busy by sending slowly, or by holding connections, over HTTP. */
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createControlServer } from "../../../src/daemon/control/control-server.ts";

const server = createControlServer({ error: () => undefined }, 400);

beforeAll(async () => {
  server.post("/", async () => ({}));
  server.get("/fails", async () => {
    throw new Error("the shelf is empty");
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.close());

it.each([
  ["a body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"],
  ["headers", "GET / HTTP/1.1\r\nHost: x\r\nX: "],
])("ends a connection on which %s does not arrive", async (_, begun) => {
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(begun);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]+\r\n\r\n\{"code":"request-slow",/);
});

it("answers while somebody holds a thousand connections", async () => {
  const patient = createControlServer({ error: () => undefined });
  patient.get("/", async () => ({}));
  await patient.listen({ host: "127.0.0.1", port: 0 });
  const { port } = patient.server.address() as AddressInfo;
  const held: Socket[] = [];
  while (held.length < 1_000) {
    // The kernel's queue of connections that wait to be accepted is short.
    const next = Array.from({ length: 100 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
    await Promise.all(next.map((socket) => once(socket, "connect")));
    held.push(...next);
  }
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  for (const socket of held) socket.destroy();
  await patient.close();
});

it("answers a failure of its own as one", async () => {
  const answer = await server.inject("/fails");
  expect([answer.statusCode, answer.json().code]).toEqual([500, "internal"]);
});
