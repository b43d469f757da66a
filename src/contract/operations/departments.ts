/** D1–D12: departments and their managers. */
import { z } from "zod";
import { Dept, Employee, needed, optional, required, UserRef } from "../records/organisation.ts";
import { line, lines } from "../records/texts.ts";
import { type OperationSpec, organization, route } from "./operation-spec.ts";

const byCode = z.object({ code: line.describe("Code of the department.") });
const byCodeWithSub = byCode.extend({
  includeSubDept: z.enum(["true", "false"]).describe("True includes all departments below."),
});
const code = required(line).describe("Code of the department.");
const newCode = required(line).describe("Code that identifies the department from now on, unique in the company.");
const parentCode = optional(line).describe(
  "Code of the parent department; null, blank or left out: the top of the tree.",
);
const deptLevelCode = required(line).describe("Code of the department's level.");
const name = required(line).describe("Display name; siblings may share it.");
const seq = z.int32().min(0);
const place = "Position among the departments under the new parent, from 0; beyond the end means last";

/** One department in the list that D8 moves. The specification does not state which fields are required (R29). */
const BatchMoveItem = z.object({
  parentCode,
  code: needed(line).describe("Code of the department to change."),
  seq: needed(seq).describe(`${place}.`),
  active: needed(z.boolean()).describe("False disables the department, all below it and their people."),
});

export const BatchMoveResult = z.object({
  enableDept: z
    .array(z.string())
    .describe("Codes of the departments with `active: true` that are active now, whatever they were before."),
  disableDept: z.array(z.string()).describe("Codes of the departments that became inactive, subdepartments included."),
  disableEmplOfAccount: z.array(z.string()).describe("Accounts of the people who were disabled."),
  disableEmplOfEmployeeNumber: z
    .array(z.string())
    .describe("Employee numbers of these people, as far as they have one."),
  removeSubDeptEmpl: z
    .array(
      z.object({
        account: z.string().describe("Account of the person."),
        emplNum: z.string().nullish().describe("Employee number of the person; null if there is none."),
        deptCode: z.string().describe("Code of the department that the person left."),
      }),
    )
    .describe("Part-time posts that were removed."),
});
export type BatchMoveResult = z.infer<typeof BatchMoveResult>;

const departments = { ...organization, tag: "Departments" } as const;

export const departmentOperations = {
  D1: {
    name: "listDepartments",
    ...departments,
    summary: "Get all departments of the company",
    summaryZhTw: "取得公司全部部門資料",
    ...route.get("/department"),
    response: z.array(Dept),
  },
  D2: {
    name: "createDepartment",
    ...departments,
    summary: "Create department",
    summaryZhTw: "建立部門",
    ...route.post("/department"),
    body: z.object({
      parentCode,
      code: newCode,
      deptLevelCode,
      name,
      active: required(z.boolean()).describe("False creates the department disabled."),
      description: optional(lines).describe("Remark for administrators; null or left out: none."),
    }),
    response: Dept,
  },
  D3: {
    name: "updateDepartment",
    ...departments,
    summary: "Update department",
    summaryZhTw: "更新部門資料",
    ...route.put("/department"),
    body: z.object({
      originalCode: required(line).describe("Present code of the department."),
      code: newCode,
      name,
      deptLevelCode,
      description: optional(lines).describe("Remark for administrators; null clears it, left out keeps it."),
    }),
    response: Dept,
  },
  D4: {
    name: "setDepartmentStatus",
    ...departments,
    summary: "Update department status",
    summaryZhTw: "更新部門狀態",
    ...route.put("/department/status"),
    body: z.object({
      code,
      active: z
        .boolean()
        .describe("False disables this department alone; departments and people below stay as they are."),
    }),
    response: Dept,
  },
  D5: {
    name: "getDepartment",
    ...departments,
    summary: "Get department, with its subdepartments on request",
    summaryZhTw: "取得部門資料，可含下層部門",
    ...route.get("/department/{code}/{includeSubDept}", byCodeWithSub),
    response: z.array(Dept),
  },
  D6: {
    name: "deleteDepartment",
    ...departments,
    summary: "Delete department",
    summaryZhTw: "刪除部門",
    note: "Refused while somebody has a post in the department, or another one lies below.",
    ...route.delete("/department/{code}", byCode),
  },
  D7: {
    name: "moveDepartment",
    ...departments,
    summary: "Move department",
    summaryZhTw: "移動部門",
    ...route.put("/department/move"),
    body: z.object({ parentCode, code, seq: required(seq).describe(`${place}.`) }),
  },
  D8: {
    name: "changeDepartments",
    ...departments,
    summary: "Batch change departments",
    summaryZhTw: "批次異動部門",
    note: "All items or none. Disabling includes the departments below; people with their main post there are disabled, part-time posts there end.",
    ...route.put("/department/move/batch"),
    body: z.object({
      batchMove: required(z.array(BatchMoveItem)).describe("The departments to change, all or none of them."),
    }),
    response: BatchMoveResult,
  },
  D9: {
    name: "listDepartmentMembers",
    ...departments,
    summary: "Get employees of a department",
    summaryZhTw: "取得部門人員",
    note: "Everybody with a main or part-time post there, people of other companies included.",
    ...route.get("/department/employee/{code}/{includeSubDept}", byCodeWithSub),
    response: z.array(Employee),
  },
  D10: {
    name: "getDepartmentManager",
    ...departments,
    summary: "Get department manager",
    summaryZhTw: "取得部門主管",
    note: "Null if there is no manager.",
    ...route.get("/department/manager/{code}", byCode),
    response: Employee,
  },
  D11: {
    name: "removeDepartmentManager",
    ...departments,
    summary: "Remove department manager",
    summaryZhTw: "移除部門主管",
    ...route.delete("/department/manager/{code}", byCode),
  },
  D12: {
    name: "setDepartmentManager",
    ...departments,
    summary: "Update department manager",
    summaryZhTw: "更新部門主管",
    ...route.put("/department/manager"),
    body: z.object({ code, manager: UserRef.describe("The new manager: an active member of the department.") }),
  },
} as const satisfies Record<string, OperationSpec>;
