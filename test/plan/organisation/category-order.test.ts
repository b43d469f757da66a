/** The order of categories waits for what brings their functions, and for nothing else. */
import { expect, it } from "vitest";
import { directory } from "../../support/directory/directory-builder.ts";
import { planBetween } from "../../support/target/plan-between.ts";

const twoIn = (category: string) =>
  directory().level("L1").function("F1", { category: "A" }).function("F2", { category }).function("F3", { category });

/** HR wants B before A, and F3 before F2. */
const ordered = directory()
  .level("L1")
  .category("B", 1)
  .category("A", 2)
  .function("F1", { category: "A", order: 1 })
  .function("F3", { category: "B", order: 2 })
  .function("F2", { category: "B", order: 3 });

/** The service shows one position of all, so that all functions of a category are put in order. */
const planFrom = (current: ReturnType<typeof twoIn>) =>
  planBetween(current, ordered, {
    shown: (target) => ({ ...target, functions: target.functions.map((one) => ({ ...one, order: 10 })) }),
  }).changes.map(({ id, needs }) => ({ id, needs }));

it("waits for the functions that move into a category without others", () => {
  expect(planFrom(twoIn("A"))).toContainEqual({
    id: "category/*/reorder",
    needs: ["function/F2/move", "function/F3/move"],
  });
});

it("does not wait for the order of the functions that are in their category", () => {
  expect(planFrom(twoIn("B"))).toEqual([
    { id: "function/F3/reorder", needs: [] },
    { id: "category/*/reorder", needs: [] },
  ]);
});
