/** Finds a form by the code or id in a request. */

import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import type { Company, FormRow } from "./tables.ts";

/** Finds the form by code, otherwise by id. `where` names the property of the request. */
export const findForm = ({ forms }: Company, codeOrId: string, where: string, status?: number): FormRow =>
  forms.by("code", fold(codeOrId))[0] ??
  forms.by("uuid", codeOrId.trim().toLowerCase())[0] ??
  refuse("OPA-FORM-UNKNOWN", where, status);
