/** The abort reason when somebody or a shutdown ends a run. */
import { MusterdError } from "../lib/errors.ts";

export const cancelled = (by: string): MusterdError =>
  new MusterdError("cancelled", `the run was stopped on request (${by})`, {
    hint: "changes written so far are kept and refreshed; the next run does the rest",
  });
