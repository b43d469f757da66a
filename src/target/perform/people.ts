/** People: creating, changing their data, disabling, expiry. Nothing here deletes. */

import { isRefusal } from "../../client/call-error.ts";
import type { Employee } from "../../model/directory.ts";
import type { EmployeeData } from "../../model/operation.ts";
import type { Calls, Guard } from "../call.ts";
import { findEmployee } from "../probe.ts";
import type { Performed } from "../target.ts";
import { employeeUpdate, type OperationOf, requestOf } from "../translate-request.ts";
import { type Sight, writeDecisively } from "./decisive.ts";
import { alreadyExists, gone, valueHidden, valueMissing } from "./findings.ts";
import { sameCode, sameCodes, sameText } from "./same.ts";

/** E12: looks for the account and the number first (R51), and again after an unknown outcome (R54). */
export const createEmployee = async (calls: Calls, operation: OperationOf<"E12">, guard: Guard): Promise<Performed> => {
  const { account, data } = operation;
  if (!data.name) throw valueMissing("E12", "name");
  const holders = async () => ({
    account: await findEmployee(calls, "account", account, guard),
    number: data.number ? await findEmployee(calls, "employeeNumber", data.number, guard) : null,
  });
  const isThePerson = (found: Employee): boolean =>
    sameCode(found.account, account) && sameText(found.name, data.name) && sameCode(found.number, data.number);

  const before = await holders();
  const holder = before.account ?? before.number;
  if (holder && isThePerson(holder)) return "already-so";
  if (before.account) throw alreadyExists("E12", "account");
  if (before.number) throw alreadyExists("E12", "employee number");

  const look = async (): Promise<Sight> => {
    const now = await holders();
    const found = now.account ?? now.number;
    if (!found) return "unchanged";
    return isThePerson(found) ? "as-wanted" : "different";
  };
  const made = await writeDecisively(calls, requestOf(operation, calls.settings.dateFormat), look, guard);
  if (made === "applied") await enableNewcomer(calls, account, guard);
  return made;
};

/** Connections to sites whose newcomers are active at once; learnt from the first who is created. */
const newcomersAreActive = new WeakSet<Calls>();

/** Where a new person is inactive at first, E12 alone is half of what was planned (R54). */
const enableNewcomer = async (calls: Calls, account: string, guard: Guard): Promise<void> => {
  if (newcomersAreActive.has(calls)) return;
  const found = await findEmployee(calls, "account", account, guard);
  if (found?.active === false) {
    await calls.write(requestOf({ id: "E7", account, active: true }, calls.settings.dateFormat), guard);
  } else {
    newcomersAreActive.add(calls);
  }
};

/** What sites mask or leave out of what they show. */
const hideable = ["idCardNumber", "birthDate", "phoneNumber"] as const;

/** E11: every field is sent, those that are not set as they are now (R10). */
export const updateEmployee = async (
  calls: Calls,
  { account, newAccount, set }: OperationOf<"E11">,
  guard: Guard,
): Promise<Performed> => {
  const renames = account !== newAccount;
  const find = (code: string) => findEmployee(calls, "account", code, guard);
  const current = await find(account);
  if (!current) {
    const renamed = renames ? await find(newAccount) : null;
    if (renamed && has(renamed, set)) return "already-so";
    throw gone("E11");
  }
  if (current.account === newAccount && has(current, set)) return "already-so";
  const wanted = { ...current, ...set, account: newAccount };
  if (!wanted.name) throw valueMissing("E11", "name");
  const hidden = hideable.filter((field) => wanted[field] === undefined);
  if (hidden.length > 0 && calls.settings.omittedFields === "unknown") throw valueHidden("E11", hidden);
  const write = employeeUpdate(current.account, wanted, calls.settings.dateFormat);
  if (!renames) return calls.write(write, guard).then(() => "applied");
  const look = async (): Promise<Sight> => {
    const found = await find(newAccount);
    if (!found || found.account !== newAccount) return "unchanged";
    return sameText(found.name, wanted.name) && sameCode(found.number, wanted.number) ? "as-wanted" : "different";
  };
  return writeDecisively(calls, write, look, guard);
};

/** E7. Disabling looks first: somebody may have left, or been disabled, since the plan was made. */
export const setEmployeeStatus = async (
  calls: Calls,
  operation: OperationOf<"E7">,
  guard: Guard,
): Promise<Performed> => {
  if (!operation.active) {
    const current = await findEmployee(calls, "account", operation.account, guard);
    if (!current) throw gone("E7");
    if (current.active === false) return "already-so";
  }
  await calls.write(requestOf(operation, calls.settings.dateFormat), guard);
  return "applied";
};

/** What stands for "never" where a service does not take null; readers take it for none. */
const farFuture = "9999-12-31T15:59:59.000Z";

/** E8: null clears; where the service refuses null, the far future says the same (R9). */
export const setExpiry = async (calls: Calls, operation: OperationOf<"E8">, guard: Guard): Promise<Performed> => {
  const write = (expiredTime: string | null) =>
    calls.write(requestOf({ ...operation, expiredTime }, calls.settings.dateFormat), guard);
  try {
    await write(operation.expiredTime);
  } catch (error) {
    if (operation.expiredTime !== null || !isRefusal(error)) throw error;
    await write(farFuture);
  }
  return "applied";
};

/** Does the person have every field that `set` states? */
const has = (person: Employee, set: EmployeeData): boolean =>
  Object.entries(set).every(([field, wanted]) => {
    const value = person[field as keyof EmployeeData];
    if (wanted === undefined) return true;
    if (Array.isArray(wanted)) return Array.isArray(value) && sameCodes(value, wanted);
    return value !== undefined && sameText(value as string | null, wanted as string | null);
  });
