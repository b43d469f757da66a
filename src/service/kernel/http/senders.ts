/**
 * Disconnects senders that keep a connection busy without sending. Node itself limits the time for
 * the headers of a request; this file requires progress of the body. A slow but steady upload goes on for as long as it takes.
 * What is sent although the request was refused is read on for a while, so that the caller sees the answer.
 */
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";

/** In every `slowMs`, at least this many bytes of an unfinished body must arrive. */
export const leastBytes = 16 * 1024;

export const limitSenders = (server: Server, slowMs: number): void => {
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request;
    if (headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0") return;
    let before = socket.bytesRead;
    let didWait = false;
    let wasAnswered = false;
    const judge = (): void => {
      const arrived = socket.bytesRead - before;
      before = socket.bytesRead;
      // Where received bytes wait to be read, at the start or at the end of the time, the sender may have waited for the service.
      const waits = request.readableLength > 0;
      const isSlow = arrived < leastBytes && !didWait && !waits;
      // What follows an answer nobody needs, and where reading has ended, as after a form that is too long, it stays for ever.
      if ((isSlow || wasAnswered) && !request.complete) socket.destroy();
      didWait = waits;
      wasAnswered = response.writableFinished;
    };
    // After a standstill of the process, intervals come before what has arrived meanwhile is read.
    const timer = setInterval(() => setImmediate(judge), slowMs).unref();
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
  // A body with a listener is being discarded already.
  if (raw.readableEnded || raw.listenerCount("data") > 0) return;
  const stop = new AbortController();
  discard(raw, drainedBytes, () => stop.abort());
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(drainMs)]);
  await once(raw, "end", { signal }).catch(() => undefined);
};

/**
 * Discards what the caller is still sending, while it is answered: it may read the answer only after it has sent everything.
 * If more than `limit` bytes follow, the connection is cut.
 */
export const discardRest = ({ raw }: FastifyRequest, limit: number): void =>
  discard(raw.unpipe(), limit, () => raw.destroy());

const discard = (raw: IncomingMessage, limit: number, stop: () => void): void => {
  let left = limit;
  raw.on("data", ({ length }: Buffer) => {
    left -= length;
    if (left < 0) stop();
  });
  raw.resume();
};
