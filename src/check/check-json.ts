/** What checks find, as JSON for `--json` and HTTP answers. */
import { errorJson } from "../lib/errors.ts";
import type { Check, Remaining } from "./check.ts";

export const checkJson = (check: Check): object => {
  if ("error" in check) return { part: check.part, error: errorJson(check.error) };
  return "remaining" in check ? { part: check.part, remaining: remainingJson(check.remaining) } : check;
};

/** `hint` says what to do, as in errors. */
export const remainingJson = (remaining: Remaining): object => {
  if ("error" in remaining) return { level: remaining.level, ...errorJson(remaining.error) };
  const { level, code, message, next } = remaining;
  return { level, code, message, where: {}, hint: next };
};
