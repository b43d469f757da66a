/** Does an account still belong to whom the plan meant? It may have been given to somebody else since. */
import { CallError } from "../../client/call-error.ts";
import type { OperationId } from "../../contract/contract.ts";
import type { userType } from "../../contract/records/organisation.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import type { Calls, Guard } from "../calls/call.ts";
import { employeeParams, findListed, isInconclusive } from "../reads/probe.ts";
import { translatedPeople } from "../reads/read-lists.ts";
import { answersForOther, changedSincePlan } from "./write-errors.ts";

/** Without a number on either side, nobody can tell. */
export const isMeant = ({ number }: ShownEmployee, numbers: readonly string[] = []): boolean =>
  !number || numbers.length === 0 || numbers.some((one) => sameKey(one, number));

/**
 * Asks E2, one call. Where E2 shows nobody, the write itself tells. `account` is that of whom the operation writes about, or names as
 * manager or approver. Resolves with the account as the site spells it: it may find a newcomer under no other spelling than its own (R14),
 * and then the number leads to it.
 */
export const checkHolder = async <Account extends string | null>(
  calls: Calls,
  id: OperationId,
  { account, numbers = [] }: { readonly account: Account; readonly numbers?: readonly string[] | undefined },
  guard: Guard,
): Promise<Account | string> => {
  if (account === null || numbers.length === 0) return account;
  const ask = async (by: keyof typeof userType, code: string) => {
    const record = await calls.readOrNone("E2", employeeParams(by, code), guard);
    return translatedPeople(calls, "E2", record ? [record] : [])[0];
  };
  const holder = await ask("account", account).catch((error: unknown) =>
    isInconclusive(error) ? undefined : findListed(calls, "account", account, error, guard),
  );
  if (!holder) {
    for (const number of numbers) {
      const found = await ask("employeeNumber", number).catch(orNobody);
      if (found && sameKey(found.account, account)) return found.account;
    }
    return account;
  }
  const hasAccount = sameKey(holder.account, account);
  if (holder.number ? isMeant(holder, numbers) : hasAccount) return account;
  throw hasAccount ? changedSincePlan(id) : answersForOther(id);
};

/** A reading that only helps to find somebody may fail. */
export const orNobody = (error: unknown): undefined => {
  if (!(error instanceof CallError)) throw error;
};
