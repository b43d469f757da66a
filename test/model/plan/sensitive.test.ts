/** Personal values are masked in every change, and what is masked already is not copied again. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPersonal } from "../../../src/model/directory/known-fields.ts";
import type { FieldChange } from "../../../src/model/plan/plan.ts";
import { isMasked, maskPlan } from "../../../src/model/plan/sensitive.ts";
import { arbitraryReport } from "../../report/arbitrary-report.ts";

test("masks every personal value, and no other", () => {
  let masked = 0;
  const law = fc.property(arbitraryReport, ({ plan }) => {
    const shown = maskPlan(plan);
    const fields = shown.changes.flatMap((change) => change.fields);
    const whole = plan.changes.flatMap((change) => change.fields);
    expect(fields.length).toBe(whole.length);
    const isRight = ({ field, before, after }: FieldChange, at: number): boolean =>
      isPersonal(field)
        ? [before, after].every((value) => value === undefined || value === null || value === "" || isMasked(value))
        : whole[at] === fields[at];
    expect(fields.every(isRight)).toBe(true);
    masked += fields.filter(({ after }) => isMasked(after)).length;
    expect(shown.changes.every(({ operations }) => operations.length === 0)).toBe(true);
    const again = maskPlan(shown);
    for (const [at, change] of again.changes.entries()) expect(change).toBe(shown.changes[at]);
  });
  fc.assert(law, { seed: 20261122, numRuns: 300 });
  expect(masked).toBeGreaterThan(100);
});
