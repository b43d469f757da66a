/** People who come back, and people who get an account that somebody had before them. */
import { expect, test } from "vitest";
import { employeeSubject, ledgerKey, type Memory, writtenStatus } from "../../../src/model/memory.ts";
import type { TargetSnapshot } from "../../../src/model/snapshot.ts";
import { addDays } from "../../../src/plan/values/days.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { today } from "../../support/random/arbitraries.ts";
import { withEntries } from "../../support/target/execute-plan.ts";
import { planBetween } from "../../support/target/plan-between.ts";

test("whoever cannot be enabled is not made a manager under a new account either", () => {
  const company = (manager: string) => directory().level("L1").department("RD", { manager }).employee("boss").in("RD");
  const site = company("boss").employee("amy", { number: "1", active: false }).in("RD");
  const hr = company("amy.lin").employee("amy.lin", { number: "1", name: "amy" }).in("RD");
  const { changes } = planBetween(site, hr);
  expect(changes.map(({ id, needs }) => [id, needs])).toEqual([
    ["employee/amy/reactivate", []],
    ["employee/amy/rename", ["employee/amy/reactivate"]],
    ["manager/RD/update", ["employee/amy/rename"]],
  ]);
});

test.each(["active", "inactive"])(
  "where the status shows of nobody, a joiner starts under an account that was %s before",
  (was) => {
    const joiner = { number: "1", hireDate: addDays(today, 3) };
    const company = directory().employee("boss");
    const shown = (target: TargetSnapshot): TargetSnapshot => ({
      ...target,
      statusUnknown: true,
      employees: target.employees.map(({ active: _, ...one }) => one),
    });
    const before: Memory = { written: new Map([[ledgerKey(employeeSubject("amy"), writtenStatus), was]]) };
    const { changes } = planBetween(company, company.employee("amy", joiner), { memory: before, shown });
    expect(changes.flatMap(({ operations }) => operations.map(({ id }) => id))).toEqual(["E12", "E7"]);
    const written = withEntries(
      before.written,
      changes.flatMap(({ remember = [] }) => remember),
    );
    const started = company.employee("amy", { ...joiner, hireDate: today });
    const { changes: then } = planBetween(started, started, { memory: { written }, shown });
    expect(then.map(({ id }) => id)).toEqual(["employee/amy/reactivate"]);
  },
);
