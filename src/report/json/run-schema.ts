/** The schema of a run, as a report for programs has it: who asked for it, how long its phases were, and what came of it. */
import { z } from "zod";
import { kinds } from "../../model/directory/kind.ts";
import { phases, runStatuses, triggers } from "../../model/runs/run.ts";

export const count = z.int().nonnegative();
export const code = z.string();

const release = z.strictObject({
  fingerprint: z.string(),
  accepted: z.array(z.string()),
  by: z.string(),
  at: z.string(),
  reason: z.string(),
});

/** The run that carried a plan out. */
export const run = z.strictObject({
  id: z.string(),
  status: z.enum(runStatuses),
  trigger: z.enum(triggers),
  askedBy: z.string().optional().describe("Who gave the command, as `user@host`."),
  undoes: z.string().optional().describe("The id of the run that this run undoes."),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  fingerprint: z.string().optional(),
  phasesMs: z
    .partialRecord(z.enum(phases), count)
    .optional()
    .describe("How long the run was in each phase, in milliseconds. Both sides are read at the same time."),
  entries: z
    .strictObject({
      planned: count,
      held: count,
      applied: count,
      alreadySo: count,
      unconfirmed: count,
      failed: count,
      notTried: count,
    })
    .describe("Numbers of entries. The numbers beside it are those of single changes."),
  planned: count,
  held: count,
  applied: count,
  alreadySo: count,
  unconfirmed: count.describe("Written, but not read back."),
  failed: count,
  notTried: count,
  heldKinds: z
    .array(z.enum(kinds))
    .optional()
    .describe("What the quality gate has held as a whole: nothing of these kinds was compared."),
  refresh: z.enum(["not-needed", "owed", "done"]),
  release: release.optional(),
  error: z
    .strictObject({
      code,
      message: z.string(),
      place: z
        .record(z.string(), z.union([z.string(), z.number()]))
        .optional()
        .describe("Where the cause lies: `file`, `line`, `column`, `operation`, `setting`, `status`."),
      hint: z.string().optional().describe("What a person can do about it."),
    })
    .optional(),
});
