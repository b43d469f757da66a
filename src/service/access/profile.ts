/** U1: the profile of the signed-in user. */

import type { Handlers } from "../kernel/handler.ts";
import { requireRow } from "../kernel/table.ts";
import { callingPerson } from "../organisation/lookup.ts";
import type { Company } from "./tables.ts";

export const profileRules: Handlers<"U1", Company> = {
  U1: (company, { caller }) => {
    const { data, posts } = callingPerson(company, caller);
    const main = posts.find((post) => post.main);
    return {
      name: data.name ?? null,
      employee_Number: data.employeeNumber ?? null,
      email: data.email ?? null,
      dept_Name: main ? requireRow(company.departments, main.departmentId).name : null,
      corp_Name: company.corpName,
    };
  },
};
