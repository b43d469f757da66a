/** Tests positions at sites that insert an object at its position, and at sites that only store the number. */
import { describe, expect, test } from "vitest";
import { ledgerKey } from "../../../src/model/memory/memory.ts";
import { orderingOf } from "../../../src/plan/organisation/ordering.ts";
import { movesInto, type Ordering } from "../../../src/plan/values/sequence.ts";

/** Returns the writes that bring A, B, C, D into this order; `shown` are the present positions. */
const written = (ordering: Ordering, shown: Readonly<Record<string, number | undefined>>): string[] => {
  const standing = Object.entries(shown).map(([key, seq]) => ({ key, ...(seq === undefined ? {} : { seq }) }));
  const current = new Map([["all", standing.toSorted((a, b) => (a.seq ?? 99) - (b.seq ?? 99))]]);
  const wanted = ["A", "B", "C", "D"].map((key, order) => ({ key, group: "all", order }));
  return movesInto(ordering, current, wanted, ["all"], 0).map(({ key, seq }) => `${key} ${seq}`);
};

describe("a position", () => {
  test.each([
    ["insert", 0, ["B 1"]],
    ["insert", 1, ["B 2"]],
    ["assign", 0, ["C 4", "D 5"]],
    ["assign", 1, ["C 5", "D 6"]],
    ["sweep", 0, ["B 1", "C 2", "D 3"]],
    ["sweep", 1, ["B 2", "C 3", "D 4"]],
  ] as const)("with %s counts from %i, as the service does", (ordering, first, expected) => {
    expect(written(ordering, { A: first, C: first + 1, D: first + 2, B: first + 3 }).toSorted()).toEqual(expected);
  });

  test("that HR gives to several items leaves them in the order of the site, and new ones after them by key", () => {
    const standing = ["C", "A"].map((key, seq) => ({ key, seq }));
    const wanted = ["A", "D", "C", "B"].map((key) => ({ key, group: "all", order: 7 }));
    const moves = movesInto("insert", new Map([["all", standing]]), wanted, ["all"], 0);
    expect(moves.map(({ key, seq }) => `${key} ${seq}`)).toEqual(["B 2", "D 3"]);
  });

  test("is not given to two items", () => {
    expect(written("assign", { A: 1, B: 2, C: 2, D: 5 })).toEqual(["C 3"]);
  });
});

describe("how positions are written", () => {
  const memory = { written: new Map([[ledgerKey("site/positions", "level"), "assign"]]) };

  test("is as the last run found that the site needs it", () => {
    expect(orderingOf({ memory }, "level")).toBe("assign");
    expect(orderingOf({ memory }, "title")).toBe("insert");
  });

  test("is a sweep if an earlier plan did not reach the order", () => {
    expect(orderingOf({ memory, swept: new Set(["level"]) }, "level")).toBe("sweep");
  });
});
