/**
 * D4, D7 and D8: departments are disabled, enabled and moved, singly or as a batch. D8 does all or nothing: first all departments
 * move, then those that are to be active are enabled, and then the others are disabled with everything below them and the people
 * whose main post is there; part-time posts there are removed.
 */
import type { BatchMoveResult } from "../../contract/operations/departments.ts";
import { requireRow, stored } from "../kernel/company/table.ts";
import type { Handlers, Request } from "../kernel/http/feature.ts";
import { eachWithin, refuseInvalid } from "../kernel/refusal.ts";
import { findDepartment } from "./lookup.ts";
import { putMember } from "./managers.ts";
import { renumber } from "./ordering.ts";
import type { Company, DepartmentRow } from "./tables.ts";
import { childrenOf, findParentId, membersOf, placeDepartment, subtreeOf } from "./tree.ts";
import { showDepartment } from "./views.ts";

/**
 * Reads the items of the batch. Only `parentCode` may be absent: the top level or, with the quirk `d8Parent`, the present parent.
 * With the quirk `d8Missing`, a missing `active` is read as false and a missing `seq` as 0 (R29).
 */
const readMoves = (company: Company, { body }: Request<"D8">) => {
  const missing = <T>(assumed: T, where: string): T =>
    company.quirks.d8Missing === "false" ? assumed : refuseInvalid(where, "must be present");
  return eachWithin("batchMove", body.batchMove, (item) => {
    const department = findDepartment(company, item.code ?? refuseInvalid("code", "must be present"), "code");
    const isKept = item.parentCode === undefined && company.quirks.d8Parent === "kept";
    return {
      id: department.id,
      parentId: isKept ? department.parentId : findParentId(company, item.parentCode),
      seq: item.seq ?? missing(0, "seq"),
      active: item.active ?? missing(false, "active"),
    };
  });
};

/** The row is read again, because earlier departments of the batch may have taken its manager away. */
const disableWithMembers = (company: Company, department: DepartmentRow, result: BatchMoveResult): void => {
  const { id, code, active } = department;
  company.departments.put({ ...requireRow(company.departments, id), active: false });
  if (active) result.disableDept.push(code);
  for (const person of membersOf(company, [department])) {
    const { account, employeeNumber } = person.data;
    const isMain = person.posts.some((post) => post.main && post.departmentId === id);
    if (!isMain) {
      putMember(company, { ...person, posts: person.posts.filter((post) => post.departmentId !== id) });
      result.removeSubDeptEmpl.push({ account, emplNum: employeeNumber ?? null, deptCode: code });
    } else if (person.data.active) {
      putMember(company, { ...person, data: { ...person.data, active: false } });
      result.disableEmplOfAccount.push(account);
      if (employeeNumber) result.disableEmplOfEmployeeNumber.push(employeeNumber);
    }
  }
};

const noResult = (): BatchMoveResult => ({
  enableDept: [],
  disableDept: [],
  disableEmplOfAccount: [],
  disableEmplOfEmployeeNumber: [],
  removeSubDeptEmpl: [],
});

/** Disables a department alone or, with the quirk `d4`, with everything below it and the people there, as D8 does (R30). */
const disable = (company: Company, department: DepartmentRow): void => {
  if (company.quirks.d4 === "one") company.departments.put({ ...department, active: false });
  else for (const row of subtreeOf(company, department)) disableWithMembers(company, row, noResult());
};

export const departmentMoveRules: Handlers<"D4" | "D7" | "D8", Company> = {
  D4: (company, { body }) => {
    const department = findDepartment(company, body.code, "code");
    if (body.active) company.departments.put({ ...department, active: true });
    else disable(company, department);
    return showDepartment(company, requireRow(company.departments, department.id));
  },

  D7: (company, { body }) => {
    const department = findDepartment(company, body.code, "code");
    const parentId = findParentId(company, body.parentCode);
    const placed = placeDepartment(company, { ...department, parentId }, body.seq);
    if (parentId === department.parentId || company.quirks.d7 === "one") return;
    // With the quirk, a new parent removes the manager and, if the parent is inactive, disables the department (R27).
    const unmanaged = stored(company.departments, { ...placed, managerId: null });
    if (parentId !== null && !requireRow(company.departments, parentId).active) disable(company, unmanaged);
  },

  D8: (company, request) => {
    const { departments } = company;
    const moves = readMoves(company, request);
    const rowsOf = (some: typeof moves) => some.map(({ id }) => requireRow(departments, id));
    const left = new Set(rowsOf(moves).map((row) => row.parentId));
    // Only the final tree must be free of cycles, so all parents change before the first department is placed and checked.
    for (const { id, parentId } of moves) departments.put({ ...requireRow(departments, id), parentId });
    eachWithin("batchMove", moves, ({ id, seq }) => placeDepartment(company, requireRow(departments, id), seq));
    for (const parentId of left) renumber(company, departments, childrenOf(company, parentId));
    const rows = (active: boolean) => new Set(rowsOf(moves.filter((move) => move.active === active)));
    const result = noResult();
    const disabled = new Set([...rows(false)].flatMap((row) => subtreeOf(company, row)));
    for (const row of rows(true).difference(disabled)) {
      departments.put({ ...row, active: true });
      result.enableDept.push(row.code);
    }
    for (const row of disabled) disableWithMembers(company, row, result);
    return result;
  },
};
