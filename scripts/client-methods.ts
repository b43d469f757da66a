/** The text of src/client/methods.ts, made from the contract. */
import { operationIds, owesRefresh, specOf } from "../src/contract/contract.ts";
import type { Group } from "../src/contract/operation-spec.ts";
import { permissionLabels } from "../src/contract/permission-labels.ts";

const methodsOf = (group: Group): string[] =>
  operationIds
    .filter((id) => specOf(id).group === group)
    .flatMap((id) => {
      const { name, summary, method, path, permission } = specOf(id);
      const needs = permission === null ? "any permission" : permissionLabels[permission];
      const refresh = owesRefresh(id) ? " Owes a permission refresh." : "";
      return [
        `  /** ${id} · ${method} ${path} · ${needs}. ${summary}.${refresh} */`,
        `  readonly ${name}: Method<"${id}">;`,
      ];
    });

export const clientMethods = (): string =>
  [
    "/**",
    " * The client's methods: one per operation, by group. Generated from the contract by `npm run operations`, types included.",
    " * A method takes `{ params, body }` and resolves to the answer; on failure it rejects with a `CallError`.",
    " */",
    'import type { Method } from "./request-types.ts";',
    "",
    "/** Of a key. */",
    "export type SystemMethods = {",
    ...methodsOf("system"),
    "};",
    "",
    "/** On behalf of the user of a token. */",
    "export type UserMethods = {",
    ...methodsOf("user"),
    "};",
    "",
  ].join("\n");
