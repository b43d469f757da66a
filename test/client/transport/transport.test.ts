/** What a transport does with a connection whose call nobody waits for any more, and with the memory of answers that were read. */
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { openTransport } from "../../../src/client/transport/transport.ts";

const listening = async (server: Server): Promise<string> => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const openAt = (url: string) =>
  openTransport({ url, version: "v1", paths: {}, fields: {}, concurrency: 1, timeoutMs: 600_000 }, async () => ({}));
const call = { operation: "E1", params: {}, timeoutMs: 600_000 } as const;

it("reads more answers, one after the other, than fit into the memory at the same time", async () => {
  const half = Buffer.from(`[${" ".repeat(60 * 2 ** 20)}]`);
  const server = createHttpServer((_request, response) => void response.end(half));
  const transport = openAt(await listening(server));
  for (let times = 0; times < 3; times += 1) {
    const { text } = await transport.send(call);
    expect(text).toHaveLength(half.length);
  }
  await transport.close();
  server.close();
});

it("closes the connection of a call that is aborted, and rejects with the reason", { timeout: 20_000 }, async () => {
  // It begins an answer, and never ends it.
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n["));
  });
  const transport = openAt(await listening(server));
  const stop = new AbortController();
  const answer = transport.send({ ...call, signal: stop.signal });
  const [socket] = (await once(server, "connection")) as [Socket];
  const closed = new Promise((resolve) => socket.on("close", resolve));
  await once(socket, "data");
  stop.abort(new Error("cancelled"));
  await expect(answer).rejects.toThrow("cancelled");
  await closed;
  await transport.close();
  server.close();
});

it("waits for the answer of a service that sends 100 Continue unasked, whole or in parts", async () => {
  const parts = [
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Conti",
    "nue\r\nX-Any: 1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
  ];
  let requests = 0;
  const answer = async (socket: Socket): Promise<void> => {
    requests += 1;
    for (const part of parts) {
      socket.write(part);
      await setTimeout(20);
    }
  };
  const server = createServer((socket) => {
    socket.setNoDelay();
    socket.on("data", () => void answer(socket));
  });
  const transport = openAt(await listening(server));
  for (const operation of ["E1", "P1"] as const)
    expect(await transport.send({ ...call, operation })).toMatchObject({ status: 200, text: "[]" });
  expect(requests).toBe(2);
  await transport.close();
  server.close();
});
