/**
 * HR's values of what the service does not show, where a write must state them: D3 states every field, and may clear what it leaves out
 * (R10); a new code of a level, title or function goes with its name.
 */
import type { Department } from "../../model/directory/directory.ts";
import { fieldsBy } from "../../model/directory/known-fields.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { PlanSettings } from "../../model/plan/settings.ts";
import { fieldPolicy } from "./policy.ts";

export const notShown = (
  settings: PlanSettings,
  department: Department | undefined,
  found: Department | undefined,
): Extract<Operation, { readonly id: "D3" }>["set"] =>
  Object.fromEntries(
    fieldsBy("department", "D3").flatMap((field) => {
      const value = department?.[field];
      const isManaged = fieldPolicy(settings, "department", field) === "manage";
      return found && found[field] === undefined && value !== undefined && isManaged ? [[field, value]] : [];
    }),
  );

/** What a write would leave out, and may clear: neither side says it. */
export const hiddenFrom = (
  { omittedFields }: Pick<PlanSettings, "omittedFields">,
  set: ReturnType<typeof notShown>,
  found: Department | undefined,
): readonly string[] =>
  found && found.description === undefined && set.description === undefined && omittedFields === "unknown"
    ? ["description"]
    : [];

type Entry = { readonly code: string; readonly name?: string; readonly title?: string };

/** The name that goes with a new code, as far as HR states it; `found`: the entry of the service. */
export const nameNotShown = (
  settings: PlanSettings,
  kind: "level" | "title" | "function",
  wanted: Entry | undefined,
  found: Entry | undefined,
): { readonly name?: string; readonly hidden: readonly string[] } => {
  const field = kind === "title" ? "title" : "name";
  if (!found || found[field] !== undefined) return { hidden: [] };
  const name = fieldPolicy(settings, kind, field) === "manage" ? wanted?.[field] : undefined;
  return name === undefined ? { hidden: [field] } : { name, hidden: [] };
};
