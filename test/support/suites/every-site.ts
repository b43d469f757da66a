/** Random runs on every site with quirks, in one process and one after the other. */
import { quirkProfiles } from "../../../src/service/kernel/quirks/quirk-profiles.ts";
import { declareAgain } from "./declare-tests.ts";

for (const site of Object.keys(quirkProfiles))
  if (site !== "specified") declareAgain("run/random-runs", "MUSTERD_TEST_QUIRKS", site);
