/** Writes a `Picture` as the section `organisation` for the service, and adds accounts that HR does not know. */

import { noEmployeeData } from "../contract/records/organisation.ts";
import type { Organisation } from "../contract/sections/organisation.ts";
import { utcOffset } from "../lib/clock.ts";
import { englishNameOf, nameOf } from "./names.ts";
import type { Picture, SampleDepartment, SamplePerson, SamplePost } from "./picture.ts";

type Document = Organisation["employees"][number];

export const organisationDocument = (picture: Picture): Organisation => {
  const accounts = new Map(picture.people.map(({ number, account }) => [number, account]));
  const accountOf = (number: string | null) => (number === null ? null : (accounts.get(number) ?? null));
  return {
    levels: picture.levels.map((level) => ({ ...level, active: true })),
    titles: picture.titles.map(({ code, name, rank, active }) => ({ code, title: name, rank, active })),
    functions: picture.functions.map(({ code, name, category }) => ({
      code,
      jobFunc: name,
      categoryName: category,
      active: true,
    })),
    departments: picture.departments.map((department) => departmentRecord(department, accountOf(department.manager))),
    employees: [...handMade, ...picture.people.map((person) => employeeRecord(person, accountOf))],
  };
};

const departmentRecord = ({ code, name, parent, level, active }: SampleDepartment, manager: string | null) => ({
  parentCode: parent,
  code,
  deptLevelCode: level,
  name,
  description: null,
  active,
  manager,
});

const employeeRecord = (person: SamplePerson, accountOf: (number: string | null) => string | null): Document => ({
  account: person.account,
  name: nameOf(person),
  loginValidation: ["UOF"],
  employeeNumber: person.number,
  expiredTime: null,
  gender: person.gender,
  englishName: englishNameOf(person),
  idCardNumber: person.idCardNumber,
  birthDate: midnight(person.birthDate),
  phoneNumber: person.phoneNumber,
  businessCard: null,
  hireDate: midnight(person.hireDate),
  email: person.email,
  emailEx: null,
  active: person.status === "employed",
  locked: false,
  resignationDate: null,
  depts: person.posts.map((post, index) => postRecord(post, index === 0, accountOf(post.supervisor))),
});

const midnight = (date: string): string => `${date}T00:00:00${utcOffset}`;

const postRecord = ({ department, title, functions }: SamplePost, isMain: boolean, supervisor: string | null) => ({
  code: department,
  isMainDept: isMain,
  jobTitleCode: title,
  jobFuncs: [...functions],
  supervisor,
});

const byHand = (account: string, name: string, department: string | null): Document => ({
  ...noEmployeeData,
  account,
  name,
  loginValidation: ["UOF"],
  active: true,
  locked: false,
  depts: department === null ? [] : [{ code: department, isMainDept: true }],
});

/**
 * The accounts that HR does not know: the administrator, two that somebody created by hand, and a lawyer of the parent company with
 * a part-time post here.
 */
const handMade: readonly Document[] = [
  byHand("admin", "系統管理員", null),
  byHand("vendor01", "駐廠廠商", "E100"),
  byHand("signtest", "簽核測試帳號", "MIS"),
  { ...byHand("lingling.ho", "何玲玲", null), corpCode: "GROUP", depts: [{ code: "E100", isMainDept: false }] },
];
