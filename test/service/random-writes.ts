/**
 * Random writes of every organisation operation that changes something, except P1. They use so few codes (in several spellings)
 * that they often conflict. Many are refused; none may damage the company.
 */
import * as fc from "fast-check";
import type { OperationId } from "../../src/contract/contract.ts";
import type { Input } from "./running-service.ts";

export type Write = { readonly id: OperationId; readonly input: Input };

const oneOf = (...values: string[]) => fc.constantFrom(...values);
const level = oneOf("L1", "L2", "L3", "L4", "l1", " L5", "L6");
const department = oneOf("HQ", "RD", "RD1", "RD2", "FIN", "LAB", "rd", "ＦＩＮ", "N1", "N2", "n1 ");
const title = oneOf("MGR", "DEP", "CHIEF", "ENG", "eng", "T5");
const jobFunction = oneOf("DEV", "OPS", "QA", "LEAD", "AUDIT", "dev", "F6", "F7");
const category = oneOf("Making", "Leading", "Checking", "making", "New", "Other");
const account = oneOf("amy", "bob", "cat", "dan", "eve", "AMY", "fay", "gus", "hal");
const number = fc.option(oneOf("001", "002", "003", "００１", "005", "006", ""));
const name = oneOf("a", "b", "研發");
const active = fc.boolean();
const seq = fc.integer({ min: 0, max: 6 });
const parentCode = fc.option(department);

const user = fc.oneof(
  { weight: 4, arbitrary: fc.record({ userType: fc.constant(0), userCode: account }) },
  { weight: 1, arbitrary: fc.record({ userType: fc.constant(1), userCode: number }) },
);
const post = fc.record({
  code: department,
  isMainDept: fc.boolean(),
  jobTitleCode: fc.option(title),
  jobFuncs: fc.array(jobFunction, { maxLength: 3 }),
});
/** Mostly valid lists of posts: the first post is the main one. */
const depts = fc
  .array(post, { maxLength: 3 })
  .map((posts) => posts.map((one, position) => ({ ...one, isMainDept: position === 0 })));

const bodies = {
  V2: { code: level, name, active },
  V3: { originalCode: level, code: level, name },
  V4: { code: level, seq },
  V5: { code: level, active },
  T2: {
    code: title,
    title: name,
    rank: fc.integer({ min: 1, max: 3 }),
    seq: fc.option(fc.integer({ min: 1, max: 5 })),
    active,
  },
  T3: { originalCode: title, code: title, title: name },
  T4: { code: title, rank: fc.option(fc.integer({ min: 1, max: 3 })), seq: fc.option(fc.integer({ min: 1, max: 5 })) },
  T5: { code: title, active },
  J1: { originalCategory: category, category },
  J2: { category, seq },
  J5: { code: jobFunction, categoryName: category, jobFunc: name, active },
  J6: { originalCode: jobFunction, code: jobFunction, jobFunc: name },
  J7: { code: jobFunction, categoryName: category, seq },
  J8: { code: jobFunction, active },
  D2: { parentCode, code: department, deptLevelCode: level, name, active },
  D3: { originalCode: department, code: department, name, deptLevelCode: level },
  D4: { code: department, active },
  D7: { parentCode, code: department, seq },
  D8: { batchMove: fc.array(fc.record({ parentCode, code: department, seq, active }), { maxLength: 3 }) },
  D12: { code: department, manager: user },
  E6: { user, locked: active },
  E7: { user, active },
  E8: { user, expiredTime: fc.constantFrom(null, "2030-01-01T00:00:00Z") },
  E9: { user, resignationDate: fc.constantFrom(null, "2030-01-01T00:00:00Z") },
  E11: { user, account, name, employeeNumber: number },
  E12: { account, name, employeeNumber: number, depts },
  E13: { user, deptCode: department, supervisorType: fc.constantFrom(0, 1), supervisor: user },
  E14: { user, depts },
  E15: { user, mainDept: post.map((one) => ({ ...one, isMainDept: true })) },
} satisfies Partial<Record<OperationId, Record<string, fc.Arbitrary<unknown>>>>;

const params = {
  V6: { code: level },
  T6: { code: title },
  J3: { name: category },
  J9: { code: jobFunction },
  D6: { code: department },
  D11: { code: department },
} satisfies Partial<Record<OperationId, Record<string, fc.Arbitrary<string>>>>;

const write = (id: string, input: fc.Arbitrary<Input>): fc.Arbitrary<Write> =>
  input.map((drawn) => ({ id: id as OperationId, input: drawn }));

export const randomWrite: fc.Arbitrary<Write> = fc.oneof(
  ...Object.entries(bodies).map(([id, fields]) =>
    write(
      id,
      fc.record(fields as object).map((body) => ({ body })),
    ),
  ),
  ...Object.entries(params).map(([id, fields]) =>
    write(
      id,
      fc.record<Record<string, string>>(fields).map((drawn) => ({ params: drawn })),
    ),
  ),
  write(
    "E10",
    user.map((body) => ({ body })),
  ),
);
