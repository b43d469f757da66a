/** Creates, changes and disables departments, and clears their managers. */

import { isRefusal } from "../../client/call-error.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import type { Department } from "../../model/directory/directory.ts";
import type { Calls, Guard } from "../calls/call.ts";
import { isUnknownPath } from "../calls/stops-run.ts";
import { byCode, readMembers, settled } from "../reads/probe.ts";
import { readDepartments } from "../reads/read-lists.ts";
import type { Performed } from "../target.ts";
import { judgeSeen, writeAndProbe } from "./after-refusal.ts";
import { createListed } from "./create-listed.ts";
import { asStored, states } from "./equality.ts";
import { departmentUpdate, type OperationOf, requestOf } from "./translate-request.ts";
import { gone, stillOccupied, valueHidden, valueMissing } from "./write-errors.ts";
import { type ProbeResult, renameWithProbe } from "./write-with-probe.ts";

/** Creates a department (D2). */
export const createDepartment = (calls: Calls, operation: OperationOf<"D2">, guard: Guard): Promise<Performed> => {
  const { corpCode, dateFormat } = calls.settings;
  const { id: _, ...wanted } = operation;
  const { code, active } = wanted;
  const create = requestOf(operation, dateFormat);
  const enable = active ? requestOf({ id: "D4", code, active }, dateFormat) : undefined;
  const find = async () => byCode(await readDepartments(calls, guard), code);
  const isAsWanted = (listed: Department): boolean => {
    // A site may show the company as the parent of what stands at the top (R26).
    const isTop = wanted.parent === null && sameKey(listed.parent ?? "", corpCode);
    return states("department", isTop ? { ...listed, parent: null } : listed, wanted);
  };
  return createListed(calls, { create, enable, find, isAsWanted }, guard);
};

/** Changes a department (D3). Every known field is sent, also those that `set` lacks, with their present value (R10). */
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
  const has = (found: Department, values: typeof set) => states("department", found, values);
  if (current.code === newCode && has(current, set)) return "already-so";
  const wanted = { ...asStored(current), ...set };
  if (!wanted.name) throw valueMissing("D3", "name");
  if (!wanted.level) throw valueMissing("D3", "level");
  if (wanted.description === undefined && calls.settings.omittedFields === "unknown")
    throw valueHidden("D3", ["description"]);
  const write = departmentUpdate(current.code, newCode, wanted);
  const seen = async () => judgeSeen(has, set, current, byCode(await readDepartments(calls, guard), code));
  if (!renames) return writeAndProbe(calls, write, seen, guard);
  const probe = async (): Promise<ProbeResult> => {
    const found = await readDepartments(calls, guard);
    const renamed = byCode(found, newCode);
    if (!renamed || found.some((department) => department.code === current.code)) return "unchanged";
    return has(renamed, set) ? "as-wanted" : "different";
  };
  return renameWithProbe(calls, write, probe, guard);
};

/** Moves a department (D7). Where only the position differs, a refused write may have moved it by some places. */
export const moveDepartment = (calls: Calls, operation: OperationOf<"D7">, guard: Guard): Promise<Performed> => {
  const { code, parent, seq } = operation;
  const seen = async (): Promise<ProbeResult> => {
    const found = byCode(await readDepartments(calls, guard), code);
    if (!found || !states("department", found, { parent })) return "unchanged";
    return found.order === seq ? "as-wanted" : "different";
  };
  return writeAndProbe(calls, requestOf(operation, calls.settings.dateFormat), seen, guard);
};

/** Enables or disables a department (D4). A department with active people is not disabled (R30). */
export const setDepartmentStatus = async (
  calls: Calls,
  operation: OperationOf<"D4">,
  guard: Guard,
): Promise<Performed> => {
  if (!operation.active) {
    const countActive = async () =>
      (await readMembers(calls, operation.code, guard)).filter((member) => member.active !== false).length;
    const active = await settled(calls, countActive, (count) => count === 0);
    if (active > 0) throw stillOccupied("D4", active);
  }
  const seen = async (): Promise<ProbeResult> => {
    const active = byCode(await readDepartments(calls, guard), operation.code)?.active;
    if (active === undefined) return "different";
    return active === operation.active ? "as-wanted" : "unchanged";
  };
  return writeAndProbe(calls, requestOf(operation, calls.settings.dateFormat), seen, guard);
};

/** Clears the manager (D11). A refusal or 404 may mean that there is no manager, for example after an earlier attempt. */
export const clearManager = async (calls: Calls, operation: OperationOf<"D11">, guard: Guard): Promise<Performed> => {
  try {
    await calls.write(requestOf(operation, calls.settings.dateFormat), guard);
    return "applied";
  } catch (error) {
    if (!isRefusal(error) && !isUnknownPath(error)) throw error;
    if ((await calls.readOrNone("D10", { code: operation.code }, guard)) !== null) throw error;
    calls.noteCarriedOut();
    return "already-so";
  }
};
