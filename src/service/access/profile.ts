/** U1: the profile of the signed-in user. */

import { callingPerson } from "../kernel/caller.ts";
import type { Handlers } from "../kernel/handler.ts";
import { requireRow } from "../organisation/views.ts";

export const profileRules: Handlers<"U1"> = {
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
