/** When two e-mail addresses are the same: many services keep them in lower case, whatever is sent. */
import { expect, test } from "vitest";
import { samenessOf } from "../../src/model/plan/sameness.ts";

const same = samenessOf("employee", "email");

test.each([
  ["Amy.Chen@Example.com", "amy.chen@example.com", true],
  ["amy.chen@example.com ", "amy.chen@example.com", true],
  ["ａmy.chen@example.com", "amy.chen@example.com", true],
  ["amy-chen@example.com", "amychen@example.com", false],
  ["amy.chen@example.com", null, false],
])("%j and %j: %s", (one, other, expected) => {
  expect([same(one, other), samenessOf("employee", "emailEx")(one, other)]).toEqual([expected, expected]);
});
