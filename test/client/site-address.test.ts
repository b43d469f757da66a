import { describe, expect, it } from "vitest";
import { siteAddress } from "../../src/client/site-address.ts";

const plain = { url: "https://hr.example.com", version: "1", paths: {} };

describe("the address of an operation", () => {
  it("has an override in the place of the contract's path", () => {
    const site = { ...plain, paths: { D10: "POST /dept/{code}/boss", D7: "POST /dept/move" } } as const;
    expect(siteAddress(site, "D10", { code: "R D" })).toEqual({
      method: "POST",
      url: "https://hr.example.com/openapi/base/v1/dept/R%20D/boss",
    });
    expect(siteAddress(site, "D7", {}).method).toBe("POST");
    expect(siteAddress({ ...site, url: "https://hr.example.com/uofx/" }, "D1", {}).url).toBe(
      "https://hr.example.com/uofx/openapi/base/v1/department",
    );
  });

  it("begins with the prefix of the operation's group", () => {
    expect(siteAddress(plain, "U1", {}).url).toBe("https://hr.example.com/oauth/base/v1/profile");
    expect(siteAddress(plain, "L1", {}).url).toBe("https://hr.example.com/openapi/dms/v1/folder/root");
  });
});

describe("values in a path", () => {
  it.each([
    ["研發 部", "%E7%A0%94%E7%99%BC%20%E9%83%A8"],
    ["a?b#c%d", "a%3Fb%23c%25d"],
    ["R.D", "R.D"],
  ])("travel encoded: %s", (value, encoded) => {
    expect(siteAddress(plain, "D10", { code: value }).url).toBe(
      `https://hr.example.com/openapi/base/v1/department/manager/${encoded}`,
    );
  });

  it.each(["", ".", "..", ".a", "a.", "a/b", "a\\b"])(
    "are refused when they could address something else: %j",
    (code) => {
      expect(() => siteAddress(plain, "D11", { code })).toThrow(
        expect.objectContaining({ code: "path-value-refused" }),
      );
    },
  );
});
