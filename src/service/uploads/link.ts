/**
 * The upload by link (UP2, U15): the service fetches the file from a permitted address, as a stream, while the caller waits.
 */
import type { IncomingHttpHeaders } from "node:http";
import { type Dispatcher, request } from "undici";
import { Refusal, refuse } from "../kernel/refusal.ts";
import type { Bytes } from "./bytes-folder.ts";
import type { Outbound } from "./outbound.ts";

const mostRedirects = 3;

/**
 * Fetches `address` and passes its bytes to `use`. Refuses with `OPA-ADDRESS-FORBIDDEN`, `OPA-FILE-TOO-LARGE` or
 * `OPA-LINK-FAILED`.
 */
export const readLink = async <T>(
  outbound: Outbound,
  address: string,
  limitBytes: number,
  closing: AbortSignal,
  use: (bytes: Bytes) => Promise<T>,
): Promise<T> => {
  const overdue = AbortSignal.timeout(outbound.totalMs);
  const signal = AbortSignal.any([closing, overdue]);
  try {
    const { headers, body } = await follow(outbound, address, signal);
    body.on("error", () => undefined);
    try {
      requireReadable(headers, limitBytes);
      return await use(body);
    } finally {
      body.destroy();
    }
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    const { code = "" } = thrown as { code?: string };
    return fail(overdue.aborted || code.includes("TIMEOUT") ? "timeout" : "connection");
  }
};

const fail = (reason: string, more: Readonly<Record<string, unknown>> = {}): never =>
  refuse("OPA-LINK-FAILED", { property: "url", reason, ...more });

/** Returns the final answer after all redirects. */
const follow = async (outbound: Outbound, address: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> => {
  let url = outbound.check(address, "url");
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const { dispatcher } = outbound;
    const headers = { "accept-encoding": "identity", "user-agent": "musterd" };
    const answer = await request(url, { dispatcher, signal, headers });
    if (answer.statusCode === 200) return answer;
    answer.body.on("error", () => undefined).destroy();
    const { location } = answer.headers;
    if (![301, 302, 303, 307, 308].includes(answer.statusCode) || typeof location !== "string") {
      return fail("status", { status: answer.statusCode });
    }
    url = outbound.check(URL.parse(location, url)?.href ?? "", "url");
  }
  return fail("redirects");
};

/**
 * Refuses a file that is too large. Also refuses any content encoding: none was requested, and the bytes are stored as
 * received.
 */
const requireReadable = (headers: IncomingHttpHeaders, limitBytes: number): void => {
  const { "content-encoding": encoding = "identity", "content-length": length = "0" } = headers;
  if (encoding !== "identity") fail("encoding");
  if (Number(length) > limitBytes) refuse("OPA-FILE-TOO-LARGE", "url");
};
