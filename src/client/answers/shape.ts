/**
 * Converts known variants of answers to the contract's shape before validation: the `model` envelope (R8), lists of any depth
 * in J4 and T1 (R43), `enabled` instead of `active` (R50), and a single object instead of a list with one item in U13, L17 and
 * L18 (R69).
 */
import type { z } from "zod";
import { type OperationId, specOf } from "../../contract/contract.ts";

export const shape = (operation: OperationId, value: unknown): unknown => {
  const bare = unwrap(value, specOf(operation).response);
  if (operation === "J4" || operation === "T1") return Array.isArray(bare) ? [leaves(bare)] : bare;
  if (operation === "E2" || operation === "E3" || operation === "D10") return withActive(bare);
  if (operation === "E1" || operation === "D9") return Array.isArray(bare) ? bare.map(withActive) : bare;
  if (operation === "U13" || operation === "L17" || operation === "L18") return isObject(bare) ? [bare].flat() : bare;
  return bare;
};

/** An object or a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** An object that is no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);

/** An object is an envelope only if it has `model`, in any case, and none of the expected fields. */
const unwrap = (value: unknown, schema: z.ZodType | undefined): unknown => {
  const envelope = isObject(value) ? envelopeIn(value) : undefined;
  if (!isObject(value) || envelope === undefined) return value;
  const expected = schema && "shape" in schema ? Object.keys(schema.shape as object) : [];
  return expected.some((field) => field in value) ? value : value[envelope];
};

/** The property in which an answer may have been put; undefined if it has none, or two. */
export const envelopeIn = (answer: object): string | undefined => {
  const [name, ...others] = Object.keys(answer).filter((one) => one.toLowerCase() === "model");
  return others.length === 0 ? name : undefined;
};

/** Lists inside more than `deepest` others stay, and do not fit the contract. */
const leaves = (list: readonly unknown[]): readonly unknown[] => list.flat(deepest).filter((one) => one !== null);
const deepest = 100;

const withActive = (record: unknown): unknown =>
  isObject(record) && record["active"] === undefined && "enabled" in record
    ? { ...record, active: record["enabled"] }
    : record;
