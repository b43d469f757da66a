/** Which renames of a run have taken place: what reading back shows of an object is judged under the name that it has. */

import { canonicalKey } from "../../model/directory/canonical.ts";
import { codedKinds, keyOf, recordsOf } from "../../model/directory/objects.ts";
import type { TargetLists } from "../../model/directory/snapshot.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Change } from "../../model/plan/plan.ts";
import { isDone, type Results } from "../../plan/read-back/second-plan.ts";

/**
 * The changes, in which renames that failed keep the old name, unless the lists show that they were carried out all the same. Their
 * operations have been sent, and may have taken something along.
 */
export const withRenamesAsListed = (
  changes: readonly Change[],
  results: Results,
  lists: TargetLists,
): readonly Change[] => changes.map((change) => (isRenamed(change, results, lists) ? change : underOldName(change)));

const isRenamed = ({ id, kind, action, operations }: Change, results: Results, lists: TargetLists): boolean => {
  if (action !== "rename" || isDone(results.get(id))) return true;
  const kinds = kind === "employee" ? ([kind] as const) : codedKinds;
  const keys = new Set(
    kinds.flatMap((one) => (recordsOf(lists, one) ?? []).map((record) => canonicalKey(keyOf(record)))),
  );
  return operations.some((operation) => {
    const name = renameIn(operation);
    return name !== undefined && keys.has(canonicalKey(name.to)) && !keys.has(canonicalKey(name.from));
  });
};

const renameIn = (operation: Operation): { readonly from: string; readonly to: string } | undefined => {
  if (operation.id === "E11") return { from: operation.account, to: operation.newAccount };
  return "newCode" in operation ? { from: operation.code, to: operation.newCode } : undefined;
};

const underOldName = (change: Change): Change => ({
  ...change,
  operations: change.operations.map((operation) =>
    operation.id === "E11"
      ? { ...operation, newAccount: operation.account }
      : "newCode" in operation
        ? { ...operation, newCode: operation.code }
        : operation,
  ),
});
