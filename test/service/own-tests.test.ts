/** `startService` as other people's tests use it: its defaults, data that is loaded before it listens, and the clock. */
import { createServer } from "node:net";
import { afterEach, expect, it } from "vitest";
import { openClient } from "../../src/client/client.ts";
import type { CompanyDocument } from "../../src/contract/sections/company-document.ts";
import { type RunningService, type ServiceOptions, startService } from "../../src/service/service.ts";
import { baseline } from "./cases/baseline.ts";
import { formsBaseline } from "./forms/baseline.ts";
import { application } from "./forms/form-cases.ts";
import { startReceiver } from "./forms/receiver.ts";
import { pathOf } from "./running-service.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const start = async (options: ServiceOptions = {}): Promise<RunningService> => {
  const service = await startService(options);
  ends.push(service.close);
  return service;
};

const ask = async ({ url, adminKey }: RunningService, method: string, path: string, body?: unknown) => {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { "Content-Type": "application/json" };
  const answer = await fetch(`${url}${path}`, { method, headers: { "Admin-Key": adminKey, ...type }, ...json });
  return { status: answer.status, json: (await answer.json().catch(() => undefined)) as never };
};

it("needs no options: in memory, on a free port, with a key for everything", async () => {
  const [one, other] = [await start(), await start()];
  expect(one.url).not.toBe(other.url);
  expect(one.apiKey).not.toBe(other.apiKey);
  await using client = openClient(one);
  await client.createDepartmentLevel({ body: { code: "DEPT", name: "Department" } });
  expect(await client.listDepartmentLevels()).toHaveLength(1);
  expect(await ask(other, "GET", "/sandbox/organisation")).toMatchObject({ status: 200, json: { levels: [] } });
});

it("refuses the key of another service", async () => {
  const [one, other] = [await start(), await start()];
  expect((await ask({ ...one, adminKey: other.adminKey }, "GET", "/sandbox/calls")).status).toBe(401);
});

/** A port that was free a moment ago. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

it("answers nothing before its data is loaded", async () => {
  const port = await freePort();
  const people = Array.from({ length: 3_000 }, (_, n) => ({ ...baseline().employees[0], account: `p${n}` }));
  const organisation = { ...baseline(), employees: [...baseline().employees, ...people.map(withoutNumber)] };
  const keys = [{ name: "own", secret: "a-key-of-some-length", permissions: ["P-Org"] as const }];
  const starting = start({ port, keys, load: { organisation } as CompanyDocument });
  const url = `http://127.0.0.1:${port}`;
  const health = () =>
    fetch(`${url}/sandbox/health`).then(
      ({ status }) => status,
      () => "refused",
    );
  expect(await health()).toBe("refused");
  await expect.poll(health, { interval: 1 }).toBe(200);
  await using client = openClient({ url, corpCode: "DEMO", apiKey: "a-key-of-some-length" });
  expect(await client.listEmployees()).toHaveLength(organisation.employees.length);
  await starting;
});

const withoutNumber = <P extends object>(person: P) => ({ ...person, employeeNumber: null });

it("does not start with a document that breaks a rule, and says which property", async () => {
  const organisation = { ...baseline(), departments: [{ code: "X", deptLevelCode: "NONE", name: "X" }] };
  await expect(startService({ load: { organisation } })).rejects.toMatchObject({
    code: "sandbox-refused",
    message: expect.stringContaining("OPA-LEVEL-UNKNOWN: organisation.departments.X.deptLevelCode"),
  });
});

it("lets the sandbox set the clock, from which it runs on, and reset it", async () => {
  const service = await start();
  const realNow = Date.now();
  expect((await ask(service, "GET", "/sandbox/clock")).json).toMatchObject({ isSet: false });
  const { json } = await ask(service, "PUT", "/sandbox/clock", { now: "2031-05-01T08:00:00+08:00" });
  expect(json).toMatchObject({ isSet: true, now: expect.stringMatching(/^2031-05-01T00:00:/) });
  const later = (await ask(service, "GET", "/sandbox/clock")).json as { now: string };
  expect(Date.parse(later.now)).toBeGreaterThanOrEqual(Date.parse("2031-05-01T00:00:00Z"));
  await using client = openClient(service);
  await client.refreshPermissions();
  const reset = (await ask(service, "DELETE", "/sandbox/clock")).json as { now: string; isSet: boolean };
  expect(reset.isSet).toBe(false);
  expect(Date.parse(reset.now)).toBeGreaterThanOrEqual(realNow);
  expect(Date.parse(reset.now)).toBeLessThan(Date.parse("2031-01-01T00:00:00Z"));
  // The refresh in the future does not refuse those of now.
  await client.refreshPermissions();
});

it.each([{ now: "tomorrow" }, { now: "2031-05-01T08:00:00" }, {}, { now: "2031-05-01T00:00:00Z", speed: 2 }])(
  "refuses %o as a time",
  async (body) => {
    const service = await start();
    expect((await ask(service, "PUT", "/sandbox/clock", body)).status).toBe(400);
    expect((await ask(service, "GET", "/sandbox/clock")).json).toMatchObject({ isSet: false });
  },
);

it("expires keys by the clock of the sandbox", async () => {
  const service = await start({ load: { organisation: baseline() } });
  const { json: key } = await ask(service, "POST", "/sandbox/keys", {
    name: "short",
    permissions: ["P-Org"],
    expiresAt: "2030-12-31",
  });
  const headers = { "Api-Key": (key as { secret: string }).secret, CorpCode: service.corpCode };
  const levels = () => fetch(service.url + pathOf("V1"), { headers });
  expect((await levels()).status).toBe(200);
  await ask(service, "PUT", "/sandbox/clock", { now: "2031-05-01T00:00Z" });
  expect((await levels()).status).toBe(401);
  await ask(service, "DELETE", "/sandbox/clock");
  expect((await levels()).status).toBe(200);
});

it("removes files that nothing refers to when the clock of the sandbox passes their time", async () => {
  const service = await start();
  await using client = openClient(service);
  const { id } = await client.uploadBase64(Buffer.from("text"), { fileName: "a.txt" });
  expect((await ask(service, "GET", `/sandbox/files/${id}`)).status).toBe(200);
  const inTwoDays = new Date(Date.now() + 2 * 24 * 3_600_000).toISOString();
  await ask(service, "PUT", "/sandbox/clock", { now: inTwoDays });
  await ask(service, "DELETE", "/sandbox/clock");
  expect((await ask(service, "GET", `/sandbox/files/${id}`)).status).toBe(404);
});

it("sends a callback that is due when the clock of the sandbox passes its time", async () => {
  const receiver = await startReceiver((response, _, before) => response.writeHead(before === 0 ? 500 : 200).end());
  ends.push(receiver.close);
  const service = await start({
    load: { organisation: baseline(), forms: formsBaseline() },
    outbound: { allowPrivateNetworks: true },
    callbacks: { firstDelayMs: 3_000_000 },
    corpCode: "ACME",
  });
  await using client = openClient(service);
  await client.call("F1", {
    params: { formCodeOrId: "EXPENSE" },
    body: application({ callBackUrl: receiver.url }),
  } as never);
  const initiation = async () => (await ask(service, "GET", "/sandbox/initiations")).json[0] as Record<string, unknown>;
  await expect.poll(initiation).toMatchObject({ callbackAttempts: 1, callback: "owed" });
  await ask(service, "PUT", "/sandbox/clock", { now: new Date(Date.now() + 3_000_000).toISOString() });
  await expect.poll(initiation).toMatchObject({ callbackAttempts: 2, callback: "delivered" });
});
