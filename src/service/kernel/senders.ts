/**
 * Limits the number of connections, and disconnects senders that keep one busy without sending. Node itself limits the time for
 * the headers of a request; this file requires progress of the body. A slow but steady upload goes on for as long as it takes.
 */
import type { IncomingMessage, Server } from "node:http";

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
