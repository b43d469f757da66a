/**
 * E1 (the list of people) for a large company: it is sent in parts, and the parts form the same JSON as one whole answer, also
 * with quirks and faults.
 */
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { jsonParts, longListLength } from "../../src/service/kernel/http/long-list.ts";
import { baseline } from "./cases/baseline.ts";
import { keyOf, pathOf, startTestService } from "./running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
let people: readonly { readonly account: string; readonly hireDate?: string | null }[];

beforeAll(async () => {
  service = await startTestService();
  const { employees, ...rest } = baseline();
  const many = Array.from({ length: 3_000 }, (_, n) => ({
    account: `p${n}`,
    name: `許功蓋 ${"𠮷".repeat(n % 40)}`,
    hireDate: "2020-01-01T00:00:00",
    depts: [],
  }));
  await service.load({ ...rest, employees: [...employees, ...many] });
  people = (await service.call("E1")).json as typeof people;
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.admin("PUT", "/quirks", {});
  await service.admin("DELETE", "/faults");
});

it("is sent in parts, and is the list of the loaded company", async () => {
  const { headers, json } = await service.call("E1");
  expect(headers.get("transfer-encoding")).toBe("chunked");
  expect((json as unknown[]).length).toBe(3_000 + baseline().employees.length);
  expect(people.at(-1)).toMatchObject({ account: "p2999", name: `許功蓋 ${"𠮷".repeat(39)}` });
});

it("shows the company at one moment, although it changes while the list is sent", async () => {
  const response = await fetch(service.url + pathOf("E1"), { headers: keyOf });
  const user = { userType: 0, userCode: "p2999" };
  expect((await service.call("E11", { body: { user, account: "p2999", name: "Changed" } })).status).toBe(200);
  expect(await response.json()).toEqual(people);
  await service.call("E11", { body: { user, account: "p2999", name: `許功蓋 ${"𠮷".repeat(39)}` } });
});

it("is changed by the quirks about form", async () => {
  await service.admin("PUT", "/quirks", { envelope: "model", dates: "utc" });
  const { model } = (await service.call("E1")).json as { model: typeof people };
  expect(model.map(({ account }) => account)).toEqual(people.map(({ account }) => account));
  expect(model.at(-1)?.hireDate).toBe("2019-12-31T16:00:00.000Z");
});

it("is cut in half by the faults", async () => {
  const whole = JSON.stringify(people);
  await service.admin("POST", "/faults", { operation: "E1", kind: "short-json" });
  const short = await fetch(service.url + pathOf("E1"), { headers: keyOf });
  expect([short.status, await short.text()]).toEqual([200, whole.slice(0, whole.length / 2)]);
  await service.admin("POST", "/faults", { operation: "E1", kind: "truncate" });
  const response = await fetch(service.url + pathOf("E1"), { headers: keyOf });
  expect(Number(response.headers.get("content-length"))).toBe(Buffer.byteLength(whole));
  await expect(response.text()).rejects.toThrow("terminated");
});

it("lets other requests run while the client does not read the rest", async () => {
  const response = await fetch(service.url + pathOf("E1"), { headers: keyOf });
  const reader = response.body?.getReader();
  await reader?.read();
  expect((await service.call("V1")).status).toBe(200);
  await reader?.cancel();
  expect((await service.call("V1")).status).toBe(200);
});

it("is the JSON of the list, in parts of at least 64 Ki characters except the last", () => {
  const item = fc.oneof(
    fc.string({ unit: "binary", maxLength: 3 }),
    fc.jsonValue(),
    fc.nat(30_000).map((n) => "x".repeat(n)),
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 30 }), fc.boolean(), (items, isEnveloped) => {
      const parts = [...(isEnveloped ? jsonParts(items, '{"model":', "}") : jsonParts(items, "", ""))];
      expect(parts.join("")).toBe(JSON.stringify(isEnveloped ? { model: items } : items));
      for (const part of parts.slice(0, -1)) expect(part.length).toBeGreaterThanOrEqual(64 * 1024);
      const longest = Math.max(0, ...items.map((one) => JSON.stringify(one).length));
      for (const part of parts) expect(part.length).toBeLessThan(64 * 1024 + longest + 20);
    }),
    { numRuns: 40, seed: 20261121 },
  );
  expect(longListLength).toBeLessThan(3_000);
});
