/** Converts a full directory to the service's document and back, independently of the client's translation. */

import type { PersonName } from "../../../src/contract/records/organisation.ts";
import type { Organisation } from "../../../src/contract/sections/organisation.ts";
import type { Gender } from "../../../src/model/directory/directory.ts";
import { canonical, type FullDirectory, type FullEmployee } from "./full-directory.ts";

/** The account of a person in a document, whose company is not told. */
export const accountIn = (name: PersonName | null | undefined): string | null =>
  typeof name === "object" ? (name?.account ?? null) : (name ?? null);

const midnight = (date: string | null): string | null => (date === null ? null : `${date}T00:00:00+08:00`);

const recordOf = (person: FullEmployee): Organisation["employees"][number] => {
  const { number, posts, resignationDate, birthDate, hireDate, ...same } = person;
  return {
    ...same,
    employeeNumber: number,
    birthDate: midnight(birthDate),
    hireDate: midnight(hireDate),
    resignationDate: midnight(resignationDate),
    depts: posts.map(({ department, main, title, functions, supervisor }) => ({
      code: department,
      isMainDept: main,
      jobTitleCode: title,
      jobFuncs: functions,
      supervisor,
    })),
  };
};

/** In the service, the first function creates a category, so categories without functions are lost. */
export const organisationOf = (directory: FullDirectory): Organisation => ({
  levels: directory.levels,
  titles: directory.titles,
  functions: directory.categories.flatMap((category) =>
    directory.functions
      .filter((item) => canonical(item.category) === canonical(category))
      .map(({ code, name, active }) => ({ code, jobFunc: name, categoryName: category, active })),
  ),
  departments: directory.departments.map(({ code, name, parent, level, description, active, manager }) => ({
    code,
    name,
    parentCode: parent,
    deptLevelCode: level,
    description,
    active,
    manager,
  })),
  employees: directory.employees.map(recordOf),
});

const day = (instant: string | null | undefined): string | null =>
  instant ? new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 10) : null;

const personOf = (record: Organisation["employees"][number]): FullEmployee => ({
  account: record.account,
  number: record.employeeNumber ?? null,
  name: record.name ?? "",
  englishName: record.englishName ?? null,
  gender: (record.gender ?? null) as Gender | null,
  idCardNumber: record.idCardNumber ?? null,
  birthDate: day(record.birthDate),
  phoneNumber: record.phoneNumber ?? null,
  businessCard: record.businessCard ?? null,
  hireDate: day(record.hireDate),
  email: record.email ?? null,
  emailEx: record.emailEx ?? null,
  loginValidation: [...(record.loginValidation ?? [])],
  expiredTime: record.expiredTime ? new Date(record.expiredTime).toISOString() : null,
  resignationDate: day(record.resignationDate),
  active: record.active ?? true,
  locked: record.locked ?? false,
  posts: record.depts.map((post) => ({
    department: post.code,
    main: post.isMainDept,
    title: post.jobTitleCode ?? null,
    functions: [...(post.jobFuncs ?? [])],
    supervisor: accountIn(post.supervisor),
  })),
});

export const directoryOf = (organisation: Organisation): FullDirectory => {
  const functions = organisation.functions.map(({ code, jobFunc, categoryName, active }) => ({
    code,
    name: jobFunc ?? "",
    category: categoryName ?? "",
    active: active ?? true,
  }));
  return {
    levels: organisation.levels.map(({ code, name, active }) => ({ code, name: name ?? "", active: active ?? true })),
    titles: organisation.titles.map(({ code, title, rank, active }) => ({
      code,
      title: title ?? "",
      rank: rank ?? 1,
      active: active ?? true,
    })),
    categories: [...new Set(functions.map(({ category }) => category))],
    functions,
    departments: organisation.departments.map((record) => ({
      code: record.code,
      name: record.name ?? "",
      parent: record.parentCode ?? null,
      level: record.deptLevelCode ?? "",
      description: record.description ?? null,
      active: record.active ?? true,
      manager: accountIn(record.manager),
    })),
    employees: organisation.employees.map(personOf),
  };
};
