/** Does an account still belong to whom the plan meant? It may have been given to somebody else since. */
import type { OperationId } from "../../contract/contract.ts";
import { sameKey } from "../../model/canonical.ts";
import type { ShownEmployee } from "../../model/snapshot.ts";
import type { Calls, Guard } from "../call.ts";
import { employeeParams, findListed, isInconclusive } from "../probe.ts";
import { translatedPeople } from "../read-lists.ts";
import { answersForOther, changedSincePlan } from "./write-errors.ts";

/** Without a number on either side, nobody can tell. */
export const isMeant = ({ number }: ShownEmployee, numbers: readonly string[] = []): boolean =>
  !number || numbers.length === 0 || numbers.some((one) => sameKey(one, number));

/**
 * Asks E2, one call. Where E2 shows nobody, the write itself tells. `account` is that of whom the operation writes about, or names as
 * manager or approver.
 */
export const checkHolder = async (
  calls: Calls,
  id: OperationId,
  { account, numbers = [] }: { readonly account: string | null; readonly numbers?: readonly string[] | undefined },
  guard: Guard,
): Promise<void> => {
  if (account === null || numbers.length === 0) return;
  const find = async () => {
    const record = await calls.readOrNone("E2", employeeParams("account", account), guard);
    return translatedPeople(calls, "E2", record ? [record] : [])[0];
  };
  const holder = await find().catch((error: unknown) =>
    isInconclusive(error) ? undefined : findListed(calls, "account", account, error, guard),
  );
  if (!holder) return;
  const hasAccount = sameKey(holder.account, account);
  if (holder.number ? isMeant(holder, numbers) : hasAccount) return;
  throw hasAccount ? changedSincePlan(id) : answersForOther(id);
};
