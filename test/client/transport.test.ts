/** What a transport does with a connection whose call nobody waits for any more. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, it } from "vitest";
import { openTransport } from "../../src/client/transport.ts";

it("closes the connection of a call that is aborted, and rejects with the reason", { timeout: 20_000 }, async () => {
  // It begins an answer, and never ends it.
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n["));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = openTransport(
    { url, version: "v1", paths: {}, fields: {}, concurrency: 1, timeoutMs: 600_000 },
    async () => ({}),
  );
  const stop = new AbortController();
  const answer = transport.send({ operation: "E1", params: {}, timeoutMs: 600_000, signal: stop.signal });
  const [socket] = (await once(server, "connection")) as [Socket];
  const closed = new Promise((resolve) => socket.on("close", resolve));
  await once(socket, "data");
  stop.abort(new Error("cancelled"));
  await expect(answer).rejects.toThrow("cancelled");
  await closed;
  await transport.close();
  server.close();
});
