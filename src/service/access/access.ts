/** Who may call: keys, applications, tokens, passwords, sign-in by OAuth, and the profile of a user (U1). */

import { requireRow } from "../kernel/company/table.ts";
import type { Feature } from "../kernel/http/feature.ts";
import { callingPerson } from "../organisation/lookup.ts";
import { registerOauth } from "./oauth-routes.ts";
import { registerAccessSandbox } from "./sandbox.ts";
import { registerSandboxTokens } from "./sandbox-tokens.ts";
import { dumpAccess, loadAccess } from "./section.ts";
import { type Company, createAccessTables } from "./tables.ts";

export const access = {
  tables: createAccessTables,
  rules: {
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
  },
  sections: { access: { refersTo: ["organisation"], load: loadAccess, dump: dumpAccess } },
  routes: (app, service) => {
    registerOauth(app, service);
    registerAccessSandbox(app, service);
    registerSandboxTokens(app, service);
  },
} satisfies Feature<Company>;
