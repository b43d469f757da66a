/**
 * Law: the work of planning, reporting and reading back grows with the company, and not with its square. Counted are the runs of each
 * block of the code, not seconds: a plan of 20,000 people took 25 s and their reading back minutes, because of loops that no small
 * company notices.
 */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

it("runs no block more than in proportion to the people", () => {
  const program = [import.meta.resolve("./count-blocks.ts").slice("file://".length), "200", "800"];
  const flags = ["--disable-warning=ExperimentalWarning", ...program];
  expect(JSON.parse(execFileSync(process.execPath, flags, { encoding: "utf8" }))).toEqual([]);
});
