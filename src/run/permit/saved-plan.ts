/**
 * A saved plan: a file with the plan that somebody has seen, which is applied exactly or not at all. The file is encrypted
 * for this installation, because the changes contain personal data.
 */
import { z } from "zod";
import { type Clock, isoInstant } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { Change, Plan } from "../../model/plan/plan.ts";
import type { Vault } from "../../store/vault/vault.ts";

export type SavedPlan = {
  /** The target's name from `describeTarget`. */
  readonly target: string;
  readonly fingerprint: string;
  readonly changes: readonly Change[];
  /** The people and departments to which the plan is restricted, as they were named; empty: it is not. */
  readonly only: readonly string[];
};

/** The files of saved plans, encrypted for this installation. `open` and `reseal` throw `plan-file-invalid` or `plan-file-foreign`. */
export type SavedPlans = {
  /** Returns the text of a file. */
  readonly seal: (plan: Plan) => string;
  readonly open: (text: string, file: string) => SavedPlan;
  /** Returns the text of the file, sealed with the newest key. */
  readonly reseal: (text: string, file: string) => string;
};

export const createSavedPlans = (vault: Vault, target: string, clock: Clock): SavedPlans => ({
  seal: (plan) => sealPlan(vault, target, isoInstant(clock.nowMs()), plan),
  open: (text, file) => openPlan(vault, target, text, file),
  reseal: (text, file) => resealPlan(vault, text, file),
});

const SavedPlanFile = z.strictObject({
  format: z.literal("musterd-plan"),
  version: z.literal(1),
  target: z.string(),
  /** ISO 8601 instant. */
  madeAt: z.string(),
  fingerprint: z.string(),
  /** The number of changes. */
  changes: z.int(),
  sealed: z.string(),
});

/** Returns the text of the file. */
export const sealPlan = (vault: Vault, target: string, madeAt: string, plan: Plan): string => {
  const { fingerprint, changes } = plan;
  const only = (plan.only?.subjects ?? []).map(({ named }) => named);
  const sealed = vault.seal(JSON.stringify({ target, fingerprint, changes, only } satisfies SavedPlan));
  const head = { format: "musterd-plan", version: 1, target, madeAt, fingerprint, changes: changes.length } as const;
  return fileText({ ...head, sealed });
};

/** Throws `plan-file-invalid` for a damaged or other file, `plan-file-foreign` for another installation or target. */
export const openPlan = (vault: Vault, target: string, text: string, file: string): SavedPlan => {
  const saved = JSON.parse(openedFile(vault, text, file).opened) as SavedPlan;
  if (saved.target === target) return saved;
  throw new MusterdError("plan-file-foreign", `the plan is for ${saved.target}, the configuration names ${target}`, {
    place: { file },
    hint: "apply it with the configuration that it was made with",
  });
};

/** Returns the text of the file, sealed with the newest key. Throws `plan-file-invalid` or `plan-file-foreign`. */
const resealPlan = (vault: Vault, text: string, file: string): string => {
  const { head, opened } = openedFile(vault, text, file);
  return fileText({ ...head, sealed: vault.seal(opened) });
};

const fileText = (content: z.infer<typeof SavedPlanFile>): string => `${JSON.stringify(content, null, 2)}\n`;

const openedFile = (vault: Vault, text: string, file: string) => {
  const read = SavedPlanFile.safeParse(parsed(text));
  if (!read.success) {
    throw new MusterdError("plan-file-invalid", "the file is not a plan that `musterd plan --out` has saved", {
      place: { file },
      hint: "save the plan again: musterd plan --out FILE",
    });
  }
  const opened = vault.open(read.data.sealed);
  if (opened !== undefined) return { head: read.data, opened };
  throw new MusterdError("plan-file-foreign", "the file was saved by another installation, or changed since", {
    place: { file },
    hint: "apply it with the state folder that it was saved with, or save the plan again",
  });
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
