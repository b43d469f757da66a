/** Requests of other systems to start a form for a person, with their callbacks (F1, F2). */
import type { Feature } from "../kernel/feature.ts";
import { registerCallbackKeys } from "./callback-keys.ts";
import { initiationRules } from "./initiation-rules.ts";
import { registerFormsSandbox } from "./sandbox.ts";
import { type Company, createInitiationTables } from "./tables.ts";

export const initiations = {
  tables: createInitiationTables,
  rules: initiationRules,
  routes: (app, service) => {
    registerCallbackKeys(app, service.file);
    registerFormsSandbox(app, service);
  },
} satisfies Feature<Company>;
