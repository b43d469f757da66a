/** Tests which error codes make the daemon repeat a failed run, and after which codes it waits for a person. */
import { describe, expect, it } from "vitest";
import { causeOf } from "../../../src/daemon/state/causes.ts";

describe("the causes of failed runs", () => {
  it.each([
    ["target-unavailable", "passes"],
    ["target-no-answer", "passes"],
    ["source-ldap-unreachable", "passes"],
    ["source-file-changing", "passes"],
    ["breaker-open", "passes"],
    ["lease-lost", "passes"],
    ["refresh-unknown", "passes"],
    ["redis-unavailable", "passes"],
    ["store-unavailable", "passes"],
    ["changed-since-plan", "passes"],
    ["clock-differs", "passes"],
    ["config-invalid", "stays"],
    ["source-quality", "stays"],
    ["cap-exceeded", "stays"],
    ["target-unauthorized", "stays"],
    ["target-refused", "stays"],
    ["prerequisite-failed", "follows"],
  ] as const)("%s %s", (code, cause) => {
    expect(causeOf(code)).toBe(cause);
  });

  it("that nobody has judged are repeated", () => {
    expect(causeOf("new-code")).toBe("passes");
  });
});
