/** Whether E2 has answered with whom it was asked for; an answer about somebody else says nothing about them (R52). */
import type { userType } from "../contract/records/organisation.ts";
import { sameKey } from "../model/canonical.ts";

/**
 * Is the record that E2 has answered of whom it was asked for? Some sites answer with somebody whose account only begins like it, who
 * has it as number, or had it as account before (R52).
 */
export const isOfAsked = (
  { account, employeeNumber }: { readonly account: string; readonly employeeNumber?: string | null | undefined },
  by: keyof typeof userType,
  userCode: string,
): boolean =>
  by === "account"
    ? sameKey(account, userCode)
    : !employeeNumber || sameKey(withoutZeros(employeeNumber), withoutZeros(userCode));

const withoutZeros = (number: string): string => number.trim().replace(/^0+(?=\d+$)/, "");
