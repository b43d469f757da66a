/**
 * What the slow suite runs on every site with quirks, in one process: each process first loads all modules. In CI each site has one of the
 * two files. The fast suite makes random runs there (every-site.ts), and simulated lives have faults at every moment on sites with any
 * quirk (test/simulation).
 */
import { quirkProfiles } from "../../../src/service/kernel/quirks/quirk-profiles.ts";
import { declareAgain } from "./declare-tests.ts";
import { isInPart } from "./runs.ts";

const files = ["run/oracle-hr", "site/against-service"];

Object.keys(quirkProfiles)
  .filter((site) => site !== "specified")
  .forEach((site, at) => {
    const tried = isInPart ? [files[at % files.length] as string] : files;
    for (const file of tried) declareAgain(file, "MUSTERD_TEST_QUIRKS", site);
  });
