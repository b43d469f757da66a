/**
 * What the slow suite runs on a site with quirks, beside the random runs of the fast suite (every-site.ts), as one file: vitest starts
 * a process for each file of a project that runs at the same time as another, and a process first loads all modules.
 */
import { describe } from "vitest";
import { declareTests } from "./declare-tests.ts";

describe.each(["run/outcomes", "run/oracle-hr", "site/against-service"])("%s", async (file) => {
  await declareTests(file);
});
