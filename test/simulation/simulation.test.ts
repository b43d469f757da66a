/** Lives of fixed seeds on the simulated machine: right, and the same twice. */
import { randomUUID } from "node:crypto";
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

  it("is the same while something else goes on in this process of Node", async () => {
    const { digest } = await live(drawScenario(7, small));
    let others = 0;
    const other = setInterval(() => {
      others += 1;
      setTimeout(() => Math.random(), 1);
      randomUUID();
    }, 1);
    try {
      expect((await live(drawScenario(7, small))).digest).toBe(digest);
    } finally {
      clearInterval(other);
    }
    expect(others).toBeGreaterThan(10);
  });
});
