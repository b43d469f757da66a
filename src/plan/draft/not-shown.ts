/** HR's values of what the service shows of no department: D3 states every field, and may clear what it leaves out (R10). */
import type { Department } from "../../model/directory.ts";
import { fieldsBy } from "../../model/known-fields.ts";
import type { Operation } from "../../model/operation.ts";
import type { PlanSettings } from "../../model/settings.ts";
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
