/** `musterd undo`: plans to take back what a run has changed, and applies that plan like any other; `--dry-run` only shows it. */

import type { Command } from "../open/context.ts";
import { type ApplyOptions, applyCommand } from "./apply.ts";
import { planCommand } from "./plan.ts";

type UndoOptions = Omit<ApplyOptions, "only"> & { readonly dryRun?: boolean };

/** `run` is the id of a run, or `last`. */
export const undoCommand: Command<"undo", UndoOptions, [run: string]> = (run, given, environment) => {
  const options = { ...given, only: [] };
  return given.dryRun ? planCommand(options, environment, run) : applyCommand(undefined, options, environment, run);
};
