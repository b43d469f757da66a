/** Tests listed renames of codes. None leads to a code that another object has, unless the list renames that object too. */
import { describe, expect, test } from "vitest";
import { directory } from "../support/directory-builder.ts";
import { heldIn, planBetween } from "../support/plan-between.ts";

const levels = (...codes: string[]) =>
  codes.reduce((all, code) => all.level(code, { name: `${code}-name` }), directory());

describe("a listed rename", () => {
  test("is held if the new code is taken", () => {
    const plan = planBetween(levels("L1", "L2"), levels("L1", "L2"), {
      renames: [{ kind: "level", from: "L1", to: "L2" }],
    });
    expect(plan.changes.filter(({ action }) => action === "rename")).toEqual([]);
    expect(heldIn(plan)).toContain("level/L1/rename: ambiguous");
  });

  test("can be part of a cycle, through a temporary code", () => {
    const plan = planBetween(levels("L1", "L2"), levels("L1", "L2"), {
      renames: [
        { kind: "level", from: "L1", to: "L2" },
        { kind: "level", from: "L2", to: "L1" },
      ],
    });
    const codes = plan.changes.flatMap(({ fields }) =>
      fields.flatMap(({ field, after }) => (field === "code" ? [after] : [])),
    );
    expect(plan.held).toEqual([]);
    expect(codes.map((code) => (code === "L1" || code === "L2" ? code : "parked"))).toEqual(["parked", "L1", "L2"]);
  });
});
