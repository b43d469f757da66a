/** The reason of an AbortSignal when a person or a shutdown ends a run. */
import { MusterdError } from "../lib/errors.ts";

export const cancelled = (by: string): MusterdError =>
  new MusterdError("cancelled", `the run was stopped on request (${by})`, {
    hint: "what was written is kept and refreshed; the next run does the rest",
  });
