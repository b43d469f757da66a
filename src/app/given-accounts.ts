/**
 * Accounts of the service that a run has given to somebody since an approver of this name was added. Whoever can edit a row of HR's file
 * could else become an approver: by a name, the person and the approver are taken for one.
 */
import type { Access } from "../model/access.ts";
import { sameKey } from "../model/directory/canonical.ts";
import type { PastChange } from "../model/runs/explanation.ts";
import type { Store } from "../store/store.ts";

const mostChanges = 1_000;

/** Has a run created somebody with the approver's name as account, or renamed somebody to it, since the approver was added? */
export const isGivenByHr = async ({ history }: Pick<Store, "history">, { name, addedAt }: Access): Promise<boolean> => {
  const past = await (await history("employee"))(name, mostChanges);
  return past.some((one) => one.at >= addedAt && gives(one, name));
};

const gives = ({ change: { kind, key, action, fields } }: PastChange, account: string): boolean => {
  if (kind !== "employee") return false;
  if (action === "create") return sameKey(key, account);
  return action === "rename" && sameKey(String(fields[0]?.after), account);
};
