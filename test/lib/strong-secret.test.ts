/** Which secrets of our own interfaces are too weak. */
import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { shortestSecret, weaknessOf } from "../../src/lib/strong-secret.ts";
import { cases } from "../support/suites/runs.ts";

it.each([
  "changeme-changeme",
  "change-me-please-now",
  "<your api key here>",
  "REPLACE_THIS_SECRET",
  "example-example-example",
  "your-admin-key-here",
  "password-password",
  "0000000000000000000",
  "abababababababababab",
  "                    ",
])("%s is a placeholder", (placeholder) => {
  expect(weaknessOf(placeholder)).toBe("is a placeholder");
});

it("a short or empty secret is weak, and the reason does not repeat it", () => {
  expect(weaknessOf("")).toBe("is empty");
  const short = fc.string({ minLength: 1, maxLength: shortestSecret - 1, unit: "grapheme-ascii" });
  fc.assert(
    fc.property(short, (secret) => {
      expect(weaknessOf(secret)).toBe(`has ${secret.length} characters; at least 16 are needed`);
    }),
    { ...cases(200), seed: 16 },
  );
});

it.each(["correct horse battery staple", "a-long-secret-密碼-of-somebody", "two-lines-of\na-file-5e2b"])(
  "a secret that no header can have is refused: %s",
  (secret) => expect(weaknessOf(secret)).toBe("has a space or a character that is not ASCII, which no caller can send"),
);

it("every random secret of 16 hexadecimal digits or more is accepted", () => {
  for (let n = 0; n < 2_000; n += 1) {
    expect(weaknessOf(randomBytes(24).toString("hex"))).toBeUndefined();
    expect(weaknessOf(randomBytes(12).toString("base64url"))).toBeUndefined();
  }
});
