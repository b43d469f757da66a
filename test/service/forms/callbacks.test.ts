/** Callbacks after F1 to a real receiver: their content, their signature, and new attempts after a failure. */
import { createPublicKey, verify } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openRedis } from "../../../src/queue/redis.ts";
import type { RedisHandle } from "../../../src/queue/redis-handle.ts";
import type { ShownInitiation } from "../../../src/service/initiations/sandbox.ts";
import type { ServiceOptions } from "../../../src/service/service.ts";
import { connect, everythingIn, silent } from "../../queue/redis-kinds.ts";
import { startSharedRedis } from "../../support/shared-redis.ts";
import { baseline } from "../cases/baseline.ts";
import { startTestService } from "../running-service.ts";
import { formsBaseline } from "./baseline.ts";
import { application } from "./form-cases.ts";
import { type Delivery, startReceiver } from "./receiver.ts";

let redis: RedisHandle;
beforeAll(async () => {
  redis = await openRedis({ searchPath: process.env["PATH"] ?? "" }, silent);
});
afterAll(() => redis.close());

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const receiver: typeof startReceiver = async (answer) => {
  const started = await startReceiver(answer);
  ends.push(started.close);
  return started;
};

/** One Redis that many services share, as they do with REDIS_URL. */
const sharedRedis = async (): Promise<RedisHandle> => ({ ...redis, close: async () => undefined });

const options = {
  redis: sharedRedis,
  outbound: { allowPrivateNetworks: true },
  callbacks: { attempts: 4, firstDelayMs: 10 },
};
const open = async (more: Partial<ServiceOptions>) => {
  const service = await startTestService({ ...options, ...more });
  await service.admin("PUT", "/company", { organisation: baseline(), forms: formsBaseline() });
  await service.call("P1");
  return service;
};
let usual: ReturnType<typeof open> | undefined;
afterAll(async () => (await usual)?.close());

/**
 * Starts a service with these options, which is closed after the test. Without options it returns a service that the tests
 * share.
 */
const start = async (more?: Partial<ServiceOptions>) => {
  if (!more) usual ??= open({});
  const service = await (more ? open(more) : (usual ?? open({})));
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen && more) await service.close();
    isOpen = false;
  };
  ends.push(close);
  const traces: string[] = [];
  const apply = async (callBackUrl: string | null, given: object = {}): Promise<string> => {
    const body = application({ callBackUrl, ...given });
    const { json } = await service.call("F1", { params: { formCodeOrId: "EXPENSE" }, body });
    traces.push(json as string);
    return json as string;
  };
  /** The initiations of this test. */
  const initiations = async (): Promise<readonly ShownInitiation[]> =>
    ((await service.admin("GET", "/initiations")) as readonly ShownInitiation[]).filter(({ traceId }) =>
      traces.includes(traceId),
    );
  const states = async () => (await initiations()).map(({ callback }) => callback);
  return { ...service, close, apply, initiations, states };
};

/** Verifies a callback as a receiver would, using only the published key. */
const isGenuine = async (url: string, { headers, body }: Delivery): Promise<boolean> => {
  const { keys } = (await (await fetch(`${url}/openapi/callback-keys`)).json()) as { keys: Record<string, string>[] };
  const key = createPublicKey({ key: keys[0] as never, format: "jwk" });
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const [version, signature = ""] = String(headers["webhook-signature"]).split(",");
  return version === "v1a" && verify(null, Buffer.from(signed), key, Buffer.from(signature, "base64"));
};

it("posts the result once, signed, with the caller's own data", async () => {
  const hook = await receiver();
  const service = await start();
  const traceId = await service.apply(`${hook.url}/done?a=%20b`, { customData: "order 7, 王" });
  await expect.poll(service.states).toEqual(["delivered"]);
  const [initiation] = await service.initiations();
  const [delivery] = hook.deliveries;
  expect(hook.deliveries).toHaveLength(1);
  expect(delivery).toMatchObject({ method: "POST", path: "/done?a=%20b" });
  expect(delivery?.headers).toMatchObject({ "content-type": "application/json; charset=utf-8", "webhook-id": traceId });
  expect(JSON.parse(delivery?.body ?? "")).toEqual({
    TraceId: traceId,
    Type: "Success",
    UofxData: { FormName: "Expense report", FormSn: initiation?.formSn },
    CustomData: "order 7, 王",
    ErrorMsg: null,
  });
  expect(initiation).toMatchObject({ formSn: expect.stringMatching(/./), callbackAttempts: 1 });
});

