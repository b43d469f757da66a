import { describe, expect, it } from "vitest";
import { targetSettings } from "../../src/target/settings.ts";

const least = { url: "https://hr.example.com", corpCode: "ACME", apiKey: "secret" };
const problems = (input: unknown): readonly string[] =>
  (targetSettings.safeParse(input).error?.issues ?? []).map(({ path }) => path.join("."));

describe("target settings", () => {
  it("need an address, a company and a key, and default the rest carefully", () => {
    expect(targetSettings.parse(least)).toMatchObject({
      version: "1",
      concurrency: 8,
      timeoutMs: 30_000,
      refreshTimeoutMs: 120_000,
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
});
