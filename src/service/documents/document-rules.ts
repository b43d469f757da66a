/** The rules of the whole document center: L1–L22 and U5–U13. */
import { centerRules } from "./center-rules.ts";
import { controlledRules } from "./controlled-rules.ts";
import { libraryRules } from "./library-rules.ts";

export const documentRules = { ...libraryRules, ...controlledRules, ...centerRules };
