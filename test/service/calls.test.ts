/** The call log, and the number of changes that wait for a permission refresh. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { isoInstant } from "../../src/lib/clock.ts";
import { account, baseline } from "./cases/baseline.ts";
import { omit } from "./cases/case.ts";
import { keyOf, startTestService } from "./running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.load(baseline());
  await service.admin("DELETE", "/calls");
});

const setActive = (userCode: string, active: boolean) =>
  service.call("E7", { body: { user: account(userCode), active } });

it("logs operation, template, status and key of every call, but no values", async () => {
  await service.call("E2", { params: { userType: "0", userCode: "amy" } });
  await service.call("E2", { params: { userType: "0", userCode: "nobody" } });
  await setActive("amy", false);
  await service.raw("GET", "/openapi/base/v1/jobtitle", { "Api-Key": "stranger-secret", CorpCode: "ACME" });
  await service.raw("GET", "/openapi/base/v1/jobtitle", {});
  await service.raw("GET", "/openapi/base/v1/jobtitle", { ...keyOf, CorpCode: "OTHER" });
  await service.raw("GET", "/openapi/base/v1/nobody", keyOf);
  await service.raw("PUT", "/openapi/base/v1/employee/status", keyOf, "{");
  const calls = await service.calls();
  const person = { operation: "E2", method: "GET", path: "/employee/{userType}/{userCode}", fault: null };
  const titles = { operation: "T1", method: "GET", path: "/jobtitle", fault: null };
  const status = { operation: "E7", method: "PUT", path: "/employee/status", fault: null };
  expect(calls.map((call) => omit(call, "seq", "at"))).toEqual([
    { ...person, status: 200, key: "sync" },
    { ...person, status: 404, key: "sync" },
    { ...status, status: 200, key: "sync" },
    { ...titles, status: 401, key: "stranger" },
    { ...titles, status: 401, key: null },
    { ...titles, status: 400, key: "sync" },
    { operation: null, method: "GET", path: null, fault: null, status: 404, key: null },
    { ...status, status: 400, key: "sync" },
  ]);
  expect(calls.every(({ at }) => isoInstant(Date.parse(at)) === at)).toBe(true);
  expect(JSON.stringify(calls)).not.toMatch(/amy|nobody/);
});

it("numbers calls without gaps, shows those after a number, and never reuses a number", async () => {
  for (let n = 0; n < 5; n += 1) await service.call("V1");
  const seqs = (await service.calls()).map(({ seq }) => seq);
  const first = seqs[0] as number;
  expect(seqs).toEqual([first, first + 1, first + 2, first + 3, first + 4]);
  expect((await service.calls(first + 2)).map(({ seq }) => seq)).toEqual([first + 3, first + 4]);
  await service.call("V1");
  await service.admin("DELETE", "/calls");
  expect(await service.calls()).toEqual([]);
  await service.call("V1");
  expect((await service.calls()).map(({ seq }) => seq)).toEqual([first + 6]);
});

it("leaves the sandbox itself out of the log", async () => {
  await service.dump();
  await service.refreshes();
  expect((await service.raw("GET", "/sandbox/health")).json).toEqual({ status: "ok" });
  expect(await service.calls()).toEqual([]);
});

it("keeps hundreds of calls that come at once", async () => {
  await Promise.all(Array.from({ length: 300 }, () => service.call("V1")));
  expect(await service.calls()).toHaveLength(300);
});

it("counts successful changes, not reads or refusals, and P1 resets the count", async () => {
  const before = (await service.refreshes()).refreshes.length;
  await setActive("amy", false);
  await setActive("amy", false);
  await setActive("nobody", false);
  await service.call("E1");
  expect((await service.refreshes()).dirty).toBe(2);
  await service.call("P1");
  await service.call("P1");
  await setActive("amy", true);
  const { refreshes, dirty } = await service.refreshes();
  expect(dirty).toBe(1);
  expect(refreshes.slice(before).map(({ dirtyBefore }) => dirtyBefore)).toEqual([2, 0]);
});

it("needs no refresh after a load", async () => {
  await setActive("amy", false);
  await service.load(baseline());
  expect((await service.refreshes()).dirty).toBe(0);
});
