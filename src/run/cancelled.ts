/** A run that somebody or a shutdown ends. */
import { MusterdError } from "../lib/errors.ts";
import type { RunStatus } from "../model/runs/run.ts";

/** The abort reason. */
export const cancelled = (by: string): MusterdError =>
  new MusterdError("cancelled", `the run was stopped on request (${by})`, {
    hint: "changes written so far are kept and refreshed, or the refresh stays owed; the next run does the rest",
  });

/** The status of a run that this error ends. */
export const failedBy = ({ code }: MusterdError): RunStatus => (code === "cancelled" ? "cancelled" : "failed");
