/** Tests when the sequence of siblings, which HR leaves to the service, is stated as it was before a run. */
import { expect, test } from "vitest";
import type { TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import { displacedBeside, withOrderBefore } from "../../../src/plan/read-back/preserved-order.ts";
import { directory } from "../../support/directory/directory-builder.ts";

/** Departments in this sequence, each `CODE` below the root or `CODE/PARENT`. */
const site = (...departments: readonly string[]): TargetSnapshot => ({
  ...directory().target(),
  departments: departments.map((text, at) => {
    const [code = "", parent = null] = text.split("/");
    return { code, name: code, parent, level: "L1", order: at + 1 };
  }),
});

/** The positions stated after a run; `stated` is HR's tree. */
const orders = (stated: readonly string[], before: TargetSnapshot, now: TargetSnapshot) =>
  withOrderBefore(
    "department",
    stated.map((text): { code: string; parent: string | null; order?: number } => {
      const [code = "", parent = null] = text.split("/");
      return { code, parent };
    }),
    before,
    now,
  ).map(({ code, order }) => (order === undefined ? code : `${code} ${order}`));

test("siblings whose sequence a write has changed get their positions back", () => {
  expect(orders(["A", "B"], site("A", "B"), site("B", "A"))).toEqual(["A 1", "B 2"]);
  expect(orders(["A", "B"], site("A", "B"), site("A", "B"))).toEqual(["A", "B"]);
});

test("an object that HR has moved gets no position among its old siblings", () => {
  const before = site("A", "B", "C", "X");
  expect(orders(["A", "B", "C/X", "X"], before, site("B", "A", "C/X", "X"))).toEqual(["A 1", "B 2", "C", "X 4"]);
});

test("functions get their positions back in their category, however the service spells it", () => {
  const placed = (...codes: readonly string[]): TargetSnapshot => ({
    ...directory().target(),
    functions: codes.map((code, at) => ({ code, name: code, category: "ＩＴ", order: at + 1 })),
  });
  const stated = ["F1", "F2"].map((code): { code: string; category: string; order?: number } => ({
    code,
    category: "IT",
  }));
  const found = withOrderBefore("function", stated, placed("F1", "F2"), placed("F2", "F1"));
  expect(found.map(({ order }) => order)).toEqual([1, 2]);
});

test("an order is judged where HR states it and an object beside what was written has changed its place", () => {
  const stated = { departments: [{ code: "A", order: 1 }, { code: "B" }] };
  const beside = new Map([["department/b", []]]);
  const displaced = (now: TargetSnapshot, from = stated, writers = beside) =>
    displacedBeside(from, writers, site("A", "B", "C"), now);
  expect(displaced(site("A", "B", "C"))).toEqual([]);
  expect(displaced(site("B", "A", "C"))).toEqual(["department"]);
  expect(displaced(site("A", "B/A", "C"))).toEqual(["department"]);
  expect(displaced(site("C", "B", "A"))).toEqual([]);
  expect(displaced(site("A", "N", "B", "C"))).toEqual(["department"]);
  expect(displaced(site("B", "A", "C"), { departments: [{ code: "A" }, { code: "B" }] })).toEqual([]);
  expect(displaced(site("B", "A", "C"), stated, new Map())).toEqual([]);
});
