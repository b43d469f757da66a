/** Quirks of a site's answers: bodies, statuses, keys, and latency. */
import { describe, expect, it } from "vitest";
import { account } from "../cases/baseline.ts";
import { errorCodeOf, keyOf, pathOf, startTestService } from "../running-service.ts";
import { byAccount, startQuirkyService } from "./quirky-service.ts";

const { service, quirks, answerTo } = await startQuirkyService();

describe("envelope", () => {
  it("wraps success bodies only", async () => {
    const bare = await answerTo("V1");
    await quirks({ envelope: "model" });
    expect(await answerTo("V1")).toEqual({ model: bare });
    expect(await answerTo("D10", { params: { code: "FIN" } })).toEqual({ model: null });
    expect((await service.call("E7", { body: { user: account("amy"), active: true } })).text).toBe("");
    expect(errorCodeOf(await service.call("E2", byAccount("no")))).toBe("OPA-USER-UNKNOWN");
  });
});

describe("lists", () => {
  it.each(["J4", "T1"] as const)("makes %s one list in the same order", async (id) => {
    const grouped = (await answerTo(id)) as unknown[][];
    await quirks({ lists: "flat" });
    expect(await answerTo(id)).toEqual(grouped.flat());
  });
});

describe("noManager", () => {
  it.each([
    ["empty-object", 200, "{}"],
    ["no-content", 204, ""],
  ] as const)("answers %s", async (noManager, status, text) => {
    await quirks({ noManager });
    const answer = await service.call("D10", { params: { code: "FIN" } });
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(await answerTo("D10", { params: { code: "RD" } })).toMatchObject({ account: "bob" });
  });

  it("answers with the next manager above", async () => {
    await quirks({ noManager: "manager-above" });
    const [top, below] = ["HQ", "FIN"].map((code) => answerTo("D10", { params: { code } }));
    expect(await below).toEqual(await top);
    expect(await answerTo("D10", { params: { code: "RD" } })).toMatchObject({ account: "bob" });
  });

  it("answers an error", async () => {
    await quirks({ noManager: "error" });
    const answer = await service.call("D10", { params: { code: "FIN" } });
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-NO-MANAGER"]);
  });
});

describe("nobody", () => {
  it.each([
    ["null", 200, "null"],
    ["empty-object", 200, "{}"],
  ] as const)("is shown as %s", async (nobody, status, text) => {
    await quirks({ nobody });
    const answer = await service.call("E2", byAccount("no"));
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(await answerTo("E2", byAccount("amy"))).toMatchObject({ account: "amy" });
  });

  it.each([
    ["inactive people at a site that knows none", { readsOfInactive: "missing" }, "fay"],
    ["another spelling at a site that finds none", { accounts: "lower-exact" }, "Fay"],
  ] as const)("is also %s", async (_, more, userCode) => {
    await service.call("E12", { body: { account: "fay", name: "Fay" } });
    await service.call("E7", { body: { user: account("fay"), active: false } });
    expect(await answerTo("E2", byAccount(userCode))).toMatchObject({ account: "fay" });
    await quirks({ nobody: "null", ...more });
    const answer = await service.call("E2", byAccount(userCode));
    expect([answer.status, answer.text]).toEqual([200, "null"]);
  });

  it("is an error", async () => {
    await quirks({ nobody: "error" });
    const answer = await service.call("E2", byAccount("no"));
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-USER-UNKNOWN"]);
  });
});

describe("writeAnswers", () => {
  const disable = { body: { code: "LAB", active: false } };

  it.each([
    ["empty", ""],
    ["true", "true"],
    ["object", "{}"],
  ] as const)("answers every write of the organisation the same: %s", async (writeAnswers, text) => {
    await quirks({ writeAnswers });
    expect((await service.call("D4", disable)).text).toBe(text);
    expect((await service.call("E7", { body: { user: account("amy"), active: true } })).text).toBe(text);
    expect((await service.call("P1")).text).toBe(text);
    expect((await service.call("D1")).text).toContain('"LAB"');
  });
});

describe("refusals", () => {
  it("come as an error body with status 200, except for a wrong key", async () => {
    await quirks({ refusals: "ok" });
    const answer = await service.call("D4", { body: { code: "NO", active: true } });
    expect([answer.status, errorCodeOf(answer)]).toEqual([200, "OPA-DEPT-UNKNOWN"]);
    const missing = await service.call("E2", byAccount("no"));
    expect([missing.status, errorCodeOf(missing)]).toEqual([200, "OPA-USER-UNKNOWN"]);
    expect((await service.raw("GET", "/openapi/base/v1/deptlevel")).status).toBe(401);
    expect((await service.raw("GET", "/openapi/base/v1/nothing")).status).toBe(404);
  });
});

describe("keyRefusal", () => {
  it.each([403, 400] as const)("has status %i", async (keyRefusal) => {
    await quirks({ keyRefusal });
    const answer = await service.raw("GET", "/openapi/base/v1/deptlevel");
    expect([answer.status, errorCodeOf(answer)]).toEqual([keyRefusal, "OPA-KEY-UNKNOWN"]);
  });
});

