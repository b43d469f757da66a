/** The limits of the HTTP interface: routes and versions, keys, company codes, bodies, encodings, and the body of an error. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationIds, specOf } from "../../src/contract/contract.ts";
import { ErrorBody } from "../../src/contract/records/organisation.ts";
import { account, baseline } from "./cases/baseline.ts";
import { adminKey, errorCodeOf, keyOf, pathOf, startTestService } from "./running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService();
  await service.load(baseline());
});
afterAll(() => service.close());

const levels = pathOf("V1");
const raw = (headers: Record<string, string>, path = levels) => service.raw("GET", path, headers);

it("names at most twenty places of an invalid body", async () => {
  const body = { fields: Array.from({ length: 1_000 }, () => 1) };
  const answer = await service.call("F1", { params: { formCodeOrId: "EXPENSE" }, body });
  expect(errorCodeOf(answer)).toBe("OPA-REQUEST-INVALID");
  expect((answer.json as ErrorBody).errorExpando).toHaveLength(20);
});

describe("strangers", () => {
  it.each([
    ["/docs/%00", {}, 403],
    ["/docs//x", {}, 403],
    ["/docs/swagger-ui.css", { Range: "bytes=99999999-" }, 416],
    ["/docs/swagger-ui.css", { "If-Match": "x" }, 412],
    ["/oauth/grants?error=a&error=b", {}, 400],
  ])("cannot make %s fail with %o", async (path, headers, status) => {
    expect((await service.raw("GET", path, headers)).status).toBe(status);
  });

  it("cannot keep the service busy with the list of operations", async () => {
    for (const language of ["en", "zh-TW"]) await service.raw("GET", "/", { "Accept-Language": language });
    const startMs = performance.now();
    const asked = Array.from({ length: 100 }, (_, at) =>
      service.raw("GET", "/", { "Accept-Language": at % 2 === 0 ? "en" : "zh-TW" }),
    );
    const pages = new Set((await Promise.all(asked)).map(({ text }) => text));
    expect(pages.size).toBe(2);
    // To make each of them anew takes ten seconds, in which nobody else is answered.
    expect(performance.now() - startMs).toBeLessThan(8_000);
  });

  it("cannot put a sentence of their own on a page with a link", async () => {
    const page = async (error: string) => (await service.raw("GET", `/oauth/grants?error=${error}`)).text;
    expect(await page("access_denied")).toContain("access_denied");
    expect(await page("Call+555")).not.toContain("555");
  });

  it.each([levels, "/sandbox/organisation", "/sandbox/health"])(
    "get no answer to %s from a cache, because keys are not in Authorization",
    async (path) => {
      const { headers } = await service.raw("GET", path, { ...keyOf, "Admin-Key": adminKey });
      expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
    },
  );
});

describe("routes", () => {
  it.each(operationIds)("%s answers under versions 1 and 1.0, and needs a key or token", async (id) => {
    for (const version of ["1", "1.0"]) {
      const answer = await service.raw(specOf(id).method, pathOf(id, {}, version));
      expect(answer.status).toBe(401);
      expect(errorCodeOf(answer)).toBe(specOf(id).group === "user" ? "OPA-TOKEN-INVALID" : "OPA-KEY-UNKNOWN");
    }
  });

  it.each(["2", "1.1", "", "01"])("version %j has no route", async (version) => {
    expect((await raw(keyOf, pathOf("V1", {}, version))).status).toBe(404);
  });

  it.each([
    ["GET", "/openapi/base/v1/nothing"],
    ["GET", "/openapi/base/v1/deptlevel/"],
    ["GET", "/openapi/base/v1/DeptLevel"],
    ["PATCH", "/openapi/base/v1/deptlevel"],
    ["HEAD", "/openapi/base/v1/deptlevel"],
    ["GET", "/openapi/bpm/v1/deptlevel"],
    ["GET", "/unknown"],
  ])("%s %s is 404 without an error body", async (method, path) => {
    const answer = await service.raw(method, path, keyOf);
    expect([answer.status, answer.text]).toEqual([
      404,
      method === "HEAD" ? "" : "Not Found: /docs/ has every operation.",
    ]);
    expect(answer.headers.get("content-type")).toContain("text/plain");
  });

  it("prefers literal paths over parameters", async () => {
    await service.call("D2", { body: { code: "manager", name: "m", deptLevelCode: "L1", active: true } });
    await service.call("D2", { body: { code: "employee", name: "e", deptLevelCode: "L1", active: true } });
    const codes = async (code: string) => {
      const answer = await service.call("D5", { params: { code, includeSubDept: "false" } });
      return (answer.json as { code: string }[]).map((row) => row.code);
    };
    expect(await codes("employee")).toEqual(["employee"]);
    expect((await service.call("D10", { params: { code: "RD" } })).json).toMatchObject({ account: "bob" });
    // The route GET /department/manager/{code} matches first: the service reads "false" as the code of a department.
    const shadowed = await service.call("D5", { params: { code: "manager", includeSubDept: "false" } });
    expect(shadowed.status).toBe(404);
  });
});

describe("keys", () => {
  it.each([
    ["no key", { CorpCode: "ACME" }],
    ["an unknown key", { "Api-Key": "guess", CorpCode: "ACME" }],
    ["an empty key", { "Api-Key": "", CorpCode: "ACME" }],
    ["the admin key", { "Api-Key": "admin-secret-of-tests", CorpCode: "ACME" }],
  ])("%s is 401", async (_, headers) => {
    const answer = await raw(headers);
    expect([answer.status, errorCodeOf(answer)]).toEqual([401, "OPA-KEY-UNKNOWN"]);
  });

  it("a key without the permission is 401 and does nothing", async () => {
    const before = await service.dump();
    const headers = { "Api-Key": "stranger-secret", CorpCode: "ACME" };
    const answer = await service.raw("DELETE", pathOf("V6", { code: "L4" }), headers);
    expect([answer.status, errorCodeOf(answer)]).toEqual([401, "OPA-KEY-PERMISSION"]);
    expect(await service.dump()).toEqual(before);
  });

  it("never opens the sandbox", async () => {
    expect((await service.raw("GET", "/sandbox/calls", { ...keyOf, "Admin-Key": "sync-secret-of-tests" })).status).toBe(
      401,
    );
    expect((await service.raw("GET", "/sandbox/organisation", keyOf)).status).toBe(401);
  });
});

describe("bodies", () => {
  const put = (body: unknown) => service.raw("PUT", pathOf("E6"), keyOf, body);

  it.each(["{", '{"user"}', "nothing", '{"user": {}'])("malformed JSON %j is 400 with the error body", async (body) => {
    const answer = await put(body);
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-JSON-INVALID"]);
    expect(ErrorBody.parse(answer.json)).toEqual(answer.json);
  });

  it.each(["", "null", "[]", '"text"', "1"])("%j is not a body for an operation that needs one", async (body) => {
    const answer = await put(body);
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-REQUEST-INVALID"]);
  });

  it("lists every invalid field and no value", async () => {
    const answer = await put({ user: { userType: 7, userCode: 1234567 }, locked: "secret" });
    const { errorExpando } = answer.json as ErrorBody;
    const fields = errorExpando?.map(({ expandoObject }) => (expandoObject as { property: string }).property);
    expect(new Set(fields)).toEqual(new Set(["user.userType", "user.userCode", "locked"]));
    expect(answer.text).not.toMatch(/1234567|secret/);
  });

  it("does not convert types", async () => {
    for (const locked of ["true", 1, 0, ""]) expect((await put({ user: account("amy"), locked })).status).toBe(400);
    expect((await put({ user: { userType: "0", userCode: "amy" }, locked: true })).status).toBe(400);
  });

  it("distinguishes names by case and ignores unknown ones", async () => {
    expect((await put({ User: account("amy"), locked: true })).status).toBe(400);
    expect((await put({ user: account("amy"), locked: false, LOCKED: true, more: [1] })).status).toBe(200);
    const [amy] = (await service.dump()).employees;
    expect(amy).toEqual(baseline().employees[0]);
  });
});

describe("paths", () => {
  it("decodes a Chinese category name and one with reserved characters once", async () => {
    for (const categoryName of ["研發 100%25", "a?b#c&d;e=f+g", "名".repeat(150)]) {
      const body = { code: "TMP", categoryName, jobFunc: "x", active: true };
      expect((await service.call("J5", { body })).status).toBe(200);
      expect((await service.call("J9", { params: { code: "TMP" } })).status).toBe(200);
      expect((await service.call("J3", { params: { name: categoryName } })).status).toBe(200);
    }
  });

  it.each(["a%2Fb", "a%2fb", "%E4%", "%"])("refuses %s with 400", async (name) => {
    const answer = await service.raw("DELETE", `/openapi/base/v1/jobfunc/category/${name}`, keyOf);
    expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-PATH-INVALID"]);
  });
});
