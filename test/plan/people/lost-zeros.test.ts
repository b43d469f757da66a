/** Phones of HR that are those of the service without a leading zero are held; all other changes of phones are written. */
import { expect, it } from "vitest";
import { directory } from "../../support/directory/directory-builder.ts";
import { plainEmployee } from "../../support/directory/full-directory.ts";
import { planBetween } from "../../support/target/plan-between.ts";

const { posts: _, resignationDate: __, ...person } = plainEmployee("amy", "Amy");

const office = (phoneNumber: string | null, name = "Amy") =>
  directory().employee("amy", { ...person, name, phoneNumber });

it.each([
  ["0912345678", "912345678"],
  ["0912-345-678", "912345678"],
  ["(02) 2345-6789", "223456789"],
  ["00886912345678", "886912345678"],
])("%s is not overwritten with %s, and the rest is written", (before, after) => {
  const { held, changes } = planBetween(office(before), office(after, "Amy Lee"));
  expect(held).toMatchObject([{ reason: "zeros-lost", key: "amy", about: ["phoneNumber"], fields: [{ after }] }]);
  expect(changes.flatMap(({ fields }) => fields.map(({ field }) => field))).toEqual(["name"]);
});

it.each([
  ["912345678", "0912345678"],
  ["0912345678", "912345679"],
  ["0912345678", "0922345678"],
  ["00123", "123"],
  ["0912345678", null],
  [null, "912345678"],
])("%s becomes %s", (before, after) => {
  const { held, changes } = planBetween(office(before), office(after));
  expect(held).toEqual([]);
  expect(changes).toMatchObject([{ fields: [{ field: "phoneNumber", before, after }] }]);
});