describe("companyRefusal", () => {
  const asked = () => service.raw("GET", pathOf("V1"), { ...keyOf, CorpCode: "OTHER" });

  it("is 400, or 401 whatever the answer to an unknown key", async () => {
    const answer = await asked();
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-CORP-UNKNOWN"]);
    await quirks({ companyRefusal: 401, keyRefusal: 403, refusals: "ok" });
    const refused = await asked();
    expect([refused.status, errorCodeOf(refused)]).toEqual([401, "OPA-CORP-UNKNOWN"]);
    expect((await service.raw("GET", pathOf("V1"), { CorpCode: "OTHER" })).status).toBe(403);
  });
});

describe("unknownProperties", () => {
  const posts = [{ code: "FIN", isMainDept: true, title: "typo" }];
  const call = () => service.call("E14", { body: { user: account("dan"), depts: posts } });

  it("are ignored, or refused at any depth with their place", async () => {
    expect((await call()).status).toBe(200);
    await quirks({ unknownProperties: "refused" });
    const answer = await call();
    expect(errorCodeOf(answer)).toBe("OPA-PROPERTY-UNKNOWN");
    expect(answer.text).toContain("depts.0.title");
    const inherited = await service.call("D4", { body: { code: "LAB", active: true, toString: "typo" } });
    expect(errorCodeOf(inherited)).toBe("OPA-PROPERTY-UNKNOWN");
    expect((await service.call("P1", { body: {} })).status).toBe(200);
    expect((await service.call("D4", { body: { code: "LAB", active: false } })).status).toBe(200);
  });
});

describe("extraFields", () => {
  it("shows more fields, or the state under another name", async () => {
    await quirks({ extraFields: "more" });
    const more = { enabled: true, resignationDate: null, deptCode: "RD" };
    expect(await answerTo("E2", byAccount("bob"))).toMatchObject({ ...more, active: true });
    await quirks({ extraFields: "enabled" });
    expect(await answerTo("E2", byAccount("bob"))).toMatchObject(more);
    expect(await answerTo("E2", byAccount("bob"))).not.toHaveProperty("active");
  });
});

describe("dates", () => {
  const sent = {
    hireDate: "2024-03-01T00:00:00+08:00",
    birthDate: "1999-12-31T00:00:00",
    expiredTime: "2030-01-01T00:00:00Z",
  };

  it.each([
    ["as-sent", sent],
    [
      "utc",
      {
        hireDate: "2024-02-29T16:00:00.000Z",
        birthDate: "1999-12-30T16:00:00.000Z",
        expiredTime: "2030-01-01T00:00:00.000Z",
      },
    ],
    [
      "no-offset",
      { hireDate: "2024-03-01T00:00:00", birthDate: "1999-12-31T00:00:00", expiredTime: "2030-01-01T08:00:00" },
    ],
  ] as const)("shows dates %s", async (dates, shown) => {
    await service.call("E12", { body: { account: "fay", name: "Fay", ...sent } });
    await quirks({ dates });
    expect(await answerTo("E2", byAccount("fay"))).toMatchObject({ ...shown, account: "fay" });
    expect(((await answerTo("E1")) as object[]).at(-1)).toMatchObject(shown);
    expect((await service.dump()).employees.at(-1)).toMatchObject(sent);
  });
});

describe("p1DelayMs", () => {
  it("makes P1 slow without delaying other calls", async () => {
    const other = await startTestService({ quirks: { p1DelayMs: 600_000 } });
    const slow = other.call("P1").catch(() => "cut");
    for (let n = 0; n < 20; n += 1) expect((await other.call("V1")).status).toBe(200);
    expect((await other.refreshes()).refreshes).toEqual([]);
    await other.close();
    await slow;
  });
});

describe("p1DelayMs of more than a day", () => {
  it("is refused, because no timer waits for weeks", async () => {
    await expect(quirks({ p1DelayMs: 2 ** 31 })).rejects.toThrow("400");
  });
});

describe("p1BusyTimes", () => {
  it("refuses the refresh a number of times, and again the next time", async () => {
    await quirks({ p1BusyTimes: 2 });
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await service.call("P1")).status);
    expect(statuses).toEqual([503, 503, 200, 503, 503, 200]);
    expect((await service.refreshes()).dirty).toBe(0);
  });
});

describe("latencyMs", () => {
  it("delays every call", async () => {
    const other = await startTestService({ quirks: { latencyMs: 60_000 } });
    const answers: unknown[] = [];
    const calls = (["V1", "D1"] as const).map((id) => other.call(id).then((answer) => answers.push(answer)));
    await other.admin("GET", "/calls");
    expect(answers).toEqual([]);
    await other.close();
    await Promise.allSettled(calls);
  });
});

describe("dateForm", () => {
  const written = async (birthDate: string) => {
    await service.call("E11", { body: { user: account("amy"), account: "amy", name: "Amy", birthDate } });
    return ((await answerTo("E2", byAccount("amy"))) as { readonly birthDate: unknown }).birthDate;
  };

  it.each([
    ["slashes", "1990/01/01 00:00:00"],
    ["milliseconds", "1990-01-01T00:00:00.000+08:00"],
    ["compact", "19900101000000"],
    ["epoch", "631123200000"],
    ["epoch-number", 631_123_200_000],
    ["date-call", "/Date(631123200000)/"],
    ["own-offset", "1990-01-01T00:00:00+09:00"],
  ] as const)("%s reads a date without an offset at +08:00", async (dateForm, shown) => {
    await quirks({ dateForm });
    expect(await written("1990-01-01T00:00:00")).toBe(shown);
    await quirks({ dateForm, dates: "no-offset" });
    expect(await written("1990-01-01T00:00:00+08:00")).toBe(shown);
  });
});
