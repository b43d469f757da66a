/** What the rules find. The gate makes findings of it, with the severity that the settings give to each rule. */
import type { Finding } from "../../model/plan/quality.ts";

/** A finding before the settings decide how severe it is. `mild`: it is only a warning, even if they demand more. */
export type Found = Omit<Finding, "severity"> & { readonly mild?: true };
