/**
 * Version and serial numbers of controlled documents (R81).
 *
 * ```
 * rule      first   then          other versions, where the library allows them
 * integer   1       2, 3, …       a greater whole number
 * decimal   1.0     1.1, 1.2, …   a greater number with one point; 1.10 follows 1.9
 * custom    every version must be given; it may be any short text not used before; after a number, a number must be greater
 * ```
 */
import { docSerialRule, docVerRule } from "../../contract/controlled-documents.ts";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { isLabel } from "./names.ts";
import {
  type Company,
  keyIn,
  type LibraryRow,
  type VersionRow,
  type VersionRule,
  type VersionRules,
} from "./tables.ts";

const firstOf = { [docVerRule.integer]: "1", [docVerRule.decimal]: "1.0", [docVerRule.custom]: "" };

const shapeOf = {
  [docVerRule.integer]: /^[1-9]\d{0,8}$/,
  [docVerRule.decimal]: /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/,
  [docVerRule.custom]: undefined,
};

/**
 * Returns the version after `newest`, or the first version if `newest` is undefined. The result is empty for the custom rule.
 */
export const expectedVersion = (rule: VersionRule, newest?: string): string => {
  if (newest === undefined || rule === docVerRule.custom) return firstOf[rule];
  const parts = newest.split(".");
  return [...parts.slice(0, -1), Number(parts.at(-1)) + 1].join(".");
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
  if (!(shapeOf[rule]?.test(version) ?? isLabel(version))) refuse("OPA-VERSION-INVALID", "docVersion");
  const isUsed = earlier.some((one) => fold(one.version) === fold(version));
  if (isUsed || (newest !== undefined && isBehind(version, newest))) refuse("OPA-VERSION-USED", "docVersion");
  return version;
};

/**
 * Returns the version rule of a new document: the library's rule, or the custom rule if it is requested and the library allows
 * it.
 */
export const chooseRule = (rules: VersionRules, given: number | undefined): VersionRule => {
  if (given === undefined || given === rules.docVerRule) return rules.docVerRule;
  const isAllowed = given === docVerRule.custom && rules.allowCustomVer;
  return isAllowed ? given : refuse("OPA-VERSION-RULE", "docVerRule");
};

/**
 * Returns the serial of a document. Automatic serials are counted (`CODE-0001`). `given` is the requested serial, and `own` is
 * the document's present one.
 */
export const chooseSerial = (company: Company, library: LibraryRow, given?: string, own?: string): string => {
  if (own !== undefined && (given === undefined || given === own)) return own;
  const isAutomatic = library.rules?.docSerialRule === docSerialRule.automatic;
  if (isAutomatic && given !== undefined) refuse("OPA-SERIAL-AUTOMATIC", "docSerial");
  if (isAutomatic) return nextSerial(company, library);
  return freeSerial(company, library, given ?? refuse("OPA-SERIAL-MISSING", "docSerial"), own);
};

/** Refuses a serial that another document of the library has, even a voided or destroyed one. */
export const freeSerial = (company: Company, library: LibraryRow, serial: string, own?: string): string => {
  if (!isLabel(serial)) refuse("OPA-SERIAL-INVALID", "docSerial");
  const isOwn = own !== undefined && fold(own) === fold(serial);
  return isOwn || !isSerialTaken(company, library, serial) ? serial : refuse("OPA-SERIAL-TAKEN", "docSerial");
};

const isSerialTaken = ({ storedDocuments, destroyedDocuments }: Company, { id }: LibraryRow, serial: string): boolean =>
  [storedDocuments, destroyedDocuments].some((table) => table.by("serial", keyIn(id, serial)).length > 0);

const nextSerial = (company: Company, library: LibraryRow): string => {
  let number = library.rules?.nextSerial ?? 1;
  const serial = () => `${library.code}-${String(number).padStart(4, "0")}`;
  while (isSerialTaken(company, library, serial())) number += 1;
  const found = serial();
  if (library.rules) company.libraries.put({ ...library, rules: { ...library.rules, nextSerial: number + 1 } });
  return found;
};

const numbersIn = (version: string): readonly number[] | undefined =>
  /^\d{1,15}(\.\d{1,15})*$/.test(version) ? version.split(".").map(Number) : undefined;

/** True when both are numbers and the first is not greater. */
const isBehind = (version: string, newest: string): boolean => {
  const [mine, last] = [numbersIn(version), numbersIn(newest)];
  if (!mine || !last) return false;
  for (const [at, number] of mine.entries()) {
    const difference = number - (last[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
};