it("signs so that the published key distinguishes a genuine callback from a changed one", async () => {
  const hook = await receiver();
  const service = await start();
  await service.apply(hook.url);
  await expect.poll(service.states).toEqual(["delivered"]);
  const [delivery] = hook.deliveries as [Delivery];
  expect(await isGenuine(service.url, delivery)).toBe(true);
  expect(await isGenuine(service.url, { ...delivery, body: `${delivery.body} ` })).toBe(false);
  const headers = {
    ...delivery.headers,
    "webhook-timestamp": String(Number(delivery.headers["webhook-timestamp"]) + 1),
  };
  expect(await isGenuine(service.url, { ...delivery, headers })).toBe(false);
  const { json } = await service.raw("GET", "/openapi/callback-keys");
  expect(json).toEqual({
    keys: [{ kty: "OKP", crv: "Ed25519", x: expect.any(String), kid: expect.any(String), use: "sig", alg: "EdDSA" }],
  });
  expect((await service.raw("GET", "/openapi/callback-keys")).json).toEqual(json);
});

it("reports a failure with the invalid fields and without a document number", async () => {
  const hook = await receiver();
  const service = await start();
  await service.apply(hook.url, { fields: [{ code: "amount", value: "secret" }] });
  await expect.poll(service.states).toEqual(["delivered"]);
  expect(JSON.parse(hook.deliveries[0]?.body ?? "")).toMatchObject({
    Type: "Failure",
    UofxData: { FormName: "Expense report", FormSn: null },
    CustomData: null,
    ErrorMsg: "OPA-FIELDS-INVALID: title is required; amount is not a number",
  });
});

it("tries again until it is accepted, with the same id and a new signature each time", async () => {
  const hook = await receiver((response, _, before) => response.writeHead(before < 2 ? 503 : 204).end());
  const service = await start();
  const traceId = await service.apply(hook.url);
  await expect.poll(service.states).toEqual(["delivered"]);
  expect(hook.deliveries.map(({ headers }) => headers["webhook-id"])).toEqual([traceId, traceId, traceId]);
  for (const delivery of hook.deliveries) expect(await isGenuine(service.url, delivery)).toBe(true);
  expect(await service.initiations()).toMatchObject([{ callbackAttempts: 3 }]);
});

it("gives up after the configured number of attempts, and not before", async () => {
  const hook = await receiver((response) => response.writeHead(500).end());
  const service = await start();
  await service.apply(hook.url);
  await expect.poll(service.states).toEqual(["given-up"]);
  expect(hook.deliveries).toHaveLength(4);
  expect(await service.initiations()).toMatchObject([{ process: 2, result: 1, callbackAttempts: 4 }]);
});

it("follows no redirect", async () => {
  const elsewhere = await receiver();
  const hook = await receiver((response) => response.writeHead(307, { location: elsewhere.url }).end());
  const service = await start();
  await service.apply(hook.url);
  await expect.poll(service.states).toEqual(["given-up"]);
  expect(hook.deliveries).toHaveLength(4);
  expect(elsewhere.deliveries).toEqual([]);
});

it("a receiver that hangs does not delay the others", async () => {
  const hanging = await receiver(() => undefined);
  const quick = await receiver();
  const service = await start({ callbacks: { attempts: 1, timeoutMs: 60_000 } });
  for (let n = 0; n < 40; n += 1) await service.apply(`${hanging.url}/${n}`);
  await service.apply(quick.url);
  await expect.poll(() => quick.deliveries.length).toBe(1);
  await expect.poll(async () => (await service.states()).at(-1)).toBe("delivered");
  expect(await service.states()).toEqual([...Array.from({ length: 40 }, () => "owed"), "delivered"]);
  // A receiver gets at most four callbacks at a time, even if it hangs.
  expect(hanging.deliveries).toHaveLength(4);
});

