/**
 * Finds out whether the cause of a failed run can pass by itself, from the table in `lib/error-codes.ts`. A run whose code is
 * not in the table, for example because another version of musterd has stored it, is repeated: a needless repetition does no
 * harm.
 */
import { errorCodes } from "../../lib/error-codes.ts";

export type Cause = keyof typeof errorCodes;

const causes: ReadonlyMap<string, Cause> = new Map(
  (Object.entries(errorCodes) as [Cause, readonly string[]][]).flatMap(([cause, codes]) =>
    codes.map((code): [string, Cause] => [code, cause]),
  ),
);

export const causeOf = (code: string): Cause => causes.get(code) ?? "passes";
