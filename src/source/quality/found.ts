/** What a rule finds, before the settings decide how severe it is. */
import type { Finding } from "../../model/quality.ts";

/** `mild`: always a warning, whatever the settings say. */
export type Found = Omit<Finding, "severity"> & { readonly mild?: true };
