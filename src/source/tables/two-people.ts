/**
 * Whether rows of the source that share a key are evidently about two people. Several rows become one record only if they are
 * not: neither `wins` nor a join may write one person's data to another. One value that differs is an ordinary correction (a
 * married name, a new account); a second one beside it is somebody else.
 *
 *   ID number    the rest                                            two people
 *   any          account and name differ                             yes
 *   equal        anything else                                       no
 *   differs      name equal, and account or birth date equal         no (the ID number was corrected)
 *   differs      anything else                                       yes
 *   not in both  birth date differs, and name or account             yes
 *   not in both  name and gender differ                              yes
 *   not in both  anything else                                       no
 */
import { sameKey } from "../../model/directory/canonical.ts";
import { nameKey, type Values } from "../rows/rows.ts";

const compared = ["account", "name", "idCardNumber", "birthDate", "gender"] as const;

type Field = (typeof compared)[number];

/** Are two of the rows evidently about two people? */
export const includesTwoPeople = (rows: readonly { readonly values: Values }[]): boolean => {
  // A person with a row for each day has hundreds, which say the same.
  const told = new Map(rows.map(({ values }) => [JSON.stringify(compared.map((field) => values[field])), values]));
  const distinct = [...told.values()];
  return distinct.some((one, at) => distinct.slice(at + 1).some((other) => areTwoPeople(one, other)));
};

const areTwoPeople = (one: Values, other: Values): boolean => {
  const is = (field: Field, same: boolean): boolean => agree(field, one[field], other[field]) === same;
  if (is("name", false) && is("account", false)) return true;
  if (is("idCardNumber", true)) return false;
  if (is("idCardNumber", false)) return !(is("name", true) && (is("account", true) || is("birthDate", true)));
  return is("birthDate", false) ? is("name", false) || is("account", false) : is("name", false) && is("gender", false);
};

/** Undefined if the values say nothing: one of them is not stated, or a Chinese name stands beside a Latin one. */
const agree = (field: Field, one: unknown, other: unknown): boolean | undefined => {
  if (typeof one !== "string" || typeof other !== "string") return undefined;
  if (field !== "name") return sameKey(one, other);
  return isChinese(one) === isChinese(other) ? nameKey(one) === nameKey(other) : undefined;
};

const isChinese = (name: string): boolean => /\p{Script=Han}/u.test(name);
