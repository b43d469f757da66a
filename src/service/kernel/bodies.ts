/** Reads the bodies of requests: JSON in UTF-8. A body that is too large is read to its end, so that the caller sees the answer. */
import { once } from "node:events";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "./refusal.ts";

/** An empty body with a JSON content type counts as no body (R25), even in a DELETE request. */
export const parseJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser("remove", "remove");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      void parse(request, textOf(request, body), done);
    } catch (refusal) {
      done(refusal as Error);
    }
  });
};

/** Refuses another charset than UTF-8, declared or not: its names would be stored as other characters. */
const textOf = ({ headers }: FastifyRequest, body: Buffer): string => {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers["content-type"] ?? "") ?? [];
  if (!/^utf-?8$/i.test(charset)) refuse("OPA-MEDIA-TYPE", "Content-Type");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return refuse("OPA-JSON-INVALID", "body");
  }
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
  const timer = setTimeout(() => stop.abort(), drainMs);
  let bytes = 0;
  raw.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainedBytes) stop.abort();
  });
  await once(raw.resume(), "end", { signal: stop.signal }).catch(() => undefined);
  clearTimeout(timer);
};
