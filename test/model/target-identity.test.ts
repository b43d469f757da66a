import { describe, expect, it } from "vitest";
import { embeddedIdentity, identityOf, targetIdentity, targetText } from "../../src/model/target-identity.ts";
import { describeTarget, targetSettings } from "../../src/site/settings/settings.ts";

describe("the identity of a target", () => {
  const plain = "https://hr.example.com (company ACME)";

  it.each([
    ["https://hr.example.com", plain],
    ["https://hr.example.com/", plain],
    ["HTTPS://HR.Example.com:443//", plain],
    ["http://hr.example.com:80/", "http://hr.example.com (company ACME)"],
    ["https://hr.example.com:8443", "https://hr.example.com:8443 (company ACME)"],
    ["https://hr.example.com//Sub///App/", "https://hr.example.com/Sub/App (company ACME)"],
    ["http://[::1]:8920/", "http://[::1]:8920 (company ACME)"],
  ])("of %s is %s, however it was kept before", (url, identity) => {
    expect(targetIdentity(url, "ACME")).toBe(identity);
    expect(describeTarget(targetSettings.parse({ url, corpCode: "ACME", apiKey: "secret" }))).toBe(identity);
    expect(identityOf(`${url} (company ACME)`)).toBe(identity);
    expect(identityOf(identity)).toBe(identity);
  });

  it("keeps the company code as it is, and companies apart", () => {
    expect(targetIdentity("https://hr.example.com", "Acme")).toBe("https://hr.example.com (company Acme)");
  });

  it.each(["embedded service (company DEMO)", "target", "", "https://x:99999 (company A)"])(
    "of the name %j, which holds no address, is itself",
    (name) => expect(identityOf(name)).toBe(name),
  );

  it("is said in the words of the reader's language, whatever the service and the company", () => {
    expect(targetText(plain, "en")).toBe(plain);
    expect(targetText(plain, "zh-TW")).toBe("https://hr.example.com（公司 ACME）");
    expect(targetText("http://[::1]:8920/a(b) (company A (B))", "zh-TW")).toBe("http://[::1]:8920/a(b)（公司 A (B)）");
    expect(targetText(embeddedIdentity("DEMO"), "zh-TW")).toBe("內建服務（公司 DEMO）");
    expect(targetText("target", "zh-TW")).toBe("target");
  });
});
