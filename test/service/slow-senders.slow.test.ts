/** Senders that keep connections busy, on real sockets: the slow ones are disconnected, and the slow but steady ones are not. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause, setImmediate as turnOfTheLoop } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { mostConnections } from "../../src/service/kernel/http/app.ts";
import { leastBytes, limitSenders } from "../../src/service/kernel/http/senders.ts";
import { baseline } from "./cases/baseline.ts";
import { keyOf, pathOf, startTestService } from "./running-service.ts";
import { inChunks, readBack, someBytes, systemGroup, uploaderOf } from "./uploads/upload-client.ts";

const slowMs = 400;
/** Many times `slowMs`, because the machine may be busy. */
const longestMs = 30_000;

let service: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
  service = await startTestService({ slowMs });
  await service.load(baseline());
});
afterAll(() => service.close());

const open = (): Socket => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  return socket;
};

/** Waits for many turns of the event loop. After a standstill of the machine, one long wait ends in the turn in which the service's ends. */
const stepwise = async (ms: number): Promise<void> => {
  for (let waited = 0; waited < ms; waited += slowMs / 4) await pause(slowMs / 4);
};

/** Sends `first`, and then a byte every 50 ms until the service ends the connection; returns how long that took. */
const dribble = async (first: string): Promise<number> => {
  const socket = open();
  const start = performance.now();
  const closed = new Promise<void>((resolve) => void socket.on("close", () => resolve()));
  socket.resume();
  socket.write(first);
  const timer = setInterval(() => socket.write("x"), 50);
  await Promise.race([closed, pause(longestMs, undefined, { ref: false })]);
  clearInterval(timer);
  expect(socket.destroyed).toBe(true);
  return performance.now() - start;
};

const post = (path: string, headers: Readonly<Record<string, string>> = {}): string =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: service",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");

const json = { ...keyOf, "Content-Type": "application/json" };
const form = { ...keyOf, "Content-Type": "multipart/form-data; boundary=edge" };
const large = { "Content-Length": "9000000" };

it.each([
  ["the headers of a request", () => "GET / HTTP/1.1\r\nHost: service\r\nX-Slow: "],
  ["the body of an operation", () => `${post(pathOf("D2"), { ...json, "Content-Length": "5000" })}{`],
  ["a body in chunks of HTTP", () => `${post(pathOf("D2"), { ...json, "Transfer-Encoding": "chunked" })}1388\r\n{`],
  ["a body of a refused stranger", () => post(pathOf("D2"), { "Content-Type": "application/json", ...large })],
  ["the chunk of a file", () => `${post(pathOf("UP1"), { ...form, ...large })}--edge\r\n`],
  ["a body that no route has asked for", () => post("/nowhere", large)],
  [
    "a form of the token endpoint",
    () => post("/api/oauth/token", { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "5000" }),
  ],
])("disconnects a sender who dribbles %s", async (_, first) => {
  const tookMs = await dribble(first());
  expect(tookMs).toBeGreaterThan(slowMs * 0.5);
  expect(tookMs).toBeLessThan(longestMs);
});

it("disconnects a caller who connects and says nothing", async () => {
  const socket = open();
  socket.resume();
  await Promise.race([
    new Promise<void>((resolve) => void socket.on("close", () => resolve())),
    pause(longestMs, undefined, { ref: false }),
  ]);
  expect(socket.destroyed).toBe(true);
});

it.each([
  ["a form that is too long for the token endpoint", "/api/oauth/token", "application/x-www-form-urlencoded"],
  ["the body of a refused stranger", pathOf("D2"), "application/json"],
  ["a body that no route has asked for", "/nowhere", "text/plain"],
])("disconnects a sender who goes on after the answer: %s", async (_, path, type) => {
  const socket = open();
  const start = performance.now();
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  socket.write(post(path, { "Content-Type": type, "Content-Length": "9000000000" }));
  const more = Buffer.alloc(64 * 1024, "x");
  while (!socket.destroyed && performance.now() - start < longestMs) if (!socket.write(more)) await pause(20);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(socket.destroyed).toBe(true);
});

