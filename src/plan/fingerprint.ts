/** Digests of plain data: equal data gives an equal digest whatever the order of its properties. */
import { createHash } from "node:crypto";

/** SHA-256 over the canonical JSON of a value; 64 hex digits. */
export const digest = (value: unknown): string => createHash("sha256").update(canonicalJson(value)).digest("hex");

const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(",")}}`;
};
