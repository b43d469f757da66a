/** The operation U1 (the user's own profile), and the conditions that every caller of the user group must meet. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { operationIds, specOf } from "../../../src/contract/contract.ts";
import { Profile } from "../../../src/contract/operations/personal.ts";
import { ErrorBody } from "../../../src/contract/records/organisation.ts";
import { rules } from "../../../src/service/features.ts";
import { account, baseline } from "../cases/baseline.ts";
import { errorCodeOf, keyOf, pathOf, startTestService } from "../running-service.ts";
import { movingClock } from "./moving-clock.ts";
import { corpName, profileCases } from "./profile-cases.ts";

const clock = movingClock();
let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService({ corpName, clock });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.load(baseline());
  await service.call("E12", { body: { account: "new", name: "Name of new", depts: [], loginValidation: ["UOF"] } });
});

const { succeeds, refuses } = profileCases.U1;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

it.each(succeeds)("U1 $fact", async ({ as, answers }) => {
  const before = await service.dump();
  const answer = await service.callAs(await service.token(as), "U1");
  expect([answer.status, answer.json]).toEqual([200, answers]);
  expect(Profile.parse(answer.json)).toEqual(answer.json);
  expect(await service.dump()).toEqual(before);
});

it.each(refuses)("U1 refuses $fact", async ({ as, granted, headers, code, status }) => {
  const token = await service.token(as, granted);
  const answer = await service.raw("GET", pathOf("U1"), { ...bearer(token), ...headers });
  expect([answer.status, errorCodeOf(answer)]).toEqual([status, code]);
  expect(ErrorBody.parse(answer.json)).toEqual(answer.json);
});

it("U1 follows a person who is renamed and moved", async () => {
  const token = await service.token("amy");
  const main = { code: "FIN", isMainDept: true, jobTitleCode: null, jobFuncs: [] };
  await service.call("E14", { body: { user: account("amy"), depts: [main] } });
  await service.call("E11", { body: { ...account("amy"), user: account("amy"), account: "amelia", name: "Amelia" } });
  expect((await service.callAs(token, "U1")).json).toMatchObject({ name: "Amelia", dept_Name: "Name of FIN" });
});

const profileWith = async (headers: Record<string, string>) => {
  const answer = await service.raw("GET", pathOf("U1"), headers);
  return [answer.status, errorCodeOf(answer), answer.headers.get("www-authenticate")];
};

const invalid = [401, "OPA-TOKEN-INVALID", 'Bearer error="invalid_token"'];

describe("a token", () => {
  it.each([
    ["no token", {}],
    ["an unknown one", { Authorization: "Bearer guess" }],
    ["another scheme", { Authorization: "Basic YW15OnB3" }],
    ["no token after the scheme", { Authorization: "Bearer " }],
    ["a key of the system group", keyOf],
    ["a key instead of a token", { Authorization: "Bearer sync-secret-of-tests" }],
  ])("is needed: %s is 401", async (_, headers) => {
    expect(await profileWith(headers as Record<string, string>)).toEqual(invalid);
  });

  it("is valid for the stated time", async () => {
    const { token } = (await service.admin("POST", "/tokens", {
      account: "amy",
      permissions: ["P-Profile"],
      lifetime: 60,
    })) as { token: string };
    clock.pass(59);
    expect((await service.callAs(token, "U1")).status).toBe(200);
    clock.pass(1);
    expect(await profileWith(bearer(token))).toEqual(invalid);
  });

  it("has a valid lifetime", async () => {
    const request = { account: "amy", permissions: [], lifetime: Number.MAX_SAFE_INTEGER };
    const answer = await service.raw("POST", "/sandbox/tokens", { "Admin-Key": "admin-secret-of-tests" }, request);
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-REQUEST-INVALID"]);
  });

  it("gets a header that says that its scope is too small", async () => {
    const token = await service.token("amy", ["P-Sign"]);
    expect(await profileWith(bearer(token))).toEqual([401, "OPA-KEY-PERMISSION", 'Bearer error="insufficient_scope"']);
  });

  it("opens no operation of the system group", async () => {
    const answer = await service.raw("GET", pathOf("V1"), { ...bearer(await service.token("amy")), CorpCode: "ACME" });
    expect([answer.status, errorCodeOf(answer)]).toEqual([401, "OPA-KEY-UNKNOWN"]);
  });

  it.each([
    ["is disabled", "E7", { active: false }],
    ["is locked", "E6", { locked: true }],
    ["has expired", "E8", { expiredTime: "2020-01-01T00:00:00+08:00" }],
  ] as const)("ends at once when the person %s", async (_, id, change) => {
    const token = await service.token("amy");
    expect((await service.callAs(token, "U1")).status).toBe(200);
    expect((await service.call(id, { body: { user: account("amy"), ...account("amy"), ...change } })).status).toBe(200);
    expect(await profileWith(bearer(token))).toEqual(invalid);
  });

  it("is valid until a later expiry of the person, at +08:00 without an offset", async () => {
    const token = await service.token("amy");
    const soon = new Date(clock.nowMs() + 60_000 + 8 * 3_600_000).toISOString().slice(0, 19);
    const expiring = { ...account("amy"), user: account("amy"), expiredTime: soon };
    expect((await service.call("E8", { body: expiring })).status).toBe(200);
    clock.pass(58);
    expect((await service.callAs(token, "U1")).status).toBe(200);
    clock.pass(2);
    expect(await profileWith(bearer(token))).toEqual(invalid);
  });
});

const userIds = operationIds.filter((id) => specOf(id).group === "user" && id in rules);

describe("permissions", () => {
  it.each(userIds.filter((id) => specOf(id).permission))("%s needs its own permission and no other", async (id) => {
    const { method, permission } = specOf(id);
    const every = ["P-Profile", "P-Pending", "P-FormRead", "P-Sign", "P-DocRead", "P-DocManage"] as const;
    const codeWith = async (granted: typeof every | readonly (typeof every)[number][]) => {
      const token = await service.token("amy", granted);
      return errorCodeOf(await service.raw(method, pathOf(id), bearer(token), method === "GET" ? undefined : {}));
    };
    expect(await codeWith(every.filter((one) => one !== permission))).toBe("OPA-KEY-PERMISSION");
    expect((await codeWith(every.filter((one) => one === permission))) ?? "").not.toMatch(/^OPA-(KEY|TOKEN)-/);
  });
});
