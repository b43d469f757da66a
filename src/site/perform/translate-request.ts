/**
 * Translates model operations to contract requests, with the service's names from the table of fields; `translate.ts`
 * translates records back. Every body states as many fields as it can, because a site may clear fields left out (R10).
 */
import type { Body } from "../../contract/contract.ts";
import { supervisorType } from "../../contract/operations/employees.ts";
import { type EmplDeptWrite, type UserRef, userType } from "../../contract/records/organisation.ts";
import type { Department, Employee, Post, RecordOf } from "../../model/directory/directory.ts";
import type { Carrier, FieldSpec } from "../../model/directory/field-spec.ts";
import type { RecordKind } from "../../model/directory/fields.ts";
import { type FieldsBy, type ServiceName, specsOf } from "../../model/directory/known-fields.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import type { Write } from "../calls/call.ts";
import { writeDate, writeInstant } from "../reads/dates.ts";
import type { TargetSettings } from "../settings/settings.ts";

type DateFormat = TargetSettings["dateFormat"];

/** Operations whose request needs the current record at the moment of writing. */
type OnCurrent = "D3" | "E11" | "E14";
export type PlainOperation = Exclude<Operation, { id: OnCurrent }>;
export type OperationOf<Id extends Operation["id"]> = Extract<Operation, { id: Id }>;

const params = {};

/** Names a person by account, without a company code: the API key determines the company (R53). */
export const userRef = (account: string): UserRef => ({ userType: userType.account, userCode: account });

/** The request of an operation whose values are all in the plan. */
export const requestOf = (operation: PlainOperation, format: DateFormat): Write =>
  (requests[operation.id] as (operation: PlainOperation, format: DateFormat) => Write)(operation, format);

/** A request without a parent code means the top level (R26, R27). */
const underParent = (parent: string | null) => (parent === null ? {} : { parentCode: parent });

type Requests = {
  readonly [Id in PlainOperation["id"]]: (operation: OperationOf<Id>, format: DateFormat) => Extract<Write, { id: Id }>;
};

const requests: Requests = {
  V2: ({ id, code, ...set }) => ({ id, params, body: { code, ...stated("level", id, set) } }),
  V3: ({ id, code, newCode, ...set }) => ({
    id,
    params,
    body: { originalCode: code, code: newCode, ...stated("level", id, set) },
  }),
  V4: ({ id, code, seq }) => ({ id, params, body: { code, seq } }),
  V5: ({ id, code, ...set }) => ({ id, params, body: { code, ...stated("level", id, set) } }),
  T2: ({ id, code, ...set }) => ({ id, params, body: { code, ...stated("title", id, set) } }),
  T3: ({ id, code, newCode, ...set }) => ({
    id,
    params,
    body: { originalCode: code, code: newCode, ...stated("title", id, set) },
  }),
  T4: ({ id, code, rank, seq }) => ({ id, params, body: { code, rank, seq } }),
  T5: ({ id, code, ...set }) => ({ id, params, body: { code, ...stated("title", id, set) } }),
  J1: ({ id, category, newCategory }) => ({ id, params, body: { originalCategory: category, category: newCategory } }),
  J2: ({ id, category, seq }) => ({ id, params, body: { category, seq } }),
  J5: ({ id, code, ...set }) => ({ id, params, body: { code, ...stated("function", id, set) } }),
  J6: ({ id, code, newCode, ...set }) => ({
    id,
    params,
    body: { originalCode: code, code: newCode, ...stated("function", id, set) },
  }),
  J7: ({ id, code, category, seq }) => ({ id, params, body: { code, categoryName: category, seq } }),
  J8: ({ id, code, ...set }) => ({ id, params, body: { code, ...stated("function", id, set) } }),
  D2: ({ id, code, parent, ...set }) => ({
    id,
    params,
    body: { ...underParent(parent), code, ...stated("department", id, set) },
  }),
  D4: ({ id, code, ...set }) => ({ id, params, body: { code, ...stated("department", id, set) } }),
  D7: ({ id, code, parent, seq }) => ({ id, params, body: { ...underParent(parent), code, seq } }),
  D11: ({ id, code }) => ({ id, params: { code }, body: undefined }),
  D12: ({ id, code, manager }) => ({ id, params, body: { code, manager: userRef(manager) } }),
  E7: ({ id, account, ...set }) => ({ id, params, body: { user: userRef(account), ...stated("employee", id, set) } }),
  E8: ({ id, account, ...set }, format) => ({
    id,
    params,
    body: { user: userRef(account), ...stated("employee", id, set, format) },
  }),
  E9: ({ id, account, ...set }, format) => ({
    id,
    params,
    body: { user: userRef(account), ...stated("employee", id, set, format) },
  }),
  E12: ({ id, account, data, defaultLogin, known: _known, posts, ...set }, format) => ({
    id,
    params,
    body: {
      account,
      ...stated("employee", id, { loginValidation: defaultLogin, ...data, ...set }, format),
      name: data.name ?? null,
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
    ...stated("department", "D3", wanted),
    name: wanted.name ?? null,
    deptLevelCode: wanted.level ?? null,
  },
});

/** E11 with every known field; `account` names the person, `wanted` is the new record. */
export const employeeUpdate = (account: string, wanted: Employee, format: DateFormat): Write => ({
  id: "E11",
  params,
  body: {
    account: wanted.account,
    ...stated("employee", "E11", wanted, format),
    name: wanted.name ?? null,
    user: userRef(account),
  },
});

export const postsUpdate = (account: string, posts: readonly Post[]): Write => ({
  id: "E14",
  params,
  body: { user: userRef(account), depts: posts.map(postFields) },
});

export const mainPostUpdate = (account: string, main: Post): Write => ({
  id: "E15",
  params,
  body: { user: userRef(account), mainDept: postFields(main) },
});

/** Fields that the operation carries by the table of fields, but for which its request has no property. */
type Gap<K extends RecordKind, Id extends Carrier> = Exclude<
  { [F in FieldsBy<K, Id>]: ServiceName<K, F> }[FieldsBy<K, Id>],
  keyof Body<Id>
>;

type Written<Value> = Value extends readonly string[] ? string[] : Value;

/**
 * The values that the operation carries, under the service's names. A field that is not stated is left out, because its value is
 * not known. If the contract lacks a field, the call does not compile.
 */
const stated = <K extends RecordKind, Id extends Carrier, V extends Partial<RecordOf<K>>>(
  kind: K,
  id: Id & ([Gap<K, Id>] extends [never] ? unknown : { readonly "the contract lacks": Gap<K, Id> }),
  values: V,
  format: DateFormat = "offset",
): { [F in keyof V & FieldsBy<K, Id> as ServiceName<K, F>]: Written<V[F]> } =>
  Object.fromEntries(
    specsOf(kind).flatMap(([field, spec]) => {
      const value = spec.by.includes(id)
        ? (values as Readonly<Record<string, FieldValue | undefined>>)[field]
        : undefined;
      return value === undefined ? [] : [[spec.service ?? field, written(spec, value, format)]];
    }),
  ) as never;

const written = ({ type }: FieldSpec, value: FieldValue, format: DateFormat): unknown => {
  if (type === "date" && typeof value === "string") return writeDate(value, format);
  return type === "instant" && typeof value === "string" ? writeInstant(value, format) : value;
};

/** Always states all four fields, with the functions sorted (R58). */
const postFields = ({ department, main, title, functions }: Post): EmplDeptWrite => ({
  code: department,
  isMainDept: main,
  jobTitleCode: title ?? null,
  jobFuncs: [...(functions ?? [])].sort(),
});
