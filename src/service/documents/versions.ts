/**
 * Version numbers of controlled documents (R81).
 *
 * ```
 * rule      first   then          other versions, where the library allows them
 * integer   1       2, 3, …       a greater whole number
 * decimal   1.0     1.1, 1.2, …   a greater number with one point; 1.10 follows 1.9
 * custom    every version must be given; it may be any short text not used before; after a number, a number must be greater
 * ```
 */
import { docVerRule } from "../../contract/operations/controlled-documents.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { isLabel } from "./names.ts";
import type { VersionRow, VersionRule, VersionRules } from "./tables.ts";

const numbering = {
  [docVerRule.integer]: { first: "1", isValid: (text: string) => /^[1-9]\d{0,8}$/.test(text) },
  [docVerRule.decimal]: { first: "1.0", isValid: (text: string) => /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.test(text) },
  [docVerRule.custom]: { first: "", isValid: isLabel },
};

/** Returns the version after `newest`, or the first version if `newest` is undefined; empty for the custom rule. */
export const expectedVersion = (rule: VersionRule, newest?: string): string => {
  if (newest === undefined || rule === docVerRule.custom) return numbering[rule].first;
  return newest.replace(/\d+$/, (last) => String(Number(last) + 1));
};

/**
 * Returns the version of a document under `rule`: `given` or, if that is undefined, the next version. `earlier` contains the
 * document's versions, oldest first.
 */
export const chooseVersion = (
  rule: VersionRule,
  allowCustomVer: boolean,
  earlier: readonly Pick<VersionRow, "version">[],
  given: string | undefined,
): string => {
  const newest = earlier.at(-1)?.version;
  const expected = expectedVersion(rule, newest);
  const version = given ?? expected;
  if (version === "") refuse("OPA-VERSION-MISSING", "docVersion");
  if (version === expected) return version;
  if (rule !== docVerRule.custom && !allowCustomVer) refuse("OPA-VERSION-FIXED", "docVersion");
  if (!numbering[rule].isValid(version)) refuse("OPA-VERSION-INVALID", "docVersion");
  const isUsed = earlier.some((one) => fold(one.version) === fold(version));
  if (isUsed || (newest !== undefined && isBehind(version, newest))) refuse("OPA-VERSION-USED", "docVersion");
  return version;
};

/** Returns the rule of a new document: that of the library, or the custom rule if it is requested and the library allows it. */
export const chooseRule = (rules: VersionRules, given: number | undefined): VersionRule => {
  if (given === undefined || given === rules.docVerRule) return rules.docVerRule;
  const isAllowed = given === docVerRule.custom && rules.allowCustomVer;
  return isAllowed ? given : refuse("OPA-VERSION-RULE", "docVerRule");
};

/** True when both are numbers and the first is not greater. */
const isBehind = (version: string, newest: string): boolean =>
  [version, newest].every((one) => /^\d+(\.\d+)*$/.test(one)) &&
  byNumbers.compare(withoutZeros(version), withoutZeros(newest)) <= 0;

const byNumbers = new Intl.Collator("en", { numeric: true });

/** 1.2.0 is the same number as 1.2. */
const withoutZeros = (version: string): string => version.replace(/(\.0+)+$/, "");
