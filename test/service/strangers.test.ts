/** Requests of strangers: wrong keys, addresses behind proxies, and headers that two readers could read differently. */
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import type { AuditLine } from "../../src/contract/audit.ts";
import type { ServiceOptions } from "../../src/service/service.ts";
import { errorCodeOf, keyOf, pathOf, startTestService } from "./running-service.ts";

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

const start = async (options: Partial<ServiceOptions> = {}) => {
  const service = await startTestService(options);
  closings.push(service.close);
  return service;
};

const levels = pathOf("V1");

/** Sends a request as it is written, and resolves with the whole answer. */
const sendRaw = async (url: string, lines: readonly string[]): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return text(socket);
};

describe("a wrong key", () => {
  it("is answered late, a right one at once", async () => {
    const { raw } = await start({ wrongKeyWaitMs: 400 });
    const timed = async (headers: Record<string, string>) => {
      const startMs = performance.now();
      const { status } = await raw("GET", levels, headers);
      return { status, isLate: performance.now() - startMs >= 390 };
    };
    expect(await timed({ ...keyOf, "Api-Key": "guess" })).toEqual({ status: 401, isLate: true });
    expect(await timed({ Authorization: "Bearer guess" })).toEqual({ status: 401, isLate: true });
    expect((await raw("GET", "/sandbox/calls", { "Admin-Key": "guess" })).status).toBe(401);
    const slow = timed({ ...keyOf, "Api-Key": "guess" });
    expect(await timed(keyOf)).toMatchObject({ status: 200 });
    expect(await slow).toEqual({ status: 401, isLate: true });
  });

  it("holds at most 100 sockets: further ones are answered at once, and their connections closed", async () => {
    const { raw } = await start({ wrongKeyWaitMs: 60_000 });
    const isWaiting = Array.from({ length: 100 }, () => raw("GET", levels, { "Api-Key": "guess" }).catch(() => null));
    let closed = 0;
    // The first hundred may still be on their way.
    while (closed < 150) {
      const answer = await Promise.race([raw("GET", levels, { "Api-Key": "guess" }), pause(1_000)]);
      if (answer?.headers.get("connection") === "close") closed += 1;
    }
    expect((await raw("GET", levels, keyOf)).status).toBe(200);
    for (const close of closings.splice(0)) await close();
    expect(await Promise.all(isWaiting)).toHaveLength(100);
  });

  it("is in the audit trail with its address, a known key with its name", async () => {
    const { admin, raw } = await start();
    await raw("GET", levels, { ...keyOf, "Api-Key": "guess-that-is-secret" });
    await raw("GET", levels, { ...keyOf, "Api-Key": "stranger-secret" });
    await raw("GET", levels, { Authorization: "Bearer guess" });
    const lines = (await admin("GET", "/audit?kind=call")) as readonly AuditLine[];
    expect(lines.map(({ result, who, from, about }) => [result, who, from, about])).toEqual([
      ["refused", null, "127.0.0.1", "OPA-KEY-UNKNOWN"],
      ["refused", "stranger", "127.0.0.1", "OPA-KEY-PERMISSION"],
    ]);
    expect(lines[0]?.times).toBe(2);
    expect(JSON.stringify(lines)).not.toContain("guess");
  });
});

describe("the addresses of a key", () => {
  const keys = [
    { name: "office", secret: "key-of-the-office", permissions: ["P-Org" as const], addresses: ["10.1.0.0/16"] },
  ];
  const from = (...addresses: readonly string[]) => ({
    ...keyOf,
    "Api-Key": "key-of-the-office",
    ...(addresses.length > 0 ? { "X-Forwarded-For": addresses.join(", ") } : {}),
  });

  it("are those of the connection: X-Forwarded-For of strangers is ignored", async () => {
    const { raw } = await start({ keys });
    expect(errorCodeOf(await raw("GET", levels, from("10.1.2.3")))).toBe("OPA-KEY-ADDRESS");
    expect(errorCodeOf(await raw("GET", levels, from()))).toBe("OPA-KEY-ADDRESS");
    const elsewhere = await start({ keys, trustProxy: ["10.9.9.9"] });
    expect(errorCodeOf(await elsewhere.raw("GET", levels, from("10.1.2.3")))).toBe("OPA-KEY-ADDRESS");
  });

  it("are those before the last trusted proxy, whatever the caller has written before", async () => {
    const { raw, admin } = await start({ keys, trustProxy: ["127.0.0.1", "192.0.2.0/24"] });
    expect((await raw("GET", levels, from("10.1.2.3"))).status).toBe(200);
    expect((await raw("GET", levels, from("203.0.113.5", "10.1.2.3", "192.0.2.7"))).status).toBe(200);
    expect(errorCodeOf(await raw("GET", levels, from("10.1.2.3", "203.0.113.5")))).toBe("OPA-KEY-ADDRESS");
    for (const junk of ["unknown", "10.1.2.3:80", "\u001b[2J", "999.1.1.1"]) {
      expect(errorCodeOf((await raw("GET", levels, from(junk)).catch(() => undefined as never)) ?? refused)).toBe(
        "OPA-KEY-ADDRESS",
      );
    }
    const lines = (await admin("GET", "/audit?kind=call")) as readonly AuditLine[];
    expect(new Set(lines.map((line) => line.from))).toEqual(new Set(["203.0.113.5", null]));
  });
});

const refused = { status: 401, headers: new Headers(), text: "", json: { errorCode: "OPA-KEY-ADDRESS" } };

describe("a request that two readers could read differently", () => {
  const key = [`Api-Key: ${keyOf["Api-Key"]}`, `CorpCode: ${keyOf.CorpCode}`, "Connection: close"];
  it.each([
    ["two Host headers", ["Host: a.example", "host: b.example"]],
    ["twice the same Host header", ["Host: a.example", "Host: a.example"]],
    ["no Host header", []],
    ["two lengths", ["Host: a", "Content-Length: 2", "Content-Length: 3"]],
    ["a length and chunks", ["Host: a", "Content-Length: 2", "Transfer-Encoding: chunked"]],
    ["a length that is no number", ["Host: a", "Content-Length: +2"]],
    ["a space before a colon", ["Host : a"]],
  ])("is 400: %s", async (_, lines) => {
    const { url } = await start();
    for (const path of [levels, "/sandbox/health", "/nowhere", "/.well-known/openid-configuration"]) {
      expect(await sendRaw(url, [`GET ${path} HTTP/1.1`, ...lines, ...key])).toMatch(/^HTTP\/1\.1 400 /);
    }
  });

  it("is answered otherwise", async () => {
    const { url } = await start();
    expect(await sendRaw(url, [`GET ${levels} HTTP/1.1`, "Host: a.example", ...key])).toMatch(/^HTTP\/1\.1 200 /);
  });
});

it.each(["/nowhere", "/openapi/nowhere", "/sandbox/nowhere", "/docs/", levels])(
  "is answered before its body is read: POST %s, where only a path or a key is missing",
  async (path) => {
    const { url, raw } = await start();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`,
    );
    const answer = await Promise.race([once(socket, "data"), pause(2_000)]);
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 40[14] /);
    expect((await raw("POST", "/nowhere", {}, "{")).text).toBe("Not Found: /docs/ has every operation.");
  },
);

const pause = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms);
  });
