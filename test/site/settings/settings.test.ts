import { describe, expect, it } from "vitest";
import { targetSettings } from "../../../src/site/settings/settings.ts";

const least = { url: "https://hr.example.com", corpCode: "ACME", apiKey: "secret" };
const problems = (input: unknown): readonly string[] =>
  (targetSettings.safeParse(input).error?.issues ?? []).map(({ path }) => path.join("."));

describe("target settings", () => {
  it("require an address, a company and a key, and have safe defaults for the rest", () => {
    expect(targetSettings.parse(least)).toMatchObject({
      version: "1",
      concurrency: 8,
      timeoutMs: 30_000,
      refreshTimeoutMs: 120_000,
      retries: 4,
      dateFormat: "offset",
      paths: {},
      fields: {},
    });
    expect(problems({})).toEqual(["url", "corpCode", "apiKey"]);
  });

  it.each([
    ["url", { url: "ftp://hr.example.com" }],
    ["url", { url: "https://user:password@hr.example.com" }],
    ["apiKey", { apiKey: "two words" }],
    ["corpCode", { corpCode: "公司" }],
    ["version", { version: "1/../2" }],
    ["concurrency", { concurrency: 0 }],
    ["paths.D7", { paths: { D7: "/department/move" } }],
    ["paths.D11", { paths: { D11: "DELETE /manager" } }],
    ["paths.D10", { paths: { D10: "GET /manager/{dept}" } }],
    ["paths.D1", { paths: { D1: "DELETE /department" } }],
    ["paths.D5", { paths: { D5: "GET /department/{code}" } }],
    ["paths.D2", { paths: { D2: "GET /department/new" } }],
    ["paths", { paths: { X9: "GET /x" } }],
    ["fields.emplNo", { fields: { emplNo: "employeeNumber" } }],
    ["fields.E1.depts", { fields: { "E1.depts": "posts" } }],
    ["fields.name", { fields: { name: "code" } }],
    ["fields.code", { fields: { code: "" } }],
  ])("report %s as the problem of %j", (path, change) => {
    expect(problems({ ...least, ...change })).toContain(path);
  });

  it("accept any method, a path from the root, values in the query, and other names", () => {
    const own = {
      paths: { D3: "PATCH ^/api/hr/departments/{originalCode}", D5: "GET /department/{code}?sub={includeSubDept}" },
      fields: { employeeNumber: "emplNo", "E1.employeeNumber": "empNo" },
    };
    expect(targetSettings.parse({ ...least, ...own })).toMatchObject(own);
  });

  it.each([
    ["https://hr.example.com/openapi/base/v1", "/openapi/base/v1"],
    ["https://hr.example.com/uof/OpenAPI/", "/OpenAPI/"],
    ["https://openapi.example.com/openapi?x=1", "/openapi?x=1"],
  ])("tell which part of the address %s to remove", (url, part) => {
    const [issue] = targetSettings.safeParse({ ...least, url }).error?.issues ?? [];
    expect(issue).toMatchObject({ path: ["url"], message: expect.stringContaining(`leave out "${part}"`) });
    const rest = url.slice(0, -part.length);
    expect(problems({ ...least, url: rest })).toEqual([]);
  });

  it("accept an address that only contains the word", () => {
    expect(problems({ ...least, url: "https://openapi.example.com/openapis/x" })).toEqual([]);
  });
});
