/** Checks the mutants that `npm run mutants -- --sample` draws: each is one edit that its seed draws again, with tests near it. Not in CI. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sampleMutants } from "../scripts/mutants/sample.ts";
import { isInPart } from "./support/suites/runs.ts";

const draw = (seed: number) => sampleMutants({ count: 2, seed, named: [] });

it.skipIf(isInPart)("a seed draws the same edits again, and another seed draws others", () => {
  const drawn = draw(1);
  expect(drawn).toHaveLength(2);
  expect(draw(1)).toEqual(drawn);
  expect(draw(2)).not.toEqual(drawn);
  for (const { file, before, after, harm, tests } of drawn) {
    expect(readFileSync(file, "utf8").split(before)).toHaveLength(2);
    expect(after).not.toBe(before);
    expect(harm).toMatch(
      /^line \d+, (condition|boundary|call|constant|arguments) (negated|moved|removed|changed|swapped)$/,
    );
    expect([tests.length > 0, tests.filter((test) => !existsSync(test))]).toEqual([true, []]);
  }
});
