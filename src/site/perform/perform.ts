/** Carries out one operation of a plan in the way that is safe for it. */
import type { Operation } from "../../model/plan/operation.ts";
import type { Calls, Guard } from "../calls/call.ts";
import type { Performed } from "../target.ts";
import { notToBeSeen, setManager, writeAndProbe } from "./after-refusal.ts";
import { createInCatalogue, moveInCatalogue, renameCategory, renameInCatalogue, setEntryStatus } from "./catalogue.ts";
import {
  clearManager,
  createDepartment,
  moveDepartment,
  setDepartmentStatus,
  updateDepartment,
} from "./departments.ts";
import { createAfterFirst } from "./first-create.ts";
import { createEmployee } from "./newcomers.ts";
import { setDate, setEmployeeStatus, updateEmployee } from "./people.ts";
import { replacePosts, setSupervisor } from "./posts.ts";
import { requestOf } from "./translate-request.ts";

/*
 * D4+ and E7+ enable, D4- and E7- disable.
 *
 * | way                                              | operations                          |
 * |--------------------------------------------------|-------------------------------------|
 * | sets a state, may be repeated                    | V4 V5 T4 T5 J2 J7 J8 D4+ D7         |
 * | the same, and handles a refusal                  | D11 D12 E8 E9 E14                   |
 * | reads first, because it could do harm            | D4- E7- E14                         |
 * | reads first whose the account is                 | D12 E7+ E8 E9 E13 E14               |
 * | reads first, because it states every field       | D3 E11                              |
 * | creates or renames: reads before it is repeated  | V2 T2 J5 D2 E12, V3 T3 J6 J1 D3 E11 |
 */
export const perform = (calls: Calls, operation: Operation, guard: Guard): Promise<Performed> => {
  switch (operation.id) {
    case "V2":
    case "T2":
    case "J5":
      return createAfterFirst(calls, operation, () => createInCatalogue(calls, operation, guard), guard);
    case "V3":
    case "T3":
    case "J6":
      return renameInCatalogue(calls, operation, guard);
    case "J1":
      return renameCategory(calls, operation, guard);
    case "D2":
      return createAfterFirst(calls, operation, () => createDepartment(calls, operation, guard), guard);
    case "D3":
      return updateDepartment(calls, operation, guard);
    case "D4":
      return setDepartmentStatus(calls, operation, guard);
    case "D11":
      return clearManager(calls, operation, guard);
    case "D12":
      return setManager(calls, operation, guard);
    case "E7":
      return setEmployeeStatus(calls, operation, guard);
    case "E8":
    case "E9":
      return setDate(calls, operation, guard);
    case "E11":
      return updateEmployee(calls, operation, guard);
    case "E12":
      return createAfterFirst(calls, operation, (alone) => createEmployee(calls, operation, alone, guard), guard);
    case "E13":
      return setSupervisor(calls, operation, guard);
    case "E14":
      return replacePosts(calls, operation, guard);
    case "V5":
    case "T5":
    case "J8":
      return setEntryStatus(calls, operation, guard);
    case "T4":
    case "J7":
      return moveInCatalogue(calls, operation, guard);
    case "V4":
    case "J2":
      return writeAndProbe(calls, requestOf(operation, calls.settings.dateFormat), notToBeSeen, guard);
    case "D7":
      return moveDepartment(calls, operation, guard);
  }
};
