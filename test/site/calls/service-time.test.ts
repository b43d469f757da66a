/** The time at the service, from the header Date of its answers. */
import { expect, it } from "vitest";
import type { Transport, WireAnswer } from "../../../src/client/transport/transport.ts";
import { timed } from "../../../src/site/calls/service-time.ts";

const answer = (date: string | undefined): WireAnswer => ({
  status: 200,
  contentType: "application/json",
  retryAfter: undefined,
  date,
  text: "[]",
});

const transportOf = (dates: (string | undefined)[]) =>
  timed({ send: async () => answer(dates.shift()) } as unknown as Transport);

const call = { operation: "V1", params: {}, timeoutMs: 1000 } as const;

it("is unknown until an answer has a date", async () => {
  const transport = transportOf([undefined, "yesterday", "Sun, 29 Nov 2026 04:00:00 GMT"]);
  await transport.send(call);
  await transport.send(call);
  expect(transport.timeMs()).toBeUndefined();
  await transport.send(call);
  const noonMs = Date.parse("2026-11-29T04:00:00Z");
  expect(transport.timeMs()).toBeGreaterThanOrEqual(noonMs);
  expect(transport.timeMs()).toBeLessThan(noonMs + 60_000);
});

it("is that of the latest answer, because a cache gives old ones", async () => {
  const transport = transportOf(["Sun, 29 Nov 2026 04:00:00 GMT", "Fri, 27 Nov 2026 04:00:00 GMT"]);
  await transport.send(call);
  await transport.send(call);
  expect(transport.timeMs()).toBeGreaterThanOrEqual(Date.parse("2026-11-29T04:00:00Z"));
});
