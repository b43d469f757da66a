/** Converts an organisation document to the state of a `MemoryTarget`, a target in memory. */
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import type { Gender } from "../../src/model/directory/directory.ts";
import { type FullDirectory, type FullEmployee, plainEmployee } from "../support/directory/full-directory.ts";
import { accountIn } from "../support/directory/organisation-document.ts";

export const directoryOf = ({ levels, titles, functions, departments, employees }: Organisation): FullDirectory => ({
  levels: levels.map(({ code, name, active }) => ({ code, name: name ?? "", active: active ?? true })),
  titles: titles.map(({ code, title, rank, active }) => ({
    code,
    title: title ?? "",
    rank: rank ?? 1,
    active: active ?? true,
  })),
  categories: [...new Set(functions.map(({ categoryName }) => categoryName ?? ""))],
  functions: functions.map(({ code, jobFunc, categoryName, active }) => ({
    code,
    name: jobFunc ?? "",
    category: categoryName ?? "",
    active: active ?? true,
  })),
  departments: departments.map((department) => ({
    code: department.code,
    name: department.name ?? "",
    parent: department.parentCode ?? null,
    level: department.deptLevelCode ?? "",
    description: department.description ?? null,
    active: department.active ?? true,
    manager: accountIn(department.manager),
  })),
  employees: employees.filter(({ corpCode }) => !corpCode).map(employeeOf),
});

const employeeOf = (person: Organisation["employees"][number]): FullEmployee => ({
  ...plainEmployee(person.account, person.name ?? ""),
  number: person.employeeNumber ?? null,
  englishName: person.englishName ?? null,
  gender: (person.gender as Gender | null | undefined) ?? null,
  idCardNumber: person.idCardNumber ?? null,
  birthDate: person.birthDate?.slice(0, 10) ?? null,
  phoneNumber: person.phoneNumber ?? null,
  hireDate: person.hireDate?.slice(0, 10) ?? null,
  email: person.email ?? null,
  loginValidation: [...(person.loginValidation ?? [])],
  active: person.active ?? true,
  locked: person.locked ?? false,
  resignationDate: person.resignationDate ?? null,
  posts: person.depts.map(({ code, isMainDept, jobTitleCode, jobFuncs, supervisor }) => ({
    department: code,
    main: isMainDept,
    title: jobTitleCode ?? null,
    functions: [...(jobFuncs ?? [])],
    supervisor: accountIn(supervisor),
  })),
});
