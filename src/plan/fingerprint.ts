/** Digests of plain data: equal data gives an equal digest whatever the order of its properties. */
import { createHash } from "node:crypto";

/** SHA-256 over the canonical JSON of a value; 64 hex digits. */
export const digest = (value: unknown): string => createHash("sha256").update(canonicalJson(value)).digest("hex");

const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
