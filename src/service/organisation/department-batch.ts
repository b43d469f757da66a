/**
 * D8: a batch of moves and status changes, all or nothing. First all departments move. Then the departments that are to be
 * active are enabled. Then those that are to be inactive are disabled, with everything below them and the people whose main
 * post is there. Part-time posts there are removed.
 */
import type { BatchMoveResult } from "../../contract/departments.ts";
import type { Handlers, Request } from "../kernel/feature.ts";
import { eachWithin, refuse } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { findDepartment } from "./lookup.ts";
import { renumber } from "./ordering.ts";
import { endManagement } from "./posts.ts";
import type { Company, DepartmentRow } from "./tables.ts";
import { childrenOf, findParentId, placeDepartment, subtreeOf } from "./tree.ts";

/**
 * Reads the items of the batch. Only `parentCode` may be absent: the top level or, with the quirk `d8Parent`, the present parent.
 * With the quirk `d8Missing`, a missing `active` is read as false and a missing `seq` as 0 (R29).
 */
const readMoves = (company: Company, { body }: Request<"D8">) => {
  const missing = <T>(assumed: T, where: string): T =>
    company.quirks.d8Missing === "false" ? assumed : refuse("OPA-REQUEST-INVALID", where);
  return eachWithin("batchMove", body.batchMove, (item) => {
    const department = findDepartment(company, item.code ?? refuse("OPA-REQUEST-INVALID", "code"), "code");
    const isKept = item.parentCode === undefined && company.quirks.d8Parent === "kept";
    return {
      id: department.id,
      parentId: isKept ? department.parentId : findParentId(company, item.parentCode),
      seq: item.seq ?? missing(0, "seq"),
      active: item.active ?? missing(false, "active"),
    };
  });
};

type Move = ReturnType<typeof readMoves>[number];

/** Only the final tree must be free of cycles, so all parents change before the first department is placed and checked. */
const moveAll = (company: Company, moves: readonly Move[]): void => {
  const { departments } = company;
  const left = new Set(moves.map((move) => requireRow(departments, move.id).parentId));
  for (const { id, parentId } of moves) departments.put({ ...requireRow(departments, id), parentId });
  eachWithin("batchMove", moves, ({ id, seq }) => placeDepartment(company, requireRow(departments, id), seq));
  for (const parentId of left) renumber(company, departments, childrenOf(company, parentId));
};

/** Disables the people whose main post is in a disabled department, removes part-time posts in it, and notes both. */
const releaseMembers = (company: Company, department: DepartmentRow, result: BatchMoveResult): void => {
  const members = company.employees.by("department", department.id);
  for (const person of [...members].sort((a, b) => a.id - b.id)) {
    const { account, employeeNumber } = person.data;
    const isMain = person.posts.some((post) => post.main && post.departmentId === department.id);
    if (!isMain) {
      const posts = person.posts.filter((post) => post.departmentId !== department.id);
      company.employees.put({ ...person, posts });
      endManagement(company, person.id);
      result.removeSubDeptEmpl.push({ account, emplNum: employeeNumber ?? null, deptCode: department.code });
    } else if (person.data.active) {
      company.employees.put({ ...person, data: { ...person.data, active: false } });
      endManagement(company, person.id);
      result.disableEmplOfAccount.push(account);
      if (employeeNumber) result.disableEmplOfEmployeeNumber.push(employeeNumber);
    }
  }
};

/** The row is read again, because earlier departments of the batch may have taken its manager away. */
const disable = (company: Company, row: DepartmentRow, result: BatchMoveResult): void => {
  company.departments.put({ ...requireRow(company.departments, row.id), active: false });
  if (row.active) result.disableDept.push(row.code);
  releaseMembers(company, row, result);
};

const noResult = (): BatchMoveResult => ({
  enableDept: [],
  disableDept: [],
  disableEmplOfAccount: [],
  disableEmplOfEmployeeNumber: [],
  removeSubDeptEmpl: [],
});

/** Disables a department as D4 does: alone or, with the quirk `d4`, with everything below it and the people there (R30). */
export const disableDepartment = (company: Company, department: DepartmentRow): void => {
  company.departments.put({ ...department, active: false });
  if (company.quirks.d4 === "one") return;
  for (const row of subtreeOf(company, department)) disable(company, row, noResult());
};

export const departmentBatchRules: Handlers<"D8", Company> = {
  D8: (company, request) => {
    const { departments } = company;
    const moves = readMoves(company, request);
    moveAll(company, moves);
    const rows = (active: boolean) =>
      new Set(moves.filter((move) => move.active === active).map(({ id }) => requireRow(departments, id)));
    const result = noResult();
    const disabled = new Set([...rows(false)].flatMap((row) => subtreeOf(company, row)));
    for (const row of rows(true).difference(disabled)) {
      departments.put({ ...row, active: true });
      result.enableDept.push(row.code);
    }
    for (const row of disabled) disable(company, row, result);
    return result;
  },
};
