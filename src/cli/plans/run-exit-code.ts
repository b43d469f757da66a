/** With what `apply`, `undo` and `resync --wait` end: a script must not take what was not compared for what agrees. */
import type { RunSummary } from "../../model/runs/run.ts";

type Ended = Pick<RunSummary, "heldKinds"> & { readonly status: string };

export const runExitCode = ({ status, heldKinds }: Ended): 0 | 1 | 2 => {
  if (status !== "succeeded") return 1;
  return heldKinds ? 2 : 0;
};
