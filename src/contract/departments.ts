/** D1–D12: departments and their managers. */
import { z } from "zod";
import { type OperationSpec, organization } from "./operation-spec.ts";
import { Dept, Employee, optional, required, UserRef } from "./records.ts";
import { line, lines } from "./texts.ts";

const none = z.object({});
const byCode = z.object({ code: line });
const byCodeWithSub = z.object({ code: line, includeSubDept: z.enum(["true", "false"]) });
const code = required(line);

/** One department in the list that D8 moves. The specification does not state which fields are required (R29). */
const BatchMoveItem = z.object({
  parentCode: optional(line),
  code: optional(line),
  seq: optional(z.int32().min(0)),
  active: optional(z.boolean()),
});

export const BatchMoveResult = z.object({
  enableDept: z.array(z.string()),
  disableDept: z.array(z.string()),
  disableEmplOfAccount: z.array(z.string()),
  disableEmplOfEmployeeNumber: z.array(z.string()),
  removeSubDeptEmpl: z.array(z.object({ account: z.string(), emplNum: z.string().nullish(), deptCode: z.string() })),
});
export type BatchMoveResult = z.infer<typeof BatchMoveResult>;

const departments = { ...organization, tag: "Departments" } as const;

export const departmentOperations = {
  D1: {
    name: "listDepartments",
    ...departments,
    summary: "Get all departments of the company",
    method: "GET",
    path: "/department",
    mutates: false,
    params: none,
    response: z.array(Dept),
  },
  D2: {
    name: "createDepartment",
    ...departments,
    summary: "Create department",
    method: "POST",
    path: "/department",
    mutates: true,
    params: none,
    body: z.object({
      parentCode: optional(line),
      code,
      deptLevelCode: required(line),
      name: required(line),
      active: required(z.boolean()),
      description: optional(lines),
    }),
    response: Dept,
  },
  D3: {
    name: "updateDepartment",
    ...departments,
    summary: "Update department",
    method: "PUT",
    path: "/department",
    mutates: true,
    params: none,
    body: z.object({
      originalCode: code,
      code,
      name: required(line),
      deptLevelCode: required(line),
      description: optional(lines),
    }),
    response: Dept,
  },
  D4: {
    name: "setDepartmentStatus",
    ...departments,
    summary: "Update department status",
    method: "PUT",
    path: "/department/status",
    mutates: true,
    params: none,
    body: z.object({ code, active: z.boolean() }),
    response: Dept,
  },
  D5: {
    name: "getDepartment",
    ...departments,
    summary: "Get department, with its subdepartments on request",
    method: "GET",
    path: "/department/{code}/{includeSubDept}",
    mutates: false,
    params: byCodeWithSub,
    response: z.array(Dept),
  },
  D6: {
    name: "deleteDepartment",
    ...departments,
    summary: "Delete department",
    method: "DELETE",
    path: "/department/{code}",
    mutates: true,
    params: byCode,
  },
  D7: {
    name: "moveDepartment",
    ...departments,
    summary: "Move department",
    method: "PUT",
    path: "/department/move",
    mutates: true,
    params: none,
    body: z.object({ parentCode: optional(line), code, seq: required(z.int32().min(0)) }),
  },
  D8: {
    name: "changeDepartments",
    ...departments,
    summary: "Batch change departments",
    method: "PUT",
    path: "/department/move/batch",
    mutates: true,
    params: none,
    body: z.object({ batchMove: required(z.array(BatchMoveItem)) }),
    response: BatchMoveResult,
  },
  D9: {
    name: "listDepartmentMembers",
    ...departments,
    summary: "Get employees of a department",
    method: "GET",
    path: "/department/employee/{code}/{includeSubDept}",
    mutates: false,
    params: byCodeWithSub,
    response: z.array(Employee),
  },
  D10: {
    name: "getDepartmentManager",
    ...departments,
    summary: "Get department manager",
    method: "GET",
    path: "/department/manager/{code}",
    mutates: false,
    params: byCode,
    response: Employee,
  },
  D11: {
    name: "removeDepartmentManager",
    ...departments,
    summary: "Remove department manager",
    method: "DELETE",
    path: "/department/manager/{code}",
    mutates: true,
    params: byCode,
  },
  D12: {
    name: "setDepartmentManager",
    ...departments,
    summary: "Update department manager",
    method: "PUT",
    path: "/department/manager",
    mutates: true,
    params: none,
    body: z.object({ code, manager: UserRef }),
  },
} as const satisfies Record<string, OperationSpec>;
