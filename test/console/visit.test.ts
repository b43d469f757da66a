/** Tests from where a visit is said to come, and which cookie is believed. */
import type { FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import { placeOf } from "../../src/console/access/place.ts";
import { cookieOf } from "../../src/console/access/visit.ts";

const asked = (headers: object, remoteAddress = "10.0.0.7") =>
  ({ headers, socket: { remoteAddress } }) as unknown as FastifyRequest;

it("comes from the address that the proxy has added, whatever the caller has written before it", () => {
  const { addressOf } = placeOf("https://console.example.com", ["10.0.0.7"]);
  expect(addressOf(asked({ "x-forwarded-for": "192.0.2.1, 198.51.100.9" }))).toBe("198.51.100.9");
  expect(addressOf(asked({}))).toBe("10.0.0.7");
});

it("has no session when its cookie is sent twice, because another site of the domain may have set one", () => {
  expect(cookieOf(asked({ cookie: "a=1; musterd=one" }), "musterd")).toBe("one");
  expect(cookieOf(asked({ cookie: "musterd=one; musterd=two" }), "musterd")).toBeUndefined();
});
