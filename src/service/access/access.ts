/** Who may call: keys, applications, tokens, passwords, sign-in by OAuth, and the profile of a user (U1). */
import type { Feature } from "../kernel/feature.ts";
import { registerOauth } from "./oauth-routes.ts";
import { profileRules } from "./profile.ts";
import { registerAccessSandbox } from "./sandbox.ts";
import { dumpAccess, loadAccess } from "./section.ts";
import { type Company, createAccessTables } from "./tables.ts";

export const access = {
  tables: createAccessTables,
  rules: profileRules,
  sections: { access: { refersTo: ["organisation"], load: loadAccess, dump: dumpAccess } },
  routes: (app, service) => {
    registerOauth(app, service);
    registerAccessSandbox(app, service);
  },
} satisfies Feature<Company>;
