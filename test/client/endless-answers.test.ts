/** Tests that servers whose answers never end, many at once or in tiny parts, cannot fill the memory of the process. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, it } from "vitest";

/** What a process with a small heap met, and how much memory it had at most. */
type Found = { readonly codes: readonly string[]; readonly peakMiB: number };

/** `part` is a piece of a chunked body that is sent without end. */
const readFrom = async (part: Buffer, calls: number): Promise<Found> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
      const go = (): void => {
        if (socket.destroyed) return;
        if (socket.write(part)) setImmediate(go);
        else socket.once("drain", go);
      };
      go();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const reader = fork(new URL("endless-reader.ts", import.meta.url), [`http://127.0.0.1:${port}`, String(calls)], {
    execArgv: ["--max-semi-space-size=8", "--max-old-space-size=300"],
  });
  const [found] = (await Promise.race([
    once(reader, "message"),
    once(reader, "exit").then(([code, signal]) => expect.fail(`the reader died with ${code ?? signal}`)),
  ])) as [Found];
  reader.kill();
  for (const socket of sockets) socket.destroy();
  server.close();
  return found;
};

it("eight answers without end are refused by name within 512 MiB", async () => {
  const { codes, peakMiB } = await readFrom(Buffer.from(`100000\r\n${" ".repeat(2 ** 20)}\r\n`), 8);
  expect(new Set(codes)).toEqual(new Set(["response-unexpected"]));
  expect(peakMiB).toBeLessThan(512);
});

it("parts of one byte are refused by name within 512 MiB", async () => {
  const { codes, peakMiB } = await readFrom(Buffer.from("1\r\n \r\n".repeat(50_000)), 5);
  expect(new Set(codes)).toEqual(new Set(["response-unexpected"]));
  expect(peakMiB).toBeLessThan(512);
});
