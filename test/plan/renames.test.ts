/** Codes that are listed as renamed: never onto a code that somebody else has, and round in a circle where that is meant. */
import { describe, expect, test } from "vitest";
import { directory } from "../support/directory-builder.ts";
import { heldIn, planBetween } from "../support/plan-between.ts";

const levels = (...codes: string[]) =>
  codes.reduce((all, code) => all.level(code, { name: `${code}-name` }), directory());

describe("a listed rename", () => {
  test("is held where the new code is taken", () => {
    const plan = planBetween(levels("L1", "L2"), levels("L1", "L2"), {
      renames: [{ kind: "level", from: "L1", to: "L2" }],
    });
    expect(plan.changes.filter(({ action }) => action === "rename")).toEqual([]);
    expect(heldIn(plan)).toContain("level/L1/rename: ambiguous");
  });

  test("goes round in a circle through a code of its own", () => {
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
