/** People who come back. */
import { expect, test } from "vitest";
import { directory } from "../../support/directory/directory-builder.ts";
import { planBetween } from "../../support/target/plan-between.ts";

test("whoever cannot be enabled is made neither a manager nor an approver under a new account either", () => {
  const company = (manager: string, supervisor: string | null) =>
    directory()
      .level("L1")
      .department("RD", { manager })
      .employee("boss")
      .in("RD")
      .employee("cid")
      .in("RD", { supervisor });
  const site = company("boss", null).employee("amy", { number: "1", active: false }).in("RD");
  const hr = company("amy.lin", "amy.lin").employee("amy.lin", { number: "1", name: "amy" }).in("RD");
  const { changes } = planBetween(site, hr);
  expect(changes.map(({ id, needs }) => [id, needs])).toEqual([
    ["employee/amy/reactivate", []],
    ["employee/amy/rename", []],
    ["manager/RD/update", ["employee/amy/reactivate", "employee/amy/rename"]],
    ["supervisor/cid/RD/update", ["employee/amy/reactivate", "employee/amy/rename"]],
  ]);
});