it.each(["/openapi/openapi.json", "/docs/swagger-ui-bundle.js"])(
  "disconnects a caller who does not read the answers that it asks for: %s",
  async (path) => {
    const socket = open();
    const asked = 90;
    let bytes = 0;
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: service\r\n\r\n`.repeat(asked));
    // Answers that fit into the buffers of both sides are sent, whether somebody reads them or not.
    await stepwise(8 * slowMs);
    socket.on("data", ({ length }) => {
      bytes += length;
    });
    socket.resume();
    await Promise.race([once(socket, "close"), pause(longestMs, undefined, { ref: false })]);
    const { length } = (await service.raw("GET", path)).text;
    expect(bytes).toBeLessThan((asked * length) / 2);
    expect(socket.destroyed).toBe(true);
  },
);

it("answers others while many slow senders are connected, and is rid of these soon", async () => {
  const slow = Array.from({ length: 100 }, (_, at) =>
    dribble(post("/nowhere", at % 2 === 0 ? large : { "X-Slow": "" })),
  );
  expect((await service.call("V1")).status).toBe(200);
  expect(await Promise.all(slow)).toHaveLength(100);
});

it("takes a slow but steady upload, however long it lasts", async () => {
  const bytes = someBytes(40 * leastBytes);
  const { fields, pieces } = inChunks(bytes, bytes.length);
  const parts = Object.entries({ ...fields, ChunkNumber: 0 }).map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join("")}--edge\r\nContent-Disposition: form-data; name="ChunkFile"; filename="c"\r\n\r\n`;
  const tail = "\r\n--edge--\r\n";
  const length = Buffer.byteLength(head) + bytes.length + tail.length;
  const socket = open();
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  socket.write(post(pathOf("UP1"), { ...form, "Content-Length": String(length) }) + head);
  const start = performance.now();
  for (let at = 0; at < bytes.length; at += leastBytes) {
    socket.write(pieces[0]?.subarray(at, at + leastBytes) ?? "");
    await pause(100);
  }
  socket.write(tail);
  expect(performance.now() - start).toBeGreaterThan(8 * slowMs);
  await expect.poll(() => answer).toContain('"fileName"');
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  const { id } = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))) as { id: string };
  expect(await readBack(service, id)).toEqual(bytes);
});

it("does not blame a sender for whom the service itself is slow", async () => {
  await service.admin("POST", "/faults", { operation: "UP1", kind: "hang", ms: 5 * slowMs, when: "before" });
  const bytes = someBytes(2_000_000);
  const { fields, pieces } = inChunks(bytes, bytes.length);
  const sent = await uploaderOf(service, systemGroup).sendChunk({ ...fields, ChunkNumber: 0 }, pieces[0]);
  expect(sent.status).toBe(200);
});

/** A sender of a large body to a server that reads nothing by itself, and whose intervals pass when the test says so. */
const openWatched = async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const server = createServer();
  limitSenders(server, slowMs);
  const arrived = new Promise<IncomingMessage>((resolve) => void server.on("request", resolve));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  onTestFinished(() => {
    vi.useRealTimers();
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  socket.write(post("/", large));
  const pass = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      vi.advanceTimersByTime(slowMs);
      await turnOfTheLoop();
    }
  };
  return { socket, request: await arrived, pass };
};

it("does not blame a sender for whom the service has only just read on", async () => {
  const { socket, request, pass } = await openWatched();
  socket.write(someBytes(1_000_000));
  await expect.poll(() => request.readableLength).toBeGreaterThan(leastBytes);
  // The service is busy for three times.
  await pass(3);
  while (request.read() !== null);
  await pass(1);
  expect(request.socket.destroyed).toBe(false);
});

it("does not blame a sender whose bytes came while the process stood still", async () => {
  const { socket, request, pass } = await openWatched();
  request.resume();
  // After a standstill the intervals come first; what has arrived is read after them.
  await pause(1);
  socket.write(someBytes(leastBytes));
  await pass(1);
  expect(request.socket.destroyed).toBe(false);
  await pass(1);
  expect(request.socket.destroyed).toBe(true);
});

it("accepts a limited number of connections, and answers again when some have ended", async () => {
  const patient = await startTestService();
  const { hostname, port } = new URL(patient.url);
  const sockets: Socket[] = [];
  while (sockets.length < mostConnections + 50) {
    // The kernel's queue of connections that wait to be accepted is short: a connection that it drops is tried again a second later.
    const next = Array.from({ length: 50 }, () => connect(Number(port), hostname).on("error", () => undefined));
    await Promise.all(
      next.map((socket) => new Promise((resolve) => void socket.on("connect", resolve).on("close", resolve).resume())),
    );
    sockets.push(...next);
  }
  const count = () => sockets.filter(({ destroyed }) => !destroyed).length;
  await expect.poll(count, { timeout: longestMs }).toBe(mostConnections);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await patient.call("V1").catch(() => undefined))?.status).toBe(200);
  await patient.close();
});
