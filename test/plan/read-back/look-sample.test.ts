import { describe, expect, it } from "vitest";
import { sampleOf } from "../../../src/plan/read-back/look-sample.ts";

const people = (count: number, wave = 1) =>
  Array.from({ length: count }, (_, at) => ({ key: `e${wave}-${at}`, wave, department: `D${at % 20}` }));

describe("the sample of written objects that are read back", () => {
  it("has the first fifty of an operation on a site, over all runs", () => {
    expect(sampleOf(people(50), 0, "run")).toHaveLength(50);
    expect(sampleOf(people(10), 40, "run")).toHaveLength(10);
  });

  it("has two in a hundred of the rest, spread over departments, and at least one of each wave", () => {
    const drawn = sampleOf(people(1_000), 50, "run");
    expect(drawn).toHaveLength(20);
    expect(new Set(drawn.map(({ department }) => department)).size).toBe(20);
    expect(sampleOf([...people(1_000), ...people(3, 2)], 50, "run").some(({ wave }) => wave === 2)).toBe(true);
  });

  it("has at least twenty in a small run, spread over departments (lives 9000047, 9000434)", () => {
    expect(sampleOf(people(19), 50, "run")).toHaveLength(19);
    expect(sampleOf(people(45), 50, "run").length).toBeGreaterThanOrEqual(20);
    const drawn = sampleOf(people(400), 50, "run");
    expect(drawn).toHaveLength(20);
    expect(new Set(drawn.map(({ department }) => department)).size).toBe(20);
  });

  it("is the same for the same run, and another for another run", () => {
    expect(sampleOf(people(500), 50, "a")).toEqual(sampleOf(people(500), 50, "a"));
    expect(sampleOf(people(500), 50, "a")).not.toEqual(sampleOf(people(500), 50, "b"));
  });
});
