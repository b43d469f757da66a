/** Lives of fixed seeds on the simulated machine: right, and the same twice. */
import { describe, expect, it } from "vitest";
import { live } from "./live.ts";
import { drawScenario } from "./scenario.ts";

const small = { people: 18, nights: 7 };

describe("a life from a seed", () => {
  it.each([1, 2, 3, 4])("%i ends with nothing that a judge finds", async (seed) => {
    expect((await live(drawScenario(seed, small))).wrong).toEqual([]);
  });

  it("is the same each time, with other lives between", async () => {
    const digests = [];
    for (const seed of [7, 8, 7]) digests.push((await live(drawScenario(seed, small))).digest);
    expect(digests[2]).toBe(digests[0]);
    expect(digests[1]).not.toBe(digests[0]);
  });
});
