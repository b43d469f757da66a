/** The upload by link (UP2, U15): the service fetches the file in pieces, from a permitted address, while the caller waits. */
import type { IncomingHttpHeaders } from "node:http";
import { type Dispatcher, request } from "undici";
import { Refusal, refuse, refuseWith } from "../refusal.ts";
import type { Bytes } from "./bytes-folder.ts";
import type { Outbound } from "./outbound.ts";

const mostRedirects = 3;

/** Passes the bytes at `address` to `use`. Refuses with `OPA-ADDRESS-FORBIDDEN`, `OPA-FILE-TOO-LARGE`, `OPA-LINK-FAILED`. */
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
  refuseWith("OPA-LINK-FAILED", { property: "url", reason, ...more });

/** The final answer after all redirects. */
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

/** An unrequested content encoding is refused, because the bytes are stored as received. */
const requireReadable = (headers: IncomingHttpHeaders, limitBytes: number): void => {
  const { "content-encoding": encoding = "identity", "content-length": length = "0" } = headers;
  if (encoding !== "identity") fail("encoding");
  if (Number(length) > limitBytes) refuse("OPA-FILE-TOO-LARGE", "url");
};
