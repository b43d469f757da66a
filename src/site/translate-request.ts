/**
 * Translates model operations to contract requests; `translate.ts` translates records back. Every body states as many
 * fields as it can (R10).
 */
import { supervisorType } from "../contract/employees.ts";
import { type EmplDeptWrite, type UserRef, userType } from "../contract/records.ts";
import type { Department, Employee, Post } from "../model/directory.ts";
import type { EmployeeData, Operation } from "../model/operation.ts";
import type { Write } from "./call.ts";
import { writeDate, writeInstant } from "./dates.ts";
import type { TargetSettings } from "./settings.ts";

type DateFormat = TargetSettings["dateFormat"];

/** Operations whose request needs the current record at the moment of writing. */
type OnCurrent = "D3" | "E11" | "E14";
export type PlainOperation = Exclude<Operation, { id: OnCurrent }>;
export type OperationOf<Id extends Operation["id"]> = Extract<Operation, { id: Id }>;

const params = {};

/** A person by account; the API key determines the company (R53). */
const userRef = (account: string): UserRef => ({ userType: userType.account, userCode: account });

/** The request of an operation whose values are all in the plan. */
export const requestOf = (operation: PlainOperation, format: DateFormat): Write =>
  (requests[operation.id] as (operation: PlainOperation, format: DateFormat) => Write)(operation, format);

/** Without a parent code, the parent is the top (R26, R27). */
const underParent = (parent: string | null) => (parent === null ? {} : { parentCode: parent });

type Requests = {
  readonly [Id in PlainOperation["id"]]: (operation: OperationOf<Id>, format: DateFormat) => Extract<Write, { id: Id }>;
};

const requests: Requests = {
  V2: ({ id, code, name, active }) => ({ id, params, body: { code, name, active } }),
  V3: ({ id, code, newCode, name }) => ({ id, params, body: { originalCode: code, code: newCode, name } }),
  V4: ({ id, code, seq }) => ({ id, params, body: { code, seq } }),
  V5: ({ id, code, active }) => ({ id, params, body: { code, active } }),
  T2: ({ id, code, title, rank, active }) => ({ id, params, body: { code, title, rank, active } }),
  T3: ({ id, code, newCode, title }) => ({ id, params, body: { originalCode: code, code: newCode, title } }),
  T4: ({ id, code, rank, seq }) => ({ id, params, body: { code, rank, seq } }),
  T5: ({ id, code, active }) => ({ id, params, body: { code, active } }),
  J1: ({ id, category, newCategory }) => ({ id, params, body: { originalCategory: category, category: newCategory } }),
  J2: ({ id, category, seq }) => ({ id, params, body: { category, seq } }),
  J5: ({ id, code, category, name, active }) => ({
    id,
    params,
    body: { code, categoryName: category, jobFunc: name, active },
  }),
  J6: ({ id, code, newCode, name }) => ({ id, params, body: { originalCode: code, code: newCode, jobFunc: name } }),
  J7: ({ id, code, category, seq }) => ({ id, params, body: { code, categoryName: category, seq } }),
  J8: ({ id, code, active }) => ({ id, params, body: { code, active } }),
  D2: ({ id, code, parent, level, name, active, description }) => ({
    id,
    params,
    body: {
      ...underParent(parent),
      code,
      deptLevelCode: level,
      name,
      active,
      ...(description === undefined ? {} : { description }),
    },
  }),
  D4: ({ id, code, active }) => ({ id, params, body: { code, active } }),
  D7: ({ id, code, parent, seq }) => ({ id, params, body: { ...underParent(parent), code, seq } }),
  D11: ({ id, code }) => ({ id, params: { code }, body: undefined }),
  D12: ({ id, code, manager }) => ({ id, params, body: { code, manager: userRef(manager) } }),
  E7: ({ id, account, active }) => ({ id, params, body: { user: userRef(account), active } }),
  E8: ({ id, account, expiredTime }, format) => ({
    id,
    params,
    body: { user: userRef(account), expiredTime: expiredTime && writeInstant(expiredTime, format) },
  }),
  E9: ({ id, account, resignationDate }, format) => ({
    id,
    params,
    body: { user: userRef(account), resignationDate: resignationDate && writeDate(resignationDate, format) },
  }),
  E12: ({ id, account, data, defaultLogin, expiredTime, posts }, format) => ({
    id,
    params,
    body: {
      account,
      ...dataFields({ ...data, loginValidation: data.loginValidation ?? defaultLogin }, format),
      name: data.name ?? null,
      ...(expiredTime === undefined ? {} : { expiredTime: expiredTime && writeInstant(expiredTime, format) }),
      depts: posts.length === 0 ? null : posts.map(postFields),
    },
  }),
  E13: ({ id, account, department, supervisor }) => ({
    id,
    params,
    body: {
      user: userRef(account),
      deptCode: department,
      ...(supervisor === null
        ? { supervisorType: supervisorType.departmentManager }
        : { supervisorType: supervisorType.custom, supervisor: userRef(supervisor) }),
    },
  }),
};

/** D3 with every field. `code`: the code as the service spells it. `wanted`: the new record, apart from its code. */
export const departmentUpdate = (code: string, newCode: string, wanted: Department): Write => ({
  id: "D3",
  params,
  body: {
    originalCode: code,
    code: newCode,
    name: wanted.name ?? null,
    deptLevelCode: wanted.level ?? null,
    ...(wanted.description === undefined ? {} : { description: wanted.description }),
  },
});

/** E11 with every known field; `account` names the person, `wanted` is the new record. */
export const employeeUpdate = (account: string, wanted: Employee, format: DateFormat): Write => ({
  id: "E11",
  params,
  body: { account: wanted.account, ...dataFields(wanted, format), name: wanted.name ?? null, user: userRef(account) },
});

export const postsUpdate = (account: string, posts: readonly Post[]): Write => ({
  id: "E14",
  params,
  body: { user: userRef(account), depts: posts.map(postFields) },
});

/** The stated data fields; a field that is not stated is left out, because its value is not known. */
const dataFields = (data: EmployeeData, format: DateFormat) => ({
  ...(data.loginValidation === undefined ? {} : { loginValidation: [...data.loginValidation] }),
  ...(data.number === undefined ? {} : { employeeNumber: data.number }),
  ...(data.gender === undefined ? {} : { gender: data.gender }),
  ...(data.englishName === undefined ? {} : { englishName: data.englishName }),
  ...(data.idCardNumber === undefined ? {} : { idCardNumber: data.idCardNumber }),
  ...(data.birthDate === undefined ? {} : { birthDate: data.birthDate && writeDate(data.birthDate, format) }),
  ...(data.phoneNumber === undefined ? {} : { phoneNumber: data.phoneNumber }),
  ...(data.businessCard === undefined ? {} : { businessCard: data.businessCard }),
  ...(data.hireDate === undefined ? {} : { hireDate: data.hireDate && writeDate(data.hireDate, format) }),
  ...(data.email === undefined ? {} : { email: data.email }),
  ...(data.emailEx === undefined ? {} : { emailEx: data.emailEx }),
});

/** All four fields, functions sorted (R58). */
const postFields = ({ department, main, title, functions }: Post): EmplDeptWrite => ({
  code: department,
  isMainDept: main,
  jobTitleCode: title ?? null,
  jobFuncs: [...(functions ?? [])].sort(),
});
