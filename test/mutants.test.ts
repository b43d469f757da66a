/** Checks that the edits of `npm run mutants` still match the code. An edit that no longer matches tests nothing. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { allMutants } from "../scripts/mutants/all-mutants.ts";

it("the text of every mutant occurs once in its file, and its tests exist", () => {
  expect(allMutants.length).toBeGreaterThan(100);
  const stale = allMutants.flatMap(({ file, before, tests }) => {
    const count = existsSync(file) ? readFileSync(file, "utf8").split(before).length - 1 : 0;
    return [...(count === 1 ? [] : [`${file}: ${count} × ${before}`]), ...tests.filter((test) => !existsSync(test))];
  });
  expect(stale).toEqual([]);
});