it("aborts an attempt that takes too long, and counts it", async () => {
  const hook = await receiver((response, _, before) => {
    if (before > 0) response.end();
  });
  const service = await start({ callbacks: { attempts: 1_000, firstDelayMs: 10, timeoutMs: 500 } });
  await service.apply(hook.url);
  await expect.poll(service.states).toEqual(["delivered"]);
  const [initiation] = await service.initiations();
  expect(initiation?.callbackAttempts).toBeGreaterThan(1);
});

it("sends nothing to private networks unless that is permitted", async () => {
  const hook = await receiver();
  const service = await start({ outbound: {} });
  await service.apply(hook.url);
  await service.apply(hook.url.replace("127.0.0.1", "localhost"));
  await expect.poll(service.states).toEqual(["given-up", "given-up"]);
  expect(hook.deliveries).toEqual([]);
  expect(await service.initiations()).toMatchObject([{ callbackAttempts: 1 }, { callbackAttempts: 1 }]);
});

it("opens no Redis before a callback is due, stores no personal data in it, and leaves nothing there", async () => {
  let opened = 0;
  const openRedisOnce = (): Promise<RedisHandle> => {
    opened += 1;
    return sharedRedis();
  };
  const hook = await receiver((response) => response.writeHead(500).end());
  const service = await start({ redis: openRedisOnce, callbacks: { attempts: 9, firstDelayMs: 60_000 } });
  await service.apply(null);
  await expect.poll(async () => (await service.initiations())[0]?.process).toBe(2);
  expect(opened).toBe(0);
  const traceId = await service.apply(`${hook.url}/secret-path`, { customData: "secret-data" });
  await expect.poll(async () => (await service.initiations())[1]?.callbackAttempts).toBe(1);
  const probe = connect(redis);
  ends.unshift(async () => probe.disconnect());
  await expect.poll(() => everythingIn(probe)).toContain(traceId);
  expect(await everythingIn(probe)).not.toMatch(/secret|Trip|EXPENSE|dan/);
  expect(opened).toBe(1);
  const own = (await everythingIn(probe)).split("\n").filter((line) => line.includes(traceId));
  const [queue = "none"] = /callbacks-[\w-]+/.exec(own[0] ?? "") ?? [];
  expect(queue).toMatch(/^callbacks-/);
  await service.close();
  expect(await everythingIn(probe)).not.toContain(queue);
});

it("adds callbacks again when Redis has lost everything", async () => {
  const hook = await receiver((response, _, before) => response.writeHead(before === 0 ? 500 : 200).end());
  const service = await start({ callbacks: { attempts: 9, firstDelayMs: 3_600_000 } });
  await service.apply(hook.url);
  await expect.poll(async () => (await service.initiations())[0]?.callbackAttempts).toBe(1);
  const damage = connect(redis);
  await expect.poll(() => everythingIn(damage)).toContain(":delayed");
  await damage.flushall();
  damage.disconnect();
  await expect.poll(service.states).toEqual(["delivered"]);
});

it("tries again when Redis could not be opened", async () => {
  const hook = await receiver();
  let asked = 0;
  const service = await start({
    redis: () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error("not yet")) : sharedRedis();
    },
  });
  await service.apply(hook.url);
  await expect.poll(service.states).toEqual(["delivered"]);
});

it("closes while its Redis is unavailable", async () => {
  const mortal = await startSharedRedis();
  const hook = await receiver((response) => response.writeHead(500).end());
  const service = await start({
    redis: () => openRedis({ url: mortal.url, searchPath: "" }, silent),
    callbacks: { attempts: 9, firstDelayMs: 3_600_000 },
  });
  await service.apply(hook.url);
  await expect.poll(async () => (await service.initiations())[0]?.callbackAttempts).toBe(1);
  await mortal.kill();
  await service.apply(hook.url);
  await expect.poll(service.states).toEqual(["owed", "owed"]);
  await service.close();
});

it("delivers with the embedded Redis if none is given", async () => {
  const hook = await receiver((response, _, before) => response.writeHead(before === 0 ? 500 : 200).end());
  const service = await start({ redis: undefined } as never);
  await service.apply(hook.url);
  await expect.poll(service.states).toEqual(["delivered"]);
});
