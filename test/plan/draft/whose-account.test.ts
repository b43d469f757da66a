/** Writes that would reach somebody else if the account is given away before them say whom they mean, by employee number. */
import { expect, test } from "vitest";
import { directory } from "../../support/directory/directory-builder.ts";
import { planBetween } from "../../support/target/plan-between.ts";

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

test("whoever is named as manager or approver, and of several writes about one person the first that needs a call for it", () => {
  const expiredTime = "2027-01-31T15:59:59.000Z";
  const led = directory()
    .level("L1")
    .department("RD", { manager: "boss" })
    .employee("boss", { number: "1" })
    .in("RD", post)
    .employee("new", { number: "2", expiredTime })
    .in("RD", { ...post, supervisor: "boss" })
    .employee("amy", { number: "7", expiredTime, resignationDate: "2027-01-31" })
    .in("RD", post)
    .employee("bob", { number: "8" })
    .in("RD", { ...post, supervisor: "new" });
  const before = directory()
    .level("L1")
    .department("RD", { manager: "amy" })
    .employee("boss", { number: "1" })
    .in("RD", post)
    .employee("amy", { number: "7" })
    .in("RD", post)
    .employee("bob", { number: "8", active: false })
    .in("RD", post);
  const operations = planBetween(before, led).changes.flatMap((change) => change.operations);
  const of = (id: string) => operations.filter((one) => one.id === id);
  expect(of("D12")).toEqual([{ id: "D12", code: "RD", manager: "boss", before: "amy", numbers: ["1"] }]);
  expect(of("E13")).toMatchObject([
    { account: "bob", numbers: ["8"] },
    { account: "new", supervisorNumbers: ["1"] },
  ]);
  expect(of("E13")[0]).not.toHaveProperty("supervisorNumbers");
  expect(of("E13")[1]).not.toHaveProperty("numbers");
  expect([of("E8"), of("E9"), of("E7")]).toMatchObject([
    [{ account: "amy", numbers: ["7"] }],
    [{ account: "amy" }],
    [{ account: "bob", numbers: ["8"] }],
  ]);
  expect(of("E9")[0]).not.toHaveProperty("numbers");
});
