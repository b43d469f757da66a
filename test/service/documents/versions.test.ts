/** Version numbers of controlled documents: the next number under each rule, and which other numbers are accepted. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseVersion, expectedVersion } from "../../../src/service/documents/versions.ts";
import { Refusal } from "../../../src/service/kernel/refusal.ts";

const [integer, decimal, custom] = [0, 1, 2] as const;

/** The version, or the code of the refusal. */
const choose = (rule: 0 | 1 | 2, used: readonly string[], given?: string, allowCustomVer = true): string => {
  try {
    const earlier = used.map((version) => ({ version }));
    return chooseVersion(rule, allowCustomVer, earlier, given);
  } catch (thrown) {
    return (thrown as Refusal).code;
  }
};

describe("the version of a document", () => {
  it.each([
    [integer, [], "1"],
    [integer, ["1"], "2"],
    [integer, ["9"], "10"],
    [decimal, [], "1.0"],
    [decimal, ["1.0"], "1.1"],
    [decimal, ["1.9"], "1.10"],
    [decimal, ["7.0", "7.1"], "7.2"],
    [custom, [], ""],
    [custom, ["A"], ""],
  ] as const)("under rule %i after %j is %j", (rule, used, expected) => {
    expect(expectedVersion(rule, used.at(-1))).toBe(expected);
  });

  it.each([
    [integer, ["1"], "10", "10"],
    [integer, ["10"], "9", "OPA-VERSION-USED"],
    [integer, ["1"], "02", "OPA-VERSION-INVALID"],
    [integer, ["1"], "0", "OPA-VERSION-INVALID"],
    [integer, ["1"], "1234567890", "OPA-VERSION-INVALID"],
    [decimal, ["1.9"], "1.10", "1.10"],
    [decimal, ["1.10"], "1.9", "OPA-VERSION-USED"],
    [decimal, ["1.0"], "1.0", "OPA-VERSION-USED"],
    [decimal, ["1.0"], "1.01", "OPA-VERSION-INVALID"],
    [decimal, ["1.0"], "2.0.0", "OPA-VERSION-INVALID"],
    [custom, ["A"], "B", "B"],
    [custom, ["A", "B"], " ", "OPA-VERSION-INVALID"],
    [custom, ["A", "B"], "a", "OPA-VERSION-USED"],
    [custom, ["1.2"], "1.2.1", "1.2.1"],
    [custom, ["1.2"], "1.2.0", "OPA-VERSION-USED"],
    [custom, ["1.2"], "1.1", "OPA-VERSION-USED"],
    [custom, ["1.2"], "final", "final"],
    [custom, ["final"], "1", "1"],
    [custom, [], undefined, "OPA-VERSION-MISSING"],
    [custom, [], "x".repeat(101), "OPA-VERSION-INVALID"],
  ] as const)("under rule %i after %j, when %j is given, is %s", (rule, used, given, expected) => {
    expect(choose(rule, used, given)).toBe(expected);
  });

  it("is never one that was used, whatever is requested", () => {
    const requested = fc.option(
      fc.oneof(fc.stringMatching(/^\d{1,2}(\.\d{1,2}){0,2}$/), fc.constantFrom("A", "a", "B")),
      {
        nil: undefined,
      },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(integer, decimal, custom),
        fc.array(requested, { maxLength: 20 }),
        (rule, requests) => {
          const used: string[] = [];
          for (const given of requests) {
            const version = choose(rule, used, given);
            if (!version.startsWith("OPA-")) used.push(version);
          }
          expect(new Set(used.map((one) => one.toUpperCase())).size).toBe(used.length);
          expect(used).toEqual(rule === custom ? used : used.toSorted(byParts));
        },
      ),
      { seed: 4, numRuns: 300 },
    );
  });
});

const byParts = (a: string, b: string): number => {
  const [left, right] = [a, b].map((one) => one.split(".").map(Number));
  return (left?.[0] ?? 0) - (right?.[0] ?? 0) || (left?.[1] ?? 0) - (right?.[1] ?? 0);
};
