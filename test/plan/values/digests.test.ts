/** A digest that is made item by item is that of the whole list: fingerprints that people have approved stay the same. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { digest, digestOfList } from "../../../src/plan/values/fingerprint.ts";

test("the digest of a list is the same, made at once or item by item", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (items) => {
      expect(digestOfList(items)).toBe(digest(items));
    }),
    { seed: 25, numRuns: 200 },
  );
});
