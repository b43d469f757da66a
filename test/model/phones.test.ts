/** When two phone numbers are the same: HR and the service may write one in different forms. */
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { samenessOf } from "../../src/model/plan/sameness.ts";
import { cases } from "../support/suites/runs.ts";

const same = samenessOf("employee", "phoneNumber");

describe("phones", () => {
  it.each([
    ["0912-345-678", "0912345678"],
    ["(02) 2345-6789", "02 23456789"],
    ["+886 912 345 678", "0912-345-678"],
    ["+886912345678", "912345678"],
    ["00886912345678", "+886-912-345678"],
    ["\uff10912345678", "0912345678"],
    ["", null],
  ])("%j and %j are one", (a, b) => {
    expect([same(a, b), same(b, a)]).toEqual([true, true]);
  });

  it.each([
    ["0912345678", "0912345679"],
    ["+886912345678", "+81912345678"],
    ["+8869123456789", "0912345678"],
    ["0912345678", "10912345678"],
    ["02-23456789#12", "02-23456789"],
    ["02-23456789#12", "02-2345678912"],
    ["+886912345678", "5678"],
    ["+12345", "345"],
    ["+12886912345678", "0912345678"],
    ["0912345678", ""],
    ["0912345678", null],
    ["mobile", "0912345678"],
    ["+", "-"],
  ])("%j and %j are two", (a, b) => {
    expect([same(a, b), same(b, a)]).toEqual([false, false]);
  });
});

test("law: a phone is the same in any setting, and another with any other digit", () => {
  const digits = fc.stringMatching(/^09\d{8}$/);
  const signs = fc.array(fc.constantFrom("", " ", "-", "."), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(digits, signs, fc.nat({ max: 9 }), fc.integer({ min: 1, max: 9 }), (phone, set, at, more) => {
      const shown = phone
        .split("")
        .map((digit, place) => digit + (place < 9 ? set[place] : ""))
        .join("");
      expect(same(phone, shown)).toBe(true);
      const other = phone
        .split("")
        .map((digit, place) => (place === at ? String((Number(digit) + more) % 10) : digit))
        .join("");
      expect(same(other, shown)).toBe(false);
    }),
    { seed: 20_261_127, ...cases(300) },
  );
});
