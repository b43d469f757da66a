/**
 * What the slow suite runs on every site with quirks, in one process: each process first loads all modules. The fast suite makes random runs
 * there (every-site.ts), and simulated lives have faults at every moment on sites with any quirk (test/simulation).
 */
import { quirkProfiles } from "../../../src/service/kernel/quirks/quirk-profiles.ts";
import { declareAgain } from "./declare-tests.ts";

for (const site of Object.keys(quirkProfiles))
  if (site !== "specified")
    for (const file of ["run/oracle-hr", "site/against-service"]) declareAgain(file, "MUSTERD_TEST_QUIRKS", site);
