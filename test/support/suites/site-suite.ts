/**
 * What the slow suite runs on a site with quirks, as one file: vitest starts a process for each file of a project that runs at the same time
 * as another, and a process first loads all modules. The fast suite makes random runs there (every-site.ts), and simulated lives have faults
 * at every moment on sites with any quirk (test/simulation).
 */
import { describe } from "vitest";
import { declareTests } from "./declare-tests.ts";

describe.each(["run/oracle-hr", "site/against-service"])("%s", async (file) => {
  await declareTests(file);
});
