/** Digests of plain data: equal data gives an equal digest whatever the order of its properties. */
import { hash } from "node:crypto";

/** SHA-256 over the canonical JSON of a value; 64 hex digits. */
export const digest = (value: unknown): string => hash("sha256", canonicalJson(value), "hex");

const canonicalJson = (value: unknown): string => {
  if (isScalar(value)) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value))
    return value.every(isScalar) ? JSON.stringify(value) : `[${value.map(canonicalJson).join(",")}]`;
  const record = value as Readonly<Record<string, unknown>>;
  let text = "{";
  for (const key of Object.keys(record).sort()) {
    if (record[key] !== undefined)
      text += `${text === "{" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(record[key])}`;
  }
  return `${text}}`;
};

const isScalar = (value: unknown): boolean => value === null || typeof value !== "object";
