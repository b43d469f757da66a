/** Changes existing people: data, status, expiry. Nothing here deletes. */

import { isRefusal } from "../../client/call-error.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import type { EmployeeData } from "../../model/plan/operation.ts";
import { sameCode, sameText } from "../../model/plan/sameness.ts";
import type { Calls, Guard } from "../calls/call.ts";
import { findEmployee, settled } from "../reads/probe.ts";
import type { Performed } from "../target.ts";
import { judgeSeen, notToBeSeen, writeAndProbe } from "./after-refusal.ts";
import { asStored, states } from "./equality.ts";
import { checkHolder, isMeant, orNobody } from "./holder.ts";
import { writeOmitting } from "./omitted-fields.ts";
import { employeeUpdate, type OperationOf, requestOf } from "./translate-request.ts";
import { wholeRecord } from "./whole-record.ts";
import { changedSincePlan, gone, valueHidden, valueMissing } from "./write-errors.ts";
import { type ProbeResult, renameWithProbe, writeWithProbe } from "./write-with-probe.ts";

/** E11. Every known field is sent, also those that `set` lacks, with their present value (R10). */
export const updateEmployee = async (
  calls: Calls,
  { account, newAccount, set, numbers }: OperationOf<"E11">,
  guard: Guard,
): Promise<Performed> => {
  const renames = account !== newAccount;
  const find = (code: string) => findEmployee(calls, "account", code, guard);
  const shown = await find(account);
  const current = shown && (await wholeRecord(calls, shown, guard));
  if (current && !isMeant(current, numbers)) throw changedSincePlan("E11");
  if (!current) {
    const renamed = renames ? await find(newAccount) : null;
    if (renamed && isMeant(renamed, numbers) && has(renamed, set)) return "already-so";
    throw gone("E11");
  }
  const setsHidden = current.hidden?.some((field) => set[field as keyof EmployeeData] !== undefined) ?? false;
  if (current.account === newAccount && !setsHidden && has(current, set)) return "already-so";
  const wanted = { ...asStored(current), ...set, account: newAccount };
  if (!wanted.name) throw valueMissing("E11", "name");
  const omitted = (current.hidden ?? []).filter((field) => set[field as keyof EmployeeData] === undefined);
  if (omitted.length > 0 && calls.settings.omittedFields === "unknown") throw valueHidden("E11", omitted);
  const request = employeeUpdate(current.account, wanted, calls.settings.dateFormat);
  const probe = async (): Promise<ProbeResult> => {
    const found = (await find(newAccount)) ?? (await findSpelled(calls, newAccount, wanted.number, guard));
    if (!found || found.account === current.account) return "unchanged";
    return sameText(found.name, wanted.name) && sameCode(found.number, wanted.number) ? "as-wanted" : "different";
  };
  const write = async (): Promise<Performed> => {
    // A site may store accounts in lower case (R14).
    if (renames) return (sameKey(account, newAccount) ? writeWithProbe : renameWithProbe)(calls, request, probe, guard);
    const seen = async () => (setsHidden ? "different" : judgeSeen(has, set, current, await find(account)));
    return writeAndProbe(calls, request, seen, guard);
  };
  const isShown = (found: ShownEmployee | null) => found !== null && has(found, set);
  const probeOmitted = () => settled(calls, () => find(newAccount), isShown);
  return omitted.length > 0 ? writeOmitting(calls, omitted, write, probeOmitted) : write();
};

/** Whoever has the account in another case, under which alone the site finds it (R14): the number leads to it. */
const findSpelled = async (calls: Calls, account: string, number: string | null | undefined, guard: Guard) => {
  const found = number ? await findEmployee(calls, "employeeNumber", number, guard).catch(orNobody) : null;
  return found && sameKey(found.account, account) ? found : null;
};

/** E7. Reads before disabling, because the person may have been removed or disabled since the plan was made. */
export const setEmployeeStatus = async (
  calls: Calls,
  operation: OperationOf<"E7">,
  guard: Guard,
): Promise<Performed> => {
  const { account, formerly, numbers } = operation;
  const find = async () =>
    (await findEmployee(calls, "account", account, guard)) ?? (await findSpelled(calls, account, numbers?.[0], guard));
  /** Only a number tells that nobody else has the account by now. */
  const findFormer = async () => {
    const found = formerly && numbers ? await findEmployee(calls, "account", formerly, guard) : null;
    return found?.number ? found : null;
  };
  let spelled: string = account;
  if (!operation.active) {
    const current = (await settled(calls, find, (found) => found !== null)) ?? (await findFormer());
    if (!current) throw gone("E7");
    if (!isMeant(current, operation.numbers)) throw changedSincePlan("E7");
    if (current.active === false) return "already-so";
    spelled = current.account;
  } else spelled = await checkHolder(calls, "E7", operation, guard);
  const seen = async (): Promise<ProbeResult> => {
    const found = await find();
    // Some sites show inactive people nowhere.
    if (!found) return operation.active ? "unchanged" : "different";
    return found.active === operation.active ? "as-wanted" : "unchanged";
  };
  const request = requestOf({ ...operation, account: spelled }, calls.settings.dateFormat);
  return writeAndProbe(calls, request, seen, guard);
};

/** Stands for "never" where a service does not accept null; reading treats it as no date. */
const farFuture = { E8: "9999-12-31T15:59:59.000Z", E9: "9999-12-31" } as const;

/** E8, E9. Null clears the date. If the service refuses null, a date in the far future means the same (R9). */
export const setDate = async (calls: Calls, operation: OperationOf<"E8" | "E9">, guard: Guard): Promise<Performed> => {
  const account = await checkHolder(calls, operation.id, operation, guard);
  const isClearing = (operation.id === "E8" ? operation.expiredTime : operation.resignationDate) === null;
  const write = (wanted: OperationOf<"E8" | "E9">) =>
    writeAndProbe(calls, requestOf(wanted, calls.settings.dateFormat), notToBeSeen, guard);
  try {
    return await write({ ...operation, account });
  } catch (error) {
    if (!isClearing || !isRefusal(error)) throw error;
    const { E8: expiredTime, E9: resignationDate } = farFuture;
    return write(
      operation.id === "E8" ? { ...operation, account, expiredTime } : { ...operation, account, resignationDate },
    );
  }
};

const isUnseen = ({ hidden, number }: ShownEmployee, field: string): boolean =>
  hidden?.some((one) => one === field) === true || (field === "number" && number === undefined);

/** Does the person have every value that `set` states? Fields that the service hides are not compared. */
export const has = (person: ShownEmployee, set: EmployeeData): boolean =>
  states("employee", person, Object.fromEntries(Object.entries(set).filter(([field]) => !isUnseen(person, field))));
