/** Departments: creating, changing, disabling, and taking their manager away. */

import { isRefusal } from "../../client/call-error.ts";
import type { Calls, Guard } from "../call.ts";
import { readDepartments } from "../lists.ts";
import { byCode, readMembers } from "../probe.ts";
import type { Performed } from "../target.ts";
import { departmentUpdate, type OperationOf, requestOf } from "../translate-request.ts";
import { type ProbeResult, writeDecisively } from "./decisive.ts";
import { gone, stillOccupied, valueMissing } from "./findings.ts";
import { states } from "./same.ts";

/** D2. */
export const createDepartment = (calls: Calls, operation: OperationOf<"D2">, guard: Guard): Promise<Performed> => {
  const probe = async (): Promise<ProbeResult> => {
    const found = byCode(await readDepartments(calls, guard), operation.code);
    if (!found) return "unchanged";
    const { id: _, ...wanted } = operation;
    return states("department", found, wanted) ? "as-wanted" : "different";
  };
  return writeDecisively(calls, requestOf(operation, calls.settings.dateFormat), probe, guard);
};

/** D3: every field is sent, those that are not set as they are now (R10). */
export const updateDepartment = async (
  calls: Calls,
  { code, newCode, set }: OperationOf<"D3">,
  guard: Guard,
): Promise<Performed> => {
  const renames = code !== newCode;
  const departments = await readDepartments(calls, guard);
  const current = byCode(departments, code);
  if (!current) {
    const renamed = renames ? byCode(departments, newCode) : null;
    if (renamed && states("department", renamed, set)) return "already-so";
    throw gone("D3");
  }
  if (current.code === newCode && states("department", current, set)) return "already-so";
  const wanted = { ...current, ...set };
  if (!wanted.name) throw valueMissing("D3", "name");
  if (!wanted.level) throw valueMissing("D3", "level");
  const write = departmentUpdate(current.code, newCode, wanted);
  if (!renames) return calls.write(write, guard).then(() => "applied");
  const probe = async (): Promise<ProbeResult> => {
    const found = await readDepartments(calls, guard);
    const renamed = found.find((department) => department.code === newCode);
    if (!renamed || found.some((department) => department.code === current.code)) return "unchanged";
    return states("department", renamed, set) ? "as-wanted" : "different";
  };
  return writeDecisively(calls, write, probe, guard);
};

/** D4: a department is not disabled over the heads of active people (R30). */
export const setDepartmentStatus = async (
  calls: Calls,
  operation: OperationOf<"D4">,
  guard: Guard,
): Promise<Performed> => {
  if (!operation.active) {
    const members = await readMembers(calls, operation.code, guard);
    const active = members.filter((member) => member.active !== false).length;
    if (active > 0) throw stillOccupied("D4", active);
  }
  await calls.write(requestOf(operation, calls.settings.dateFormat), guard);
  return "applied";
};

/** D11: a refusal may mean that there is no manager, for example when a repeated call had already been carried out. */
export const clearManager = async (calls: Calls, operation: OperationOf<"D11">, guard: Guard): Promise<Performed> => {
  try {
    await calls.write(requestOf(operation, calls.settings.dateFormat), guard);
    return "applied";
  } catch (error) {
    if (isRefusal(error) && (await calls.readOrNone("D10", { code: operation.code }, guard)) === null)
      return "already-so";
    throw error;
  }
};
