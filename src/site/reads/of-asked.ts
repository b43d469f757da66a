/** Whether E2 has answered with whom it was asked for; an answer about somebody else says nothing about them (R52). */
import type { userType } from "../../contract/records/organisation.ts";
import { sameKey, withoutZeros } from "../../model/directory/canonical.ts";

/**
 * Is the record that E2 has answered of whom it was asked for? Some sites answer with somebody whose account only begins like it, who
 * has it as number, or had it as account before, or with anybody at all (R52). Where E1 shows numbers (`showsNumbers`), a record without
 * one is of nobody in particular.
 */
export const isOfAsked = (
  { account, employeeNumber }: { readonly account: string; readonly employeeNumber?: string | null | undefined },
  by: keyof typeof userType,
  userCode: string,
  { showsNumbers }: { readonly showsNumbers: boolean },
): boolean =>
  by === "account"
    ? sameKey(account, userCode)
    : employeeNumber
      ? sameKey(withoutZeros(employeeNumber), withoutZeros(userCode))
      : !showsNumbers;
