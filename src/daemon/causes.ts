/**
 * Which causes of a failed run can pass by themselves, by the table of `lib/error-codes.ts`. What is not in it, such as a code
 * that another version of musterd has stored, is repeated: a run that is repeated for nothing does no harm.
 */
import { errorCodes } from "../lib/error-codes.ts";

export type Cause = keyof typeof errorCodes;

const causes: ReadonlyMap<string, Cause> = new Map(
  (Object.entries(errorCodes) as [Cause, readonly string[]][]).flatMap(([cause, codes]) =>
    codes.map((code): [string, Cause] => [code, cause]),
  ),
);

export const causeOf = (code: string): Cause => causes.get(code) ?? "passes";
