/** The type of a finding before the settings decide how severe it is. */
import type { Finding } from "../../model/quality.ts";

/** `mild`: the finding is only a warning, even if the settings demand more. */
export type Found = Omit<Finding, "severity"> & { readonly mild?: true };
