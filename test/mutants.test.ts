/** The edits of `npm run mutants` fit the code: where a text has changed, nothing would guard its rule any more. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { allMutants } from "../scripts/mutants/all-mutants.ts";

it("every mutant has its text once in its file, and tests that are there", () => {
  expect(allMutants.length).toBeGreaterThan(100);
  const stale = allMutants.flatMap(({ file, before, tests }) => {
    const count = existsSync(file) ? readFileSync(file, "utf8").split(before).length - 1 : 0;
    return [...(count === 1 ? [] : [`${file}: ${count} × ${before}`]), ...tests.filter((test) => !existsSync(test))];
  });
  expect(stale).toEqual([]);
});
