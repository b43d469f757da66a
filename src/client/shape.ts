/**
 * Brings the variants of an answer that sites are known to send into the contract's one shape, before it is validated:
 * the `model` envelope (R8), nesting of any depth in J4 and T1 (R43), `enabled` for `active` (R50), one object for a list
 * of one in U13, L17 and L18 (R69).
 */
import type { z } from "zod";
import { type OperationId, specOf } from "../contract/contract.ts";

export const shape = (operation: OperationId, value: unknown): unknown => {
  const bare = unwrap(value, specOf(operation).response);
  if (operation === "J4" || operation === "T1") return Array.isArray(bare) ? [leaves(bare)] : bare;
  if (operation === "E2" || operation === "E3" || operation === "D10") return withActive(bare);
  if (operation === "E1" || operation === "D9") return Array.isArray(bare) ? bare.map(withActive) : bare;
  if (operation === "U13" || operation === "L17" || operation === "L18") return isObject(bare) ? [bare].flat() : bare;
  return bare;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Only an object that has `model` and none of the expected fields is an envelope. */
const unwrap = (value: unknown, schema: z.ZodType | undefined): unknown => {
  if (!isObject(value) || !("model" in value)) return value;
  const expected = schema && "shape" in schema ? Object.keys(schema.shape as object) : [];
  return expected.some((field) => field in value) ? value : value["model"];
};

const leaves = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap(leaves);
  return value === null ? [] : [value];
};

const withActive = (record: unknown): unknown =>
  isObject(record) && record["active"] === undefined && "enabled" in record
    ? { ...record, active: record["enabled"] }
    : record;
