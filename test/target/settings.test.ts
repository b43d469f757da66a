import { describe, expect, it } from "vitest";
import { targetSettings } from "../../src/target/settings.ts";
import { siteAddress } from "../../src/target/site-address.ts";

const least = { url: "https://hr.example.com", corpCode: "ACME", apiKey: "secret" };
const problems = (input: unknown): readonly string[] =>
  (targetSettings.safeParse(input).error?.issues ?? []).map(({ path }) => path.join("."));

describe("target settings", () => {
  it("need an address, a company and a key, and default the rest carefully", () => {
    expect(targetSettings.parse(least)).toMatchObject({
      version: "1",
      concurrency: 8,
      timeoutMs: 30_000,
      refreshTimeoutMs: 600_000,
      retries: 4,
      dateFormat: "offset",
      paths: {},
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
    ["paths", { paths: { X9: "GET /x" } }],
  ])("name %s as the problem of %j", (path, change) => {
    expect(problems({ ...least, ...change })).toContain(path);
  });

  it("put an override in the place of the contract's path", () => {
    const settings = targetSettings.parse({
      ...least,
      paths: { D10: "POST /dept/{code}/boss", D7: "POST /dept/move" },
    });
    expect(siteAddress(settings, "D10", { code: "R D" })).toEqual({
      method: "POST",
      url: "https://hr.example.com/openapi/base/v1/dept/R%20D/boss",
    });
    expect(siteAddress(settings, "D7", {}).method).toBe("POST");
    expect(siteAddress({ ...settings, url: "https://hr.example.com/uofx/" }, "D1", {}).url).toBe(
      "https://hr.example.com/uofx/openapi/base/v1/department",
    );
  });
});

describe("values in a path", () => {
  it.each([
    ["研發 部", "%E7%A0%94%E7%99%BC%20%E9%83%A8"],
    ["a?b#c%d", "a%3Fb%23c%25d"],
    ["R.D", "R.D"],
  ])("travel encoded: %s", (value, encoded) => {
    const settings = targetSettings.parse(least);
    expect(siteAddress(settings, "D10", { code: value }).url).toBe(
      `https://hr.example.com/openapi/base/v1/department/manager/${encoded}`,
    );
  });

  it.each(["", ".", "..", ".a", "a.", "a/b", "a\\b"])(
    "are refused when they could address something else: %j",
    (code) => {
      expect(() => siteAddress(targetSettings.parse(least), "D11", { code })).toThrow(
        expect.objectContaining({ code: "path-value-refused" }),
      );
    },
  );
});
