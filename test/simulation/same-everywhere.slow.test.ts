/**
 * A hundred short lives have the same digest on every machine, in any time zone and under any load. Whoever changes what a run does changes the
 * digest, and sets the new one with `vitest run test/simulation/same-everywhere.slow.test.ts -u`; a digest that differs on another machine says
 * that something reads that machine.
 */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { live } from "./live.ts";
import { drawScenario } from "./scenario.ts";

it("a hundred lives are the same on every machine", async () => {
  const digest = createHash("sha256");
  for (let seed = 40_001; seed <= 40_100; seed += 1)
    digest.update((await live(drawScenario(seed, { people: 8, nights: 3 }))).digest);
  expect(digest.digest("hex").slice(0, 16)).toMatchInlineSnapshot(`"3e039f9bb06f6d39"`);
});
