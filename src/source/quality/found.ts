/** What a rule finds, before the settings have said how much it weighs. */
import type { Finding } from "../../model/quality.ts";

/** `mild`: only told, whatever the rule does otherwise. */
export type Found = Omit<Finding, "severity"> & { readonly mild?: true };
