/** From what a rule returned to what is sent: status and body, bent by the quirks of form (R8, R39, R43). */
import type { OperationId } from "../contract/contract.ts";
import type { Quirks } from "./quirks.ts";
import { refuse } from "./refusal.ts";

export type Answer = {
  readonly status: number;
  /** JSON; empty: no body. */
  readonly payload: string;
};

const noManager = (quirks: Quirks): unknown => {
  if (quirks.noManager === "error") refuse("OPA-NO-MANAGER", "code");
  return quirks.noManager === "empty-object" ? {} : null;
};

/** `result` undefined: the operation has no success body. */
export const answerOf = (id: OperationId, result: unknown, quirks: Quirks): Answer => {
  if (result === undefined) return { status: 200, payload: "" };
  const isUnmanaged = id === "D10" && result === null;
  if (isUnmanaged && quirks.noManager === "no-content") return { status: 204, payload: "" };
  const shown = isUnmanaged ? noManager(quirks) : result;
  const body = quirks.lists === "flat" && (id === "J4" || id === "T1") ? (shown as unknown[]).flat() : shown;
  return { status: 200, payload: JSON.stringify(quirks.envelope === "model" ? { model: body } : body) };
};
