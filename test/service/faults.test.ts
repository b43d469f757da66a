/** Injected faults: they occur at the requested call, look on the wire as described, and appear in the call log. */
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, baseline } from "./cases/baseline.ts";
import { errorCodeOf, keyOf, pathOf, startTestService } from "./running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.admin("DELETE", "/faults");
  await service.load(baseline());
  await service.admin("DELETE", "/calls");
});

const order = (fault: object) => service.admin("POST", "/faults", fault);
const create = (code: string) => service.call("V2", { body: { code, name: code } });
const levelCodes = async () => (await service.dump()).levels.map(({ code }) => code);
const lastCall = async () => (await service.calls()).at(-1);

/** Everything the service sends until it closes the connection, over a plain socket. */
const wire = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let received = "";
    const headers = Object.entries(keyOf).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers.join("")}\r\n`);
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString();
    });
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
  });

describe("status", () => {
  it("answers instead of the write, after the stated calls and as often as stated", async () => {
    await order({ operation: "V2", kind: "status", status: 503, retryAfterSeconds: 7, after: 1, times: 2 });
    const statuses: number[] = [];
    for (const code of ["A", "B", "C", "D"]) statuses.push((await create(code)).status);
    expect(statuses).toEqual([200, 503, 503, 200]);
    expect(await levelCodes()).toEqual(["L1", "L2", "L3", "L4", "A", "D"]);
    const calls = await service.calls();
    expect(calls.map(({ status, fault }) => [status, fault])).toEqual([
      [200, null],
      [503, "status"],
      [503, "status"],
      [200, null],
    ]);
  });

  it("counts only successes of its own operation", async () => {
    await order({ operation: "V1", kind: "status", status: 500, after: 1 });
    await service.call("D1");
    await create("L1");
    expect((await service.call("V1")).status).toBe(200);
    expect((await service.call("V1")).status).toBe(500);
  });

  it.each([
    ["error", 401, "application/json", "OPA-FAULT"],
    ["html", 403, "text/html", undefined],
    ["none", 429, null, undefined],
    ["error", 200, "application/json", "OPA-FAULT"],
  ] as const)("sends the body %s with %i", async (body, status, type, code) => {
    await order({ operation: "V1", kind: "status", status, body, retryAfterSeconds: 3 });
    const answer = await service.call("V1");
    expect(answer.status).toBe(status);
    expect(answer.headers.get("retry-after")).toBe("3");
    expect(answer.headers.get("content-type")?.split(";")[0] ?? null).toBe(type);
    expect(errorCodeOf(answer)).toBe(code);
  });

  it("redirects", async () => {
    await order({ operation: "V1", kind: "redirect" });
    const answer = await service.call("V1");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/sign-in"]);
  });
});

describe("spoilt answers", () => {
  it("truncates: announces the whole body and sends half of it", async () => {
    const whole = (await service.call("E1")).text;
    await order({ operation: "E1", kind: "truncate" });
    const [head, body] = (await wire(pathOf("E1"))).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 200/);
    expect(head?.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(whole)}`);
    expect(body).toBe(whole.slice(0, Math.floor(whole.length / 2)));
    expect(await lastCall()).toMatchObject({ operation: "E1", status: 200, fault: "truncate" });
  });

  it("makes a client fail on a truncated answer without body, although the write is done", async () => {
    await order({ operation: "E7", kind: "truncate" });
    await expect(service.call("E7", { body: { user: account("amy"), active: false } })).rejects.toThrow("terminated");
    expect((await service.dump()).employees[0]?.active).toBe(false);
  });

  it("cuts the JSON of a complete answer", async () => {
    await order({ operation: "V1", kind: "short-json" });
    const answer = await service.raw("GET", pathOf("V1"), keyOf).catch((error: unknown) => error);
    expect(answer).toBeInstanceOf(SyntaxError);
    expect(await lastCall()).toMatchObject({ status: 200, fault: "short-json" });
  });
});

describe("connections", () => {
  it("resets before the write", async () => {
    await order({ operation: "V2", kind: "reset" });
    await expect(create("A")).rejects.toThrow("fetch failed");
    expect(await levelCodes()).not.toContain("A");
    expect(await lastCall()).toMatchObject({ operation: "V2", status: null, fault: "reset" });
  });

  it("resets after the write", async () => {
    await order({ operation: "V2", kind: "reset", when: "after" });
    await expect(create("A")).rejects.toThrow("fetch failed");
    expect(await levelCodes()).toContain("A");
    expect(await lastCall()).toMatchObject({ operation: "V2", status: 200, fault: "reset" });
    expect((await service.refreshes()).dirty).toBe(1);
  });

  it("hangs before the write: nothing is done while it waits", async () => {
    await order({ operation: "V2", kind: "hang", ms: 600_000 });
    await expect(fetchLevel("A", AbortSignal.timeout(300))).rejects.toThrow("timeout");
    expect(await levelCodes()).not.toContain("A");
  });

  it("hangs after the write: it is done although the client gives up", async () => {
    await order({ operation: "V2", kind: "hang", ms: 600_000, when: "after" });
    const caller = new AbortController();
    const waiting = fetchLevel("A", caller.signal);
    while ((await service.calls()).length === 0);
    caller.abort();
    await expect(waiting).rejects.toThrow("aborted");
    expect(await levelCodes()).toContain("A");
    expect(await lastCall()).toMatchObject({ status: 200, fault: "hang" });
  });

  it("lets a short hang pass", async () => {
    await order({ operation: "V2", kind: "hang", ms: 1 });
    await order({ operation: "V2", kind: "hang", ms: 1, when: "after" });
    expect((await create("A")).status).toBe(200);
    expect((await create("B")).status).toBe(200);
  });
});

const fetchLevel = (code: string, signal: AbortSignal): Promise<Response> =>
  fetch(`${service.url}${pathOf("V2")}`, {
    method: "POST",
    headers: { ...keyOf, "Content-Type": "application/json" },
    body: JSON.stringify({ code, name: code }),
    signal,
  });

describe("orders", () => {
  it("are refused when they are invalid, and all cleared at once", async () => {
    for (const wrong of [{ operation: "X9", kind: "reset" }, { operation: "V1", kind: "explode" }, {}]) {
      await expect(order(wrong)).rejects.toThrow("400");
    }
    await order({ operation: "V1", kind: "status", status: 500, times: 99 });
    await service.admin("DELETE", "/faults");
    expect((await service.call("V1")).status).toBe(200);
  });

  it("do not keep a closing service open", async () => {
    const other = await startTestService();
    await other.admin("POST", "/faults", { operation: "V1", kind: "hang", ms: 600_000, when: "after" });
    const waiting = other.call("V1").catch(() => "cut");
    while ((await other.calls()).length === 0);
    await expect(other.close()).resolves.toBeUndefined();
    await waiting;
  });
});
