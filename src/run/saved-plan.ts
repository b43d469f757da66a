/**
 * A saved plan: a file with the plan that somebody has seen, which is applied exactly or not at all. The file is encrypted
 * for this installation, because the changes contain personal data.
 */
import { z } from "zod";
import { MusterdError } from "../lib/errors.ts";
import type { Change, Plan } from "../model/plan.ts";
import { digest } from "../plan/fingerprint.ts";
import type { Vault } from "../store/vault.ts";

export type SavedPlan = {
  /** The target's name from `describeTarget`. */
  readonly target: string;
  readonly fingerprint: string;
  readonly changes: readonly Change[];
};

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
export const sealPlan = (vault: Vault, target: string, madeAt: string, { fingerprint, changes }: Plan): string => {
  const sealed = vault.seal(JSON.stringify({ target, fingerprint, changes } satisfies SavedPlan));
  const head = { format: "musterd-plan", version: 1, target, madeAt, fingerprint, changes: changes.length } as const;
  return `${JSON.stringify({ ...head, sealed } satisfies z.infer<typeof SavedPlanFile>, null, 2)}\n`;
};

/** Throws `plan-file-invalid` for a damaged or other file, `plan-file-foreign` for another installation or target. */
export const openPlan = (vault: Vault, target: string, text: string, file: string): SavedPlan => {
  const read = SavedPlanFile.safeParse(parsed(text));
  if (!read.success) {
    throw new MusterdError("plan-file-invalid", "the file is not a plan that `musterd plan --out` has saved", {
      place: { file },
      hint: "save the plan again: musterd plan --out FILE",
    });
  }
  const opened = vault.open(read.data.sealed);
  if (opened === undefined) {
    throw new MusterdError("plan-file-foreign", "the file was saved by another installation, or changed since", {
      place: { file },
      hint: "apply it with the state folder that it was saved with, or save the plan again",
    });
  }
  const saved = JSON.parse(opened) as SavedPlan;
  if (saved.target === target) return saved;
  throw new MusterdError("plan-file-foreign", `the plan is for ${saved.target}, the configuration names ${target}`, {
    place: { file },
    hint: "apply it with the configuration that it was made with",
  });
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const differencesShown = 10;

/** Throws `plan-stale`, with the differences, unless `plan` is exactly the saved one. */
export const requireSamePlan = ({ fingerprint, changes }: SavedPlan, plan: Plan): void => {
  if (fingerprint === plan.fingerprint) return;
  const before = new Map(changes.map((change) => [change.id, change]));
  const after = new Map(plan.changes.map((change) => [change.id, change]));
  const gone = changes.filter(({ id }) => !after.has(id)).map(({ id }) => `- ${id}`);
  const added = plan.changes.filter(({ id }) => !before.has(id)).map(({ id }) => `+ ${id}`);
  const differing = plan.changes.flatMap((change) => {
    const earlier = before.get(change.id);
    return earlier && digest(earlier) !== digest(change) ? [`~ ${change.id}: ${whatDiffers(earlier, change)}`] : [];
  });
  const lines = [...differing, ...added, ...gone];
  const more = lines.length > differencesShown ? [`… and ${lines.length - differencesShown} more`] : [];
  const counts = `${differing.length} changes differ, ${added.length} are new, ${gone.length} are no longer planned`;
  const message = [`the plan has changed since it was saved: ${counts}`, ...lines.slice(0, differencesShown), ...more];
  throw new MusterdError("plan-stale", message.join("\n  "), {
    hint: "check the present plan and save it again: musterd plan --out FILE",
  });
};

/** Returns the names of the fields that differ, not their values, which may be personal data. */
const whatDiffers = (before: Change, after: Change): string => {
  const fields = new Map(before.fields.map((field) => [field.field, digest(field)]));
  const names = new Set(after.fields.map(({ field }) => field));
  const changed = [
    ...after.fields.filter((field) => fields.get(field.field) !== digest(field)).map(({ field }) => field),
    ...[...fields.keys()].filter((field) => !names.has(field)),
  ];
  if (changed.length > 0) return changed.join(", ");
  const isSame = (part: keyof Change) => digest(before[part]) === digest(after[part]);
  return isSame("operations") ? "its place in the order" : "other values that are written with it";
};
