/** The upload by link (UP2, U15): the service fetches the file from a permitted address while the caller waits (R106). */
import { request } from "undici";
import { Refusal, refuse } from "../kernel/refusal.ts";
import type { Outbound } from "./outbound.ts";

const mostRedirects = 3;

/**
 * Yields the bytes of the file at `address`. Refuses with `OPA-ADDRESS-FORBIDDEN`, `OPA-FILE-TOO-LARGE` or `OPA-LINK-FAILED`.
 */
export const fetchLink = async function* (
  { check, dispatcher, totalMs }: Outbound,
  address: string,
  limitBytes: number,
  closing: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const overdue = AbortSignal.timeout(totalMs);
  const signal = AbortSignal.any([closing, overdue]);
  try {
    let url = check(address, "url");
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const asked = { "accept-encoding": "identity", "user-agent": "musterd" };
      const { statusCode: status, headers, body } = await request(url, { dispatcher, signal, headers: asked });
      body.on("error", () => undefined);
      try {
        const { location, "content-encoding": encoding = "identity", "content-length": length = "0" } = headers;
        if (status === 200) {
          // No other encoding was requested, and the bytes are stored as received.
          if (encoding !== "identity") fail("encoding");
          if (Number(length) > limitBytes) refuse("OPA-FILE-TOO-LARGE", "url");
          return yield* body;
        }
        const leadsOn = [301, 302, 303, 307, 308].includes(status) && typeof location === "string";
        url = leadsOn ? check(URL.parse(location, url)?.href ?? "", "url") : fail("status", { status });
      } finally {
        body.destroy();
      }
    }
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    const { code = "" } = thrown as { code?: string };
    return fail(overdue.aborted || code.includes("TIMEOUT") ? "timeout" : "connection");
  }
  return fail("redirects");
};

const fail = (reason: string, more: Readonly<Record<string, unknown>> = {}): never =>
  refuse("OPA-LINK-FAILED", { property: "url", reason, ...more });
