/** Writes that would reach somebody else if the account is given away before them say whom they mean, by employee number. */
import { expect, test } from "vitest";
import { directory } from "../../support/directory-builder.ts";
import { planBetween } from "../../support/plan-between.ts";

const post = { title: null, functions: [], supervisor: null };
const office = directory()
  .level("L1")
  .department("RD")
  .department("QA")
  .employee("boss", { number: "1" })
  .in("QA", post);
const site = office
  .employee("amy", { number: "7", phoneNumber: "0911" })
  .in("RD", post)
  .employee("bob", { number: "8" })
  .in("RD", post);
const hr = office
  .employee("amy", { number: "7", phoneNumber: "0922" })
  .in("RD", { ...post, supervisor: "boss" })
  .in("QA", post)
  .employee("bob", { number: "8", active: false })
  .in("RD", post);

test("E7, E11, E13 and E14 of somebody with a number", () => {
  const operations = planBetween(site, hr).changes.flatMap((change) => change.operations);
  const meant = operations.map((operation) => [operation.id, "numbers" in operation ? operation.numbers : undefined]);
  expect(meant).toHaveLength(4);
  expect(Object.fromEntries(meant)).toEqual({ E7: ["8"], E11: ["7"], E13: ["7"], E14: ["7"] });
});
