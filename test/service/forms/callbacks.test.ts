/** Callbacks after F1 to a real receiver: their content, their signature, and new attempts after a failure. */
import { createPublicKey, verify } from "node:crypto";
import { rm } from "node:fs/promises";
import type { LookupFunction } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ErrorBody } from "../../../src/contract/records/organisation.ts";
import { createLog, type Log } from "../../../src/lib/log.ts";
import type { ShownInitiation } from "../../../src/service/initiations/initiations.ts";
import type { ServiceOptions } from "../../../src/service/service.ts";
import { baseline } from "../cases/baseline.ts";
import { type Answer, startTestService, temporaryDirectory } from "../running-service.ts";
import { formsBaseline } from "./baseline.ts";
import { application } from "./form-cases.ts";
import { type Delivery, startReceiver } from "./receiver.ts";

const note =
  (lines: unknown[][]) =>
  (...line: unknown[]) =>
    void lines.push(line);

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const receiver: typeof startReceiver = async (answer) => {
  const started = await startReceiver(answer);
  ends.push(started.close);
  return started;
};

const options = {
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

/** Every name is an address of this machine. */
const toThisMachine: LookupFunction = (_name, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }]);

it("sends nothing to private networks unless that is permitted", async () => {
  const hook = await receiver();
  const service = await start({ outbound: { lookup: toThisMachine } });
  await service.apply(hook.url.replace("127.0.0.1", "hook.example"));
  await expect.poll(service.states).toEqual(["given-up"]);
  expect(hook.deliveries).toEqual([]);
  const forbidden = { callbackAttempts: 1, callbackFailure: "network not permitted" };
  expect(await service.initiations()).toMatchObject([forbidden]);
});

describe("an address that may never be called", () => {
  const local = ["localhost", "localhost.", "*.localhost", "127.0.0.1", "::1", "169.254.169.254"];
  let service: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    service = await open({ outbound: { allowedHosts: ["hook.example", ...local] } });
  });
  afterAll(() => service.close());

  const refusalOf = ({ status, json }: Answer) => {
    const { errorCode, errorExpando = [] } = ErrorBody.parse(json);
    return [status, errorCode, errorExpando[0]?.expandoObject];
  };
  it.each([
    ["ftp://hook.example/", "scheme"],
    ["//hook.example/", "scheme"],
    ["https://user:word@hook.example/", "credentials"],
    ["https://other.example/", "host"],
    ["http://127.0.0.1:8080/", "network"],
    ["http://[::1]/", "network"],
    ["http://169.254.169.254/latest", "network"],
    ["http://localhost/", "network"],
    ["http://LOCALHOST.:8080/", "network"],
    ["http://api.localhost/", "network"],
  ])("%s is refused by F1 as by UP2 and U15, and nothing is queued", async (url, reason) => {
    const body = application({ callBackUrl: ` ${url} ` });
    const answers = {
      callBackUrl: await service.call("F1", { params: { formCodeOrId: "EXPENSE" }, body }),
      url: await service.call("UP2", { body: { fileName: "a", url } }),
    };
    for (const [property, answer] of Object.entries(answers)) {
      expect(refusalOf(answer)).toEqual([400, "OPA-ADDRESS-FORBIDDEN", { property, reason }]);
    }
    const byUser = await service.callAs(await service.token("amy"), "U15", { body: { fileName: "a", url } });
    expect(refusalOf(byUser)).toEqual(refusalOf(answers.url));
    expect(await service.admin("GET", "/initiations")).toEqual([]);
  });

  it("is stored as it will be called when it is permitted", async () => {
    const hook = await receiver();
    const permitting = await start({ outbound: { allowPrivateNetworks: ["127.0.0.1"], lookup: toThisMachine } });
    await permitting.apply(hook.url);
    await permitting.apply(hook.url.replace("127.0.0.1", "localhost"));
    await expect.poll(permitting.states).toEqual(["delivered", "delivered"]);
  });
});

it("says why a callback failed, and logs every attempt without its address", async () => {
  const lines: unknown[][] = [];
  const log = { ...createLog("silent"), info: note(lines), warn: note(lines) } as Log;
  const answers = [500, 404, 204];
  const hook = await receiver((response, _, before) => response.writeHead(answers[before] ?? 200).end());
  const service = await start({ log });
  const traceId = await service.apply(`${hook.url}/secret-path`);
  await expect.poll(service.states).toEqual(["delivered"]);
  const receiverShown = hook.url;
  const next = expect.stringMatching(/Z$/);
  expect(lines.filter(([fields]) => (fields as { traceId?: string }).traceId === traceId)).toEqual([
    [{ traceId, receiver: receiverShown, attempts: 1, reason: "status 500", next }, expect.stringContaining("again")],
    [{ traceId, receiver: receiverShown, attempts: 2, reason: "status 404", next }, expect.stringContaining("again")],
    [{ traceId, receiver: receiverShown, attempts: 3 }, "a callback was delivered"],
  ]);
});

it("shows in the sandbox why a callback was given up", async () => {
  const hanging = await receiver(() => undefined);
  const failing = await receiver((response) => response.writeHead(503).end());
  const service = await start({ callbacks: { attempts: 2, firstDelayMs: 10, timeoutMs: 300 } });
  await service.apply(hanging.url);
  await service.apply(failing.url);
  await service.apply("http://127.0.0.1:1/closed");
  await expect.poll(service.states).toEqual(["given-up", "given-up", "given-up"]);
  expect(await service.initiations()).toMatchObject([
    { callbackFailure: "timeout", callbackAttempts: 2, callbackDueAt: null },
    { callbackFailure: "status 503", callbackAttempts: 2, callbackDueAt: null },
    { callbackFailure: "ECONNREFUSED", callbackAttempts: 2, callbackDueAt: null },
  ]);
});

it("keeps the time of the next attempt when the service is started again", async () => {
  const hook = await receiver((response) => response.writeHead(500).end());
  const directory = await temporaryDirectory();
  ends.push(() => rm(directory, { recursive: true }));
  const kept = { database: join(directory, "kept.db"), filesFolder: join(directory, "files") };
  const callbacks = { attempts: 9, firstDelayMs: 3_600_000 };
  const service = await start({ ...kept, callbacks });
  await service.apply(hook.url);
  await expect.poll(async () => (await service.initiations())[0]?.callbackAttempts).toBe(1);
  const [before] = await service.initiations();
  await service.close();
  const again = await startTestService({ ...options, ...kept, callbacks });
  ends.push(again.close);
  await again.call("F7");
  expect(await again.admin("GET", "/initiations")).toEqual([before]);
  expect(hook.deliveries).toHaveLength(1);
});

it("delivers what is owed when the service starts, and closes at once while callbacks wait", async () => {
  const hook = await receiver((response, _, before) => (before === 0 ? undefined : response.end()));
  const directory = await temporaryDirectory();
  ends.push(() => rm(directory, { recursive: true }));
  const kept = { database: join(directory, "kept.db"), filesFolder: join(directory, "files") };
  const service = await start({ ...kept, callbacks: { timeoutMs: 60_000 } });
  await service.apply(hook.url);
  await expect.poll(() => hook.deliveries.length).toBe(1);
  await service.close();
  const again = await startTestService({ ...options, ...kept });
  ends.push(again.close);
  await expect.poll(() => hook.deliveries.length).toBe(2);
  await expect.poll(() => again.admin("GET", "/initiations")).toMatchObject([{ callback: "delivered" }]);
});
