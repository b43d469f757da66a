/**
 * Limits the number of connections, and disconnects senders that keep one busy without sending. Node itself limits the time for
 * the headers of a request; this file requires progress of the body. A slow but steady upload goes on for as long as it takes.
 * What is sent although the request was refused is read to its end, so that the caller sees the answer.
 */
import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { FastifyRequest } from "fastify";

/** In every `slowMs`, at least this many bytes of an unfinished body must arrive. */
export const leastBytes = 16 * 1024;

/** Further connections are closed at once. The limit leaves the process enough descriptors for its files. */
export const mostConnections = 4_000;

export const limitSenders = (server: Server, slowMs: number): void => {
  server.maxConnections = mostConnections;
  server.on("request", (request: IncomingMessage) => {
    const { headers, socket } = request;
    if (headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0") return;
    let before = socket.bytesRead;
    let didWait = false;
    const timer = setInterval(() => {
      const arrived = socket.bytesRead - before;
      before = socket.bytesRead;
      // Where received bytes wait to be read, at the start or at the end of the time, the sender may have waited for the service.
      const waits = request.readableLength > 0;
      if (arrived < leastBytes && !didWait && !waits && !request.complete) socket.destroy();
      didWait = waits;
    }, slowMs).unref();
    request.once("close", () => clearInterval(timer));
  });
};

const drainedBytes = 64 * 1024 * 1024;
const drainMs = 10_000;

/**
 * Reads and discards what the caller is still sending, up to a size and for a time. The connection is cut afterwards; a caller
 * that is still sending when it is cut sees a broken connection instead of the answer.
 */
export const drain = async ({ raw }: FastifyRequest): Promise<void> => {
  if (raw.readableEnded) return;
  const stop = new AbortController();
  let bytes = 0;
  raw.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainedBytes) stop.abort();
  });
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(drainMs)]);
  await once(raw.resume(), "end", { signal }).catch(() => undefined);
};
