/** E1–E15: employees, their posts and supervisors. */
import { z } from "zod";
import {
  dateTime,
  EmplDeptRead,
  EmplDeptWrite,
  Employee,
  optional,
  personalData,
  required,
  UserRef,
  UserRefFlat,
} from "../records/organisation.ts";
import { byCrossCompanyUser, byUser } from "../records/shared.ts";
import { line } from "../records/texts.ts";
import { type OperationSpec, organization, route } from "./operation-spec.ts";

const posts = z.object({ depts: z.array(EmplDeptRead).describe("The person's posts, the main one included.") });
const depts = z.array(EmplDeptWrite);
const user = UserRef.describe("The person to change.");

/** Who approves for a person in a post: the department manager (0), or a chosen supervisor (1) (R60). */
export const supervisorType = { departmentManager: 0, custom: 1 } as const;

const employees = { ...organization, tag: "Employees" } as const;

export const employeeOperations = {
  E1: {
    name: "listEmployees",
    ...employees,
    summary: "Get all employees of the company",
    summaryZhTw: "取得公司全部員工資料",
    note: "Without people of other companies, whom D9 lists.",
    ...route.get("/department/employee"),
    response: z.array(Employee),
  },
  E2: {
    name: "getEmployee",
    ...employees,
    summary: "Get employee",
    summaryZhTw: "取得員工資料",
    ...route.get("/employee/{userType}/{userCode}", byUser),
    response: Employee,
  },
  E3: {
    name: "getCrossCompanyEmployee",
    ...employees,
    summary: "Get cross-company employee",
    summaryZhTw: "取得跨公司員工資料",
    ...route.get("/employee/{userType}/{userCode}/{corpCode}", byCrossCompanyUser),
    response: Employee,
  },
  E4: {
    name: "listEmployeePosts",
    ...employees,
    summary: "Get departments of an employee",
    summaryZhTw: "取得員工所屬部門",
    ...route.get("/employee/dept/{userType}/{userCode}", byUser),
    response: posts,
  },
  E5: {
    name: "listCrossCompanyEmployeePosts",
    ...employees,
    summary: "Get departments of a cross-company employee",
    summaryZhTw: "取得跨公司員工所屬部門",
    ...route.get("/employee/dept/{userType}/{userCode}/{corpCode}", byCrossCompanyUser),
    response: posts,
  },
  E6: {
    name: "setEmployeeLock",
    ...employees,
    summary: "Lock or unlock employee",
    summaryZhTw: "鎖定或解除鎖定員工",
    ...route.put("/employee/lock"),
    body: z.object({
      user,
      locked: required(z.boolean()).describe("True keeps the person from signing in, false unlocks."),
    }),
  },
  E7: {
    name: "setEmployeeStatus",
    ...employees,
    summary: "Update employee status",
    summaryZhTw: "更新員工狀態",
    note: "Who is disabled no longer manages a department.",
    ...route.put("/employee/status"),
    body: z.object({ user, active: required(z.boolean()).describe("False disables the person, true enables.") }),
  },
  E8: {
    name: "setEmployeeExpiry",
    ...employees,
    summary: "Update employee account expiry",
    summaryZhTw: "更新員工帳號到期日",
    ...route.put("/employee/expired"),
    body: z.object({
      user,
      expiredTime: required(dateTime).describe("From this moment the person cannot sign in; null: never."),
    }),
  },
  E9: {
    name: "setEmployeeResignation",
    ...employees,
    summary: "Update employee resignation date",
    summaryZhTw: "更新員工離職日",
    ...route.put("/employee/resignation"),
    body: z.object({
      user,
      resignationDate: required(dateTime).describe("Last working day; null clears it. It disables nobody by itself."),
    }),
  },
  E10: {
    name: "deleteEmployee",
    ...employees,
    summary: "Delete employee",
    summaryZhTw: "刪除員工",
    note: "Refused while the person manages a department, or approves for somebody.",
    ...route.delete("/employee"),
    body: UserRefFlat,
  },
  E11: {
    name: "updateEmployee",
    ...employees,
    summary: "Update employee data",
    summaryZhTw: "更新員工資料",
    note: "A property that is left out stays; null clears it.",
    ...route.put("/employee"),
    body: z.object({
      ...personalData,
      user: UserRef.describe("The person to change, by the present account or number."),
    }),
  },
  E12: {
    name: "createEmployee",
    ...employees,
    summary: "Create employee",
    summaryZhTw: "建立員工",
    note: "The person is active at once.",
    ...route.post("/employee"),
    body: z.object({
      ...personalData,
      expiredTime: optional(dateTime).describe("From this moment the person cannot sign in; null or left out: never."),
      depts: optional(depts).describe("The person's posts; null or left out: none yet."),
    }),
  },
  E13: {
    name: "setEmployeeSupervisor",
    ...employees,
    summary: "Update approving supervisor of an employee department",
    summaryZhTw: "更新員工在部門的簽核主管",
    ...route.put("/employee/supervisor"),
    body: z.object({
      user,
      deptCode: required(line).describe("Code of the department of one of the person's posts."),
      supervisorType: required(z.union([z.literal(0), z.literal(1)])).describe(
        "Who approves for the person in this post: 0 the department's manager, 1 a chosen supervisor.",
      ),
      supervisor: optional(UserRef).describe("The chosen supervisor; needed for type 1, ignored for type 0."),
    }),
  },
  E14: {
    name: "setEmployeePosts",
    ...employees,
    summary: "Update company posts of an employee",
    summaryZhTw: "更新員工的任職部門",
    ...route.put("/employee/dept"),
    body: z.object({
      user,
      depts: required(depts).describe("All posts of the person, exactly one of them main; others end."),
    }),
  },
  E15: {
    name: "setEmployeeMainDepartment",
    ...employees,
    summary: "Update main department of an employee",
    summaryZhTw: "更新員工的主要部門",
    ...route.put("/employee/dept/main"),
    body: z.object({
      user,
      mainDept: EmplDeptWrite.describe("The new main post; it replaces the present one, part-time posts stay."),
    }),
  },
} as const satisfies Record<string, OperationSpec>;
