/** E1–E15: employees, their posts and supervisors. */
import { z } from "zod";
import { type OperationSpec, organization } from "./operation-spec.ts";
import { dateTime, EmplDeptRead, EmplDeptWrite, Employee, Gender, optional, required, UserRef } from "./records.ts";

const none = z.object({});
const byUser = z.object({ userType: z.enum(["0", "1"]), userCode: z.string() });
const byCrossCompanyUser = byUser.extend({ corpCode: z.string() });
const posts = z.object({ depts: z.array(EmplDeptRead) });

/** 0: the department manager approves; 1: a chosen supervisor (R60). */
export const supervisorType = { departmentManager: 0, custom: 1 } as const;

const personalData = {
  account: required(z.string()),
  name: required(z.string()),
  loginValidation: optional(z.array(z.string())),
  employeeNumber: optional(z.string()),
  gender: optional(Gender),
  englishName: optional(z.string()),
  idCardNumber: optional(z.string()),
  birthDate: optional(dateTime),
  phoneNumber: optional(z.string()),
  businessCard: optional(z.string()),
  hireDate: optional(dateTime),
  email: optional(z.string()),
  emailEx: optional(z.string()),
};

const employees = { ...organization, tag: "Employees" } as const;

export const employeeOperations = {
  E1: {
    ...employees,
    summary: "Get all employees of the company",
    method: "GET",
    path: "/department/employee",
    mutates: false,
    params: none,
    response: z.array(Employee),
  },
  E2: {
    ...employees,
    summary: "Get employee",
    method: "GET",
    path: "/employee/{userType}/{userCode}",
    mutates: false,
    params: byUser,
    response: Employee,
  },
  E3: {
    ...employees,
    summary: "Get cross-company employee",
    method: "GET",
    path: "/employee/{userType}/{userCode}/{corpCode}",
    mutates: false,
    params: byCrossCompanyUser,
    response: Employee,
  },
  E4: {
    ...employees,
    summary: "Get departments of an employee",
    method: "GET",
    path: "/employee/dept/{userType}/{userCode}",
    mutates: false,
    params: byUser,
    response: posts,
  },
  E5: {
    ...employees,
    summary: "Get departments of a cross-company employee",
    method: "GET",
    path: "/employee/dept/{userType}/{userCode}/{corpCode}",
    mutates: false,
    params: byCrossCompanyUser,
    response: posts,
  },
  E6: {
    ...employees,
    summary: "Lock or unlock employee",
    method: "PUT",
    path: "/employee/lock",
    mutates: true,
    params: none,
    body: z.object({ user: UserRef, locked: required(z.boolean()) }),
  },
  E7: {
    ...employees,
    summary: "Update employee status",
    method: "PUT",
    path: "/employee/status",
    mutates: true,
    params: none,
    body: z.object({ user: UserRef, active: required(z.boolean()) }),
  },
  E8: {
    ...employees,
    summary: "Update employee account expiry",
    method: "PUT",
    path: "/employee/expired",
    mutates: true,
    params: none,
    body: z.object({ user: UserRef, expiredTime: required(dateTime) }),
  },
  E9: {
    ...employees,
    summary: "Update employee resignation date",
    method: "PUT",
    path: "/employee/resignation",
    mutates: true,
    params: none,
    body: z.object({ user: UserRef, resignationDate: required(dateTime) }),
  },
  E10: {
    ...employees,
    summary: "Delete employee",
    method: "DELETE",
    path: "/employee",
    mutates: true,
    params: none,
    body: UserRef,
  },
  E11: {
    ...employees,
    summary: "Update employee data",
    method: "PUT",
    path: "/employee",
    mutates: true,
    params: none,
    body: z.object({ ...personalData, user: UserRef }),
  },
  E12: {
    ...employees,
    summary: "Create employee",
    method: "POST",
    path: "/employee",
    mutates: true,
    params: none,
    body: z.object({ ...personalData, expiredTime: optional(dateTime), depts: optional(z.array(EmplDeptWrite)) }),
  },
  E13: {
    ...employees,
    summary: "Update approving supervisor of an employee department",
    method: "PUT",
    path: "/employee/supervisor",
    mutates: true,
    params: none,
    body: z.object({
      user: UserRef,
      deptCode: required(z.string()),
      supervisorType: required(z.union([z.literal(0), z.literal(1)])),
      supervisor: optional(UserRef),
    }),
  },
  E14: {
    ...employees,
    summary: "Update company posts of an employee",
    method: "PUT",
    path: "/employee/dept",
    mutates: true,
    params: none,
    body: z.object({ user: UserRef, depts: required(z.array(EmplDeptWrite)) }),
  },
  E15: {
    ...employees,
    summary: "Update main department of an employee",
    method: "PUT",
    path: "/employee/dept/main",
    mutates: true,
    params: none,
    body: z.object({ user: UserRef, mainDept: EmplDeptWrite }),
  },
} as const satisfies Record<string, OperationSpec>;
