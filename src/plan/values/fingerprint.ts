/** Digests of plain data: equal data gives an equal digest whatever the order of its properties. */
import { createHash, hash } from "node:crypto";

/** SHA-256 over the canonical JSON of a value; 64 hex digits. */
export const digest = (value: unknown): string => hash("sha256", canonicalJson(value), "hex");

/** The same digest of a list, made item by item: the text of all changes of a large plan takes more memory than the plan. */
export const digestOfList = (items: readonly unknown[]): string => {
  const made = createHash("sha256").update("[");
  for (const [at, item] of items.entries()) made.update(`${at > 0 ? "," : ""}${canonicalJson(item)}`);
  return made.update("]").digest("hex");
};

const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value)) ?? "null";

/**
 * The same value with the properties of every object in the order of their names, which are those of our types: never
 * `__proto__`.
 */
const inOrder = (value: unknown): unknown => {
  if (isScalar(value)) return value;
  if (Array.isArray(value)) return value.every(isScalar) ? value : value.map(inOrder);
  const record = value as Readonly<Record<string, unknown>>;
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(record).sort()) ordered[name] = inOrder(record[name]);
  return ordered;
};

const isScalar = (value: unknown): boolean => value === null || typeof value !== "object";
